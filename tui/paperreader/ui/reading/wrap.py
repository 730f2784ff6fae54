"""Breaking a styled text into lines: ranges of offsets, so that styles, matches and the mouse selection stay aligned.

Lines break at blanks. A formula that is shorter than 24 cells is not broken, a longer one before its relations and
signs of operation; a word wider than the line is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.cells import split_graphemes

from paperreader.text.styled import Span
from paperreader.ui.line import enough, width_of

#: A formula up to this many cells stays on one line.
UNBROKEN = 24
_WORD = re.compile(r"\S+")
#: Where a long formula may be broken: before one of these.
_BREAKS = frozenset("=≠<>≤≥≪≫≈≃≅∼∝≡:→↦⇒⇔∈∉⊂⊆+−±∪∩∧∨|")


def wrap(text: str, width: int, spans: Iterable[Span] = ()) -> list[tuple[int, int]]:
    """Return the lines of a text as (start, end) offsets; blanks at the breaks belong to no line.

    `width` is in cells and at least 1. A line break in the text always breaks; an empty line is an empty range.
    """
    formulas = [(span.start, span.end) for span in spans if span.style == "math"]
    lines: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        lines += list(_wrap_paragraph(text, start, start + len(paragraph), width, formulas)) or [(start, start)]
        start += len(paragraph) + 1
    return lines


def _wrap_paragraph(
    text: str, start: int, end: int, width: int, formulas: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    line_start = line_end = -1
    used = 0
    for word_start, word_end in _words(text, start, end, formulas):
        cells = _cells(text, word_start, word_end, width)
        gap = word_start - line_end if line_start >= 0 else 0
        if line_start >= 0 and used + gap + cells > width:
            yield line_start, line_end
            line_start = -1
            gap = used = 0
        while cells > width:
            if line_start >= 0:
                yield line_start, line_end
                line_start = -1
            cut = _cut(text, word_start, word_end, width)
            yield word_start, word_start + len(text[word_start:cut].rstrip())
            word_start = cut
            cells = _cells(text, word_start, word_end, width)
            gap = used = 0
        if word_start < word_end:
            if line_start < 0:
                line_start = word_start
            line_end = word_end
            used += gap + cells
    if line_start >= 0:
        yield line_start, line_end


def _words(text: str, start: int, end: int, formulas: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The words of a paragraph; what a formula holds together is one."""
    words = ((match.start(), match.end()) for match in _WORD.finditer(text, start, end))
    if not formulas:
        yield from words
        return
    held: tuple[int, int] | None = None
    for word_start, word_end in words:
        if held is not None and any(
            first < held[1] and word_start < last and (last - first <= UNBROKEN or text[word_start] not in _BREAKS)
            for first, last in formulas
        ):
            held = (held[0], word_end)
            continue
        if held is not None:
            yield held
        held = (word_start, word_end)
    if held is not None:
        yield held


def _cut(text: str, start: int, end: int, width: int) -> int:
    """Where to cut what is wider than a line: at its last blank, else as late as it fits, at least one character on."""
    part = text[start : enough(text, width, start, end)]
    if part.isascii():
        cut = min(end, start + width)
    else:
        cut, used = start, 0
        for _, last, cells in split_graphemes(part)[0]:
            if used + cells > width and cut > start:
                break
            cut, used = start + last, used + cells
    blank = text.rfind(" ", start + 1, cut + 1)
    return blank + 1 if start < blank < end else cut


def _cells(text: str, start: int, end: int, width: int) -> int:
    """The cells of a part of the text; of what is wider than a line only that it is."""
    return width_of(text[start : enough(text, width, start, end)])
