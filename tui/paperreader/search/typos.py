"""Words near a typed one, among all words of the index at once, in numpy.

Three sieves leave a few thousand of 100,000 words: their length, and which letters stand in them and in their first
letters. The edits (a swap of neighbours is one) between the typed word and those are counted by Hyyrö's bit-parallel
algorithm (2003) for all of them side by side, one column of letters after the other; so the distance to every beginning
of a word comes with the distance to the word.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
U64 = NDArray[np.uint64]

#: The masks of letters are kept for the first so many bytes of a word, and for the whole.
HEADS = (3, 5, 7, 10, 14)
#: More edits than anything is from anything here.
FAR = 127
#: Letters inside a word are looked for in so many of its bytes.
SEARCHED = 16
#: Masks are looked at so many at a time: what is made on the way stays in the cache.
_BLOCK = 1 << 14
#: The first 0 to 8 bytes of a number.
MASKS = np.array([(1 << (8 * n)) - 1 for n in range(8)] + [2**64 - 1], dtype=np.uint64)
#: A letter is a bit: a-z, digits, and the other bytes hashed to the rest.
_BITS = np.zeros(256, dtype=np.uint64)
for _byte in range(256):
    if ord("a") <= _byte <= ord("z"):
        _bit = _byte - ord("a")
    elif ord("0") <= _byte <= ord("9"):
        _bit = 26 + _byte - ord("0")
    else:
        _bit = 36 + _byte % 28
    _BITS[_byte] = np.uint64(1 << _bit)
del _byte, _bit


def add(arrays: dict[str, NDArray[Any]], name: str, ranks: NDArray[np.int64]) -> None:
    """Add the arrays `near.<name>.*` for the words with these ranks: ranks, lengths, masks [words, heads + 1]."""
    offsets, data = arrays["word.offsets"], arrays["word.bytes"]
    begins = offsets[ranks]
    lengths = offsets[ranks + 1] - begins
    masks = np.zeros((len(HEADS) + 1, len(ranks)), dtype=np.uint64)
    padded = np.concatenate([data, np.zeros(64, dtype=np.uint8)])
    running = np.zeros(len(ranks), dtype=np.uint64)
    longest = int(lengths.max()) if len(lengths) else 0
    heads = list(HEADS)
    for place in range(longest):
        if place in heads:
            masks[heads.index(place)] = running
        alive = np.flatnonzero(lengths > place)
        running[alive] |= _BITS[padded[begins[alive] + place]]
    for head, size in enumerate(heads):
        if size >= longest:
            masks[head] = running
    masks[-1] = running
    arrays[f"near.{name}.ranks"] = ranks.astype(np.int32)
    arrays[f"near.{name}.lengths"] = lengths.astype(np.uint8)
    arrays[f"near.{name}.masks"] = masks


class Inside(NamedTuple):
    """Words that have typed letters inside."""

    ranks: NDArray[np.int32]
    lengths: NDArray[np.uint8]
    span: NDArray[np.int64]
    """From the first to the last of the letters, taking the earliest ones."""
    row: Bools
    """Whether they stand somewhere in a row."""
    first: Bools
    """Whether they begin with the word."""


class Near(NamedTuple):
    """Words near a typed one: their ranks, and the edits to the word and to its nearest beginning."""

    ranks: NDArray[np.int32]
    whole: NDArray[np.uint8]
    head: NDArray[np.uint8]


def mask_of(typed: bytes) -> int:
    """The letters of a typed word."""
    mask = 0
    for byte in typed:
        mask |= int(_BITS[byte])
    return mask


class Lexicon:
    """The words of one set."""

    def __init__(self, arrays: dict[str, NDArray[Any]], name: str) -> None:
        self.ranks = arrays[f"near.{name}.ranks"]
        self.lengths = arrays[f"near.{name}.lengths"]
        self.masks = arrays[f"near.{name}.masks"]
        self._offsets = arrays["word.offsets"]
        padded = np.concatenate([arrays["word.bytes"], np.zeros(8, dtype=np.uint8)])
        self._eights = np.ndarray((len(padded) - 7,), dtype="<u8", buffer=padded, strides=(1,))

    def near(self, typed: bytes, edits: int, heads: bool) -> Near:
        """The words within so many edits; with `heads`, also those that begin so."""
        size = len(typed)
        letters = np.uint64(mask_of(typed))
        # All but `edits` letters stand in the word, or in its first size + edits bytes when beginnings count.
        within = self._head_of_at_least(size + edits)
        at = _with_letters(within, letters, edits)
        # Its first size - edits bytes hold nothing but letters of the typed word and `edits` others.
        before = self._head_of_at_most(size - edits)
        if before is not None:
            at = at.compress(np.bitwise_count(before[at] & ~letters) <= edits)
        at = at.compress(self.lengths[at] >= max(size - edits, 1))
        if not heads:
            at = at.compress(self.lengths[at] <= size + edits)
            at = at.compress(np.bitwise_count(self.masks[-1][at] & ~letters) <= edits)
        whole, head = self._distances(at, typed, edits)
        good = np.flatnonzero((np.minimum(whole, head) if heads else whole) <= edits)
        return Near(self.ranks[at[good]], whole[good], head[good])

    def inside(self, typed: bytes) -> Inside:
        """The words that have the typed letters inside in this order, in a row or with others between them."""
        letters = np.uint64(mask_of(typed))
        at = _with_letters(self.masks[-1], letters, 0)
        at = at.compress(self.lengths[at] > len(typed))
        table = self._table(at, SEARCHED)
        size = len(typed)
        places = _places(typed)
        matches = _looked_up(places, table)
        # The letters that were met by each place, in the order of the typed ones: a bit each.
        states = np.empty_like(matches)
        state = np.zeros(len(at), dtype=places.dtype)
        one, last = places.dtype.type(1), places.dtype.type(1 << (size - 1))
        for place, match in enumerate(matches):
            after = state << one
            after |= one
            after &= match
            state |= after
            states[place] = state
        good = np.flatnonzero(state & last)
        table, states, at = table[:, good], states[:, good], at[good]
        begin = np.count_nonzero(states & one == 0, axis=0)
        end = np.count_nonzero(states & last == 0, axis=0)
        ways = SEARCHED - size + 1
        row = table[:ways] == typed[0]
        for step in range(1, size):
            row &= table[step : ways + step] == typed[step]
        return Inside(self.ranks[at], self.lengths[at], end - begin + 1, row.any(axis=0), begin == 0)

    def _head_of_at_least(self, size: int) -> U64:
        for head, held in enumerate(HEADS):
            if held >= size:
                return np.asarray(self.masks[head])
        return np.asarray(self.masks[-1])

    def _head_of_at_most(self, size: int) -> U64 | None:
        for head in reversed(range(len(HEADS))):
            if HEADS[head] <= size:
                return np.asarray(self.masks[head])
        return None

    def _table(self, at: NDArray[np.int64], longest: int) -> NDArray[np.uint8]:
        """The first bytes of some words, one row a place in the word; 0 beyond its end."""
        eights = -(-longest // 8)
        begins = self._offsets[self.ranks[at]]
        rest = self.lengths[at].astype(np.int64)
        table = np.empty((len(at), eights), dtype=np.uint64)
        last = max(len(self._eights) - 1, 0)
        for eight in range(eights):
            # Beyond the end there is nothing, wherever it is read from.
            table[:, eight] = self._eights[np.minimum(begins + 8 * eight, last)] & MASKS[np.clip(rest, 0, 8)]
            rest -= 8
        return np.ascontiguousarray(table.view(np.uint8).reshape(len(at), 8 * eights)[:, :longest].T)

    def _distances(
        self, at: NDArray[np.int64], typed: bytes, edits: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The edits between the typed word and each word, and the least to one of its beginnings."""
        size = len(typed)
        lengths = self.lengths[at]
        longest = min(int(lengths.max()) if len(at) else 0, size + edits)
        places = _places(typed)
        matches = _looked_up(places, self._table(at, longest))
        kind: Any = places.dtype.type
        one, last = kind(1), kind(1 << (size - 1))
        plus: NDArray[Any] = np.full(len(at), (1 << size) - 1, dtype=kind)
        minus: NDArray[Any] = np.zeros(len(at), dtype=kind)
        before: NDArray[Any] = np.zeros(len(at), dtype=kind)
        old_match: NDArray[Any] = before
        # The distance of the typed word to the first letters of each word, to so many as there are before.
        distances = np.empty((longest + 1, len(at)), dtype=np.int8)
        distances[0] = size
        for place, match in enumerate(matches):
            swap = ((~before & match) << one) & old_match
            zero = (((match & plus) + plus) ^ plus) | match | minus | swap
            up = minus | ~(zero | plus)
            down = zero & plus
            after = distances[place + 1]
            np.add(distances[place], ((up & last) != 0).view(np.int8), out=after)
            after -= ((down & last) != 0).view(np.int8)
            up = (up << one) | one
            down = down << one
            plus = down | ~(zero | up)
            minus = up & zero
            before, old_match = zero, match
        inside = np.flatnonzero(lengths <= longest)
        whole = np.full(len(at), FAR, dtype=np.uint8)
        whole[inside] = distances[lengths[inside], inside]
        beyond = np.arange(1, longest + 1, dtype=np.uint8)[:, None] > lengths
        np.maximum(distances[1:], beyond.view(np.int8) * np.int8(FAR), out=distances[1:])
        return whole, distances[1:].min(axis=0, initial=FAR).astype(np.uint8)


