"""Files that are private, whole and durable: how anything of the user's is written outside the databases.

Every file is made with `O_EXCL | O_NOFOLLOW` and mode 0600 in a folder of mode 0700; a file that replaces another is
written beside it, synced, moved over it, and the folder is synced. All calls that change the disk go through `disk`, so
that the fault tests can record them, fail them, or cut the power between any two of them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)


class Disk:
    """The calls that change the disk. Tests put a recording or failing one in place of `disk`."""

    def open(self, path: str, flags: int, mode: int) -> int:
        """Open like `os.open`; never through a link, never inherited by a child."""
        return os.open(path, flags | _NOFOLLOW | _BINARY | _CLOEXEC, mode)

    def write(self, descriptor: int, data: bytes) -> None:
        """Write all of `data`."""
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut an open file to `size` bytes."""
        os.ftruncate(descriptor, size)

    def sync(self, descriptor: int) -> None:
        """Wait until what was written to an open file is on the disk."""
        if sys.platform == "darwin":  # pragma: no cover (there, fsync alone leaves data in the drive)
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        """Close an open file."""
        os.close(descriptor)

    def replace(self, source: str, target: str) -> None:
        """Move a file over another in one step."""
        os.replace(source, target)  # noqa: PTH105 (the seam is about this very call)

    def unlink(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)  # noqa: PTH108

    def sync_folder(self, path: str) -> None:
        """Wait until the names in a folder are on the disk. Windows has no such call and needs none."""
        if os.name == "nt":  # pragma: no cover
            return
        descriptor = os.open(path, os.O_RDONLY | _CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


#: What every function here uses; a module attribute, so that it can be replaced as a whole.
disk = Disk()


def private_folder(path: Path) -> Path:
    """Make a folder and its parents, readable by the user alone (0700), and return it.

    Folders that exist keep their modes: they may be the user's own. Raises OSError when one cannot be made.
    """
    missing = []
    folder = path
    while not folder.is_dir():
        missing.append(folder)
        if folder.parent == folder:
            break
        folder = folder.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path


def create_private(path: Path) -> bool:
    """Make an empty file of mode 0600; False when something of that name is there already, a link included."""
    try:
        disk.close(disk.open(str(path), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return False
    return True


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    disk.sync_folder(str(path))


def move(source: Path, target: Path) -> None:
    """Move a file over another of the same folder, durably."""
    disk.replace(str(source), str(target))
    disk.sync_folder(str(target.parent))


def sync(path: Path) -> None:
    """Wait until a file that something else wrote is on the disk."""
    descriptor = disk.open(str(path), os.O_RDWR, 0o600)
    try:
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)


def remove(path: Path) -> bool:
    """Remove a file, durably; False when there is none."""
    try:
        disk.unlink(str(path))
    except FileNotFoundError:
        return False
    disk.sync_folder(str(path.parent))
    return True


def temporary(path: Path) -> Path:
    """Return an unused name beside `path` for a file that is to replace it."""
    return path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")


def write_atomic(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that readers, crashes and power cuts see the old one or the new one whole.

    `path` itself may be a link: the link is replaced, not followed. Raises OSError; then nothing has changed.
    """
    beside = temporary(path)
    descriptor = disk.open(str(beside), os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    try:
        try:
            disk.write(descriptor, data)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
        disk.replace(str(beside), str(path))
    except BaseException:
        _discard(beside)
        raise
    disk.sync_folder(str(path.parent))


@contextmanager
def locked(path: Path, patience: float = 5.0) -> Iterator[None]:
    """Be the only process, and the only thread, that reads and then writes the file `path`, whose folder exists.

    The folder is what is locked: the file is replaced as a whole, and a file of locks would be left lying there. Raises
    TimeoutError when another holds it for longer than `patience` seconds, OSError when the folder cannot be opened.
    Where there are no locks (Windows, some network file systems), nobody waits.
    """
    if sys.platform == "win32":  # pragma: no cover
        yield
        return
    import fcntl

    descriptor = os.open(path.parent, os.O_RDONLY | _CLOEXEC)
    try:
        until = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise TimeoutError(f"{path} is locked") from None
                time.sleep(0.01)
            except OSError:
                break  # this file system has none
            else:
                break
        yield
    finally:
        os.close(descriptor)


def _discard(path: Path) -> None:
    """Remove a temporary file on the way out of a failure, which is the error that counts."""
    try:
        disk.unlink(str(path))
    except OSError:
        return


def file_id(path: Path) -> tuple[int, int] | None:
    """Return device and inode, which tell a replaced file from the one that was opened; None when there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
