"""Taking records into the catalogue: identity, raw records, papers, in small transactions.

One batch is one transaction under the catalogue's write lock: its raw records are on the disk before its papers are
committed, so a crash leaves at worst raw records that are read again. Nothing is merged by itself but by the rules of
`identity`; everything else becomes a suggestion.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

import apsw

from paperreader.paper import Record
from paperreader.storage import identity, records, rows
from paperreader.storage.database import fetch
from paperreader.storage.fold import Said
from paperreader.storage.placing import Placing
from paperreader.storage.tables import bump, count, store, suggest

#: A batch is closed when it holds this many characters, so that memory and the lock stay small whatever the records.
_BATCH_SIZE = 4_000_000


class EntryLike(Protocol):
    """What a source yields: a record, and its bytes as they came."""

    @property
    def record(self) -> Record: ...

    @property
    def raw(self) -> bytes: ...


class AddReport(NamedTuple):
    """What an import did. `changed` papers got other metadata, `same` records were known already."""

    new: int
    changed: int
    same: int
    suggested: int
    cancelled: bool = False

    @property
    def total(self) -> int:
        """Records read."""
        return self.new + self.changed + self.same


class _Source(NamedTuple):
    id: int
    name: str
    run: int


class Ready(NamedTuple):
    """One record as it can be kept, and what was worked out of it before the lock is taken."""

    record: Record
    told: str
    """As `rows.record_json` has it."""
    mark: int
    """Its hash: who says the same has the same."""
    raw: bytes


def in_batches(entries: Iterable[EntryLike], most: int) -> Iterator[list[Ready]]:
    """Yield the entries in lists of at most so many, ready to be taken in."""
    iterator = iter(entries)
    while True:
        batch: list[Ready] = []
        size = 0
        for entry in islice(iterator, most):
            record, told, data = rows.written(entry.record)
            batch.append(Ready(record, told, identity.number_hash(data), entry.raw))
            size += len(entry.raw)
            if size > _BATCH_SIZE:
                break
        if not batch:
            return
        yield batch


class Intake:
    """One import of one source. `generation` is what the papers that it changes are stamped with."""

    def __init__(self, connection: apsw.Connection, folder: Path | None, name: str) -> None:
        self.connection = connection
        self.folder = folder
        self.name = name
        self.execute = connection.execute
        self.new = self.changed = self.same = self.suggested = 0
        self.source = _Source(0, name, 0)
        self._placing = Placing(connection, 0, 0)
        self._slots: dict[int, int] = {}
        self._entered = 0

    def begin(self, title: str, origin: str) -> None:
        """Enter the source, and number this run. Inside a transaction."""
        now = int(time.time())
        before = self.execute("SELECT title, origin FROM source WHERE name = ?", (self.name,)).get
        self.execute(
            "INSERT INTO source (name, title, origin, added) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
            " title = coalesce(nullif(excluded.title, ''), title),"
            " origin = coalesce(nullif(excluded.origin, ''), origin), added = excluded.added",
            (self.name, title, origin, now),
        )
        run = bump(self.connection, "run")
        removed = self.execute("SELECT removed FROM source WHERE name = ?", (self.name,)).get
        self.execute("UPDATE source SET run = ?, removed = 0 WHERE name = ?", (run, self.name))
        identifier, title, origin, length = self.execute(
            "SELECT id, title, origin, bytes FROM source WHERE name = ?", (self.name,)
        ).get
        self.source = _Source(identifier, self.name, run)
        self._placing = Placing(self.connection, identifier, run)
        if self.folder is not None and (removed or not length or (title, origin) != before):
            # A new file starts with its header; one that was removed says so no longer; a new name is noted.
            self._write_raw(records.header(self.name, title, origin, now))

    def take(self, batch: Sequence[Ready]) -> None:
        """Take one batch in. Inside a transaction."""
        generation = bump(self.connection, "generation")
        now = int(time.time())
        lines: list[str] = []
        before = self._entered
        for ready in batch:
            self._take_one(ready, now, generation, lines)
        count(self.connection, self._entered - before)
        if lines and self.folder is not None:
            self._write_raw("".join(lines))

    def _write_raw(self, text: str) -> None:
        assert self.folder is not None
        length = self.execute("SELECT bytes FROM source WHERE name = ?", (self.name,)).get
        length = records.append(records.file_of(self.folder, self.name), length, text)
        self.execute("UPDATE source SET bytes = ? WHERE name = ?", (length, self.name))

    def _take_one(self, ready: Ready, now: int, generation: int, lines: list[str]) -> None:
        record, told, mark, raw = ready
        source = self.source
        if self._said_before(mark):
            self.same += 1
            return
        placed = self._placing.place(record, generation)
        # A copy under another name: this source says it too from now on, but the paper is told nothing.
        told_before = not placed.new and self._is_told(placed.paper, mark)
        slot = self._slots.get(placed.number, 0)
        self._slots[placed.number] = slot + 1
        for first, reason in placed.suggests:
            self.suggested += suggest(self.connection, first, placed.uid, reason)
        if placed.idents != record.idents:
            record = rows.storable_idents(record, placed.idents)
            told = rows.record_json(record)
        said = Said(record, now, source.run, mark)
        store(self.connection, placed, source.id, slot, said, generation, self.name)
        self._entered += placed.entered
        if placed.new:
            self.new += 1
        elif told_before:
            self.same += 1
        else:
            self.changed += 1
        if self.folder is not None:
            head = f'"uid":{rows.quoted(placed.uid)},"n":{placed.number},"slot":{slot},"added":{now}'
            head += f',"run":{source.run},"hash":{mark}'
            if placed.claims:
                head += f',"idents":{rows.dump_list(placed.claims)}'
            if placed.suggests:
                head += f',"suggests":{rows.dumps(placed.suggests)}'
            lines.append(f'{{{head},"record":{told},{rows.raw_json(raw)}}}\n')

    def _is_told(self, paper: int, mark: int) -> bool:
        """Whether some source said exactly this of a paper."""
        return bool(
            self.execute(
                "SELECT EXISTS (SELECT 1 FROM record WHERE hash = ?"
                " AND number IN (SELECT number FROM identity WHERE paper = ?))",
                (mark, paper),
            ).get
        )

    def _said_before(self, mark: int) -> bool:
        """Whether this source said exactly this before; if so, note that it still does."""
        known = fetch(
            self.connection,
            "SELECT number, slot FROM record WHERE source = ? AND hash = ?",
            (self.source.id, mark),
        )
        for number, slot in known:
            self._slots[number] = max(self._slots.get(number, 0), slot + 1)
            self.execute(
                "UPDATE record SET seen = ? WHERE number = ? AND source = ? AND slot = ?",
                (self.source.run, number, self.source.id, slot),
            )
        return bool(known)
