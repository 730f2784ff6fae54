"""The catalogue: the papers that were imported. It can be made again from the raw records at any time.

A `Catalog` is one connection: use it from one thread at a time and open another for a worker. What enters it is decided
in `intake`; marks are not its business (`library`), and no caller sees a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Self

from paperreader.errors import Corrupt
from paperreader.storage.database import Database, fetch, pause
from paperreader.storage.failures import speaking
from paperreader.storage.migrations import CATALOGUE
from paperreader.storage.opening import open_database
from paperreader.storage.supply import Supply
from paperreader.system import files

if TYPE_CHECKING:
    from paperreader.storage.known import Known


class Catalog(Supply):
    """The papers, in catalogue order: the order in which they were first imported; see the module."""

    def __init__(self, database: Database, folder: Path | None) -> None:
        super().__init__(database, folder)
        #: What happened to the file when it was opened, to be said once, or "".
        self.notice = ""

    @classmethod
    def open_mended(cls, path: Path, *, records: Path | None = None) -> Self:
        """Open the catalogue; a damaged one is moved aside first, as if it were missing (`notice` says so).

        Nothing is lost by that: what was imported is read again from the raw records (`behind`, `catch_up`), and marks
        are not in here. Raises as `open` otherwise.
        """
        before = files.file_id(path)
        try:
            return cls.open(path, records=records)
        except Corrupt:
            pause()  # another terminal may be writing it, or doing this: what is damaged is so at a second look, too
        try:
            return cls.open(path, records=records)
        except Corrupt:
            if files.file_id(path) != before:
                raise
        from paperreader.storage.moving import put_aside

        with speaking("catalogue", path):
            aside = put_aside(path)
        mended = cls.open(path, records=records)
        mended.notice = f"the catalogue was damaged and is made again from what was imported; {aside} is the old file"
        return mended

    @classmethod
    def open(cls, path: Path, *, records: Path | None = None, read_only: bool = False) -> Self:
        """Open the catalogue, or make an empty one; `records` is the folder of raw records, beside it by default.

        Raises `Corrupt`, `Foreign`, `TooNew`, `Busy`, `Full`; a place that cannot be written gives a `banner` instead.
        """
        database = open_database(CATALOGUE, path, read_only=read_only)
        return cls(database, records or path.parent / "records")

    @property
    def unclean(self) -> bool:
        """Whether the last session did not close the file (or another has it open): have a worker `check` it."""
        return self._database.unclean

    @property
    def fresh(self) -> bool:
        """Whether nothing was ever imported into this file: it is new, or lost and made anew."""
        return self.generation == 0

    def adopt(self, known: Iterable[Known]) -> int:
        """Enter the papers that the library remembers, once in the life of this file; return how many were new."""
        from paperreader.storage import arrange, tables

        with self._database.writing() as connection:
            if tables.bump(connection, "adopted") > 1:
                return 0
            return arrange.adopt(connection, known)

    @property
    def adopted(self) -> bool:
        """Whether `adopt` was called for this file."""
        return self._meta("adopted") > 0

    def follow(self, aliases: Mapping[str, str], *, patient: bool = True) -> bool:
        """Unite and separate papers as the library's merges say; return whether anything changed.

        Without patience, a catalogue that is in use is `Busy` at once.
        """
        with self._database.decoding() as connection:
            merged = connection.execute("SELECT 1 FROM identity WHERE number <> paper LIMIT 1").get
            if not aliases and merged is None:
                return False
            from paperreader.storage import arrange  # only who merged anything needs it

            if arrange.agrees(connection, aliases):
                return False
        with nullcontext() if patient else self._database.impatient(), self._database.writing() as connection:
            changed = arrange.follow(connection, aliases)
        self._data_version = -1
        return changed

    def clear(self) -> None:
        """Forget everything, raw records included: before a dump is loaded."""
        from paperreader.storage import records, tables, unreadable

        with self._database.writing() as connection:
            tables.bump(connection, "generation")
            names = [name for (name,) in fetch(connection, "SELECT name FROM source")]
            for table in ("record", "paper", "suggestion", "ident", "identity", "source"):
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 (names from the line above)
            connection.execute("DELETE FROM meta WHERE key NOT IN ('program', 'generation')")
            if self._records is not None:
                for name in names:
                    files.remove(records.file_of(self._records, name))
                    files.remove(unreadable.file_of(self._records, name))
        self._data_version = -1
