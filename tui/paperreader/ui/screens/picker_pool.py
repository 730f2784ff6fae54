"""Choices by the hundred thousand that are shown only when what is typed means them: all authors of a catalogue.

A pool is made in a worker thread. It keeps one folded text a group, so that a key costs one pass over a string and not
a look at every choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from paperreader.text.folding import fold

if TYPE_CHECKING:
    from paperreader.ui.screens.picker import Choice

#: Choices of one group that a query gives at most: the first of them, in the order they came.
MOST = 100


class Pool:
    """Groups of choices, searched by what their labels say."""

    def __init__(self, groups: Iterable[Sequence[Choice]]) -> None:
        self._groups = [_Group(choices) for choices in groups]

    def find(self, words: Sequence[str]) -> list[Choice]:
        """The choices whose labels have every one of these folded words, at most `MOST` a group."""
        return [choice for group in self._groups for choice in group.find(words)] if words else []


class _Group:
    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = choices
        # A line each, so a label must be one line.
        lines = [" ".join(fold(choice.label).split()) for choice in choices]
        self._text = "\n".join(lines)
        self._ends: list[int] = []
        end = -1
        for line in lines:
            end += len(line) + 1
            self._ends.append(end)

    def find(self, words: Sequence[str]) -> Iterator[Choice]:
        from bisect import bisect_left

        text, ends = self._text, self._ends
        # The longest word is in the fewest lines.
        rarest = max(words, key=len)
        found, at = 0, text.find(rarest)
        while at >= 0 and found < MOST:
            place = bisect_left(ends, at)
            line = text[ends[place - 1] + 1 if place else 0 : ends[place]]
            if all(word in line for word in words):
                found += 1
                yield self._choices[place]
            at = text.find(rarest, ends[place])
