"""Files that a user names as the target of an export.

A target is never written through a link, never half: a new file is made with `O_EXCL | O_NOFOLLOW` and removed again
when writing fails, one that is there is replaced as a whole, and only when the caller says so. Names that come from
papers stay inside their folder. What is no plain file (a device, a pipe, a folder) is never replaced.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from paperreader.errors import UsageError
from paperreader.system import files

#: Bytes that are gathered before they are written.
_CHUNK = 1 << 18
#: Names that Windows keeps for devices, whatever ending they have.
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))
#: Characters of a name; the file systems in use allow 255 bytes.
_LONGEST = 120


class Taken(UsageError):
    """Something has that name already, and was left alone."""


def safe_name(name: str, ending: str = "") -> str:
    """Return a file name made of `name` that is one on every system: ASCII letters, digits, `._-`, never hidden.

    It holds no separator, starts with a letter or digit, and is no name of a device.
    """
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name).lstrip("._-").rstrip("._-")[:_LONGEST].rstrip("._-") or "file"
    if stem.split(".", 1)[0].lower() in _DEVICES:
        stem = f"paper-{stem}"
    return stem + ending


def inside(folder: Path, name: str) -> Path:
    """Return the path of a file in a folder. Raises UsageError when the name leads out of it, through links too."""
    path = folder / name
    if name in ("", ".", "..") or Path(name).name != name or path.parent.resolve() != folder.resolve():
        raise UsageError(f"{name} would lie outside {folder}; nothing was written")
    return path


def taken(path: Path) -> bool:
    """Say whether something has that name, a link that leads nowhere included."""
    return os.path.lexists(path)


def hindrance(name: str, path: Path) -> str:
    """Say, the reason first, why the file that a user named cannot be written, or "": as far as a look can tell.

    `path` is what the `name` means. A file that is there and may be replaced is none (`taken`).
    """
    try:
        if path.is_dir():
            return "that is a folder; add the file's name"
        if name.endswith(("/", os.sep)):
            return f"there is no folder {path}"
        if not path.parent.is_dir():
            return f"{'that is no folder:' if path.parent.exists() else 'there is no folder'} {path.parent}"
        if not os.access(path.parent, os.W_OK | os.X_OK):
            return f"no leave to write in {path.parent}"
        status = path.lstat()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"{error.strerror or error}: {path}"
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
        return "that is no plain file, so it is not replaced; choose another name"
    return ""


def write(path: Path, texts: Iterable[str], *, over: bool = False) -> None:
    """Write texts as a file in UTF-8 (mode 0644 less the umask), durably.

    `over` replaces a file that is there; without it that is an error. A failure leaves what was there. Raises
    UsageError with finished words (`Taken` where `over` would help); whatever `texts` raises passes through.
    """
    try:
        if over and taken(path):
            status = path.lstat()
            if not (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
                raise UsageError(f"{path} is not a plain file, so it is not replaced; choose another name")
            beside = files.temporary(path)
            _create(beside, texts)
            try:
                files.move(beside, path)
            except BaseException:
                _discard(beside)
                raise
        else:
            _create(path, texts)
    except FileExistsError as error:
        raise Taken(f"{path} exists already; nothing was written over it") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from error


def _create(path: Path, texts: Iterable[str]) -> None:
    disk = files.disk
    descriptor = disk.open(str(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    try:
        try:
            for chunk in _chunks(texts):
                disk.write(descriptor, chunk)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
    except BaseException:
        _discard(path)
        raise
    files.sync_folder(path.parent)


def _chunks(texts: Iterable[str]) -> Iterator[bytes]:
    held = bytearray()
    for text in texts:
        held += text.encode("utf-8", "replace")
        if len(held) >= _CHUNK:
            yield bytes(held)
            held.clear()
    yield bytes(held)


def _discard(path: Path) -> None:
    """Remove what was begun, on the way out of a failure, which is the error that counts."""
    with suppress(OSError):
        files.disk.unlink(str(path))
