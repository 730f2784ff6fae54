"""The papers of an index in numpy by their values: years, venues, identifiers, marks; and the order by them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperreader.text.folding import fold

from . import hashing, levels, words
from .columns import HAS, NO_YEAR, Arrays
from .flags import answers
from .rows import parts
from .states import States
from .tree import Has, Named, Node, Range, State, Text

Bools = NDArray[np.bool_]


class Papers:
    """The columns of an index; `arrays` and `tables` as `build` describes them."""

    def __init__(self, arrays: Arrays, tables: dict[str, list[str]], states: States) -> None:
        self.arrays = arrays
        self.tables = tables
        self.states = states
        self.numbers = arrays["number"]
        self.size = len(self.numbers)
        #: Whether the papers are numbered from 1 without a gap.
        self.dense = bool(self.size) and int(self.numbers[0]) == 1 and int(self.numbers[-1]) == self.size

    def none(self) -> Bools:
        """No doc."""
        return np.zeros(self.size, dtype=bool)

    def values(self, column: str) -> dict[str, int]:
        """The values of venue, decision, area, sources or year, with how many docs have each."""
        if column == "year":
            years, counts = np.unique(self.arrays["year"], return_counts=True)
            by_year = zip(years.tolist(), counts.tolist(), strict=True)
            return {str(year): count for year, count in by_year if year != NO_YEAR}
        found: dict[str, int] = {}
        by_code = np.bincount(self.arrays[f"{column}.code"], minlength=len(self.tables[column])).tolist()
        for text, count in zip(self.tables[column], by_code, strict=True):
            for value in parts(text) if column == "sources" else [text]:
                if value:
                    found[value] = found.get(value, 0) + count
        return found

    def flagged(self, leaf: State) -> Bools:
        """The docs whose papers have one of the four flags, or the lack of it."""
        flags = np.frombuffer(bytes(self.states.flags), dtype=np.uint8)
        table = np.frombuffer(answers(leaf), dtype=np.uint8).view(bool)
        return table[_at(flags, self.numbers)]

    def marked(self, leaf: Node) -> Bools:
        """The docs that a leaf about tags, notes or ratings selects."""
        states = self.states
        field = leaf.name if isinstance(leaf, Has) else getattr(leaf, "field", "")
        numbers = []
        for number in states.numbers_with(field):
            if isinstance(leaf, Has):
                good = True
            elif isinstance(leaf, Range):
                good = leaf.holds(states.rating(number))
            elif isinstance(leaf, Named):
                wanted = fold(leaf.value)
                good = any(fold(tag) == wanted for tag in states.tags(number))
            else:
                assert isinstance(leaf, Text)
                good = levels.stands_in(leaf, states.note(number))
            if good:
                numbers.append(number)
        docs = self.none()
        docs[self.places(np.array(sorted(numbers), dtype=np.int64))] = True
        if isinstance(leaf, Range) and leaf.holds(0):
            rated = np.array(sorted(states.numbers_with(field)), dtype=np.int64)
            unrated = np.ones(self.size, dtype=bool)
            unrated[self.places(rated)] = False
            docs |= unrated
        return docs

    def places(self, numbers: NDArray[np.signedinteger[Any]]) -> NDArray[np.int64]:
        """The docs of some paper numbers; numbers that are not here are left out."""
        if not self.size:
            return np.zeros(0, dtype=np.int64)
        # Of the same type, or the whole column would be converted for every search.
        wanted = numbers.astype(self.numbers.dtype)
        at = np.minimum(np.searchsorted(self.numbers, wanted), self.size - 1)
        return np.asarray(at[self.numbers[at] == wanted])

    def selected(self, leaf: Node) -> Bools:
        """The docs that a leaf about the values of papers selects."""
        if isinstance(leaf, Range):
            return self.in_range(leaf)
        if isinstance(leaf, Has):
            return np.asarray((self.arrays["has"] >> HAS.index(leaf.name)) & 1 != 0)
        if isinstance(leaf, Named):
            return self._named(leaf.value)
        if isinstance(leaf, State):
            kinds = [leaf.name in words.split(text) for text in self.tables["decision"]]
            return self._by_code("decision", kinds)
        assert isinstance(leaf, Text)
        column = "sources" if leaf.field == "source" else leaf.field
        kinds = [
            any(levels.stands_in(leaf, item) for item in (parts(text) if column == "sources" else [text]))
            for text in self.tables[column]
        ]
        return self._by_code(column, kinds)

    def _by_code(self, column: str, kinds: list[bool]) -> Bools:
        return np.array(kinds, dtype=bool)[self.arrays[f"{column}.code"]] if kinds else self.none()

    def _named(self, value: str) -> Bools:
        docs = self.none()
        name = "".join(value.split())
        hashes, _ = hashing.of_names([name])
        if len(hashes):
            low, high = np.searchsorted(self.arrays["ident.hash"], [hashes[0], hashes[0]], side="left")
            high = np.searchsorted(self.arrays["ident.hash"], hashes[0], side="right")
            docs[self.arrays["ident.doc"][low:high]] = True
        return docs

    def in_range(self, leaf: Range) -> Bools:
        """The docs whose value lies in a range."""
        column: NDArray[Any] = self.arrays[leaf.field]
        if leaf.field == "added" and leaf.age:
            column = time.time() - column
        if leaf.field == "score":
            column = column.astype(np.float64)
        docs = column != NO_YEAR if leaf.field == "year" else ~np.isnan(column)
        if leaf.low is not None:
            docs &= column > leaf.low if leaf.open_low else column >= leaf.low
        if leaf.high is not None:
            docs &= column < leaf.high if leaf.open_high else column <= leaf.high
        return np.asarray(docs)

    def column(self, field: str) -> NDArray[Any]:
        """Numbers to sort the docs by; NaN where there is no value."""
        if field == "year":
            years = self.arrays["year"].astype(np.float64)
            years[years == NO_YEAR] = np.nan
            return years
        if field in ("title", "author"):
            places = self.arrays[f"{field}_order"].astype(np.float64)
            places[places < 0] = np.nan
            return places
        if field == "venue":
            folded = [fold(text) for text in self.tables["venue"]]
            ordered = {text: place for place, text in enumerate(sorted(set(folded)))}
            by_code = [float(ordered[text]) if text else float("nan") for text in folded]
            return np.array(by_code or [0.0])[self.arrays["venue.code"]]
        if field in ("rating", "later"):
            values = np.full(self.size, np.nan)
            numbers = np.array(sorted(self.states.numbers_with(field)), dtype=np.int64)
            numbers = numbers[np.isin(numbers, self.numbers)]
            value_of = self.states.rating if field == "rating" else self.states.later
            found = [value_of(number) for number in numbers.tolist()]
            values[self.places(numbers)] = [
                float("nan") if not value and field == "rating" else value for value in found
            ]
            return values
        return self.arrays[field].astype(np.float64)


def _at(values: NDArray[np.uint8], places: NDArray[np.int32]) -> NDArray[np.uint8]:
    """The values at some places; 0 beyond the end."""
    if not len(places) or places[-1] < len(values):
        return values[places]
    found = np.zeros(len(places), dtype=np.uint8)
    inside = places < len(values)
    found[inside] = values[places[inside]]
    return found
