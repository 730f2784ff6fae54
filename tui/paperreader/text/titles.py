"""A paper's title as it is shown, wherever one is: a title that shows nothing is told as such, never as an empty row.

`title_of` is the one door; what is written to files and to other programs stays what the source said.
"""

from __future__ import annotations

import unicodedata

from paperreader.text.readable import readable
from paperreader.text.styled import Span, StyledText

_WORDS = "(no title)"
#: What stands for a title that has nothing to see; its style asks to be dimmed.
UNTITLED = StyledText(_WORDS, (Span(0, len(_WORDS), "unknown"),), "")
#: Letters without ink: the Hangul fillers and the empty cell of Braille.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def title_of(source: str, glyphs: str = "unicode") -> StyledText:
    """A title as `readable` shows it, or `UNTITLED` (that very object) when nothing of it can be seen.

    Blanks, marks without a letter, invisible characters and pictures of control characters cannot.
    """
    shown = readable(source, glyphs)
    return shown if any(map(_has_ink, shown.plain)) else UNTITLED


def _has_ink(char: str) -> bool:
    if char in _BLANK or "\u2400" <= char <= "\u2421":
        return False
    return unicodedata.category(char)[0] not in "ZCM"
