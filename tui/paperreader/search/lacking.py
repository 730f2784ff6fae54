"""Papers that lack some words of a query: when very few have all of them, as typed or as they may have been meant.

A pasted title has words behind it that no paper has (`paper pdf`), and who remembers five words remembers one wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import levels, shares
from .papers import Bools
from .query import Query

if TYPE_CHECKING:
    from .index import Hits

Counts = NDArray[np.unsignedinteger[Any]]


def add(query: Query, found: Sequence[Hits], least: int) -> None:
    """Add papers that lack words to the hits of all parts.

    Papers that lack one word, and more of them as long as there are fewer than `least`. Of many words, several stand
    together in abstracts by accident; so when fewer than `least` papers have all of them in title, keywords or authors,
    those that have enough of them there come too. The share of the words that each has goes into its score.
    """
    words, others = query.parted()
    most = shares.lacking(len(words))
    if not most or (most == 1 and _total([hits.docs for hits in found]) >= least):
        return
    places = [query.words.index(word) for word in words]
    allowed = [hits.part.selected(others) for hits in found]
    have = [_counted((hits.levels[place] != 0 for place in places), len(places)) for hits in found]
    for lacking in range(1, most + 1):
        if _total([hits.docs for hits in found]) >= least:
            break
        for hits, docs, count in zip(found, allowed, have, strict=True):
            hits.docs = docs & (count >= len(words) - lacking)
    if most > 1:
        strong = [_counted((_strong(hits, place) for place in places), len(places)) for hits in found]
        if _total([docs & (count == len(words)) for docs, count in zip(allowed, strong, strict=True)]) < least:
            for hits, docs, count in zip(found, allowed, strong, strict=True):
                more = docs & (count >= len(words) - most)
                hits.docs = hits.docs | more
                hits.meant = more if hits.meant is None else hits.meant | more
    for hits, count in zip(found, have, strict=True):
        hits.have = count, len(words)


def _strong(hits: Hits, place: int) -> Bools:
    """The docs that have a word as it was typed, and not in the abstract alone."""
    loose = hits.loose[place]
    strong = hits.levels[place] > levels.EXACT["area"]
    return strong if loose is None else strong & loose.meant


def _counted(of_words: Iterator[Bools], words: int) -> Counts:
    """How many of the sets of some words each doc is in."""
    total: Counts = next(of_words).astype(np.uint8 if words < 256 else np.uint16)
    for docs in of_words:
        total += docs
    return total


def _total(docs: Sequence[Bools]) -> int:
    return sum(int(np.count_nonzero(some)) for some in docs)
