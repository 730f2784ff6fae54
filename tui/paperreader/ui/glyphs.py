"""The signs of the interface, in Unicode and in ASCII; what a colour says, a sign or a word says too.

Which set is in force is said in one place, `Options.glyphs`; a pane asks there, and the lines that it draws write the
program's own words by it (`ui.line`).
"""

from __future__ import annotations

from typing import NamedTuple

from paperreader.paper import DISMISSED, LATER, READ, STARRED
from paperreader.text.signs import in_ascii


class Glyphs(NamedTuple):
    """One set of signs, each one cell wide but `more`."""

    cursor: str
    undecided: str
    starred: str
    later: str
    dismissed: str
    selected: str
    rule: str
    edge: str
    more: str
    """Where something was left out."""
    dot: str
    differs: str
    """Before a field in which two papers differ."""
    uncertain: str
    """Stands after an uncertain field; the Unicode set uses italics instead."""
    newline: str
    """In a line being edited, where the text has a break."""

    def mark(self, flags: int) -> str:
        """The sign of a paper with these flags (see `paper.Marks.flags`)."""
        if flags & STARRED:
            return self.starred
        if flags & LATER:
            return self.later
        if flags & DISMISSED:
            return self.dismissed
        return " " if flags & READ else self.undecided

    def own(self, words: str) -> str:
        """Words of the program with these signs."""
        return in_ascii(words) if self.undecided == "." else words


UNICODE = Glyphs("▌", "•", "★", "◔", "×", "✓", "─", "│", "…", "·", "≠", "", "⏎")
ASCII = Glyphs(">", ".", "*", "~", "x", "+", "-", "|", "...", "-", "!", "?", "/")
