"""Words and names by a hash of their bytes, many at once in numpy.

The bytes of a word are taken eight at a time, as numbers: nearly all words are at most eight bytes long, or sixteen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from . import words

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
#: The bytes of some words: (which of them, their next eight bytes); the first entry is about all of them (None).
Eights = list[tuple[I64 | None, U64]]

#: A word's bytes are at most so many eights (see `words.LONGEST`).
EIGHTS = words.LONGEST // 8
#: A buffer must go on for so many bytes after the last word in it.
PADDING = 8
_MIXERS = np.array(
    [
        0x9E3779B97F4A7C15,
        0xC2B2AE3D27D4EB4F,
        0x165667B19E3779F9,
        0xD6E8FEB86659FD93,
        0xFF51AFD7ED558CCD,
        0xC4CEB9FE1A85EC53,
    ],
    dtype=np.uint64,
)
#: What is left of eight bytes when a word ends after so many of them.
_KEPT = np.array([(1 << (8 * n)) - 1 for n in range(8)] + [2**64 - 1] * (words.LONGEST - 7), dtype=np.uint64)


def eights(buffer: U8, starts: I64, rest: I64) -> Eights:
    """The bytes of the words at these places, each so many bytes long: 1 to `words.LONGEST`."""
    by_byte = np.ndarray((len(buffer) - 7,), dtype="<u8", buffer=buffer, strides=(1,))
    value = by_byte[starts]
    value &= _KEPT.take(rest, mode="clip")
    found: Eights = [(None, value)]
    where = np.flatnonzero(rest > 8)
    at, rest = starts.take(where), rest.take(where)
    while len(where):
        at = at + 8
        rest = rest - 8
        value = by_byte[at]
        value &= _KEPT.take(rest, mode="clip")
        found.append((where, value))
        longer = np.flatnonzero(rest > 8)
        where, at, rest = where.take(longer), at.take(longer), rest.take(longer)
    return found


def hashes(parts: Eights) -> U64:
    """One number for the bytes of each word; its upper bits are the best mixed."""
    total: U64 = parts[0][1] * _MIXERS[0]
    total ^= total >> np.uint64(32)
    for eight, (where, value) in enumerate(parts[1:], 1):
        mixed = value * _MIXERS[eight]
        mixed ^= mixed >> np.uint64(29)
        total[where] += mixed
    total *= _MIXERS[3]
    return total


def rows_of(parts: Eights, places: I64) -> U64:
    """The bytes of some of the words, a row of `EIGHTS` numbers each."""
    table = np.zeros((len(places), EIGHTS), dtype=np.uint64)
    table[:, 0] = parts[0][1][places]
    for eight, (where, value) in enumerate(parts[1:], 1):
        assert where is not None
        at = np.minimum(np.searchsorted(where, places), len(where) - 1)
        have = where[at] == places
        table[have, eight] = value[at[have]]
    return table


def of_names(docs: Sequence[str]) -> tuple[U64, I32]:
    """Hashes of the names in each doc, apart by blanks, without regard to case: of each whole one (`arxiv:2505.1`) and
    of what follows its first colon (`2505.1`), with the doc."""
    text = "\n".join(docs).casefold() + "\n"
    if text.count("\n") != len(docs):
        text = "\n".join([" ".join(doc.split()) for doc in docs]).casefold() + "\n"
    buffer = np.frombuffer(text.encode(errors="replace") + b" " * (words.LONGEST + PADDING), dtype=np.uint8)
    part = buffer > ord(" ")
    edges = np.flatnonzero(part[1:] != part[:-1]) + 1
    if part[0]:
        edges = np.concatenate([[0], edges])
    starts, ends = edges[0::2], edges[1::2]
    upto = np.searchsorted(starts, np.flatnonzero(buffer == ord("\n")))
    doc_of = np.repeat(np.arange(len(docs), dtype=np.int32), np.diff(upto, prepend=0))
    colons = np.append(np.flatnonzero(buffer == ord(":")), len(buffer))
    after = colons[np.searchsorted(colons, starts)] + 1
    bare = after < ends
    starts, ends = np.concatenate([starts, after[bare]]), np.concatenate([ends, ends[bare]])
    return of_runs(buffer, starts, ends), np.concatenate([doc_of, doc_of[bare]])


def of_runs(buffer: U8, starts: I64, ends: I64) -> U64:
    """Hashes of runs of one byte or more: of a long one, its first and its last bytes count, and how many it has."""
    lengths = ends - starts
    found = hashes(eights(buffer, starts, np.minimum(lengths, words.LONGEST)))
    long = np.flatnonzero(lengths > words.LONGEST)
    if len(long):
        tails = hashes(eights(buffer, ends[long] - words.LONGEST, np.full(len(long), words.LONGEST)))
        found[long] ^= tails * _MIXERS[4] + lengths[long].astype(np.uint64)
    return found
