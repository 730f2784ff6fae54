"""Files, folders and standard input as sources of entries."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from paperreader.errors import FormatError
from paperreader.formats import Broken, Item, Origin, read
from paperreader.formats.abstracts import CATALOGUE

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: The path that means standard input.
STDIN = Path("-")
#: Files that are looked at in one folder.
FILES = 10_000


def source_name(path: Path) -> str:
    """Return the name that a file's papers get as a source: its name without endings, fit for `source:NAME`."""
    if path == STDIN:
        return "stdin"
    name = path.name or path.resolve().name
    for ending in (".gz", ".bz2", ".xz", ".zst"):
        name = name.removesuffix(ending)
    stem = name[: name.rfind(".")] if name.rfind(".") > 0 else name
    return re.sub(r"[^\w.-]+", "-", stem).strip("-.")[:60] or "file"


class Reading:
    """The entries of a file, a folder or standard input, and how many of its bytes are behind us.

    `done` counts bytes as they lie on disk (packed), `total` is None when it cannot be known.
    """

    def __init__(self, path: Path, format: str | None = None) -> None:
        """Look at what `path` is. Raises `FormatError` when it is nothing that can be read."""
        self.path = path
        self.format = format
        self.done = 0
        self.total: int | None = None
        self._paths: list[Path] = []
        self._unseen: list[Broken] = []
        if path == STDIN:
            return
        try:
            found = path.stat()
            if stat.S_ISDIR(found.st_mode):
                self._paths, self._unseen = _files(path)
                self.total = sum(map(_size, self._paths))
                if not self._paths and not self._unseen:
                    raise FormatError(f"{path} holds no files; choose another folder")
            elif stat.S_ISREG(found.st_mode) or stat.S_ISFIFO(found.st_mode):
                self._paths = [path]
                self.total = found.st_size if stat.S_ISREG(found.st_mode) else None
            else:
                raise FormatError(f"{path} is neither a file nor a folder; choose another one")
        except FileNotFoundError:
            raise FormatError(f"{path} does not exist; check the name") from None
        except (OSError, ValueError) as error:
            raise FormatError(_unreadable(path, error)) from None

    @property
    def folder(self) -> bool:
        """Whether `path` is a folder."""
        return self.path != STDIN and self._paths != [self.path]

    def __iter__(self) -> Iterator[Item]:
        """Yield every item. In a folder a file that cannot be read is one `Broken`; alone it raises `FormatError`."""
        if self.path == STDIN:
            yield from self._stream(sys.stdin.buffer, Origin("standard input"))
        elif not self.folder:
            yield from self._file(self.path, self.path.name)
        else:
            yield from self._unseen
            for path in self._paths:
                name = path.relative_to(self.path).as_posix()
                try:
                    yield from self._file(path, name)
                except FormatError as error:
                    yield Broken(name, str(error), b"")

    def _file(self, path: Path, name: str) -> Iterator[Item]:
        try:
            with path.open("rb") as stream:
                if stream.peek(16).startswith(b"SQLite format 3\0") and self.format is None:
                    yield from self._zotero(path, name)
                    return
                yield from self._stream(stream, Origin(path.name, path.parent), name)
        except OSError as error:
            raise FormatError(_unreadable(path, error)) from None

    def _zotero(self, path: Path, name: str) -> Iterator[Item]:
        """The items of Zotero's own database, one by one as JSON; see `storage.zotero`."""
        import json

        from paperreader.formats.jsonl import item
        from paperreader.storage.zotero import items

        for entry in items(path):
            yield item(json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace"), f"{name}: item {entry['key']}")
        self.done += path.stat().st_size

    def _stream(self, stream: BinaryIO, origin: Origin, name: str = "") -> Iterator[Item]:
        counted = io.BufferedReader(_Counting(stream, self), 256 * 1024)
        items = read(cast(BinaryIO, counted), origin, self.format)
        if name and name != origin.name:
            # Messages name the file within the folder.
            for item in items:
                yield item._replace(where=name + item.where.removeprefix(origin.name))
        else:
            yield from items


def entries(path: Path, format: str | None = None) -> Iterator[Item]:
    """Yield the items of a file, a folder, or standard input (`-`). Raises `FormatError`."""
    return iter(Reading(path, format))


class _Counting(io.RawIOBase):
    def __init__(self, stream: BinaryIO, reading: Reading) -> None:
        self._stream = stream
        self._reading = reading

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        # read1, so that what a pipe has so far is shown at once.
        source = self._stream
        data = source.read1(len(view)) if isinstance(source, io.BufferedReader) else source.read(len(view))
        view[: len(data)] = data
        self._reading.done += len(data)
        return len(data)


def _files(folder: Path) -> tuple[list[Path], list[Broken]]:
    """Return the files below a folder in a stable order, and the folders below it that cannot be looked into.

    No hidden files, no links to elsewhere, no pipes and devices, no catalogues.
    """
    found: list[Path] = []
    unseen: list[Broken] = []

    def pass_over(error: OSError) -> None:
        path = Path(error.filename)
        if path == folder:
            raise error
        unseen.append(Broken(path.relative_to(folder).as_posix(), _unreadable(path, error), b""))

    for where, folders, names in os.walk(folder, followlinks=False, onerror=pass_over):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(where, name)
            if name.startswith(".") or name == CATALOGUE or not _is_file(path):
                continue
            found.append(path)
            if len(found) > FILES:
                raise FormatError(f"{folder} holds more than {FILES:,} files; import a smaller folder")
    return found, unseen


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:  # gone since its folder was read
        return False


def _size(path: Path) -> int:
    """Bytes of a file; none of one that is gone, which is told when its turn comes."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _unreadable(path: Path, error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{path} cannot be read: {why}; check its permissions, then try again"
