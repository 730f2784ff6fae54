"""Where a query matches in a text as it is displayed: for the visible rows and the open paper only.

The displayed text is folded and cut into words by the rules of `words`, and the query's words are looked for in it; so
the marks are right whatever `text.readable` made of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from paperreader.text.folding import fold, fold_map, source_range

from . import levels, words
from .tree import Text

#: What the parts of the screen are called, and the field of the index that they show.
_FIELDS = {"authors": "author", "keywords": "keyword", "tldr": "abstract"}


class Highlighter:
    """The marks of one query. `found` gives the words that stood for a typed one through a typo and the like."""

    def __init__(self, leaves: Iterable[Text], found: Mapping[Text, frozenset[str]]) -> None:
        self._leaves = [(leaf, words.split(leaf.text), found.get(leaf, frozenset())) for leaf in leaves]

    def spans(self, text: str, field: str) -> list[tuple[int, int]]:
        """Sorted, disjoint ranges of `text`; `field` is the part of the paper that it shows."""
        field = _FIELDS.get(field, field)
        leaves = [item for item in self._leaves if field in levels.fields_of(item[0]) or item[0].field == field]
        if not leaves or not text:
            return []
        folded, offsets, places, shown = _cut(text)
        marks: list[tuple[int, int]] = []
        for leaf, typed, found in leaves:
            before = len(marks)
            if leaf.start or leaf.end:
                if field == "title":
                    _anchored(leaf, typed, shown, places, marks)
                continue
            whole = leaf.mode in ("exact", "phrase")
            short = whole or (len(typed) == 1 and levels.too_short(field, typed[0]))
            _rows(typed, short, shown, places, marks)
            if leaf.mode in ("word", "exact") or len(typed) == 1:
                joined = "".join(typed)
                _joined(joined, short, folded, shown, places, marks)
                if field in ("title", "keyword"):
                    _inner(joined, whole, text, offsets, folded, places, marks)
            if found and len(marks) == before:
                # What a word may have meant is only of interest where it does not stand itself.
                marks.extend(place for word, place in zip(shown, places, strict=True) if word in found)
        return _merge([source_range(offsets, start, end) for start, end in marks if end > start])


Spans = list[tuple[int, int]]


@lru_cache(maxsize=128)
def _cut(text: str) -> tuple[str, Sequence[int], Spans, list[str]]:
    """A text folded, where its characters come from, and its words: where they stand and what they are.

    While one types, most of what is on the screen stays there. A screen has about fifty texts.
    """
    folded, offsets = fold_map(text)
    pattern = words.ASCII_WORD if folded.isascii() else words.WORD
    places = [match.span() for match in pattern.finditer(folded)]
    return folded, offsets, places, [folded[start:end] for start, end in places]


def _rows(typed: list[str], whole: bool, shown: list[str], places: Spans, marks: Spans) -> None:
    """Rows of words that are the typed ones, the last of them perhaps longer."""
    first, last, count = typed[0], typed[-1], len(typed)
    if count == 1:
        for word, (start, _end) in zip(shown, places, strict=True):
            if word == last or (not whole and word.startswith(last)):
                marks.append((start, start + len(last)))
        return
    for index in range(len(shown) - count + 1):
        if shown[index] != first or shown[index + 1 : index + count - 1] != typed[1:-1]:
            continue
        word = shown[index + count - 1]
        if word == last or (not whole and word.startswith(last)):
            marks.append((places[index][0], places[index + count - 1][0] + len(last)))


def _anchored(leaf: Text, typed: list[str], shown: list[str], places: Spans, marks: Spans) -> None:
    """The words at the start or the end of a title, if they are the typed ones."""
    count = len(typed)
    first, last = shown[:count], shown[-count:]
    if leaf.start and leaf.end and len(shown) != count:
        return
    if leaf.start and len(first) == count and first[:-1] == typed[:-1] and first[-1].startswith(typed[-1]):
        marks.append((places[0][0], places[count - 1][0] + len(typed[-1])))
    if leaf.end and last == typed:
        marks.append((places[-count][0], places[-1][1]))


def _joined(joined: str, whole: bool, folded: str, shown: list[str], places: Spans, marks: Spans) -> None:
    """Compounds that, written together, start with what was typed: `frankwolfe` in `Frank-Wolfe`."""
    for index, word in enumerate(shown[:-1]):
        if not joined.startswith(word) or joined == word:
            continue
        together = word
        for other in range(index + 1, len(shown)):
            gap = folded[places[other - 1][1] : places[other][0]]
            if len(gap) > 1 or (gap and gap not in words.JOINERS):
                break
            missing = len(joined) - len(together)
            together += shown[other]
            if together.startswith(joined):
                if not whole or together == joined:
                    marks.append((places[index][0], places[other][0] + missing))
                break
            if not joined.startswith(together):
                break


def _inner(joined: str, whole: bool, text: str, offsets: object, folded: str, places: Spans, marks: Spans) -> None:
    """Words inside words: `pose` in `CameraPose`."""
    assert hasattr(offsets, "__getitem__")
    for start, end in places:
        begin, stop = offsets[start], offsets[end]
        run = text[begin:stop]
        if run.islower() or joined not in fold(run):
            continue
        for place in words.CAMEL.finditer(run):
            rest = fold(run[place.start() :])
            if rest == joined or (not whole and rest.startswith(joined)):
                at = end - len(rest)
                marks.append((at, at + len(joined)))


def _merge(spans: Spans) -> Spans:
    """Sorted and disjoint; what touches becomes one."""
    merged: Spans = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            if end > merged[-1][1]:
                merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
