"""All words that an index has met, each with a number: a hash table in numpy that is asked for many words at once."""

from __future__ import annotations

import numpy as np

from . import words
from .hashing import EIGHTS, I32, I64, PADDING, U8, U64, Eights, eights, hashes, rows_of
from .runs import first_of_each, ties

#: The word that stands between the items of a list; folded text has no capitals.
ITEM = b"I"
#: Numbers have so many bits, enough for a hundred million words; the others of an entry are of the hash.
_NUMBER_BITS = np.uint64(27)
_MOST = np.uint64(1 << 27)


class Vocabulary:
    """Every word met, with a number in the order of meeting. The number 0 is the mark between items.

    The entry of a word is its hash, and in its last bits its number. It has the slot that the first bits of its hash
    say, or, where that is taken, the next free one. Frequent words are met early, so they have their own.
    """

    def __init__(self) -> None:
        self._bits = 18
        self._entries = np.zeros(1 << self._bits, dtype=np.uint64)
        self._hashes: list[U64] = []
        self._bytes: list[U64] = []
        self.count = 0
        self.ids(np.frombuffer(ITEM + b" " * PADDING, dtype=np.uint8), np.array([0]), np.array([1]))

    def ids(self, buffer: U8, starts: I64, lengths: I64) -> I32:
        """The numbers of the words at these places of a buffer (see `hashing.eights`); new ones are added."""
        parts = eights(buffer, starts, lengths)
        of_words = hashes(parts)
        # No entry is 0, which is a free slot, and no mark so small that it could be a number.
        of_words |= np.uint64(1)
        slots = self._slots(of_words)
        marks = of_words << _NUMBER_BITS
        # The number where the entry is that of the word, else more than any number.
        found = self._entries.take(slots, mode="clip")
        found ^= marks
        at = np.flatnonzero(found >= _MOST)
        slots, marks = slots.take(at), marks.take(at)
        new = []
        while len(at):
            entries = self._entries.take(slots, mode="clip")
            free = entries == 0
            new.append(at.compress(free))
            entries ^= marks
            found[at] = entries
            on = np.flatnonzero((entries >= _MOST) & ~free)
            at, marks, slots = at.take(on), marks.take(on), slots.take(on)
            slots += 1
            slots &= len(self._entries) - 1
        if new:
            self._add(np.concatenate(new), of_words, parts, found)
        return found.astype(np.int32)

    def _add(self, at: I64, of_words: U64, parts: Eights, found: U64) -> None:
        """Take the words at these places as new ones, and put their numbers into `found`."""
        at = at.take(np.argsort(of_words.take(at)))
        ordered = of_words.take(at)
        first = first_of_each(ordered)
        places, which = at.compress(first), np.cumsum(first) - 1
        by_place = np.argsort(places)
        numbers = np.empty(len(places), dtype=np.uint64)
        numbers[by_place] = np.arange(self.count, self.count + len(places), dtype=np.uint64)
        found[at] = numbers.take(which)
        places = places.take(by_place)
        # Room for all of them first: words that find no free slot would look for one for ever.
        self._grow(self.count + len(places))
        self._hashes.append(of_words.take(places))
        self._bytes.append(rows_of(parts, places))
        self._settle(self._hashes[-1], self.count)
        self.count += len(places)

    def _slots(self, of_words: U64) -> I64:
        return (of_words >> np.uint64(64 - self._bits)).view(np.int64)

    def _settle(self, of_words: U64, number: int) -> None:
        """Give different words that are numbered from `number` on their slots."""
        entries = of_words << _NUMBER_BITS
        entries |= np.arange(number, number + len(of_words), dtype=np.uint64)
        # Of those that want the same slot, the last one that is written has it: that shall be the first one.
        entries, slots = entries[::-1], self._slots(of_words)[::-1]
        while len(entries):
            free = self._entries.take(slots, mode="clip") == 0
            self._entries[slots.compress(free)] = entries.compress(free)
            on = self._entries.take(slots, mode="clip") != entries
            entries, slots = entries.compress(on), (slots.compress(on) + 1) & (len(self._entries) - 1)

    def _grow(self, words: int) -> None:
        """Have three slots for each of so many words."""
        if words * 3 <= len(self._entries):
            return
        self._bits = (words * 3 - 1).bit_length()
        self._entries = np.zeros(1 << self._bits, dtype=np.uint64)
        if self._hashes:
            self._hashes = [np.concatenate(self._hashes)]
            self._settle(self._hashes[0], 0)

    def sorted_words(self) -> tuple[I32, I64, U8, U64]:
        """The words in the order of their bytes: the rank of each number; offsets into the bytes; the bytes; and the
        first eight bytes of each word as a number, in the same order. To be called once: the vocabulary is empty then.
        """
        table = np.concatenate(self._bytes)
        self._entries, self._hashes, self._bytes = self._entries[:0].copy(), [], []
        # The first byte of a word must weigh most in its number.
        heads = table[:, 0].byteswap()
        order = np.argsort(heads)
        ordered = heads[order]
        tied = ties(ordered)
        if len(tied):
            among = order[tied]
            further = [table[among, eight].byteswap() for eight in reversed(range(1, EIGHTS))]
            order[tied] = among[np.lexsort([*further, heads[among]])]
        ranks = np.empty(len(table), dtype=np.int32)
        ranks[order] = np.arange(len(table), dtype=np.int32)
        flat = table[order].view(np.uint8).reshape(len(table), words.LONGEST)
        offsets = np.zeros(len(table) + 1, dtype=np.int64)
        np.cumsum(np.count_nonzero(flat, axis=1), out=offsets[1:])
        return ranks, offsets, flat[flat != 0], ordered
