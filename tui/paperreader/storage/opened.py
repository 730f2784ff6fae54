"""What the library and the catalogue have in common: one of the two files, held open.

Their parts stand on this (`marked`, `known`, `others`, `views`, `history` · `papers`, `supply`) and share `_database`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from paperreader.storage.database import Database, fetch


class Opened:
    """One connection to one file. Use it from one thread at a time and open another for a worker."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close it; harmless when closed already. Nothing is saved here: everything was when it was done."""
        self._database.close()

    @property
    def path(self) -> Path:
        """Where it lies, or should."""
        return self._database.path

    @property
    def banner(self) -> str:
        """One line that says what is not saved, to be shown all the time, or ""."""
        return self._database.banner

    @property
    def writable(self) -> bool:
        """Whether what is changed is kept."""
        return self._database.writable

    def check(self) -> None:
        """Raise `Corrupt` unless the whole file is sound: 10 ms for a large library, a second for 100,000 papers."""
        self._database.check()

    # For this room alone, which is where SQL is.

    def making(self) -> AbstractContextManager[object]:
        """A context in which values are made of rows, and what makes no sense is damage."""
        return self._database.decoding()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that changes nothing."""
        with self._database.decoding() as connection:
            return fetch(connection, sql, values)
