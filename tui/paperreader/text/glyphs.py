"""Ligatures that a PDF's text kept as the numbers of their glyphs: `di(cid:11)erent` (rule T3).

In TeX's old fonts the glyphs 11 to 15 are ff, fi, fl, ffi and ffl. In other fonts the same numbers are something else
(`(cid:15)-tubes` was ε-tubes), so a word is made only where the shipped list, or this text, knows it.
"""

from __future__ import annotations

import re

from .lazy import lazy
from .traced import Traced
from .vocabulary import frequency

_LIGATURES = {"11": "ff", "12": "fi", "13": "fl", "14": "ffi", "15": "ffl"}
_NUMBER = lazy(r"\(cid:(1[1-5])\)")
#: A word (a part of a compound) with such glyphs in it.
_WORD = lazy(r"(?<![\w)])[A-Za-z]*(?:\(cid:1[1-5]\)[A-Za-z]*)+(?![\w(])")
#: A word that another word of the text may become.
_LETTERS = lazy(r"[a-z]{4,}")


def restore_ligatures(text: Traced) -> Traced:
    """`text` with its numbered ligatures written in letters, where that makes a word that is known."""
    if "(cid:1" not in text.text:
        return text
    here = set(_LETTERS.findall(text.text.lower()))
    return text.sub(_WORD, lambda match: _restored(match, here))


def _restored(match: re.Match[str], here: set[str]) -> str | None:
    word = _NUMBER.sub(lambda number: _LIGATURES[number[1]], match.group())
    if not _NUMBER.sub("", match.group()):
        return None  # a glyph alone may be a sign of a formula
    return word if word.lower() in here or frequency(word.lower()) else None
