"""The index on disk: one file of arrays, mapped into memory when it is opened; disposable.

A file is written under a name of its own and then moved into place, so that there is never half an index, and a reader
that has the old one mapped keeps it. Its name carries the schema and the generation of the catalogue; the header, at
its end, says what lies where, and knows a few papers by heart, so that the index of another catalogue is not taken for
this one's.
"""

from __future__ import annotations

import json
import mmap
import os
import time
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .build import Built
from .columns import Arrays
from .rows import Row

#: Goes up with every change of what the arrays mean; an index with another one is built anew.
SCHEMA = 4
_MAGIC = b"paperreader index\n"
_ALIGN = 64
#: Seconds that what may be another terminal's is left alone: no build takes as long.
_YOUNG = 3600
#: Papers whose titles the header knows.
_SAMPLES = 16


class Damaged(Exception):
    """The file is no index that can be used; it is built anew."""


def name(generation: int) -> str:
    """The name of the index of a generation."""
    return f"words-{SCHEMA}-{generation}.idx"


def generations(folder: Path) -> list[int]:
    """The generations of which there is an index with the schema in force, the newest first."""
    found = []
    for path in folder.glob(f"words-{SCHEMA}-*.idx"):
        part = path.stem.rpartition("-")[2]
        if part.isdigit():
            found.append(int(part))
    return sorted(found, reverse=True)


class Writer:
    """A new index, array by array, so that they need not be in memory together. It is in place when it is closed."""

    def __init__(self, folder: Path, generation: int) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._generation = generation
        self._path = folder / name(generation)
        self._beside = folder / f".{self._path.name}.{os.getpid()}"
        self._file = os.fdopen(os.open(self._beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        self._layout: dict[str, Any] = {}
        self._at = 0

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        """Without `finish` nothing is left."""
        self._file.close()
        self._beside.unlink(missing_ok=True)

    def put(self, key: str, value: NDArray[Any]) -> None:
        """Write an array."""
        value = np.ascontiguousarray(value)
        sum_ = zlib.crc32(value.data) if _checked(key) else None
        self._layout[key] = [str(value.dtype), list(value.shape), self._at, sum_]
        self._file.write(value.data)
        self._at += value.nbytes
        self._fill()

    def finish(self, built: Built, titles: dict[int, str]) -> Path:
        """Write what was not written yet, and put the index in its place; `titles` are those of `samples`."""
        for key, value in built.arrays.items():
            self.put(key, value)
        header = {
            "schema": SCHEMA,
            "generation": self._generation,
            "arrays": self._layout,
            "tables": built.tables,
            "titles": {str(number): zlib.crc32(title.encode(errors="replace")) for number, title in titles.items()},
            "size": self._at,
        }
        text = json.dumps(header).encode()
        self._file.write(text + b"%8d%8x" % (len(text), zlib.crc32(text)) + _MAGIC)
        self._file.close()
        self._beside.replace(self._path)
        tidy(self._folder, keep=self._generation)
        return self._path

    def _fill(self) -> None:
        rest = -self._at % _ALIGN
        self._file.write(bytes(rest))
        self._at += rest


def write(folder: Path, generation: int, built: Built, titles: dict[int, str]) -> Path:
    """Write an index; `titles` are those of `samples`. Older ones go, where the platform lets them."""
    with Writer(folder, generation) as writer:
        return writer.finish(built, titles)


def read(path: Path) -> tuple[Built, int, dict[int, int]]:
    """Map an index: its arrays, its generation, and the checksums of some titles. Raises Damaged."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise Damaged(str(error)) from error
    try:
        end = len(mapped) - len(_MAGIC) - 16
        if end < 0 or mapped[end + 16 :] != _MAGIC:
            raise Damaged("no index, or cut short")
        length, check = int(mapped[end : end + 8]), int(mapped[end + 8 : end + 16], 16)
        text = mapped[max(end - length, 0) : end]
        if zlib.crc32(text) != check:
            raise Damaged("the header is damaged")
        header = json.loads(text)
        if header["schema"] != SCHEMA or end != header["size"] + length:
            raise Damaged("another schema, or cut short")
        arrays: Arrays = {}
        for key, (kind, shape, at, sum_) in header["arrays"].items():
            count = int(np.prod(shape))
            value = np.frombuffer(mapped, dtype=kind, count=count, offset=at).reshape(shape)
            if sum_ is not None and zlib.crc32(value.data) != sum_:
                raise Damaged(f"{key} is damaged")
            arrays[key] = value
    except (KeyError, ValueError, TypeError) as error:
        raise Damaged(str(error)) from error
    titles = {int(number): sum_ for number, sum_ in header["titles"].items()}
    return Built(arrays, header["tables"]), header["generation"], titles


def samples(numbers: Sequence[int]) -> list[int]:
    """A few of the numbers, evenly spread."""
    if len(numbers) <= _SAMPLES:
        return list(numbers)
    return [numbers[place * (len(numbers) - 1) // (_SAMPLES - 1)] for place in range(_SAMPLES)]


def belongs(titles: dict[int, int], rows: Iterable[Row], changed: Iterable[int]) -> bool:
    """Whether an index with these checksums of titles was made of these rows; `changed` numbers do not matter."""
    others = set(changed)
    left = {number: sum_ for number, sum_ in titles.items() if number not in others}
    for row in rows:
        if row.number in left and left.pop(row.number) != zlib.crc32(row.title.encode(errors="replace")):
            return False
    return not left


def tidy(folder: Path, keep: int | None) -> None:
    """Remove the indexes that the one of generation `keep` replaces (None: all), and what killed builds left behind.

    Another terminal may be writing one, or have written a newer one already: only time tells that it is nobody's.
    """
    replaced = {name(generation) for generation in generations(folder) if keep is None or generation < keep}
    kept = name(keep) if keep is not None else ""
    for path in [*folder.glob("words-*.idx"), *folder.glob(".words-*.idx.*")]:
        try:
            if path.name in replaced or (path.name != kept and _aged(path)):
                path.unlink()
        except OSError:
            # Gone meanwhile, or mapped by another terminal (Windows): the next build removes it.
            continue


def _aged(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _YOUNG


def _checked(key: str) -> bool:
    """Whether an array's checksum is kept: those that say where things are. The others are big, and read in parts."""
    return key.startswith("word.") or key in ("number", "length") or key.endswith(".code")
