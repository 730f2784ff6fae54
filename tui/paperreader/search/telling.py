"""The words that most set some papers apart from the whole."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

#: A word must stand so often among the papers; what stands once or twice is chance.
LEAST = 3


def telling(
    here: Mapping[str, int], everywhere: Mapping[str, int], limit: int, size: int | None = None
) -> list[tuple[str, int]]:
    """The words that are over-represented `here`, the most telling first, each with how often it stands here.

    `everywhere` counts the words of the whole, which has `size` words (all that it counts, by default). The measure is
    the log-likelihood ratio (Dunning 1993), which needs no list of stop words and does not overrate rare words.
    """
    inside = sum(here.values())
    whole = sum(everywhere.values()) if size is None else size
    if not inside or inside >= whole:
        return []
    scored = []
    for word, count in here.items():
        if count < LEAST or len(word) < 3 or word.isdigit():
            continue
        total = everywhere[word]
        expected = total * inside / whole
        if count <= expected:
            continue
        outside = total - count
        score = count * log(count / expected)
        if outside:
            score += outside * log(outside / (total - expected))
        scored.append((-score, word, count))
    scored.sort()
    return [(word, count) for _, word, count in scored[:limit]]
