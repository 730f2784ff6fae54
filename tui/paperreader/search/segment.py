"""An index in numpy arrays, in memory or mapped from a file: from a leaf of the query to the docs it selects.

It has the methods of `memory.Memory`. A set of docs is an array of bools, one a doc; the hits of a word are an array of
levels (u8, 0 no match), so that every operation is one pass over one byte a paper.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from . import levels, words
from .columns import Arrays
from .papers import Bools, Papers
from .runs import first_of_each
from .states import States
from .table import MARK_STATES
from .tokens import counted
from .tree import Node, Range, State, Text

Levels = NDArray[np.uint8]
K = TypeVar("K")
T = TypeVar("T")

#: So many leaves are remembered: a query that is being typed only computes its last word anew.
REMEMBERED = 40
#: One of so many docs has a rare word: where other words stand beside it is looked up in the texts themselves.
_RARE = 256
#: The interface's thread and the worker ask the same segment.
_LOCK = Lock()


class Segment(Papers):
    """An index of papers; `arrays` and `tables` as `build` describes them."""

    def __init__(self, arrays: Arrays, tables: dict[str, list[str]], states: States) -> None:
        super().__init__(arrays, tables, states)
        self.every: Bools = np.ones(self.size, dtype=bool)
        self._offsets = arrays["word.offsets"]
        self._bytes = arrays["word.bytes"]
        self.word_count = len(self._offsets) - 1
        self._filters: OrderedDict[Node, Bools] = OrderedDict()
        self._hits: OrderedDict[Text, Levels] = OrderedDict()
        self._stops: NDArray[np.int64] | None = None
        self._brief: NDArray[np.float32] | None = None

    # -- sets

    def both(self, first: Bools, second: Bools) -> Bools:
        """The docs of both."""
        return first & second

    def either(self, first: Bools, second: Bools) -> Bools:
        """The docs of either."""
        return first | second

    def others(self, docs: Bools) -> Bools:
        """The docs that are not among these."""
        return ~docs

    # -- words

    def word(self, rank: int) -> bytes:
        """A word, in UTF-8."""
        return self._bytes[self._offsets[rank] : self._offsets[rank + 1]].tobytes()

    def rank(self, word: bytes, low: int = 0, high: int | None = None) -> int:
        """The place of the first word of a range that is not less."""
        high = self.word_count if high is None else high
        while low < high:
            middle = (low + high) // 2
            if self.word(middle) < word:
                low = middle + 1
            else:
                high = middle
        return low

    def starting(self, prefix: bytes) -> tuple[int, int, bool]:
        """The words that start with `prefix`, as a half-open range of ranks, and whether the first is it."""
        head = prefix[:8]
        keys = [int.from_bytes(head.ljust(8, fill), "big") for fill in (b"\x00", b"\xff")]
        heads = self.arrays["word.heads"]
        low = int(np.searchsorted(heads, np.uint64(keys[0]), side="left"))
        high = int(np.searchsorted(heads, np.uint64(keys[1]), side="right"))
        if len(prefix) > 8:
            low = self.rank(prefix, low, high)
            high = self.rank(prefix + b"\xff", low, high)
        return low, high, high > low and int(self._offsets[low + 1] - self._offsets[low]) == len(prefix)

    def postings(self, field: str, low: int, high: int) -> NDArray[np.int32]:
        """The docs that have a word of a range of ranks in a field; each word's are ascending."""
        pointers = self.arrays[f"{field}.pointers"]
        return np.asarray(self.arrays[f"{field}.docs"][pointers[low] : pointers[high]])

    # -- leaves

    def docs(self, leaf: Node) -> Bools:
        """The docs that a leaf selects."""
        if isinstance(leaf, Text) and leaf.field in levels.SCORED:
            return np.asarray(self.hits(leaf) != 0)
        if isinstance(leaf, State) and leaf.name in MARK_STATES:
            return self.flagged(leaf)
        if levels.of_marks(leaf):
            return self.marked(leaf)
        if isinstance(leaf, Range) and leaf.age:
            return self.in_range(leaf)
        return remembered(self._filters, leaf, self.selected)

    def hits(self, leaf: Text) -> Levels:
        """The level of each doc for a word or phrase."""
        return remembered(self._hits, leaf, self._find)

    def _find(self, leaf: Text) -> Levels:
        typed = [word.encode(errors="replace") for word in words.split(leaf.text)]
        found = np.zeros(self.size, dtype=np.uint8)
        whole = leaf.mode in ("exact", "phrase")
        if leaf.start or leaf.end:
            docs = self.rows_of(typed, "title", whole or leaf.end, start=leaf.start, end=leaf.end)
            found[docs] = levels.EXACT["title"]
            return found
        fields = levels.levelled_of(leaf)
        if len(typed) == 1:
            self._one(typed[0], fields, whole, found)
            return found
        if leaf.mode in ("word", "exact"):
            joined = b"".join(typed)
            if len(joined) <= words.LONGEST:
                self._one(joined, fields, whole, found)
        for field in fields:
            docs = self.rows_of(typed, field, whole)
            found[docs] = np.maximum(found[docs], levels.EXACT[field])
        return found

    def _one(self, word: bytes, fields: tuple[str, ...], whole: bool, found: Levels) -> None:
        """Put the levels of one word into `found`, the lowest first."""
        low, high, exact = self.starting(word)
        if low == high:
            return
        plan = []
        letters = len(word.decode(errors="replace"))
        for field in fields:
            if exact:
                plan.append((levels.EXACT[field], field, low, low + 1))
            if not whole and not (field == "abstract" and letters < levels.SHORTEST_START):
                plan.append((levels.starts(field, letters), field, low + exact, high))
        for level, field, first, last in sorted(plan):
            docs = self.postings(field, first, last)
            if level > levels.EXACT["abstract"] or not found.any():
                found[docs] = level
            else:
                found[docs] = np.maximum(found[docs], np.uint8(level))

    def rows_of(
        self,
        typed: list[bytes],
        field: str,
        whole: bool,
        *,
        start: bool = False,
        end: bool = False,
        begun: bool = False,
    ) -> NDArray[np.int64]:
        """The docs where these words stand in a row in a field. The last may go on unless `whole`; all if `begun`."""
        ranges = []
        for place, word in enumerate(typed):
            low, high, exact = self.starting(word)
            if not begun and (place < len(typed) - 1 or whole):
                high = low + exact
            if low == high:
                return np.zeros(0, dtype=np.int64)
            ranges.append((low, high))
        docs = self._together(field, ranges)
        return self._in_a_row(docs, field, ranges, start, end) if len(docs) else docs

    def _together(self, field: str, ranges: list[tuple[int, int]]) -> NDArray[np.int64]:
        """The docs that may have a word of each of the ranges: so many that it is worth while to look at the others, or
        all that have a word of the rarest range."""
        pointers = self.arrays[f"{field}.pointers"]
        sizes = {pair: int(pointers[pair[1]] - pointers[pair[0]]) for pair in ranges}
        first, *others = sorted(sizes, key=sizes.__getitem__)
        if not sizes[first]:
            return np.zeros(0, dtype=np.int64)
        if not others or sizes[first] * _RARE < self.size:
            docs = np.sort(self.postings(field, *first)).astype(np.int64)
            return docs.compress(first_of_each(docs))
        every = self.none()
        every[self.postings(field, *first)] = True
        for pair in others:
            these = self.none()
            these[self.postings(field, *pair)] = True
            every &= these
        return np.flatnonzero(every)

    def _in_a_row(
        self, docs: NDArray[np.int64], field: str, ranges: list[tuple[int, int]], start: bool, end: bool
    ) -> NDArray[np.int64]:
        """Those of the docs whose words hold a row of words, each given by a range of ranks."""
        flow, starts = self.arrays[f"{field}.flow"], self.arrays[f"{field}.starts"]
        begins, ends = starts[docs], starts[docs + 1]
        count = len(ranges)
        if start or end:
            long = ends - begins == count if start and end else ends - begins >= count
            at = begins[long] if start else ends[long] - count
        elif len(docs) * 4 > self.size:
            # Most docs: one look at every word is cheaper than collecting them.
            at = np.flatnonzero(_among(flow[: len(flow) - count + 1], *ranges[0]))
        else:
            at = counted(begins, np.maximum(ends - begins - (count - 1), 0))
            at = at.compress(_among(flow[at], *ranges[0]))
        for place, pair in enumerate(ranges):
            at = at.compress(_among(flow[at + place], *pair))
        owners = np.searchsorted(starts, at, side="right") - 1
        # A row may have run on into the next doc.
        owners = owners.compress(at + count <= starts[owners + 1])
        return owners.compress(first_of_each(owners))

    # -- what there is

    def words_starting(self, field: str, prefix: str) -> list[tuple[str, int]]:
        """Words of a field that start so, the most frequent first."""
        low, high, _ = self.starting(prefix.encode(errors="replace"))
        counts = np.diff(self.arrays[f"{field}.pointers"][low : high + 1])
        best = np.argsort(-counts, kind="stable")[:50]
        some = [place for place in best.tolist() if counts[place]]
        return [(self.word(low + place).decode(errors="replace"), int(counts[place])) for place in some]

    def counted_words(self, docs: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """How often each word stands in the titles and abstracts of some docs, or of all."""
        total = np.zeros(self.word_count, dtype=np.int64)
        for field in ("title", "abstract"):
            flow, starts = self.arrays[f"{field}.flow"], self.arrays[f"{field}.starts"]
            if docs is None:
                total += np.bincount(flow, minlength=self.word_count)
                continue
            for begin in range(0, len(docs), 4096):
                some = docs[begin : begin + 4096]
                at = counted(starts[some], starts[some + 1] - starts[some])
                total += np.bincount(flow[at], minlength=self.word_count)
        return total

    # -- order

    def stop_words(self, wanted: frozenset[str]) -> NDArray[np.int64]:
        """The ranks of the stop words that there are."""
        if self._stops is None:
            found = [self.starting(word.encode()) for word in sorted(wanted)]
            self._stops = np.array([low for low, _, exact in found if exact], dtype=np.int64)
        return self._stops

    def brief(self, by_length: NDArray[np.float32]) -> NDArray[np.float32]:
        """A factor for each doc, by the length of its title; made once."""
        if self._brief is None:
            self._brief = by_length[self.arrays["length"]]
        return self._brief


def reduced(found: Levels, share: float) -> Levels:
    """A share of each level."""
    table = (np.arange(256) * share).astype(np.uint8)
    return np.frombuffer(found.tobytes().translate(table.tobytes()), dtype=np.uint8)


def remembered(store: OrderedDict[K, T], leaf: K, make: Callable[[K], T]) -> T:
    """The value for a leaf, made once; the least recently used one goes."""
    with _LOCK:
        if leaf in store:
            store.move_to_end(leaf)
            return store[leaf]
    value: T = make(leaf)
    with _LOCK:
        store[leaf] = value
        if len(store) > REMEMBERED:
            store.popitem(last=False)
    return value


def _among(ranks: NDArray[np.int32], low: int, high: int) -> Bools:
    """Which words are in a range of ranks."""
    return ranks == low if high == low + 1 else (ranks >= low) & (ranks < high)
