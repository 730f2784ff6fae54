"""The one door to readable text: `readable(source)`.

LaTeX, Markdown and damaged text become styled Unicode: repair (`damage`), read (`latex`), typography, emphasis,
composition. Nothing that an author wrote to be read disappears, what is not understood stays as written, and no text
fails: one that nests too deep is shown as its source. Most texts have nothing to do and take a fast path that loads
none of the stages.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .clean import clean
from .styled import StyledText

GLYPHS = ("unicode", "basic", "source")

#: How many texts are kept, made readable. An abstract takes about 5 kB with its spans.
_CACHED = 2048

#: A text with one of these may change. (A text that is not printable holds controls, line breaks or odd spaces.)
_SPECIAL = ("\\", "$", "{", "}", "*", "_", "`", "~", "--", "''", "  ", "](", "://", "www.", "(cid:", "\ufffc")
#: Patterns are compiled by the first text that needs them: import counts before the first paint.
_WORD_BREAK = "[A-Za-z]- [a-z]"
_MARKUP = "</?[A-Za-z]|&[A-Za-z#]"
_ADDRESS = r"(?i:[a-z]\.[a-z]{2,7}/)"
_DAMAGED = "[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[\ufb00-\ufb06]"


@lru_cache(maxsize=_CACHED)
def readable(source: str, glyphs: str = "unicode") -> StyledText:
    """`source` as it is shown.

    `glyphs` is `unicode`; `basic` for terminals and fonts without script and double-struck letters (𝒪 becomes O, ᵈ
    becomes ^d); or `source` for no conversion at all. Never raises for any string; cached; may be called from any
    thread. Rules: the markup design.
    """
    if glyphs not in GLYPHS:
        raise ValueError(f"no such glyphs: {glyphs!r}; there are {', '.join(GLYPHS)}")
    if glyphs == "source":
        return as_source(source)
    if is_plain(source):
        return StyledText(source, (), source)
    from .pipeline import make_readable

    return make_readable(source, basic=glyphs == "basic")


def is_plain(source: str) -> bool:
    """Whether the text would stay as it is, as far as a few quick looks tell."""
    if not source.isprintable():
        return False
    for special in _SPECIAL:
        if special in source:
            return False
    if "- " in source and re.search(_WORD_BREAK, source):
        return False
    if ("<" in source or "&" in source) and re.search(_MARKUP, source):
        return False
    if "/" in source and re.search(_ADDRESS, source):
        return False
    if source.isascii():
        return source == source.strip()
    return (
        source == source.strip()
        and unicodedata.is_normalized("NFC", source)
        and re.search(_DAMAGED, source) is None
        and clean(source) == source
    )


def as_source(source: str) -> StyledText:
    """The text without any conversion, safe to draw."""
    return StyledText(unicodedata.normalize("NFC", clean(source)), (), source)
