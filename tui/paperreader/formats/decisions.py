"""A venue's decision in one spelling: `Poster`, `Accept (poster)` and `ICLR 2026 poster` are `poster`.

Only the spelling is made one; a word that is not known here stays as the venue wrote it, in lower case.
"""

from __future__ import annotations

import re
from functools import lru_cache

from paperreader.formats import limits

#: What a decision may be wrapped in: `Accept (Oral)`, `Accept: notable-top-5%`, `Accepted as poster`.
_ACCEPT = re.compile(r"accept(?:ed)?\s*(?:[:(\-–—]|as an?\b|as\b|for\b)\s*(?P<kind>[^()]+?)\s*\)?", re.IGNORECASE)
#: `ICLR 2026 Poster`, `NeurIPS 2025 Datasets and Benchmarks Track oral`: the last word tells.
_VENUE = re.compile(r"(?=.*?\b(?:19|20)\d\d\b).*\b(?P<kind>poster|oral|spotlight)", re.IGNORECASE)
_NONE = frozenset({"", "active", "pending", "none", "n/a", "unknown", "-", "under review"})
_SAME = {
    "accepted": "accept",
    "rejected": "reject",
    "desk rejected": "desk reject",
    "desk-rejected": "desk reject",
    "desk_rejected": "desk reject",
    "desk-reject": "desk reject",
    "withdraw": "withdrawn",
    "posters": "poster",
    "orals": "oral",
    "spotlights": "spotlight",
    "oral presentation": "oral",
    "poster presentation": "poster",
    "talk": "oral",
}


@lru_cache(maxsize=512)
def decision(text: str) -> str:
    """Return the decision in lower case and one spelling; "" for a submission that is still undecided."""
    word = limits.cut(" ".join(text[: limits.LINE].split()), limits.LINE)
    if match := (_ACCEPT.fullmatch(word) or _VENUE.fullmatch(word)):
        word = match["kind"]
    word = word.lower()
    return "" if word in _NONE else _SAME.get(word, word)
