"""Two papers field by field: what is the same, and which words differ where it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from paperreader.paper import DISMISSED, LATER, READ, STARRED, Marks, Paper
from paperreader.text.clean import clean, clean_line
from paperreader.text.readable import readable
from paperreader.text.titles import title_of
from paperreader.ui.reading.document import AUTHORS_DRAWN, identifiers

_MARK_WORDS = ((STARRED, "starred"), (LATER, "later"), (DISMISSED, "dismissed"), (READ, "read"))


class Field(NamedTuple):
    """One field of two papers, as text; "" where a paper has none."""

    label: str
    first: str
    second: str

    @property
    def same(self) -> bool:
        """Whether both say the same."""
        return self.first == self.second

    @property
    def differences(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The ranges (offsets, sorted, disjoint) of the words that only the first, and only the second text has."""
        return different_words(self.first, self.second)


def compared(one: tuple[Paper, Marks], other: tuple[Paper, Marks], glyphs: str, dot: str) -> list[Field]:
    """The fields that at least one of two papers has, in the reader's order; `glyphs`, `dot` as in `compose`."""
    first, second = (dict(_fields(paper, marks, glyphs, f" {dot} ")) for paper, marks in (one, other))
    return [Field(label, first[label], second[label]) for label in first if first[label] or second[label]]


def _fields(paper: Paper, marks: Marks, glyphs: str, between: str) -> Iterator[tuple[str, str]]:
    more = len(paper.authors) - AUTHORS_DRAWN
    people = ", ".join(clean_line(author) for author in paper.authors[:AUTHORS_DRAWN])
    yield "title", title_of(paper.title, glyphs).line
    yield "authors", people + (f" and {more:,} more" if more > 0 else "")
    yield "venue", readable(paper.venue, glyphs).line
    yield "year", str(paper.year or "")
    yield "decision", clean_line(paper.decision)
    yield "area", readable(paper.area, glyphs).line
    yield "ids", between.join(identifiers(paper))
    yield "TL;DR", readable(paper.tldr, glyphs).plain
    yield "abstract", readable(paper.abstract, glyphs).plain
    yield "keywords", between.join(readable(word, glyphs).line for word in paper.keywords)
    yield "links", "\n".join(clean_line(link.url) for link in paper.links)
    words = [word for flag, word in _MARK_WORDS if marks.flags & flag]
    words += [f"rated {marks.rating}"] if marks.rating else []
    words += [f"#{clean_line(tag)}" for tag in marks.tags]
    yield "marks", between.join(words)
    yield "note", clean(marks.note)


def different_words(first: str, second: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The ranges of the words that only the first, and only the second text has, in their order."""
    from difflib import SequenceMatcher

    ones, others = ([match.span() for match in re.finditer(r"\S+", text)] for text in (first, second))
    words = ([first[start:end] for start, end in ones], [second[start:end] for start, end in others])
    in_first: list[tuple[int, int]] = []
    in_second: list[tuple[int, int]] = []
    for kind, low, high, other_low, other_high in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if high > low:
            in_first.append((ones[low][0], ones[high - 1][1]))
        if other_high > other_low:
            in_second.append((others[other_low][0], others[other_high - 1][1]))
    return in_first, in_second
