"""What a query gave: every hit in order, the exact count, and where it matches in the texts on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .query import Query
from .tree import Text


class Result:
    """All hits of a query at one moment; it does not change when papers or marks do.

    `order` holds the numbers of *all* hits, best first. `complete` is False when `Engine.forgive` may add hits or
    change their order. `pending` is True when the words could not be searched yet: run the query again once
    `Engine.prepare` is done. `relevance` says that the order is by how well the words match.
    """

    __slots__ = ("_highlighter", "complete", "found", "order", "pending", "query", "relevance")

    def __init__(
        self,
        query: Query,
        order: Sequence[int],
        *,
        complete: bool = True,
        pending: bool = False,
        found: Mapping[Text, frozenset[str]] | None = None,
    ) -> None:
        self.query = query
        self.order = order
        self.complete = complete
        self.pending = pending
        self.found = found or {}
        self.relevance = query.has_words and not any(sort.field != "relevance" for sort in query.sorts)
        self._highlighter: object = None

    @property
    def total(self) -> int:
        """How many papers were found."""
        return len(self.order)

    def highlights(self, text: str, field: str) -> list[tuple[int, int]]:
        """Where the query matches in a displayed text: sorted, disjoint offsets into it.

        `field` is the part of the paper that the text shows: title, authors, abstract, keywords, area, tldr.
        """
        if not self.query.has_words:
            return []
        from .highlight import Highlighter

        if self._highlighter is None:
            self._highlighter = Highlighter(self.query.words, self.found)
        assert isinstance(self._highlighter, Highlighter)
        return self._highlighter.spans(text, field)

    def __repr__(self) -> str:
        return f"Result({self.query.text!r}, {self.total} hits, complete={self.complete})"
