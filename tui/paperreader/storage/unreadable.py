"""Entries that an import could not read, kept as they came, beside the raw records of their source.

One file a source, lines of JSON in gzip: where the entry stood, why it could not be read, its bytes (cut at 64 kB by
`formats`). Each import of the source replaces it, so it says what is unreadable now; the catalogue knows nothing of it.
Written as the import goes, in constant memory, and moved into its place at the end.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paperreader.errors import Corrupt
from paperreader.storage import records
from paperreader.storage.failures import speaking
from paperreader.system import files

#: No list of papers has so many bytes that nobody can read; what comes after them is told but not kept.
LARGEST = 1 << 28


class Unreadable(NamedTuple):
    """One entry: file and line or number of the entry, the reason, and the entry itself."""

    where: str
    reason: str
    raw: bytes


def file_of(folder: Path, source: str) -> Path:
    """Return the file of a source."""
    name = records.file_of(folder, source).name.removesuffix(records.SUFFIX)
    return folder / f"{name}.unreadable.gz"


def entries(folder: Path, source: str) -> Iterator[Unreadable]:
    """Yield what was kept of a source; nothing when all of it could be read. Raises a StorageError."""
    path = file_of(folder, source)
    if not path.exists():
        return
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                told = json.loads(line)
                yield Unreadable(told["where"], told["reason"], told["raw"].encode("utf-8", "surrogateescape"))
    except (OSError, EOFError, zlib.error, ValueError, KeyError) as error:
        raise Corrupt(f"{path} is damaged ({error}); import {source} again to have it anew, or remove it") from error


class Keeper:
    """Keeps the unreadable entries of one import. Nothing is written before the first one comes."""

    def __init__(self, folder: Path, source: str) -> None:
        self._path = file_of(folder, source)
        self._beside = files.temporary(self._path)
        self._stream: gzip.GzipFile | None = None
        self._size = 0

    def keep(self, where: str, reason: str, raw: bytes) -> None:
        """Keep one entry. Raises a StorageError."""
        self._size += len(raw) + len(reason)
        if self._size > LARGEST:
            return
        with speaking("catalogue", self._path):
            if self._stream is None:
                files.private_folder(self._path.parent)
                files.create_private(self._beside)
                self._stream = gzip.GzipFile(self._beside, "ab", compresslevel=1, mtime=0)
            told = {"where": where, "reason": reason, "raw": raw.decode("utf-8", "surrogateescape")}
            self._stream.write(json.dumps(told).encode() + b"\n")

    def finish(self, *, stopped: bool = False) -> None:
        """Put the file in its place; when there was nothing to keep, no file is left. Raises a StorageError.

        An import that was `stopped` has seen a part of its source: what the last whole one kept is left then.
        """
        if stopped and self._path.exists():
            self.discard()
            return
        with speaking("catalogue", self._path):
            if self._stream is not None:
                self._stream.close()
                files.sync(self._beside)
                files.move(self._beside, self._path)
            elif self._path.exists():
                files.remove(self._path)

    def discard(self) -> None:
        """The import did not come to its end: leave what was kept before."""
        if self._stream is not None:
            self._stream.close()
            files.remove(self._beside)
