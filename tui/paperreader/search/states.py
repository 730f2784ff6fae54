"""What search needs of the rest of the house, as protocols: the papers (storage) and their marks (session)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class States(Protocol):
    """The marks of the open library, by paper number. Read only."""

    @property
    def flags(self) -> bytearray:
        """The bits READ, STARRED, LATER, DISMISSED, at the paper's number; beyond its end there are none."""

    def numbers_with(self, field: str) -> Iterable[int]:
        """The papers that have a `tag`, a `note`, a `rating`, or a place in the queue (`later`)."""

    def tags(self, number: int) -> tuple[str, ...]:
        """The tags of a paper."""

    def note(self, number: int) -> str:
        """The note of a paper, or ""."""

    def rating(self, number: int) -> int:
        """The rating of a paper, 0 (none) to 5."""

    def later(self, number: int) -> float | None:
        """The place of a paper in the later queue; None when it is not in it."""


class NoStates:
    """A library without a mark, for those who search papers alone."""

    flags = bytearray()

    def numbers_with(self, field: str) -> Iterable[int]:
        """None."""
        return ()

    def tags(self, number: int) -> tuple[str, ...]:
        """None."""
        return ()

    def note(self, number: int) -> str:
        """None."""
        return ""

    def rating(self, number: int) -> int:
        """None."""
        return 0

    def later(self, number: int) -> float | None:
        """None."""
        return None


class Corpus(Protocol):
    """The papers: `storage.Catalog`."""

    @property
    def generation(self) -> int:
        """Changes whenever a paper does."""

    def count(self) -> int:
        """How many papers there are."""

    def numbers(self) -> Sequence[int]:
        """The numbers of the papers, ascending; a `range` when there is no gap."""

    def search_rows(self, after: int = 0, numbers: Iterable[int] | None = None) -> Iterator[tuple[Any, ...]]:
        """The texts of the papers with a greater number, ascending, or of these alone: see `rows.Row`."""

    def changed(self, since: int, /) -> Sequence[int]:
        """The numbers of the papers that came, changed or went after a generation, ascending."""
