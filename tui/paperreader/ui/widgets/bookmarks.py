"""The lines of the sidebar. Thousands of papers may be starred: a paper's line is made when it is looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, overload

from paperreader.paper import View


class Item(NamedTuple):
    """A line of the sidebar: a heading, or something that Enter opens (one of view, number, tag, area).

    A paper's text is its name, which is looked up when it is drawn.
    """

    text: str
    key: str = ""
    papers: int | None = None
    view: View | None = None
    number: int | None = None
    tag: str = ""
    area: str = ""
    """A part of a query, such as `area:"learning theory"`."""
    queued: bool = False
    """It stands in the later queue, so it can be moved there."""

    @property
    def opens(self) -> bool:
        """Whether the cursor may stand on it."""
        return self.view is not None or self.number is not None or bool(self.tag) or bool(self.area)

    @property
    def same(self) -> tuple[object, ...]:
        """What makes a line the same after a change."""
        return (self.view.name if self.view else "", self.number, self.tag, self.area, self.queued)


class Papers(NamedTuple):
    """Lines of papers, by number."""

    numbers: Sequence[int]
    queued: bool


class Items(Sequence[Item]):
    """Lines one below the other, some of them made only when they are asked for."""

    def __init__(self, parts: Sequence[Sequence[Item] | Papers] = ()) -> None:
        self._parts = [part for part in parts if len(_lines(part))]
        self._starts = [0, *accumulate(len(_lines(part)) for part in self._parts)]
        #: How many lines of papers were made so far; tests count them.
        self.made = 0

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        part = bisect_right(self._starts, place) - 1
        lines, place = self._parts[part], place - self._starts[part]
        if not isinstance(lines, Papers):
            return lines[place]
        self.made += 1
        return Item("", number=lines.numbers[place], queued=lines.queued)

    def place_of(self, item: Item) -> int | None:
        """Where the line stands that is the same as another one, or None."""
        for start, part in zip(self._starts, self._parts, strict=False):
            if isinstance(part, Papers):
                if item.number is not None and item.queued == part.queued and item.number in part.numbers:
                    return start + part.numbers.index(item.number)
            elif item.number is None:
                for place, line in enumerate(part, start):
                    if line.opens and line.same == item.same:
                        return place
        return None

    def step(self, place: int, steps: int) -> int:
        """The line that opens something, so many of them below (above, if negative) a line, or the last on the way."""
        if abs(steps) >= len(self):
            place, steps = (len(self), -1) if steps > 0 else (-1, 1)
        direction, left, found = (1 if steps > 0 else -1), abs(steps), place
        while left and 0 <= place + direction < len(self):
            place += direction
            if self[place].opens:
                found, left = place, left - 1
        return found

    def nearest(self, line: int) -> int:
        """The nearest line that opens something, the upper of two."""
        line = max(0, min(line, len(self) - 1))
        for distance in range(len(self)):
            for place in (line - distance, line + distance):
                if 0 <= place < len(self) and self[place].opens:
                    return place
        return line


def _lines(part: Sequence[Item] | Papers) -> Sequence[object]:
    return part.numbers if isinstance(part, Papers) else part


def told_apart(names: Sequence[str], more: str) -> list[str]:
    """Names for a narrow column: where several begin with the same two words, `more` stands for those."""
    begun: Counter[tuple[str, ...]] = Counter(tuple(name.split()[:2]) for name in names if len(name.split()) > 2)
    short = []
    for name in names:
        words = name.split()
        same = len(words) > 2 and begun[tuple(words[:2])] > 1
        short.append(more + " ".join(words[2:]) if same else name)
    return short
