"""Citation keys: `sun2026maskpro`. Stable, readable, ASCII, unique within one export."""

from __future__ import annotations

import re
import unicodedata

from paperreader.formats.names import person
from paperreader.paper import Record

_SMALL = frozenset(
    (
        "a",
        "an",
        "the",
        "on",
        "in",
        "of",
        "for",
        "and",
        "to",
        "with",
        "from",
        "by",
        "via",
        "at",
        "as",
        "is",
        "are",
        "do",
        "does",
        "how",
        "what",
        "why",
        "when",
        "where",
        "can",
        "towards",
        "toward",
        "using",
    )
)
_WORD = re.compile(r"[A-Za-z0-9]+")
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "Ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th"}
)


def ascii_words(text: str) -> list[str]:
    """Return the words of a text in lower-case ASCII, accents dropped."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return [word.lower() for word in _WORD.findall(plain)]


class Keys:
    """Hands out keys; a key that is taken gets a letter, in the order of asking."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def key(self, paper: Record) -> str:
        """Return the key of a paper: family name, year, first telling word of the title."""
        first = paper.authors[0] if paper.authors else ""
        known = person(first)
        family = ascii_words(known.family if known else first.rsplit(" ", 1)[-1])
        title = ascii_words(paper.title)
        word = next((word for word in title if word not in _SMALL and not word.isdigit()), title[0] if title else "")
        stem = "".join(family)[:40] + (str(paper.year) if paper.year else "") + word[:40] or "paper"
        key, count = stem, 0
        while key in self._taken:
            key = stem + _letters(count)
            count += 1
        self._taken.add(key)
        return key


def _letters(count: int) -> str:
    """0 → a … 25 → z, 26 → aa …"""
    text = ""
    count += 1
    while count:
        count, rest = divmod(count - 1, 26)
        text = chr(97 + rest) + text
    return text
