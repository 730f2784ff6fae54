"""Marks: every change of state is one command of the library, and shows in memory only once it is on the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from paperreader.errors import PaperreaderError, UsageError
from paperreader.paper import READ, STARRED, Marks
from paperreader.session.listing import Listing
from paperreader.session.pace import Pace
from paperreader.session.rows import papers_in_words
from paperreader.storage.log import Change
from paperreader.text.titles import title_of

if TYPE_CHECKING:
    from paperreader.storage.library import Applied

#: What deciding does: the change of each of the three marks, and the word for it.
_DECISIONS: dict[str, tuple[tuple[tuple[str, object], ...], str]] = {
    "keep": ((("starred", True), ("later", None), ("dismissed", False)), "kept"),
    "later": ((("later", True), ("starred", False), ("dismissed", False)), "put off"),
    "dismiss": ((("dismissed", True), ("starred", False), ("later", None)), "dismissed"),
    "clear": ((("starred", False), ("later", None), ("dismissed", False)), "cleared"),
}
_SINGLE: dict[str, tuple[tuple[tuple[str, object], ...], str]] = {
    "star": ((("starred", True),), "starred"),
    "unstar": ((("starred", False),), "unstarred"),
    "read": ((("read", True),), "read"),
    "unread": ((("read", False),), "unread"),
}
#: What `mark_numbers` can do.
VERBS = (*_DECISIONS, *_SINGLE)
_QUOTES = frozenset('"“”„«»')
_TOGGLES = {"starred": ("starred", "unstarred"), "read": ("read", "unread")}


def tag_changes(words: str) -> list[str]:
    """Return the tags to add and remove, signed: `+a -b, c` gives +a, -b, +c. Raises UsageError.

    A tag is one word, so that it can be typed in a query; one with quotation marks can only be removed.
    """
    changes = []
    for word in words.replace(",", " ").split():
        sign, name = (word[0], word[1:]) if word[0] in "+-" else ("+", word)
        if not name:
            raise UsageError(f'tags are written "+added -removed", not {words!r}')
        if sign == "+" and not _QUOTES.isdisjoint(name):
            raise UsageError(f"a tag is one word without quotation marks, not {name}; try: two-words")
        changes.append(sign + name)
    if not changes:
        raise UsageError(f'tags are written "+added -removed", not {words!r}')
    return changes


class Marking(Listing):
    """Marks the targets: the selection, else the paper under the cursor."""

    #: How fast the user decides.
    pace: Pace
    #: Whether the catalogue has yet to follow a merge, or one that was taken back.
    _merges_late = False

    def decide(self, verb: str) -> None:
        """Set one of the three marks, clear the other two, go on. `verb`: keep, later, dismiss, clear."""
        changes, word = _DECISIONS[verb]
        targets = self.targets()
        advance = not self.selection
        if self._mark(targets, lambda _number: changes, word) and advance:
            # A selection decided at once says nothing about how fast one reads.
            self.pace.decided()
            self.move(1)

    def toggle(self, mark: str) -> None:
        """Turn `starred` or `read` on or off, in place. On a mixed selection it goes on for all first."""
        bit = {"starred": STARRED, "read": READ}[mark]
        targets = self.targets()
        on = not all(self.marks.flags_of(number) & bit for number in targets)
        self._mark(targets, lambda _number: ((mark, on),), _TOGGLES[mark][0 if on else 1])

    def rate(self, stars: int) -> None:
        """Rate the targets from 0 (none) to 5."""
        self._mark(self.targets(), lambda _number: (("rating", stars),), f"rated {stars}" if stars else "unrated")

    def note(self, text: str, numbers: Sequence[int] | None = None) -> bool:
        """Give papers (default: the one under the cursor) a note, or take it away with ""; False if it is not saved."""
        if numbers is None:
            here = self.number()
            numbers = [] if here is None else [here]
        word = "noted" if text else "note removed from"
        return self._mark(numbers, lambda _number: (("note", text),), word, unchanged="note unchanged")

    def tag(self, words: str, numbers: Sequence[int] | None = None) -> None:
        """Add and remove tags of papers (default: the targets), written as `tag_changes` reads them."""
        if not words.strip():
            return
        try:
            tags = tag_changes(words)
        except UsageError as error:
            self.say(str(error), "error")
            return
        targets = self.targets() if numbers is None else numbers
        self._mark(targets, lambda _number: tuple(("tag", tag) for tag in tags), f"tagged {' '.join(tags)}:")

    def mark_numbers(self, numbers: Sequence[int], verb: str) -> int:
        """Carry out a verb on papers, as one command; return how many papers there were.

        `verb` is a decision (`keep`, `later`, `dismiss`, `clear`), or `star`, `unstar`, `read`, `unread`.
        Raises PaperreaderError when it could not be saved.
        """
        changes, word = _DECISIONS.get(verb) or _SINGLE[verb]
        if not self._mark(numbers, lambda _number: changes, word) and self.message and self.message.kind == "error":
            raise PaperreaderError(self.message.text)
        return len(numbers)

    def read_by_rule(self, *, quietly: bool = False) -> None:
        """Mark the paper under the cursor as read because it was opened, read to its end or rested on (once).

        `u` takes back what the user did, so this is not in its order: it takes this back only while the line that says
        so stands. `quietly` says nothing: no key was pressed, and a line may stand there that offers something else.
        """
        number = self.number()
        if number is None or self.marks.flags_of(number) & READ:
            return
        before = self.message
        self._mark([number], lambda _number: (("read", True),), "read", by_itself=True)
        if quietly and (self.message is None or self.message.kind != "error"):
            self.message = before

    def _mark(
        self,
        numbers: Sequence[int],
        of: Callable[[int], Iterable[tuple[str, object]]],
        word: str,
        *,
        by_itself: bool = False,
        unchanged: str = "",
    ) -> bool:
        """Apply changes to papers as one command; False when it could not be saved (nothing is changed then).

        `word` is what was done, `unchanged` what to say when that changes nothing, where "already" does not fit.
        """
        papers = {}
        changes = []
        self.prefetch(numbers)
        for number in numbers:
            try:
                paper = self.paper(number)
            except KeyError:
                continue
            papers[paper.uid] = paper
            changes += [Change(paper.uid, name, value) for name, value in of(number)]
        if not papers:
            self.say("no paper here")
            return False
        first = title_of(next(iter(papers.values())).title).line
        named = short_title(first) if len(papers) == 1 else papers_in_words(len(papers))
        words = f"{word} {named}"
        saved, applied = self._apply(
            lambda: self.library.apply(changes, words, papers, by_itself=by_itself), "undo", offered=by_itself
        )
        if saved and applied is None:
            self.say(f"{unchanged or 'already ' + word.removesuffix(':')}: {named}")
        return saved

    def undo(self) -> None:
        """Take back what the line offered that stood there, else what the user did last."""
        offered, self._offered = self._offered, 0
        self._take_back(lambda: self.library.undo(offered or None), "nothing to undo")

    def redo(self) -> None:
        """Bring back what was undone last."""
        self._take_back(self.library.redo, "nothing to redo")

    def _take_back(self, call: Callable[[], Applied | None], nothing: str) -> None:
        saved, applied = self._apply(call, "info")
        if applied is None:
            if saved:
                self.say(nothing)
            return
        touched = [number for uid in applied.uids if (number := self.catalog.number(uid)) is not None]
        if len(touched) == 1 and (index := self.index_of(touched[0], self.cursor - 1)) is not None:
            self.move_to(index)

    def _apply(
        self, call: Callable[[], Applied | None], kind: str, *, offered: bool = False
    ) -> tuple[bool, Applied | None]:
        """Change the library, then the marks in memory; on a fault say so and leave the marks as they were.

        Returns whether the library could be written, and what it did (None: there was nothing to do). What is written
        is so whatever comes of showing it: a fault there is said, and is no reason to do it again.
        """
        try:
            applied = call()
        except PaperreaderError as error:
            self.say(f"not saved: {error}", "error")
            return False, None
        if applied is not None:
            try:
                late = self._show(applied)
            except PaperreaderError as error:
                late = f"saved, but not shown: {error}"
            words = "; ".join((applied.words, *applied.skipped, *filter(None, [late])))
            self.say(words, "error" if late else kind, applied.command if offered else 0)
        return True, applied

    def _show(self, applied: Applied) -> str:
        """Bring what is in memory in line with a command of the library; return why not all of it, or ""."""
        late = ""
        self._follow(applied.marks)
        if applied.merges:
            from paperreader.storage.joined import follow

            late = follow(self.library, self.catalog, applied)
            self._merges_late = bool(late)
            # Which papers there are has changed; their marks are read anew with them.
            self.catch_up()
        if applied.views:
            self._own_views = self.library.views()
        return late

    def _follow(self, marks: dict[str, Marks]) -> None:
        for uid, number in self.catalog.numbers_of(marks).items():
            self.marks.put(number, marks[uid])
            self._changes.numbers.add(number)
        self._changes.views = True

    def move_later(self, step: int, number: int | None = None) -> None:
        """Move a paper (default: under the cursor) up (-1) or down (1) in the later queue, and its row with it."""
        number = self.number() if number is None else number
        queue = self.marks.queue()
        if number not in queue:
            self.say("this paper is not in the later queue; w puts it there")
            return
        # In a filtered list the neighbour that one sees is the one to pass.
        listed = set(self.order) if self._sorted_by_later() and number in self.order else set(queue)
        seen = [queued for queued in queue if queued in listed]
        place = seen.index(number) + step
        if not 0 <= place < len(seen):
            self.say("it is the first one already" if step < 0 else "it is the last one already")
            return
        passed = seen[place]
        others = [queued for queued in queue if queued != number]
        others.insert(others.index(passed) + (step > 0), number)
        word = "moved up in the queue:" if step < 0 else "moved down in the queue:"
        before = dict(self._changes_of_queue(others, number))
        if self._mark(list(before), lambda queued: (("later", before[queued]),), word) and self._sorted_by_later():
            here = self.number()
            places = {queued: self.marks.later(queued) or 0.0 for queued in self.order}
            self.order = sorted(self.order, key=places.__getitem__)
            self._changes.order = True
            if here is not None and (row := self.index_of(here, self.cursor)) is not None:
                self.move_to(row)

    def _changes_of_queue(self, wanted: Sequence[int], moved: int) -> Iterable[tuple[int, float]]:
        """The new places that bring the queue into an order: one between its neighbours', if there is room for one."""
        at = wanted.index(moved)
        low = self.marks.later(wanted[at - 1]) if at else None
        high = self.marks.later(wanted[at + 1]) if at + 1 < len(wanted) else None
        if low is None:
            between = (high or 0.0) - 1.0
        elif high is None:
            between = low + 1.0
        else:
            between = (low + high) / 2
            if not low < between < high:
                # No number is left between the two: count the queue anew.
                return [(queued, float(place)) for place, queued in enumerate(wanted, 1)]
        return [(moved, between)]

    def _sorted_by_later(self) -> bool:
        return bool(self.result.query.sorts) and self.result.query.sorts[0].field == "later"


def short_title(title: str, width: int = 48) -> str:
    """A title for a message: the part before its colon, cut at a word."""
    head = title.split(": ")[0]
    if len(head) <= width:
        return head
    return head[:width].rsplit(" ", 1)[0] + "…"
