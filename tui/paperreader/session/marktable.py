"""The marks in memory, by paper number: the one place that knows a mark while the reader runs.

The library keeps marks by uid, on disk; lists, counts and filters need them by paper number, at once. This table is
filled from the library at the start and follows every change. It fulfils `search.States`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from paperreader.paper import DECIDED, DISMISSED, LATER, PLAIN_MARKS, READ, STARRED, Marks

if TYPE_CHECKING:
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.marked import AllMarks


_HAS: dict[str, Callable[[Marks], bool]] = {
    "tag": lambda marks: bool(marks.tags),
    "note": lambda marks: bool(marks.note),
    "rating": lambda marks: bool(marks.rating),
    "later": lambda marks: marks.later is not None,
}


class MarkTable:
    """Marks by paper number, and the counts that the sidebar shows (kept, not counted anew)."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        # Of the papers that have more than flags; most have flags alone, which say it all.
        self._more: dict[int, Marks] = {}
        self._with_flags = [0] * 16
        self._with_tag: Counter[str] = Counter()
        # The starred papers; the queue, as places and papers beside each other. Made when first asked for, then kept.
        self._starred: list[int] | None = None
        self._queue: tuple[list[tuple[float, int]], list[int]] | None = None
        self.flags = bytearray()
        self.total = 0

    def load(self, marks: AllMarks) -> None:
        """Fill the table from the library. Marks of papers that are not in the catalogue wait there."""
        numbers = self._catalog.numbers()
        self.total = len(numbers)
        flags = bytearray((numbers[-1] if self.total else 0) + 1)
        more = {}
        # 30,000 of them are part of every start.
        for uid, number, flag in zip(marks.uids, self._catalog.places_of(marks.uids), marks.flags, strict=True):
            flags[number] = flag
            if uid in marks.more:
                more[number] = marks.more[uid]
        flags[0] = 0  # where those went that are not in the catalogue
        more.pop(0, None)
        self.flags = flags
        self._more = more
        self._starred = self._queue = None
        self._with_flags = [flags.count(value) for value in range(16)]
        self._with_tag = Counter(tag for one in more.values() for tag in one.tags)

    def put(self, number: int, marks: Marks) -> None:
        """Replace the marks of one paper."""
        if number >= len(self.flags):
            self.flags.extend(bytes(number + 1 - len(self.flags)))
        self._keep_lists(number, self.of(number), marks)
        self._with_flags[self.flags[number]] -= 1
        self._with_tag.subtract(self.of(number).tags)
        self.flags[number] = marks.flags
        self._with_flags[marks.flags] += 1
        self._with_tag.update(marks.tags)
        if marks == PLAIN_MARKS[marks.flags]:
            self._more.pop(number, None)
        else:
            self._more[number] = marks

    def _keep_lists(self, number: int, before: Marks, after: Marks) -> None:
        """Let the lists follow a change of one paper, at its place in them: thousands may be starred."""
        if self._starred is not None and before.starred != after.starred:
            place = bisect_left(self._starred, number)
            self._starred[place : place + before.starred] = [number] * after.starred
        if self._queue is not None and before.later != after.later:
            keys, numbers = self._queue
            if before.later is not None:
                place = bisect_left(keys, (before.later, number))
                del keys[place], numbers[place]
            if after.later is not None:
                place = bisect_left(keys, (after.later, number))
                keys.insert(place, (after.later, number))
                numbers.insert(place, number)

    def flags_of(self, number: int) -> int:
        """The flags of one paper; none for one that came in since the table was filled."""
        return self.flags[number] if number < len(self.flags) else 0

    def of(self, number: int) -> Marks:
        """The marks of one paper."""
        return self._more.get(number) or PLAIN_MARKS[self.flags_of(number)]

    def has(self, number: int) -> bool:
        """Whether one paper has any mark."""
        return number in self._more or bool(self.flags_of(number))

    def tags(self, number: int) -> tuple[str, ...]:
        """The tags of one paper."""
        return self.of(number).tags

    def note(self, number: int) -> str:
        """The note of one paper."""
        return self.of(number).note

    def rating(self, number: int) -> int:
        """The rating of one paper, 0 to 5."""
        return self.of(number).rating

    def later(self, number: int) -> float | None:
        """The place of one paper in the later queue."""
        return self.of(number).later

    # Workers read the table while the interface writes it: `numbers_with` and `numbers_flagged` take a copy first. The
    # two lists that are kept belong to the interface's thread alone, which also changes them.

    def numbers_with(self, field: str) -> Iterable[int]:
        """The papers that have a `tag`, `note`, `rating`, or a place in the queue (`later`), ascending."""
        return sorted(number for number, marks in list(self._more.items()) if _HAS[field](marks))

    def queue(self) -> list[int]:
        """The papers of the later queue, soonest first; the caller's own list. For the interface's thread."""
        if self._queue is None:
            keys = sorted((marks.later, number) for number, marks in self._more.items() if marks.later is not None)
            self._queue = keys, [number for _place, number in keys]
        return self._queue[1].copy()

    def starred(self) -> list[int]:
        """The starred papers, ascending; the caller's own list. For the interface's thread."""
        if self._starred is None:
            self._starred = self.numbers_flagged(STARRED)
        return self._starred.copy()

    def numbers_flagged(self, flag: int) -> list[int]:
        """The papers with this flag, ascending."""
        flagged = bytes(self.flags).translate(bytes(bool(value & flag) for value in range(256)))
        found = []
        place = flagged.find(1)
        while place >= 0:
            found.append(place)
            place = flagged.find(1, place + 1)
        return found

    def _count(self, flags: int) -> int:
        """How many papers have any of these flags."""
        return sum(count for value, count in enumerate(self._with_flags) if value & flags)

    @property
    def decided(self) -> int:
        """How many papers have been decided on."""
        return self._count(DECIDED)

    def count(self, view: str) -> int | None:
        """How many papers a built-in view has, or None for any other view."""
        match view:
            case "All":
                return self.total
            case "Undecided":
                return self.total - self.decided
            case "Unread":
                return self.total - self._count(READ)
            case "Starred":
                return self._count(STARRED)
            case "Later":
                return self._count(LATER)
            case "Dismissed":
                return self._count(DISMISSED)
        return None

    def tag_counts(self) -> list[tuple[str, int]]:
        """Every tag with the number of its papers, most used first, then by name."""
        counts = [(tag, count) for tag, count in self._with_tag.items() if count > 0]
        return sorted(counts, key=lambda item: (-item[1], item[0]))