def _with_letters(masks: U64, letters: np.uint64, edits: int) -> NDArray[np.int64]:
    """The words whose masks have all of the letters, but for so many."""
    least = int(letters).bit_count() - edits
    good = np.empty(len(masks), dtype=bool)
    for begin in range(0, len(masks), _BLOCK):
        some = masks[begin : begin + _BLOCK]
        np.greater_equal(np.bitwise_count(some & letters), least, out=good[begin : begin + _BLOCK])
    return np.flatnonzero(good)


def _places(typed: bytes) -> NDArray[Any]:
    """For each byte the places where it stands in the typed word, a bit each. The narrower the numbers, the more of
    them are worked with at once."""
    size = len(typed)
    kind: Any = np.uint8 if size <= 8 else np.uint16 if size <= 16 else np.uint32 if size <= 32 else np.uint64
    places = np.zeros(256, dtype=kind)
    for index, byte in enumerate(typed):
        places[byte] |= kind(1 << index)
    return places


def _looked_up(places: NDArray[Any], table: NDArray[np.uint8]) -> NDArray[Any]:
    """The entry of `places` for each byte of a table."""
    if places.itemsize == 1:
        return np.frombuffer(table.tobytes().translate(places.tobytes()), dtype=np.uint8).reshape(table.shape)
    return places[table]
