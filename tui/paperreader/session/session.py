"""The session: what lies open, kept from one run to the next; the user's own views; other terminals."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from paperreader.errors import PaperreaderError, QueryError, StorageError
from paperreader.paper import BUILTIN_VIEWS, DECIDED, View
from paperreader.session.pace import Pace
from paperreader.session.pairing import Pairing
from paperreader.session.saved import Saved
from paperreader.storage.catalog import Catalog

if TYPE_CHECKING:
    from paperreader.storage.library import Library

#: Papers below the cursor that are remembered: more than anybody decides on between two saves, a second apart.
AFTER = 40


class Session(Pairing):
    """Everything that a screen or a command works on: built up from `Rows`, `Listing`, `Marking` and `Pairing`."""

    def __init__(
        self,
        catalog: Catalog,
        library: Library,
        *,
        saved: Saved | None = None,
        index: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(catalog, library, saved or Saved(), index)
        self.pace = Pace(clock)
        self.top = self.saved.top
        self._restore()

    # What lies open -------------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Open what lay open. The cursor's paper stays in sight though it left the view.

        After a sudden end the library knows more than what was saved of the screen, at most a second before: if the
        cursor's paper was decided on since, the cursor goes to the first paper below it that is still undecided.
        """
        saved = self.saved
        known = [view for view in self.views() if view.name == saved.view]
        self.view = known[0] if known else View(saved.view, saved.view_query)
        self.query = saved.query
        try:
            self._run()
        except QueryError:
            self.view, self.query = BUILTIN_VIEWS[0], ""
            self._run()
        number = self.catalog.number(saved.uid) if saved.uid else None
        after = self.catalog.numbers_of(saved.after)
        below = [after[uid] for uid in saved.after if uid in after]
        if number is not None and self._decided(number) and not saved.decided:
            number = next((other for other in below if not self._decided(other)), number)
        index = saved.index
        if below and number is not None and self.index_of(number, near=index) is None:
            # Its old row counted papers that have left the view since; above those that stood below it is its place.
            stood = set(below)
            index = next((row for row, other in enumerate(self.order) if other in stood), index)
        self._put_cursor_on(number, index)

    def _decided(self, number: int) -> bool:
        return bool(self.marks.flags_of(number) & DECIDED)

    def save(self) -> Saved:
        """Return what lies open, for `session.saved.store`."""
        saved = self.saved
        # What a script gave is for this once.
        view, query = (self.view, self.query) if self._given is None else (BUILTIN_VIEWS[0], "")
        saved.view, saved.view_query, saved.query = view.name, view.query, query
        saved.index, saved.top = self.cursor, self.top
        paper = self.current()
        saved.uid = paper.uid if paper else ""
        saved.decided = paper is not None and self._decided(paper.number)
        below = self.order[self.cursor + 1 : self.cursor + 1 + AFTER]
        uids = self.catalog.uids_of(below)
        saved.after = [uids[number] for number in below if number in uids]
        return saved

    @property
    def banner(self) -> str:
        """What is not being saved, in one line, or ""."""
        return self.library.banner or self.catalog.banner

    @property
    def notice(self) -> str:
        """What is to be known of the files at the start, said once, or "": one that was damaged, a doubtful place."""
        return self.catalog.notice or self.library.notice

    def close(self) -> None:
        """Close both files. Everything is saved already."""
        self.catalog.close()
        self.library.close()

    # The place in a text --------------------------------------------------------------------------------------------

    def place(self, uid: str) -> str:
        """Where the reading of a paper stopped: an anchor, or "" for its top."""
        try:
            return self.library.place(uid)
        except PaperreaderError:
            return ""

    def leave_place(self, uid: str, anchor: str) -> None:
        """Remember where the reading of a paper stopped. Not a mark: it is outside undo, and no loss if it fails."""
        if self.library.writable and anchor != self.place(uid):
            try:
                self.library.set_place(uid, anchor)
            except PaperreaderError as error:
                self.say(f"the place in the text is not saved: {error}", "error")

    # Own views ------------------------------------------------------------------------------------------------------

    def save_view(self, name: str) -> None:
        """Keep the view and the query as a view of this name."""
        if self._given is not None:
            self.say("these papers came from a script, so no query stands for them; tag them, and save that", "error")
            return
        if self.query_error is not None:
            self.say(f"this query cannot be saved: {self.query_error}", "error")
            return
        # Not the two texts beside each other: an OR in one would reach into the other.
        query = self._good.text
        saved, _ = self._apply(lambda: self.library.save_view(name, query), "undo")
        if saved:
            self.open_view(next(view for view in self.views() if view.name == name))

    def rename_view(self, name: str, new: str) -> None:
        """Give one of the user's views another name."""
        self._apply(lambda: self.library.rename_view(name, new), "undo")

    def move_view(self, name: str, step: int) -> None:
        """Move one of the user's views up (-1) or down (1) in the sidebar."""
        place = [view.name for view in self._own_views].index(name) + step
        if 0 <= place < len(self._own_views):
            self._apply(lambda: self.library.move_view(name, place), "undo")
        else:
            self.say("it is the first one already" if step < 0 else "it is the last one already")

    def delete_view(self, name: str) -> None:
        """Delete one of the user's views."""
        self._apply(lambda: self.library.delete_view(name), "undo")

    # Other terminals ------------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Look for what other terminals changed since the last poll; True when something did. No row moves."""
        try:
            changed = self.library.poll()
        except PaperreaderError as error:
            self.say(str(error), "error")
            return True
        if changed or self._merges_late:
            self._follow_merges()
        if self.catalog.generation != self._generation:
            self.catch_up()
            return True
        if not changed:
            return False
        self._follow(self.library.marks_of(uid for uid in changed if not uid.startswith("view:")))
        self._own_views = self.library.views()
        return True

    def _follow_merges(self) -> None:
        """Let the catalogue follow merges that it has not followed yet: one of this terminal that found it in use, or
        one of another that did not come to it. While it is in use, the next poll tries again."""
        if self.catalog.writable:
            try:
                self.catalog.follow(self.library.aliases(), patient=False)
            except StorageError:
                self._merges_late = True
            else:
                self._merges_late = False
