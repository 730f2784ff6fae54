"""How much of a source's text is kept. Nothing may be silently lost: what was cut ends in "…".

The numbers are those of the threat table (huge input); sizes are bytes of UTF-8.
"""

from __future__ import annotations

TITLE = 4 * 1024
ABSTRACT = 64 * 1024
LINE = 1024
"""Venue, area, one keyword, one name: anything that is drawn on one line."""
URL = 2048
AUTHORS = 5_000
KEYWORDS = 200
SCORES = 100
RAW = 64 * 1024
"""Kept of an entry that could not be read."""
ENTRY = 8 * 1024 * 1024
"""The longest line or entry that is looked at; a longer one is reported and skipped."""
DEPTH = 64
"""Nesting of JSON and XML."""

CUT = "…"


def cut(text: str, size: int) -> str:
    """Return `text` without white space at its ends, in at most `size` bytes of UTF-8; a cut text ends in "…".

    Lone surrogates, which JSON can carry and UTF-8 cannot, become U+FFFD.
    """
    text = text.strip()
    if len(text) * 4 <= size and text.isascii():
        return text
    data = text.encode("utf-8", "surrogatepass") if len(text) <= size else text[:size].encode("utf-8", "surrogatepass")
    if len(text) > size or len(data) > size:
        data = data[: size - len(CUT.encode())]
        return data.decode("utf-8", "ignore").rstrip() + CUT
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # A high and a low surrogate written as two escapes are one character; anything else is replaced.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
