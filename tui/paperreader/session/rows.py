"""Rows: the papers that are listed, the cursor among them, and which of them are selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paperreader.errors import PaperreaderError
from paperreader.paper import DECIDED, READ, STARRED, Paper
from paperreader.session.changes import Changes, Message
from paperreader.session.marktable import MarkTable
from paperreader.storage.catalog import Catalog

#: Papers fetched around the cursor are kept; a screen shows at most about a hundred.
PAPERS_KEPT = 512


class Rows:
    """An order of paper numbers, a cursor and a selection in it, and the papers around the cursor."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.marks = MarkTable(catalog)
        self.order: Sequence[int] = ()
        self.cursor = 0
        self.top = 0
        self.selection: set[int] = set()
        self.message: Message | None = None
        self._offered = 0
        self._papers: dict[int, Paper] = {}
        self._changes = Changes()
        self._anchor: int | None = None

    def take_changes(self) -> Changes:
        """What changed since the last call; forgotten once taken."""
        changes, self._changes = self._changes, Changes()
        return changes

    def say(self, text: str, kind: str = "info", offer: int = 0) -> None:
        """Leave a line for the hint line."""
        self.message = Message(text, kind, offer)

    def hush(self) -> None:
        """The user goes on: the line goes, and what it offered stands for the command that is carried out now."""
        self._offered = self.message.offer if self.message is not None else 0
        self.message = None

    # Rows -----------------------------------------------------------------------------------------------------------

    def paper(self, number: int) -> Paper:
        """One paper. Raises KeyError when another terminal removed it from the catalogue."""
        found = self._papers.get(number)
        if found is None:
            found = self.catalog.paper(number)
            if len(self._papers) >= PAPERS_KEPT:
                self._papers.clear()
            self._papers[number] = found
        return found

    def prefetch(self, numbers: Sequence[int]) -> None:
        """Fetch several papers in one go."""
        missing = [number for number in numbers if number not in self._papers]
        if len(missing) > 1:
            if len(self._papers) + len(missing) > PAPERS_KEPT:
                self._papers.clear()
            for paper in self.catalog.papers(missing):
                self._papers[paper.number] = paper

    def number(self, index: int | None = None) -> int | None:
        """The number of the paper in a row (default: under the cursor), or None."""
        index = self.cursor if index is None else index
        return self.order[index] if 0 <= index < len(self.order) else None

    def current(self) -> Paper | None:
        """The paper under the cursor."""
        number = self.number()
        if number is None:
            return None
        try:
            return self.paper(number)
        except KeyError:
            return None
        except PaperreaderError as error:
            self.say(str(error), "error")
            return None

    def index_of(self, number: int, near: int = 0) -> int | None:
        """The row of a paper; `near` is where to look first."""
        order = self.order
        if 0 <= near < len(order) and order[near] == number:
            return near
        try:
            return order.index(number)
        except ValueError:
            return None

    def _within(self, index: int) -> int:
        return max(0, min(index, len(self.order) - 1))

    # Moving ---------------------------------------------------------------------------------------------------------

    def move_to(self, index: int) -> None:
        """Put the cursor on a row; out of range means the nearest one."""
        index = self._within(index)
        if index != self.cursor:
            self.cursor = index
            self._changes.cursor = True

    def move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self.move_to(self.cursor + rows)

    def seek(self, what: str, step: int) -> None:
        """To the next (`step` 1) or previous (-1) paper that is `undecided`, `unread` or `starred`."""
        tests: dict[str, Callable[[int], bool]] = {
            "undecided": lambda flags: not flags & DECIDED,
            "unread": lambda flags: not flags & READ,
            "starred": lambda flags: bool(flags & STARRED),
        }
        test, flags_of, order = tests[what], self.marks.flags_of, self.order
        rows = range(self.cursor + step, len(order) if step > 0 else -1, step)
        found = next((row for row in rows if test(flags_of(order[row]))), None)
        if found is None:
            self.say(f"no {what} paper {'below' if step > 0 else 'above'}")
        else:
            self.move_to(found)

    # Selection ------------------------------------------------------------------------------------------------------

    def targets(self) -> list[int]:
        """The papers that a command is about: the selection, else the paper under the cursor."""
        if self.selection:
            return [number for number in self.order if number in self.selection]
        number = self.number()
        return [] if number is None else [number]

    def select(self) -> None:
        """Select or unselect the paper under the cursor and go to the next."""
        number = self.number()
        if number is None:
            return
        self.selection ^= {number}
        self._anchor = number
        self._changes.selection = True
        self.move(1)

    def select_range(self) -> None:
        """Select all from the last selected paper to the cursor."""
        start = None if self._anchor is None else self.index_of(self._anchor)
        low, high = sorted((self.cursor if start is None else start, self.cursor))
        self.selection.update(self.order[low : high + 1])
        self._changes.selection = True

    def select_all(self) -> None:
        """Select every paper of the list; again, none."""
        everything = set(self.order)
        self.selection = set() if self.selection == everything else everything
        self._changes.selection = True
        if self.selection:
            self.say(f"{papers_in_words(len(self.selection))} selected; Esc clears")

    def clear_selection(self) -> bool:
        """Drop the selection; False when there was none."""
        had = bool(self.selection)
        self.selection.clear()
        self._anchor = None
        self._changes.selection = had
        return had


def papers_in_words(count: int) -> str:
    """`1 paper`, `38 papers`."""
    return "1 paper" if count == 1 else f"{count:,} papers"
