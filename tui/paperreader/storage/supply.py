"""What goes into the catalogue and out of it, source by source; what becomes of a record is decided in `intake`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paperreader.storage import rows
from paperreader.storage.database import Database, fetch
from paperreader.storage.failures import speaking
from paperreader.storage.papers import Papers
from paperreader.system import files

if TYPE_CHECKING:
    from paperreader.storage.intake import AddReport, EntryLike
    from paperreader.storage.unreadable import Keeper, Unreadable


class Source(NamedTuple):
    """Where records came from; `origin` is a path or an address, `added` the last import in seconds since 1970."""

    name: str
    title: str
    origin: str
    papers: int
    added: int


class Supply(Papers):
    """The part of a catalogue that sources fill."""

    def __init__(self, database: Database, folder: Path | None) -> None:
        super().__init__(database)
        self._records = folder

    def add(
        self,
        source: str,
        entries: Iterable[EntryLike],
        *,
        title: str = "",
        origin: str = "",
        progress: Callable[[int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        batch: int = 250,
    ) -> AddReport:
        """Take in what a source says, in small transactions; what went in before a cancel or an error stays.

        `batch` records hold the write lock for well under a tenth of a second: so long a mark elsewhere waits at most.

        `progress` is told the number of records taken so far, after each batch; `cancelled` is asked between batches.
        An exception of `entries` passes through. Raises the errors of `errors.py`.
        """
        from paperreader.storage import intake

        self.catch_up()
        folder = self._records if self._database.writable else None
        with self._database.writing() as connection:
            work = intake.Intake(connection, folder, source)
            work.begin(title, origin)
        stopped = False
        with self._database.filling():
            for some in intake.in_batches(entries, batch):
                with self._database.writing():
                    work.take(some)
                self._data_version = -1
                if progress is not None:
                    progress(work.new + work.changed + work.same)
                if cancelled is not None and cancelled():
                    stopped = True
                    break
        return intake.AddReport(work.new, work.changed, work.same, work.suggested, stopped)

    def keeper(self, source: str) -> Keeper | None:
        """Return what keeps the entries of an import that cannot be read, or None where nothing can be written."""
        from paperreader.storage.unreadable import Keeper

        return Keeper(self._records, source) if self._records is not None and self._database.writable else None

    def unreadable(self, source: str) -> Iterator[Unreadable]:
        """Yield the entries of a source that its last import could not read. Raises Corrupt."""
        from paperreader.storage.unreadable import entries

        return entries(self._records, source) if self._records is not None else iter(())

    def sources(self) -> list[Source]:
        """Return the sources in the order in which they were first added."""
        with self._database.decoding() as connection:
            return [
                Source(*row)
                for row in connection.execute(
                    "SELECT name, title, origin, (SELECT count(DISTINCT number) FROM record WHERE source = id), added"
                    " FROM source WHERE NOT removed ORDER BY id"
                )
            ]

    def origins(self) -> dict[str, str]:
        """Return where each source came from, by name; instant, for it counts no papers as `sources` does."""
        return dict(self.rows("SELECT name, origin FROM source WHERE NOT removed ORDER BY id"))

    def origin(self, name: str) -> str | None:
        """Return where a source came from, or None if there is none of that name; instant, like `origins`."""
        return self.origins().get(name)

    def remove_source(self, name: str) -> int:
        """Forget what a source said; return how many papers left the catalogue because no other source has them.

        Marks are not touched, and uids stay taken, so that the papers are the same ones if they come back. Raises
        KeyError for an unknown source.
        """
        from paperreader.storage import records, tables, unreadable

        with self._database.writing() as connection:
            found = connection.execute(
                "SELECT id, title, origin, added FROM source WHERE name = ? AND NOT removed", (name,)
            ).get
            if found is None:
                raise KeyError(name)
            identifier, title, origin, added = found
            before = self._meta("papers")
            now = int(time.time())
            generation = tables.bump(connection, "generation")
            papers = fetch(
                connection,
                "SELECT DISTINCT i.paper FROM record r JOIN identity i ON i.number = r.number WHERE r.source = ?",
                (identifier,),
            )
            kept = [
                rows.dumps({"uid": uid, "n": number, "idents": idents.split(" ")}) + "\n"
                for uid, number, idents in connection.execute(
                    "SELECT i.uid, i.number,"
                    " (SELECT coalesce(group_concat(ident, ' '), '') FROM ident WHERE number = i.number)"
                    " FROM identity i WHERE number IN (SELECT number FROM record WHERE source = ?) ORDER BY i.number",
                    (identifier,),
                )
            ]
            connection.execute("DELETE FROM record WHERE source = ?", (identifier,))
            for (number,) in papers:
                tables.refold(connection, number, generation)
            size = 0
            if self._records is not None and self._database.writable:
                # The raw records go; who was who stays, so that a catalogue made anew gives the same uids.
                data = records.pack(records.header(name, title, origin, added, now) + "".join(kept))
                files.private_folder(self._records)
                files.write_atomic(records.file_of(self._records, name), data)
                files.remove(unreadable.file_of(self._records, name))
                size = len(data)
            connection.execute("UPDATE source SET removed = ?, bytes = ? WHERE id = ?", (now, size, identifier))
            after = self._meta("papers")
        self._data_version = -1
        return before - after

    def was_removed(self, name: str) -> bool:
        """Whether the user removed this source, so that it does not come back by itself."""
        with self._database.decoding() as connection:
            removed = connection.execute("SELECT removed FROM source WHERE name = ?", (name,)).get
        if removed is None and self._records is not None:
            # A catalogue that was lost has not read its raw records yet, but they know.
            from paperreader.storage import records

            with speaking("catalogue", self._records):
                return records.removed(records.file_of(self._records, name))
        return bool(removed)

    def behind(self) -> bool:
        """Whether there are raw records that the catalogue has not read: it was lost, or the power failed."""
        from paperreader.storage import arrange

        if self._records is None or not self.writable:
            return False
        with self._database.decoding() as connection:
            return bool(arrange.behind(connection, self._records))

    def catch_up(
        self, progress: Callable[[int], None] | None = None, cancelled: Callable[[], bool] | None = None
    ) -> int:
        """Read the raw records that the catalogue has not read yet, in small transactions; return how many.

        Nothing is decided anew: each record says which paper it was given to. Raises the errors of `errors.py`.
        """
        from paperreader.storage import arrange, records

        if self._records is None or not self.writable:
            return 0
        count = 0
        with self._database.decoding() as connection:
            todo = arrange.behind(connection, self._records)
        for path, start in todo:
            name = ""
            with self._database.decoding() as connection:
                for (known,) in fetch(connection, "SELECT name FROM source"):
                    if records.file_of(self._records, known) == path:
                        name = known
            with speaking("catalogue", path), self._database.filling():
                for end, lines in records.batches(path, start):
                    with self._database.writing() as connection:
                        done = arrange.ingest(connection, name, start, end, lines)
                    if done is None:
                        break
                    start = end
                    name, taken = done
                    count += taken
                    self._data_version = -1
                    if progress is not None:
                        progress(count)
                    if cancelled is not None and cancelled():
                        return count
        return count
