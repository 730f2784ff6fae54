"""The index of a large catalogue as the engine asks it: a big segment, and a small one with what changed since."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray

from . import lacking, levels, shares, words
from .evaluate import select
from .forgive import Forgiver, Loose
from .query import Query
from .rank import Asked, broad, closeness, descending, scores
from .segment import Levels, Segment, reduced
from .telling import telling
from .tree import Node, Text

Bools = NDArray[np.bool_]


class Part:
    """A segment; `gone` are docs whose papers changed or left since it was built."""

    def __init__(self, segment: Segment, gone: Bools | None = None) -> None:
        self.segment = segment
        self.forgiver = Forgiver(segment)
        self.gone = gone

    def selected(self, tree: Node, instead: Mapping[Node, Bools] | None = None) -> Bools:
        """The docs that a tree selects."""
        docs = select(tree, self.segment, instead)
        return docs & ~self.gone if self.gone is not None else docs


class Hits:
    """What was found in one part: the docs, and the levels of each word of the query."""

    __slots__ = ("docs", "have", "levels", "loose", "meant", "part")

    def __init__(
        self,
        part: Part,
        docs: Bools,
        found: list[Levels],
        loose: list[Loose | None],
        meant: Bools | None = None,
    ) -> None:
        self.part = part
        self.docs = docs
        self.levels = found
        self.loose = loose
        #: The docs that match without a guess; None in the first pass, where all do.
        self.meant = meant
        #: How many words each doc has, and of how many; None when all that were found have all.
        self.have: tuple[NDArray[np.uint8], int] | None = None


class Meant(Mapping[Text, frozenset[str]]):
    """The words that stood for typed ones; their texts are only made when something is highlighted."""

    def __init__(self, ranks: dict[Text, list[tuple[Segment, NDArray[np.int64]]]]) -> None:
        self._ranks = ranks

    def __getitem__(self, typed: Text) -> frozenset[str]:
        return frozenset(
            segment.word(rank).decode(errors="replace")
            for segment, ranks in self._ranks[typed]
            for rank in ranks.tolist()
        )

    def __iter__(self) -> Iterator[Text]:
        return iter(self._ranks)

    def __len__(self) -> int:
        return len(self._ranks)


class Index:
    """One or two segments that answer together."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = list(parts)
        self.size = sum(part.segment.size for part in parts)

    def count(self, tree: Node) -> int:
        """How many papers a tree selects."""
        return sum(int(np.count_nonzero(part.selected(tree))) for part in self.parts)

    def first(self, query: Query) -> tuple[list[Hits], bool]:
        """The first pass: what was found, and whether it is so little that the second pass is worth while."""
        found = []
        strong = total = 0
        for part in self.parts:
            docs = part.selected(query.tree)
            hits = [part.segment.hits(word) for word in query.words]
            found.append(Hits(part, docs, hits, [None] * len(hits)))
            good = docs
            for these in hits:
                good = good & (these > levels.EXACT["area"])
            strong += int(np.count_nonzero(good))
            total += int(np.count_nonzero(docs))
        forgiving = any(word.forgiving for word in query.words)
        return found, forgiving and not shares.enough(strong, total, self.size)

    def second(self, query: Query, cancelled: Callable[[], bool] | None = None) -> list[Hits] | None:
        """The second pass; None when cancelled."""
        found = []
        for part in self.parts:
            loose: list[Loose | None] = []
            for word in query.words:
                if cancelled is not None and cancelled():
                    return None
                loose.append(part.forgiver.loose(word) if word.forgiving else None)
            hits = [
                part.segment.hits(word) if other is None else other.levels
                for word, other in zip(query.words, loose, strict=True)
            ]
            _together(query.words, hits, part.segment)
            forgiven: dict[Node, Bools] = {}
            meant: dict[Node, Bools] = {}
            for word, these, other in zip(query.words, hits, loose, strict=True):
                if other is not None:
                    forgiven[word] = these != 0
                    meant[word] = other.meant
            docs = part.selected(query.tree, forgiven)
            found.append(Hits(part, docs, hits, loose, part.selected(query.tree, meant)))
        lacking.add(query, found, min(shares.VERY_FEW, shares.few(self.size)))
        return found

    def ordered(self, query: Query, found: Sequence[Hits]) -> array[int]:
        """The numbers of all hits, best first, or by the sorts of the query."""
        weights = []
        for place in range(len(query.words)):
            count = sum(int(np.count_nonzero(hits.levels[place])) for hits in found)
            weights.append(log(1 + self.size / (1 + count)))
        common = self._common(query, found, weights)
        if common is not None:
            return common
        numbers, totals, columns = [], [], []
        meant = any(hits.meant is not None and hits.meant.any() for hits in found)
        for hits in found:
            segment = hits.part.segment
            docs = np.flatnonzero(hits.docs)
            numbers.append(docs.astype(np.int32) + np.int32(1) if segment.dense else segment.numbers[docs])
            if query.has_words:
                total = scores(segment, docs, hits.levels, weights)
                if hits.meant is not None and meant:
                    total[~hits.meant[docs]] *= np.float32(shares.GUESSED)
                if hits.have is not None:
                    total *= hits.have[0][docs] / np.float32(hits.have[1])
                totals.append(total)
            columns.append([segment.column(sort.field)[docs] for sort in query.sorts if sort.field in _COLUMNS])
        number = np.concatenate(numbers) if len(numbers) > 1 else numbers[0]
        if len(found) > 1:
            order = np.argsort(number, kind="stable")
            if query.has_words:
                order = order[descending(np.concatenate(totals)[order])]
        elif query.has_words:
            order = descending(totals[0])
        else:
            order = np.arange(len(number))
        if query.has_words:
            self._look_closely(query, found, totals, number, order)
        for sort in reversed(query.sorts):
            if sort.field == "relevance":
                order = order[::-1] if sort.descending else order
            elif sort.field == "number":
                order = order[np.argsort(-number[order] if sort.descending else number[order], kind="stable")]
        place = len(columns[0]) if columns else 0
        for sort in reversed(query.sorts):
            if sort.field in _COLUMNS:
                place -= 1
                values = np.concatenate([column[place] for column in columns])[order]
                # NaN, no value, comes last either way.
                order = order[np.argsort(-values if sort.descending else values, kind="stable")]
        return _numbers(number[order])

    def _common(self, query: Query, found: Sequence[Hits], weights: Sequence[float]) -> array[int] | None:
        """The order of the hits of a word that most papers have, as the first letter that is typed; None for others."""
        if len(found) != 1 or len(query.words) != 1 or query.sorts or found[0].meant is not None:
            return None
        if (found[0].docs & (found[0].levels[0] == 0)).any():
            return None  # Some are hits for something else, behind an OR.
        segment = found[0].part.segment
        best = broad(segment, found[0].docs, found[0].levels[0], weights[0])
        if best is None:
            return None
        docs, total = best
        number = docs.view(np.int32) + np.int32(1) if segment.dense else segment.numbers[docs]
        order = np.arange(min(len(docs), shares.CLOSELY))
        self._look_closely(query, found, [total[docs[: len(order)]]], number, order)
        number[: len(order)] = number[order]
        return _numbers(number)

    def _look_closely(
        self,
        query: Query,
        found: Sequence[Hits],
        totals: Sequence[NDArray[np.float32]],
        number: NDArray[np.int32],
        order: NDArray[np.int64],
    ) -> None:
        """Order the best hits by how closely their titles answer, too. They stay the best: closeness only adds."""
        best = order[: shares.CLOSELY]
        raised = np.empty(len(best), dtype=np.float32)
        begin = 0
        for hits, total in zip(found, totals, strict=True):
            here = np.flatnonzero((best >= begin) & (best < begin + len(total)))
            if len(here):
                segment = hits.part.segment
                asked = [
                    Asked(segment, typed.encode(errors="replace"), loose)
                    for word, loose in zip(query.words, hits.loose, strict=True)
                    for typed in words.split(word.text)
                ]
                docs = segment.places(number[best[here]])
                raised[here] = total[best[here] - begin] * (1 + closeness(segment, docs, asked))
            begin += len(total)
        order[: len(best)] = best[np.lexsort((number[best], -raised))]

    def found(self, query: Query, hits: Sequence[Hits]) -> Mapping[Text, frozenset[str]]:
        """The words that stood for the typed ones, for the highlights."""
        found: dict[Text, list[tuple[Segment, NDArray[np.int64]]]] = {}
        for place, word in enumerate(query.words):
            for some in hits:
                loose = some.loose[place]
                if loose is not None and len(loose.ranks):
                    found.setdefault(word, []).append((some.part.segment, loose.ranks))
        return Meant(found)

    def values(self, column: str) -> dict[str, int]:
        """The values of venue, decision, area, sources or year, with how many papers have each (changed ones twice)."""
        found: dict[str, int] = {}
        for part in self.parts:
            for value, count in part.segment.values(column).items():
                found[value] = found.get(value, 0) + count
        return found

    def words_starting(self, field: str, prefix: str) -> list[tuple[str, int]]:
        """Words of a field that start so, the most frequent first."""
        found: dict[str, int] = {}
        for part in self.parts:
            for word, count in part.segment.words_starting(field, prefix):
                found[word] = found.get(word, 0) + count
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))

    def telling(self, numbers: Sequence[int], limit: int) -> list[tuple[str, int]]:
        """See `telling.telling`: the words that most set some papers apart, with how often they stand there."""
        here: dict[str, int] = {}
        everywhere: dict[str, int] = {}
        wanted = np.array(sorted(numbers), dtype=np.int64)
        for part in self.parts:
            segment = part.segment
            docs = segment.places(wanted)
            if part.gone is not None:
                docs = docs[~part.gone[docs]]
            inside, total = segment.counted_words(docs), segment.counted_words(None)
            for rank in np.flatnonzero(inside).tolist():
                word = segment.word(rank).decode(errors="replace")
                here[word] = here.get(word, 0) + int(inside[rank])
                everywhere[word] = everywhere.get(word, 0) + int(total[rank])
        flows = [part.segment.arrays[f"{field}.flow"] for part in self.parts for field in ("title", "abstract")]
        return telling(here, everywhere, limit, sum(map(len, flows)))


_COLUMNS = ("year", "title", "author", "venue", "score", "rating", "added", "later")


def _together(typed: Sequence[Text], hits: list[Levels], segment: Segment) -> None:
    """Two words that stand as one: `shuffle net` finds ShuffleNet."""
    for place, (left, right) in enumerate(pairwise(typed)):
        if not (left.forgiving and right.forgiving):
            continue
        joined = "".join(words.split(left.text) + words.split(right.text))
        if len(joined) > words.LONGEST:
            continue
        found = segment.hits(Text(joined, "word", ended=right.ended))
        docs = np.flatnonzero(found)
        if len(docs):
            share = reduced(found[docs], shares.TOGETHER)
            for one in (place, place + 1):
                hits[one] = hits[one].copy()
                hits[one][docs] = np.maximum(hits[one][docs], share)


def _numbers(number: NDArray[np.int32]) -> array[int]:
    result: array[int] = array("I")
    result.frombytes(np.ascontiguousarray(number).data.cast("B"))
    return result
