"""The order of the hits of an index in numpy: a score for each, and a closer look at the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import shares
from .forgive import Loose
from .segment import Levels, Segment
from .stops import STOP_WORDS
from .tokens import counted

Floats = NDArray[np.float32]


def scores(segment: Segment, docs: NDArray[np.int64], hits: Sequence[Levels], weights: Sequence[float]) -> Floats:
    """The sum over the words of weight times level, a little more for short titles."""
    if len(docs) * 2 > segment.size:
        # Most docs: passing over all of them is cheaper than collecting some of each array.
        return _scores(segment.brief(_BRIEF), hits, weights)[docs]
    return _scores(segment.brief(_BRIEF)[docs], [levels[docs] for levels in hits], weights)


def _scores(brief: Floats, hits: Sequence[Levels], weights: Sequence[float]) -> Floats:
    summed: Floats | None = None
    for levels, weight in zip(hits, weights, strict=True):
        these = levels.astype(np.float32)
        these *= np.float32(weight / 200)
        summed = these if summed is None else np.add(summed, these, out=summed)
    return np.zeros_like(brief) if summed is None else np.multiply(brief, summed, out=summed)


_BRIEF = (1 + shares.BRIEF / (2 + np.arange(256))).astype(np.float32)


#: Beyond so many scores, sorting them together with their places is faster than sorting the places by them.
_MANY = 1 << 18


def descending(total: Floats) -> NDArray[np.int64]:
    """The places of the greatest first; equal ones (to one part in 65,535, in 2,047 of a million) keep their order."""
    if not len(total):
        return np.zeros(0, dtype=np.int64)
    most = float(total.max())
    if most <= 0:
        return np.arange(len(total))
    if len(total) <= _MANY:
        # Sixteen bits are sorted by counting, ten times as fast as floats.
        return np.argsort(_keys(total, most, 65535).astype(np.uint16), kind="stable")
    bits = len(total).bit_length()
    wide: Any = np.uint32 if bits <= 21 else np.uint64
    packed = _keys(total, most, (1 << min(32 * (wide().itemsize // 4) - bits, 16)) - 1).astype(wide)
    packed <<= wide(bits)
    packed |= np.arange(len(total), dtype=wide)
    packed.sort()
    packed &= wide((1 << bits) - 1)
    return packed.astype(np.int64)


def broad(
    segment: Segment, docs: NDArray[np.bool_], levels: Levels, weight: float
) -> tuple[NDArray[np.uint32], Floats] | None:
    """The docs in the order of the levels of one word, and the scores of all; None unless it is worth while: when most
    docs of a large index are hits, passing over all of them costs less than collecting the hits.
    """
    count = int(np.count_nonzero(docs))
    bits = segment.size.bit_length()
    if count <= _MANY or count * 2 < segment.size or bits > 21:
        return None
    total = _scores(segment.brief(_BRIEF), [levels * docs], [weight])
    packed = _keys(total, float(total.max()), (1 << min(32 - bits, 16)) - 1).astype(np.uint32)
    packed <<= np.uint32(bits)
    packed |= np.arange(segment.size, dtype=np.uint32)
    packed.sort()
    return packed[:count] & np.uint32((1 << bits) - 1), total


def _keys(total: Floats, most: float, steps: int) -> Floats:
    """From 0 for the greatest to `steps` for nothing."""
    keys = total * np.float32(-steps / most)
    keys += np.float32(steps)
    return keys


class Asked:
    """One typed word, as the closer look needs it: how well does a word of a title answer it?"""

    def __init__(self, segment: Segment, typed: bytes, loose: Loose | None) -> None:
        self.low, self.high, self.exact = segment.starting(typed)
        self.size = len(typed)
        self.loose = loose
        self.typed = typed
        #: Initials are only looked at when the word was forgiven.
        self.letters = typed if loose is not None and 2 <= len(typed) <= 6 and typed.isalnum() else b""

    def quality(self, ranks: NDArray[np.int32], lengths: NDArray[np.int64]) -> Floats:
        """From 0 (no match) to 1 (the word itself)."""
        found = np.zeros(len(ranks), dtype=np.float32)
        if self.low < self.high:
            inside = (ranks >= self.low) & (ranks < self.high)
            found[inside] = 0.7 + 0.3 * self.size / lengths[inside]
        if self.loose is not None and len(self.loose.ranks):
            at = np.minimum(np.searchsorted(self.loose.ranks, ranks), len(self.loose.ranks) - 1)
            same = self.loose.ranks[at] == ranks
            found[same] = np.maximum(found[same], self.loose.share[at[same]])
        return found


def closeness(segment: Segment, docs: NDArray[np.int64], asked: Sequence[Asked]) -> Floats:
    """How closely the titles of some docs answer the typed words together, from 0 to about 1.

    The typed words next to each other, as much of the title as possible covered, its first word among them, words in
    full; less when several typed words have but one word of the title to share. `close.closeness` says the same for one
    title in plain Python.
    """
    flow, starts = segment.arrays["title.flow"], segment.arrays["title.starts"]
    begins = starts[docs]
    sizes = starts[docs + 1] - begins
    some = np.flatnonzero(sizes)
    total = np.zeros(len(docs), dtype=np.float32)
    if not len(some) or not asked:
        return total
    begins, sizes = begins[some], sizes[some]
    ranks = flow[counted(begins, sizes)]
    first = np.cumsum(sizes) - sizes
    owner = np.repeat(np.arange(len(some)), sizes)
    place = np.arange(len(ranks)) - first[owner]
    lengths = np.diff(segment.arrays["word.offsets"])[ranks] if len(ranks) > 4096 else _lengths(segment, ranks)
    cover = np.zeros(len(ranks), dtype=np.float32)
    matches = []
    lines: list[tuple[NDArray[np.int64], NDArray[np.uint8]]] | None = None
    for word in asked:
        quality = word.quality(ranks, lengths)
        if word.letters:
            if lines is None:
                lines = _lines(segment, ranks)
            lacking = ~np.logical_or.reduceat(quality > 0, first)
            for at, letters in lines:
                runs = _initials(word.letters, at, letters, owner)
                for run in runs[lacking[owner[runs[:, 0]]]] if len(runs) else ():
                    quality[run[0] : run[-1] + 1] = 0.9 if len(word.letters) > 2 else 0.7
        np.maximum(cover, quality, out=cover)
        matches.append(quality > 0)
    near = np.zeros(len(some), dtype=np.float32)
    for one, other in pairwise(matches):
        near += _next(one, other, owner, place, first)
    if len(matches) > 1:
        near /= len(matches) - 1
    covered = np.add.reduceat(cover > 0, first, dtype=np.float32)
    summed = np.add.reduceat(cover, first)
    matched = np.zeros(len(some), dtype=np.float32)
    for match in matches:
        matched += np.logical_or.reduceat(match, first)
    start = np.where(matches[0][first], 1.0, np.where(cover[first] > 0, 0.5, 0.0))
    close = shares.NEXT * near + shares.COVER * summed / sizes + shares.START * start
    close += shares.WHOLE * summed / np.maximum(covered, 1) - shares.SHORT * np.maximum(matched - covered, 0)
    total[some] = np.where(matched > 0, np.maximum(close, 0), 0)
    return total


def _lengths(segment: Segment, ranks: NDArray[np.int32]) -> NDArray[np.int64]:
    offsets = segment.arrays["word.offsets"]
    return np.asarray(offsets[ranks + 1] - offsets[ranks])


def _next(
    one: NDArray[np.bool_],
    other: NDArray[np.bool_],
    owner: NDArray[np.int64],
    place: NDArray[np.int64],
    first: NDArray[np.int64],
) -> Floats:
    """How near two typed words stand in each title: the steps are those of `close`."""
    count = len(one)
    best = np.zeros(count, dtype=np.float32)
    for step, value in ((1, 1.0), (2, 0.6)):
        if count > step:
            here = one[:-step] & other[step:] & (owner[:-step] == owner[step:])
            np.maximum(best[:-step], np.where(here, np.float32(value), 0), out=best[:-step])
    if count > 1:
        swapped = other[:-1] & one[1:] & (owner[:-1] == owner[1:])
        np.maximum(best[:-1], np.where(swapped, np.float32(0.15), 0), out=best[:-1])
    found = np.maximum.reduceat(best, first)
    earliest = np.minimum.reduceat(np.where(one, place, 1 << 30), first)
    latest = np.maximum.reduceat(np.where(other, place, -1), first)
    return np.maximum(found, np.where(earliest < latest, np.float32(0.3), np.float32(0)))


def _lines(segment: Segment, ranks: NDArray[np.int32]) -> list[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """The first letters of the words of titles, of all of them and without stop words, with where they stand."""
    data, offsets = segment.arrays["word.bytes"], segment.arrays["word.offsets"]
    letters = data[offsets[ranks]]
    kept = ~np.isin(ranks, segment.stop_words(STOP_WORDS))
    return [(np.arange(len(ranks)), letters), (np.flatnonzero(kept), letters[kept])]


def _initials(
    typed: bytes, at: NDArray[np.int64], letters: NDArray[np.uint8], owner: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The runs of words with these initials, a row of places each."""
    count = len(letters) - len(typed) + 1
    if count <= 0:
        return np.zeros((0, len(typed)), dtype=np.int64)
    here = owner[at[:count]] == owner[at[len(typed) - 1 :]]
    for step, letter in enumerate(typed):
        here &= letters[step : step + count] == letter
    begin = np.flatnonzero(here)
    return np.asarray(at[begin[:, None] + np.arange(len(typed))])
