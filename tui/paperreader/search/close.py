"""How closely one title answers the typed words together: `rank.closeness` for one title, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from . import shares
from .stops import STOP_WORDS


class Asked:
    """One typed word, and the words that may stand for it with the share of each."""

    __slots__ = ("_known", "_loose", "letters", "typed")

    def __init__(self, typed: str, loose: Mapping[str, float] | None) -> None:
        self.typed = typed
        self._loose = loose or {}
        self._known = {typed: 1.0}
        #: Initials are only looked at when the word was forgiven.
        self.letters = typed if loose is not None and 2 <= len(typed) <= 6 and typed.isascii() else ""

    def quality(self, word: str) -> float:
        """From 0 (no match) to 1 (the word itself)."""
        known = self._known.get(word)
        if known is None:
            known = 0.7 + 0.3 * len(self.typed) / len(word) if word.startswith(self.typed) else 0.0
            self._known[word] = known = max(known, self._loose.get(word, 0.0))
        return known


def closeness(asked: Sequence[Asked], title: Sequence[str]) -> float:
    """From 0 to about 1: the typed words next to each other, the title covered, its first word among them, in full."""
    count = len(title)
    cover = [0.0] * count
    places: list[list[int]] = []
    for word in asked:
        mine = []
        for place, shown in enumerate(title):
            quality = word.quality(shown)
            if quality:
                mine.append(place)
                cover[place] = max(cover[place], quality)
        if not mine and word.letters:
            for run in _initials(word.letters, title):
                for place in range(run[0], run[-1] + 1):
                    cover[place] = max(cover[place], 0.9 if len(word.letters) > 2 else 0.7)
                    mine.append(place)
        places.append(sorted(set(mine)))
    matched = sum(1 for mine in places if mine)
    if not matched:
        return 0.0
    near = sum(_next(one, other) for one, other in pairwise(places))
    near /= max(len(places) - 1, 1)
    covered = sum(1 for quality in cover if quality)
    start = 1.0 if places[0][:1] == [0] else 0.5 if cover[0] else 0.0
    close = shares.NEXT * near + shares.COVER * sum(cover) / count + shares.START * start
    close += shares.WHOLE * sum(cover) / covered - shares.SHORT * max(matched - covered, 0)
    return max(close, 0.0)


def _next(one: Sequence[int], other: Sequence[int]) -> float:
    """1 side by side, 0.6 with a word between, 0.3 in order, 0.15 swapped."""
    best = 0.0
    for left in one:
        for right in other:
            gap = right - left
            best = max(best, 1.0 if gap == 1 else 0.6 if gap == 2 else 0.3 if gap > 0 else 0.15 if gap == -1 else 0.0)
    return best


def _initials(letters: str, title: Sequence[str]) -> list[list[int]]:
    """The runs of words with these initials, with and without stop words, as places."""
    found = []
    every = range(len(title))
    for kept in (list(every), [place for place in every if title[place] not in STOP_WORDS]):
        line = "".join([title[place][0] for place in kept])
        at = line.find(letters)
        while at >= 0:
            found.append(kept[at : at + len(letters)])
            at = line.find(letters, at + 1)
    return found
