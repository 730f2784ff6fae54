"""A backslash and one character that is no letter: escapes, spaces, accents, `\\(…\\)` (rules T7 and D2)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from . import text_macros as macros
from .flow import Literal
from .lazy import lazy

if TYPE_CHECKING:
    from .latex import Region

#: The room that a line break may ask for: `\\\\[2pt]`.
_ROW_OPTION = lazy(r"\*?(?:\[[^\]\n]{1,12}\])?")
_ESCAPED_FORMULA = lazy(r"\\\$((?:[^\s$\\]|\\[A-Za-z])+)\\\$")
#: A letter under an accent: `{o}`, `{\\i}`, `\\i`, `o`.
_ACCENTED = lazy(r"\s*(?:\{\s*+(?:\\([ij])\b|(\w?)|\\([ij])\{\})\s*+\}|\\([ij])(?![A-Za-z]) ?|(\w))")
#: Another accent under an accent: `{\\^e}`, `{\\={a}}`; so many at most.
_STACKED = lazy(r"\s*\{\s*\\([\"'`^~=.]|[Hcdbuvrk](?![A-Za-z]))")
_CLOSED = lazy(r"\s*\}")
_MOST_STACKED = 3
#: `it\\'s` is an apostrophe that somebody escaped.
_CONTRACTION = lazy(r"(?:s|re|ll|ve|m|d|t)(?!\w)")
#: `i.e.\\@ that`, `NASA\\@.`: TeX's word for how wide the space is.
_SENTENCE_SPACE = lazy(r"\.\\@|[A-Z)]\\@(?=[.?!:])")
#: Markdown's escaped mark that closes code: `\\`x\\``.
_CLOSING_MARK = lazy(r"[^\n]{0,80}?\\`(?![A-Za-z{])")
_CITED_NUMBERS = lazy(r"\s*\d[\d\s,–-]*")


def escape(region: Region, at: int, char: str) -> int:
    """A backslash and one character that is no letter (rule T7)."""
    end = at + 2
    if char == "$":
        return _escaped_dollar(region, at)
    if char == "@" and _SENTENCE_SPACE.match(region.text, max(at - 1, 0), region.end):
        pass
    elif char in "%&#{}@":
        region.maker.put(char, at, end)
    elif char == "~":
        return accent(region, at, end, char) or _literal(region, at, region.skip_empty(end), char)
    elif char == "`":
        return _grave(region, at, end)
    elif char in "_*|<>+":
        return _literal(region, at, end, "‖" if char == "|" else char)
    elif char in ",;: \n\t":
        region.maker.put(" ", at, end)
    elif char in "!/-":
        pass
    elif char == "\\":
        optional = _ROW_OPTION.match(region.text, end, region.end)
        region.maker.put(" ", at, end)
        return optional.end() if optional else end
    elif char in "([":
        return _delimited(region, at, char)
    elif char in macros.ACCENTS:
        return accent(region, at, end, char) or _unaccented(region, at, char)
    else:
        region.maker.keep(at, end)
    return end


def _literal(region: Region, at: int, end: int, shown: str) -> int:
    """A character that Markdown or typography would take for a mark."""
    region.maker.node(Literal(at, end, shown))
    return end


def _grave(region: Region, at: int, end: int) -> int:
    r"""`Fr\`echet` has an accent, `\`code\`` has two marks that were escaped for Markdown."""
    inside = region.text[at - 1 : at].isalpha()
    if inside or not _CLOSING_MARK.match(region.text, end, region.end):
        accented = accent(region, at, end, "`")
        if accented:
            return accented
    return _literal(region, at, end, "`")


def _escaped_dollar(region: Region, at: int) -> int:
    r"""`\$` is a dollar; two around a macro without a space were escaped for Markdown: `\$\times\$`."""
    match = _ESCAPED_FORMULA.match(region.text, at, region.end)
    if match is not None and "\\" in match[1] and region.encloses_formula(at, *match.span(1), match.end()):
        return region.formula(at, *match.span(1), match.end())
    region.maker.put("$", at, at + 2)
    return at + 2


def _delimited(region: Region, at: int, char: str) -> int:
    r"""`\(…\)` and `\[…\]`; numbers alone in the latter are a citation whose brackets Markdown escaped."""
    close = region.segments.find("\\)" if char == "(" else "\\]", at + 2)
    if not 0 <= close <= region.end - 2:
        return region.keep(at, at + 2)
    if char == "(":
        return region.formula(at, at + 2, close, close + 2)
    if _CITED_NUMBERS.fullmatch(region.text, at + 2, close):
        region.maker.put("[" + region.text[at + 2 : close] + "]", at, close + 2)
        return close + 2
    return region.display(at, at + 2, close, close + 2)


def accent(region: Region, at: int, end: int, name: str) -> int:
    """Compose the accent `name` with the letter that follows; 0 when there is none that takes it."""
    composed, stop = _stacked(region, end, name, _MOST_STACKED) or _composed(region, at, end, name) or ("", 0)
    if stop:
        region.maker.put(composed, at, stop)
    return stop


def _stacked(region: Region, end: int, name: str, most: int) -> tuple[str, int] | None:
    r"""The accent `name` on a letter that has one already (`\~{\^e}`), and where it ends."""
    match = _STACKED.match(region.text, end, region.end)
    if match is None or not most:
        return None
    at = match.start(1) - 1
    inner = _stacked(region, match.end(), match[1], most - 1) or _composed(region, at, match.end(), match[1])
    if inner is None or not inner[0] or (closed := _CLOSED.match(region.text, inner[1], region.end)) is None:
        return None
    return unicodedata.normalize("NFC", inner[0] + macros.ACCENTS[name]), closed.end()


def _composed(region: Region, at: int, end: int, name: str) -> tuple[str, int] | None:
    """The accent `name` on the letter that follows, and where it ends."""
    match = _ACCENTED.match(region.text, end, region.end)
    if match is None:
        return None
    if not name.isalpha() and region.text[end : end + 1].isspace():
        return None
    if name == "'" and region.text[at - 1 : at].isalpha() and _CONTRACTION.match(region.text, end, region.end):
        return None
    letter = match[1] or match[2] or match[3] or match[4] or match[5]
    if letter is None:
        return None
    if name.isalpha() and match[5] is not None and match.end() == end + 1:
        return None
    composed = unicodedata.normalize("NFC", letter + macros.ACCENTS[name]) if letter else ""
    if letter and len(composed) > 1 and name not in "db~":
        return None
    return composed, match.end()


def _unaccented(region: Region, at: int, char: str) -> int:
    """An accent without its letter: an escaped quote, or as written."""
    if char in "\"'":
        region.maker.put(char, at, at + 2)
    else:
        region.maker.keep(at, at + 2)
    return at + 2
