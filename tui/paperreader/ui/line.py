"""One line of a pane, put together from pieces of text and cut to its width in cells.

Everything that a pane draws passes here, so this is where the last nets hang: a character that is not printable never
leaves a line, whatever the text went through before; and with ASCII signs, the program's own words leave it in ASCII.
What is not the program's own is quoted: it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from paperreader.text.clean import clean_line
from paperreader.ui.glyphs import UNICODE, Glyphs

#: The folders of a path within a sentence, of either kind of system; no address's.
_FOLDERS = r"(?<![\w:/\\…])(?:~|[A-Za-z]:)?[/\\](?:[^\s;:,()/\\]+[/\\])+(?=[^\s;:,()/\\])"


def width_of(text: str) -> int:
    """The cells that a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def enough(text: str, cells: int, start: int = 0, end: int | None = None) -> int:
    """Where a part of the text may end that fills `cells` for sure: the offset `end` when the text is shorter.

    Measuring costs by the character, and only what can be seen is worth it, however long the text goes on. The part is
    wider by some cells, so that a character of several code points that it cuts lies outside of what is seen.
    """
    end = len(text) if end is None else end
    size = 2 * cells + 16
    while start + size < end and width_of(text[start : start + size]) <= cells + 2:
        size *= 2
    return min(end, start + size)


def fit(text: str, width: int, more: str = UNICODE.more) -> str:
    """The text cut to a width in cells, with `more` at its end when something is left out."""
    text = text[: enough(text, width)]
    if width_of(text) <= width:
        return text
    if width <= len(more):
        return more[: max(0, width)]
    return set_cell_size(text, width - len(more)).rstrip() + more


def fit_sentence(text: str, width: int, more: str = UNICODE.more) -> str:
    """Like `fit`, but what to do stands at the end, behind the last semicolon, and is worth more than all the rest.

    So the folders of paths go first, then the end of what is said before the advice.
    """
    for shorter in (text, re.sub(_FOLDERS, f"{more}/", text)):
        if width_of(shorter[: enough(shorter, width)]) <= width:
            return shorter
    said, sign, advice = shorter.rpartition("; ")
    room = width - len(sign) - width_of(advice[: enough(advice, width)])
    if sign and room >= width // 4:
        return fit(said, room, more) + sign + advice
    return fit(shorter, width, more)


def safe(text: str) -> str:
    """The text without anything that a terminal could take as a command."""
    return text if text.isprintable() else clean_line(text) if text.strip() else " " * len(text)


class Line:
    """A line in the making, `width` cells wide, on a ground."""

    __slots__ = ("_segments", "_used", "glyphs", "ground", "width")

    def __init__(self, width: int, ground: Style, glyphs: Glyphs = UNICODE) -> None:
        self.width = width
        self.ground = ground
        self.glyphs = glyphs
        self._segments: list[Segment] = []
        self._used = 0

    @property
    def left(self) -> int:
        """Cells that are still free."""
        return self.width - self._used

    def add(self, words: str, style: Style | None = None, room: int | None = None) -> Line:
        """Add words of the program, in its signs, in a whole style (default: the ground); `room` as in `quote`."""
        return self.quote(self.glyphs.own(words), style, room)

    def quote(self, text: str, style: Style | None = None, room: int | None = None) -> Line:
        """Add a text that is a paper's or the user's in a whole style (default: the ground).

        It is cut at the end of the line or, with the sign for that, to fit into so many cells of `room`.
        """
        if room is not None:
            text = self.fit(text, room)
        if not text or self._used >= self.width:
            return self
        if not text.isprintable():
            text = safe(text)
        text = text[: enough(text, self.left)]
        cells = width_of(text)
        if self._used + cells > self.width:
            cells = self.width - self._used
            text = set_cell_size(text, cells)
        self._append(text, style or self.ground)
        self._used += cells
        return self

    def fit(self, text: str, width: int) -> str:
        """The text cut to a width in cells, with the sign for that when something is left out."""
        return fit(text, width, self.glyphs.more)

    def _append(self, text: str, style: Style) -> None:
        """Neighbours of one style are one segment: each segment costs the terminal a dozen bytes."""
        if self._segments and ((last := self._segments[-1].style) is style or last == style):
            text = self._segments.pop().text + text
        self._segments.append(Segment(text, style))

    def marked(self, text: str, style: Style, marks: Iterable[tuple[int, int]], over: Style) -> Line:
        """Quote a text in which the ranges `marks` (offsets, sorted, disjoint) have another style laid over."""
        at = 0
        for start, end in marks:
            if start >= len(text):
                break
            if start > at:
                self.quote(text[at:start], style)
            self.quote(text[start:end], style + over)
            at = max(at, end)
        if at < len(text):
            self.quote(text[at:], style)
        return self

    def space(self, cells: int) -> Line:
        """Leave some cells free."""
        return self.quote(" " * cells)

    def right(self, text: str, style: Style) -> Line:
        """Add words of the program at the right end, if there is room for them."""
        text = self.glyphs.own(text)
        cells = width_of(text)
        if cells <= self.left:
            self.space(self.left - cells).quote(text, style)
        return self

    def strip(self) -> Strip:
        """The finished line, filled up with its ground."""
        if self._used < self.width:
            self._append(" " * (self.width - self._used), self.ground)
        return Strip(self._segments, self.width)
