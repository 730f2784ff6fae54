"""The items of lists (keywords, authors): each different one once, and for each paper which ones it has; for facets."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hashing import I64, PADDING, U64, of_runs
from .laying import ITEM
from .runs import first_of_each


class Items:
    """What is collected of one list of each paper."""

    def __init__(self) -> None:
        self._data: list[bytes] = []
        self._size = 0
        #: The items, paper after paper: a hash of each, and where it stands in the data.
        self._hashes: list[U64] = []
        self._starts: list[I64] = []
        self._lengths: list[NDArray[np.int32]] = []
        self._counts: list[I64] = []

    def add(self, data: bytes) -> None:
        """Take the lists of some papers, as `block_of` lays them out."""
        buffer = np.frombuffer(data + b" " * PADDING, dtype=np.uint8)
        marks = np.flatnonzero(buffer >= ITEM[0])
        # There is a blank on either side of what stands between two items.
        between = buffer[marks] == ITEM[0]
        starts, ends = np.append(0, marks[:-1] + 1), marks - between
        starts[1:] += between[:-1]
        some = np.flatnonzero(starts < ends)
        upto = np.searchsorted(some, np.flatnonzero(~between), side="right")
        self._counts.append(np.diff(upto, prepend=0))
        starts, ends = starts[some], ends[some]
        self._hashes.append(of_runs(buffer, starts, ends))
        self._starts.append(starts + self._size)
        self._lengths.append((ends - starts).astype(np.int32))
        self._data.append(data)
        self._size += len(data)

    def finish(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        """Add the arrays `<name>.*` (see `build`)."""
        hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *self._hashes])
        order = np.argsort(hashes)
        ordered = hashes[order]
        new = first_of_each(ordered)
        first = order.compress(new)
        items = np.empty(len(order), dtype=np.int32)
        items[order] = np.cumsum(new, dtype=np.int32) - np.int32(1)
        sizes = np.concatenate([np.zeros(0, dtype=np.int32), *self._lengths])[first].astype(np.int64)
        starts = np.concatenate([np.zeros(0, dtype=np.int64), *self._starts])[first]
        data = b"".join(self._data)
        bounds = zip(starts.tolist(), (starts + sizes).tolist(), strict=True)
        text = np.frombuffer(b"".join([data[begin:end] for begin, end in bounds]), dtype=np.uint8)
        taken, more = _bare(text, _sums(sizes))
        arrays[f"{name}.text"] = np.append(text, np.frombuffer(b"".join(more), dtype=np.uint8))
        arrays[f"{name}.offsets"] = _sums(np.append(sizes, np.array([*map(len, more)], dtype=np.int64)))
        arrays[f"{name}.item"] = taken[items]
        arrays[f"{name}.items"] = _sums(np.concatenate([np.zeros(0, dtype=np.int64), *self._counts]))


def _bare(text: NDArray[np.uint8], offsets: NDArray[np.int64]) -> tuple[NDArray[np.int32], list[bytes]]:
    """For each item the number of it without blanks around it, and items that have to be added for that."""
    taken = np.arange(len(offsets) - 1, dtype=np.int32)
    first, last = text[offsets[:-1]], text[offsets[1:] - 1]
    # Nearly all begin and end with a letter of ASCII.
    suspects = np.flatnonzero((first <= ord(" ")) | (first >= 0x80) | (last <= ord(" ")) | (last >= 0x80)).tolist()
    data = text.tobytes()
    whole = [data[offsets[item] : offsets[item + 1]].decode() for item in suspects]
    blank = [(item, value.strip().encode()) for item, value in zip(suspects, whole, strict=True) if _has_blanks(value)]
    if not blank:
        return taken, []
    numbers = {data[begin:end]: item for item, (begin, end) in enumerate(pairwise(offsets.tolist()))}
    for item, bare in blank:
        taken[item] = numbers.setdefault(bare, len(numbers))
    return taken, list(numbers)[len(taken) :]


def _has_blanks(value: str) -> bool:
    return value[0].isspace() or value[-1].isspace()


def _sums(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.append(np.zeros(1, dtype=np.int64), np.cumsum(sizes, dtype=np.int64))
