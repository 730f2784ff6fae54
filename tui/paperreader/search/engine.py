"""The engine: a query in, a result out. It decides what a query needs: the flags alone, or an index, and which.

`run` and `count` belong to the interface's thread, `prepare` to one worker thread, `forgive` and `facets` to any. An
index is replaced as a whole, never changed, so that none sees half of one; what notices that it is damaged drops it,
and only `prepare` touches the files.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from . import flags
from .memory import Memory
from .query import Query
from .result import Result
from .rows import row
from .states import Corpus, States

if TYPE_CHECKING:
    from .complete import Completion
    from .facets import Facet, FacetValue
    from .index import Index
    from .large import Large
    from .tree import Text

#: So few papers are indexed at once, in the interface's thread, when a word is first searched: 20 ms.
INLINE = 64
#: Up to so many papers, everything is held in dictionaries, and numpy is not loaded.
SMALL = 3000


class Engine:
    """Search over a catalogue and the marks of a library. Nothing is loaded until it is needed.

    `index` is the folder of the word index of a large catalogue; without it the index is built in memory. `reopen`
    gives the worker a connection of its own to the catalogue. Up to `small` papers are held in dictionaries.
    """

    def __init__(
        self,
        corpus: Corpus,
        states: States,
        index: Path | None = None,
        *,
        reopen: Callable[[], AbstractContextManager[Corpus]] | None = None,
        small: int = SMALL,
    ) -> None:
        self.corpus = corpus
        self.states = states
        self.folder = index
        self._reopen = reopen
        self._small = small
        self._known: tuple[Memory | Index | None, int | None] = (None, None)
        self._damaged = False
        self._large: Large | None = None

    # -- getting ready

    @property
    def ready(self) -> bool:
        """Whether words can be searched now."""
        return self._index is not None

    @property
    def _index(self) -> Memory | Index | None:
        return self._known[0]

    @property
    def stale(self) -> bool:
        """Whether papers changed since `prepare`. Results go on with what was known then; flags are always right."""
        return self._known[1] != self.corpus.generation

    def prepare(
        self,
        *,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> bool:
        """Make the index fit the catalogue. True when something changed: run the query again.

        For a worker thread: it reads the catalogue through a connection of its own (`reopen`). A large catalogue whose
        index is missing, stale or damaged is indexed in a process of its own; `progress` gets the share done, 0 to 1.
        """
        if self._reopen is None:
            return self._prepare(self.corpus, cancelled, progress)
        with self._reopen() as corpus:
            return self._prepare(corpus, cancelled, progress)

    def _prepare(
        self,
        corpus: Corpus,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> bool:
        generation = corpus.generation
        index, known = self._known
        if index is not None and known == generation:
            return False
        if corpus.count() <= self._small:
            index = Memory(map(row, corpus.search_rows()), self.states, cancelled)
            if cancelled is not None and cancelled():
                return False
        else:
            from .large import Large

            if self._large is None:
                self._large = Large(self.states, self.folder)
            if self._damaged:
                self._large.forget()
                self._damaged = False
            index = self._large.fit(corpus, cancelled, progress)
            if index is None:
                return False
        self._known = index, generation
        return True

    # -- asking

    def run(self, query: Query) -> Result:
        """The first pass: words as they were typed, and everything that is not forgiving."""
        if query.instant:
            return Result(query, self._instant(query))
        if not self.ready and self.corpus.count() <= INLINE:
            self._prepare(self.corpus)
        index = self._index
        if index is None:
            return Result(query, (), complete=False, pending=True)
        if isinstance(index, Memory):
            order, few = index.first(query)
            return Result(query, order, complete=not few)
        try:
            hits, few = index.first(query)
            return Result(query, index.ordered(query, hits), complete=not few)
        except (IndexError, ValueError):
            return self._drop(index, query)

    def forgive(self, query: Query, result: Result, cancelled: Callable[[], bool] | None = None) -> Result | None:
        """The second pass: what the words may have meant. None when nothing changes (or when cancelled)."""
        index = self._index
        if result.complete or result.pending or index is None:
            return None
        if isinstance(index, Memory):
            forgiven = index.second(query, cancelled)
            if forgiven is None:
                return None
            order = forgiven[0]
            found: Mapping[Text, frozenset[str]] = forgiven[1]
        else:
            try:
                hits = index.second(query, cancelled)
                if hits is None:
                    return None
                order, found = index.ordered(query, hits), index.found(query, hits)
            except (IndexError, ValueError):
                return self._drop(index, query)
        if list(order) == list(result.order):
            return None
        return Result(query, order, found=found)

    def search(self, query: Query) -> Result:
        """Everything at once, for the command line."""
        if not query.instant:
            self._prepare(self.corpus)
        result = self.run(query)
        if result.pending:
            # The index was damaged and is built anew.
            self._prepare(self.corpus)
            result = self.run(query)
        return self.forgive(query, result) or result

    def count(self, query: Query) -> int:
        """How many papers a query selects as it was typed."""
        if query.instant:
            return flags.count(query.tree, self.states.flags, self.corpus.numbers())
        index = self._index
        if index is None:
            return self.run(query).total
        try:
            return index.count(query.tree)
        except (IndexError, ValueError):
            return self._drop(index, query).total

    def complete(self, text: str, cursor: int) -> list[Completion]:
        """What may stand where the cursor is: names of fields, and values of the field before it."""
        from .complete import complete

        return complete(text, cursor, self._index, self.states)

    def facets(self, result: Result, fields: Collection[str] | None = None, limit: int = 50) -> list[Facet]:
        """The values of some fields (all, by default) in a result, counted. For a worker thread when it is large."""
        from .facets import TITLES, count, facets

        wanted = [field for field in TITLES if fields is None or field in fields]
        index, generation = self._known
        with nullcontext(self.corpus) if self._reopen is None else self._reopen() as corpus:
            if index is not None and not isinstance(index, Memory) and corpus.generation == generation:
                from .counts import count as count_in

                try:
                    return facets(count_in(index, result.order, self.states, wanted), limit)
                except (IndexError, ValueError):
                    self._drop(index, result.query)
            everything = result.total == corpus.count()
            rows = corpus.search_rows() if everything else corpus.search_rows(numbers=result.order)
            return facets(count(map(row, rows), self.states, wanted), limit)

    def distinguishing(self, result: Result, limit: int = 30) -> list[FacetValue]:
        """The words that most set a result apart from the whole; none while there is no index. For a worker thread."""
        from .facets import FacetValue

        index = self._index
        if index is None:
            return []
        return [FacetValue(word, count, word) for word, count in index.telling(result.order, limit)]

    def _drop(self, index: Memory | Index, query: Query) -> Result:
        """An index that answers nonsense is dropped, unless another took its place; `prepare` builds it anew."""
        if self._index is index:
            self._damaged = True
            self._known = None, None
        return Result(query, (), complete=False, pending=True)

    def _instant(self, query: Query) -> Sequence[int]:
        order = flags.select(query.tree, self.states.flags, self.corpus.numbers())
        for sort in reversed(query.sorts):
            if sort.field == "number":
                order = sorted(order, reverse=sort.descending)
            elif sort.field == "later":
                values = [self.states.later(number) for number in order]
                order = array("I", by_value(order, values, sort.descending))
        return order


def by_value(order: Sequence[int], values: Sequence[object], descending: bool) -> list[int]:
    """The numbers by their values, those without a value (None) last; equal values keep their order."""
    have = [(value, place) for place, value in enumerate(values) if value is not None]
    have.sort(key=lambda item: item[0], reverse=descending)  # type: ignore[arg-type,return-value]
    missing = [order[place] for place, value in enumerate(values) if value is None]
    return [order[place] for _, place in have] + missing
