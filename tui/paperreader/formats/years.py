"""The year of a paper: as its source states it, else as its venue or its arXiv id does."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from paperreader.paper import Ident

#: Not the first half of an arXiv id: `1905.01234`.
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d|\.\d{4})")
_BEFORE_CHRIST = re.compile(r"\s*[-\u2212]\d")
#: What stands before a number that is no year (`IEEE Std 1588-2008`, `RFC 1950`, `ISSN 1545-0001`).
_NUMBERS = re.compile(r"\b(?:std\.?|standard|rfc|[ep]?-?issn)[ :-]{0,3}$", re.IGNORECASE)
#: And before one that may be a year: of a conference or standard of theirs, of a volume. Another one is surer.
_MAY_NUMBER = re.compile(
    r"\b(?:ISO|IEC|IEEE|ANSI|ASTM|DIN|BS|EN|ECMA|GB(?:/T)?|JIS|NIST|LNCS|LNAI|CCIS"
    r"|[Vv]ol(?:\.|ume)?|[Nn][or]\.|pp?\.)[ :-]{0,3}$"
)


def year(value: object, text: str, venue: str) -> int | None:
    """Return the year that a value of any type states, else its text, else the venue."""
    if isinstance(value, bool):
        value = None
    if isinstance(value, float) and value == value and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int):
        if 1500 <= value < 2200:
            return value
        if 10**11 < value < 10**13:  # Milliseconds since 1970, as OpenReview writes its dates.
            return time.gmtime(value / 1000).tm_year
        return None
    stated = text[:64]
    if _BEFORE_CHRIST.match(stated):
        return None
    for candidate in (stated, venue):
        if found := _stated_year(candidate):
            return found
    return None


def _stated_year(text: str) -> int | None:
    """Return the first year in a text that is no number of a volume or standard."""
    doubtful = None
    for match in _YEAR.finditer(text):
        before = text[max(0, match.start() - 16) : match.start()]
        if _NUMBERS.search(before):
            continue
        if not _MAY_NUMBER.search(before):
            return int(match[1])
        doubtful = doubtful or int(match[1])
    return doubtful


def of_arxiv(idents: Sequence[Ident]) -> int | None:
    """Return the year that an arXiv id states; it is the best there is when nothing else says one."""
    for scheme, value in idents:
        if scheme == "arxiv":
            digits = int(value.rsplit("/", 1)[-1][:2])
            return 2000 + digits if "/" not in value or digits < 91 else 1900 + digits
    return None
