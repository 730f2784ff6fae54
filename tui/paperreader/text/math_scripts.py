"""When a sub- or superscript is written in small characters, and how it is written when it is not.

Unicode has small digits and some small letters; a script is written in them only as a whole, and only in shapes that
stay legible. Everything else falls back to `_s`, `^s`, `_(s)`, `^(s)`. Rules M6.1 to M6.3 of the markup design.
"""

from __future__ import annotations

import re
import unicodedata

from .lazy import lazy
from .math_letters import SUBSCRIPTS, SUPERSCRIPTS

_SUP_SHAPES = lazy(
    r"""
      [+−]?[0-9]+                          # 2, 22, −1
    | [+−]?[a-prstuvwxyz]                  # n, −k; q has no form
    | (?:[a-prstuvwxyz]|[0-9]+)[+−](?:[a-prstuvwxyz]|[0-9]+)   # k+1
    | [0-9]+[a-prstuvwxyz]                 # 2k
    | [a-prstuvwxyz]{2}                    # th
    | \((?:[a-prstuvwxyz]|[0-9]+)\)        # (k)
    | [ABDEGHIJKLMNOPRTUVW⊤]               # T
    | [+−*′°∘]+                            # ++, ′
    """,
    re.VERBOSE,
)
_SUB_LETTER = "[aehijklmnoprstuvx]"
_SUB_SHAPES = lazy(
    rf"""
      [0-9]+
    | {_SUB_LETTER}
    | (?:{_SUB_LETTER}|[0-9]+)[+−](?:{_SUB_LETTER}|[0-9]+)
    | {_SUB_LETTER}=(?:{_SUB_LETTER}|[0-9]+)                   # i=1
    | {_SUB_LETTER}{{2}}
    | \((?:{_SUB_LETTER}|[0-9]+)\)
    | [+−]
    """,
    re.VERBOSE,
)
#: What every font with the small characters of Latin-1 and its neighbours has; the glyph mode `basic` keeps to it.
_BASIC_SHAPES = lazy("[+−]?[0-9]+|[*′°∘]+|[+−]")
_NUMBER = lazy(r"[0-9]+(?:\.[0-9]+)?|[0-9]{1,3}(?:,[0-9]{3})+")


def superscript(script: str, *, words: bool = False, basic: bool = False) -> str | None:
    """`script` in small raised characters, one for one, or None when it has to fall back.

    `words` says that it holds a word, which is never written small; a `*` after another form stays beside it.
    """
    if words:
        return None
    core = script.rstrip("*") or script
    shapes = _BASIC_SHAPES if basic else _SUP_SHAPES
    if shapes.fullmatch(core):
        return "".join(SUPERSCRIPTS[char] for char in script)
    return None


def subscript(script: str, *, words: bool = False, basic: bool = False) -> str | None:
    """`script` in small lowered characters, one for one, or None when it has to fall back."""
    if words:
        return None
    shapes = _BASIC_SHAPES if basic else _SUB_SHAPES
    if shapes.fullmatch(script) and all(char in SUBSCRIPTS for char in script):
        return "".join(SUBSCRIPTS[char] for char in script)
    return None


def stands_alone(script: str) -> bool:
    """Whether a fallback needs no parentheses: one character, one number, letters only, or bracketed already."""
    if len(script) <= 1 or _NUMBER.fullmatch(script):
        return True
    letters = [char for char in script if not unicodedata.combining(char)]
    return len(letters) == 1 or all(map(_is_full_letter, letters)) or is_bracketed(script)


def _is_full_letter(char: str) -> bool:
    """A letter that is no small one: those are scripts of scripts."""
    return char.isalpha() and unicodedata.category(char) != "Lm"


def is_bracketed(text: str) -> bool:
    """Whether one pair of parentheses encloses all of `text`."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def has_small_letter(letter: str) -> bool:
    """Whether a single letter can be a subscript in Unicode."""
    return letter in SUBSCRIPTS
