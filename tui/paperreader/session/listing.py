"""What is listed: a view and a query in it, run as it is typed; and what happens when papers come or go.

Rows never vanish under the cursor: a mark changes the counts at once, but the list keeps its rows until the query or
the view changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paperreader.errors import QueryError
from paperreader.paper import BUILTIN_VIEWS, View
from paperreader.search import Engine, Query, Result, parse, quote, with_part
from paperreader.session.rows import Rows
from paperreader.session.saved import QUERIES_KEPT, Saved
from paperreader.storage.catalog import Catalog

if TYPE_CHECKING:
    from paperreader.storage.library import Library

#: Words by which papers are found that are like another.
LIKE_WORDS = 6
#: Lists that `^O` can go back through.
TRAIL = 50
#: Up to so many papers the forgiving pass runs at once, not in a worker.
FORGIVEN_INLINE = 200


class Listing(Rows):
    """One view of one catalogue. Only `forgive` may be called from a worker."""

    def __init__(self, catalog: Catalog, library: Library, saved: Saved, index: Path | None) -> None:
        super().__init__(catalog)
        self.library = library
        self.saved = saved
        self.engine = Engine(catalog, self.marks, index, reopen=lambda: Catalog.open(catalog.path, read_only=True))
        self.view = BUILTIN_VIEWS[0]
        self.query = ""
        self.query_error: QueryError | None = None
        self.result: Result
        #: The newest query that parsed: what `result` answers.
        self._good: Query = parse("")
        self._behind = False
        #: Whether what is listed was asked for when papers had come that it could not be answered with yet.
        self._asked_behind = False
        self._own_views: list[View] = []
        #: The lists that were open before, oldest first: view, given papers, query, paper under the cursor, its row.
        self._trail: list[tuple[View, dict[int, int] | None, str, int | None, int]] = []
        self._aside = False
        #: The papers that the view is made of when a script gave them, each with its place; None in any other view.
        self._given: dict[int, int] | None = None
        self._before_filter: tuple[int, int] | None = None
        #: The result that the forgiving pass has already looked at.
        self._forgiven: Result | None = None
        #: The paper, and its row, for the cursor to stand on when the search that is being prepared has its result.
        self._awaited: tuple[int, int] | None = None
        self.load()

    @property
    def generation(self) -> int:
        """The state of the catalogue that is shown; it grows whenever papers change."""
        return self._generation

    def load(self) -> None:
        """Read marks and views from the library (at the start, and when the catalogue changed)."""
        self._generation = self.catalog.generation
        self._numbers = self.catalog.numbers()
        self.marks.load(self.library.all_marks())
        self._own_views = self.library.views()
        self._papers.clear()
        self._changes.views = True

    def _put_cursor_on(self, number: int | None, index: int) -> None:
        """Put the cursor on a paper; if the list no longer has it, put the paper in at its old place."""
        if number is None:
            self.cursor = self._within(index)
            return
        if self.result.pending:
            self._awaited = (number, index)
            return
        at = self.index_of(number, near=index)
        if at is None:
            at = min(index, len(self.order))
            rows = list(self.order)
            rows.insert(at, number)
            self.order = rows
        self.cursor = self._within(index) if at is None else at

    # Views and queries ----------------------------------------------------------------------------------------------

    def views(self) -> list[View]:
        """The views of the sidebar, in its order: the built-in ones, then the user's own; All stands last (key 0)."""
        return [*BUILTIN_VIEWS[:-1], *self._own_views, BUILTIN_VIEWS[-1]]

    @property
    def own_views(self) -> Sequence[View]:
        """The views that the user made."""
        return self._own_views

    def digit(self, view: View) -> str:
        """The key of a view in the sidebar, or "" (there are only ten)."""
        if view.name == BUILTIN_VIEWS[-1].name:
            return "0"
        place = [other.name for other in self.views()].index(view.name) + 1
        return str(place) if place < 10 else ""

    def count(self, view: View) -> int | None:
        """How many papers a view has now, or None while its words cannot be searched yet."""
        if view.builtin:
            return self.marks.count(view.name)
        try:
            query = parse(view.query)
        except QueryError:
            return None
        return self.engine.count(query) if query.instant or self.engine.ready else None

    def open_view(self, view: View) -> None:
        """Open a view, without a query."""
        self._remember_list()
        self._open(view, None)

    def _remember_list(self) -> None:
        """So that `go_back` finds the list that is left now."""
        here = (self.view, self._given, self.query, self.number(), self.cursor)
        self._trail = [*self._trail, here][-TRAIL:]
        self._aside = False

    def go_back(self) -> bool:
        """Go back to the list that was open before this one, its query and its cursor; False when there is none."""
        if not self._trail:
            return False
        view, given, query, number, index = self._trail.pop()
        self._aside = False
        self._open(view, given)
        self.type(query)
        self._before_filter = None
        self._put_cursor_on(number, index)
        return True

    def open_aside(self, query: str) -> None:
        """Search all papers for what is like the one under the cursor, which keeps it; `back` goes back."""
        number = self.number()
        self.open_view(BUILTIN_VIEWS[-1])
        self.type(query)
        self.keep_query()
        self._aside = True
        self._before_filter = None
        if number is not None and (index := self.index_of(number)) is not None:
            self.move_to(index)

    @property
    def aside(self) -> bool:
        """Whether this list was opened from another one, to which `back` goes."""
        return self._aside

    def open_papers(self, numbers: Sequence[int], name: str) -> None:
        """Open just these papers, in this order, as a view of this name; queries search among them."""
        self._open(View(name, ""), {number: place for place, number in enumerate(numbers)})

    def _open(self, view: View, given: dict[int, int] | None) -> None:
        self.view, self.query, self.query_error = view, "", None
        self._given = given
        self._before_filter = None
        self._run()
        self._changes.query = self._changes.views = True

    def open_digit(self, digit: int) -> None:
        """Open the view with this key."""
        for view in self.views():
            if self.digit(view) == str(digit):
                self.open_view(view)
                return
        self.say(f"no view has the key {digit}; gv saves the query as one")

    def open_source(self, name: str, title: str = "") -> None:
        """Open what came from one source."""
        self.open_view(View(title or name, f"source:{quote(name)}"))

    def open_tag(self, tag: str) -> None:
        """Open what has this tag."""
        self.open_view(View(f"#{tag}", f"tag:{quote(tag)}"))

    def go_to(self, number: int) -> None:
        """Put the cursor on a paper, in All if the list does not have it."""
        index = self.index_of(number, self.cursor)
        if index is None:
            self.open_view(BUILTIN_VIEWS[-1])
            index = self.index_of(number)
        if index is not None:
            self.move_to(index)

    def type(self, text: str) -> None:
        """Filter by a query, as it is typed. One that does not parse keeps the last good result and says why."""
        if self._before_filter is None and not self.query:
            self._before_filter = (self.number() or 0, self.cursor)
        here = (self.number() or 0, self.cursor)
        self.query = text
        self._changes.query = True
        try:
            self._run()
        except QueryError as error:
            self.query_error = error
            return
        self.query_error = None
        if not text:
            # Back where the typing began; once the query was kept, on what was found with it.
            number, index = self._before_filter or here
            self._put_cursor_on(number or None, index)
            self._before_filter = None

    def narrow(self, part: str, mode: str = "add") -> None:
        """Add a part such as `venue:iclr` to the query, `exclude` it, or `replace` what the query says of its field."""
        try:
            self.type(with_part(self.query, part, mode))
        except QueryError as error:
            self.query_error = error

    def more_like_this(self) -> None:
        """Show the papers that share the rarest words of this one's title and keywords; the query names the words."""
        paper = self.current()
        if paper is None:
            self.say("no paper here")
            return
        if not self.engine.ready:
            self.say("the search is still being prepared")
            return
        from paperreader.search.words import split

        # Words that many papers have say nothing; in a small catalogue a few papers are many already.
        common = min(self.marks.total // 3, max(8, self.marks.total // 100))
        words = dict.fromkeys(split(" ".join((paper.title, *paper.keywords))))
        shared = [(self.engine.count(parse(f"'{word}")), word) for word in words if len(word) > 2 and word.isalnum()]
        telling = [word for count, word in sorted(shared) if 1 < count <= max(common, 2)][:LIKE_WORDS]
        if not telling:
            self.say("no other paper shares a rare word with this one")
            return
        self.open_aside(" | ".join(f"'{word}" for word in telling))

    @property
    def notice_of_query(self) -> str:
        """What is worth saying of a query although it is valid, such as a field that does not exist, or ""."""
        for notice in self.result.query.notices:
            return notice.message
        return ""

    @property
    def doubtful_part(self) -> tuple[int, int] | None:
        """Where in the query is what is wrong or worth saying, as offsets, or None."""
        if self.query_error is not None:
            begin = self.query_error.position
            word, *_rest = self.query[begin:].split(None, 1) or [" "]
            return begin, begin + len(word)
        for notice in self.result.query.notices:
            return notice.position, notice.position + notice.length
        return None

    def keep_query(self) -> None:
        """The user is done typing: remember the query for `↑`, and no longer where it began."""
        self._before_filter = None
        if self.query.strip():
            queries = [query for query in self.saved.queries if query != self.query]
            self.saved.queries = [*queries, self.query][-QUERIES_KEPT:]

    def sort(self, field: str, descending: bool = False) -> None:
        """Sort by a field, "" for the view's own order. The sort is part of the query, so it is kept with it."""
        try:
            query = parse(self.query)
        except QueryError:
            return
        query = query.with_sort(field, descending) if field else query.without_sort()
        number = self.number()
        self.type(query.text)
        self._put_cursor_on(number, self.cursor)

    def reverse(self) -> None:
        """Turn the order of the list around."""
        sorts = self.result.query.sorts
        if not sorts:
            self.sort("number", True)
        elif sorts[0].field == "number":
            self.sort("")
        else:
            self.sort(sorts[0].field, not sorts[0].descending)

    def _parsed(self) -> Query:
        return parse(self.view.query) & parse(self.query)

    def _run(self) -> None:
        """Run the query inline; raises QueryError and changes nothing when it does not parse."""
        self._good = self._parsed()
        result = self._among_given(self.engine.run(self._good))
        if not (result.complete or result.pending) and self.marks.total <= FORGIVEN_INLINE:
            # In so few papers the forgiving pass is over within the frame of the key.
            result = self.forgive(result) or result
            self._forgiven = result
        self._accept(result)
        self._asked_behind = self._behind or self.catalog.generation != self._generation
        self.cursor = self.top = 0
        self.selection.clear()
        self._anchor = None

    def _among_given(self, result: Result) -> Result:
        """What of a result is among the given papers, in their order where the query has none of its own."""
        given = self._given
        if given is None:
            return result
        order = [number for number in result.order if number in given]
        if not (result.relevance or result.query.sorts):
            order.sort(key=given.__getitem__)
        return Result(result.query, order, complete=result.complete, pending=result.pending, found=result.found)

    def _accept(self, result: Result) -> None:
        self.result = result
        self.order = result.order
        if not result.pending:
            self._awaited = None
        # A word index that is older than the catalogue cannot know its newest papers.
        self._behind = not result.query.instant and self.engine.stale
        self._changes.order = self._changes.cursor = True

    @property
    def unfinished(self) -> bool:
        """Whether a worker should call `forgive` (or, while the engine is not ready, `prepare`)."""
        return self.result.pending or self._behind or not (self.result.complete or self.result is self._forgiven)

    def forgiven(self, result: Result) -> bool:
        """Whether the forgiving pass has looked at a result already."""
        return result is self._forgiven

    def looked_at(self, result: Result) -> None:
        """The forgiving pass has looked at a result and had nothing to add."""
        self._forgiven = result

    def forgive(self, result: Result, cancelled: Callable[[], bool] | None = None) -> Result | None:
        """The forgiving pass over a result, for a worker thread; None when it adds nothing."""
        found = self.engine.forgive(result.query, result, cancelled)
        return None if found is None else self._among_given(found)

    def accept(self, result: Result, of: Result) -> None:
        """Take the result of a worker, unless a newer query has run since. The cursor stays on its paper."""
        if of is not self.result:
            return
        number, index, moved = self.number(), self.cursor, self.cursor > 0
        behind = self._behind
        self._accept(result)
        # The pass may have begun on the older index, whatever has come of that since.
        self._behind |= behind
        self._forgiven = result
        self.cursor = 0
        if moved:
            self._put_cursor_on(number, index)

    def catch_up(self) -> None:
        """The index is ready, or papers came or went: show what that changes and move nothing else.

        Rows that are shown stay where they are although their marks took them out of the view; new ones come last. Only
        what was asked for after they came has them in its own order.
        """
        moved = self.catalog.generation != self._generation
        if not (moved or self.result.pending or self._behind):
            return
        if moved:
            self.load()
        number, index = self._awaited or (self.number(), self.cursor)
        self._awaited = None
        here = self._numbers if isinstance(self._numbers, range) else set(self._numbers)
        still = [shown for shown in self.order if shown in here]
        # What is being typed may not parse just now: the last query that did is what is shown.
        self._accept(self._among_given(self.engine.run(self._good)))
        if self._asked_behind:
            self.order = _with_kept(self.order, still)
            self._asked_behind = self._behind
            if self._before_filter is not None and not index:
                number = None  # Who is still typing looks at the top of the list, not at a paper.
        else:
            shown = set(still)
            self.order = [*still, *(new for new in self.order if new not in shown)]
        self._put_cursor_on(number if number in here else None, index)


def _with_kept(order: Sequence[int], shown: Sequence[int]) -> Sequence[int]:
    """An order, and in it the rows that were shown and are not in it, each below the row that it stood below."""
    known = set(order)
    kept: dict[int, list[int]] = {}
    above = 0  # no paper has this number
    for number in shown:
        if number in known:
            above = number
        else:
            kept.setdefault(above, []).append(number)
    if not kept:
        return order
    return [*kept.get(0, ()), *(row for number in order for row in (number, *kept.get(number, ())))]
