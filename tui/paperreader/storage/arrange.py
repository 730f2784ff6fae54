"""The catalogue's tables brought in line: with the library's merges, with papers that have marks, with raw records.

Functions on a connection inside the caller's transaction. Whatever the order in which raw records are read, the result
is the same: a line says which uid and number its record was given, so nothing is decided anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

from paperreader.paper import Record
from paperreader.storage import identity, records, rows, tables
from paperreader.storage.database import fetch
from paperreader.storage.fold import Said
from paperreader.text.titlekey import author_key

if TYPE_CHECKING:
    from paperreader.storage.known import Known


def follow(connection: apsw.Connection, aliases: Mapping[str, str]) -> bool:
    """Unite and separate papers as the library's aliases say; return whether anything changed."""
    wanted = _wanted(connection, aliases)
    if not wanted:
        return False
    generation = tables.bump(connection, "generation")
    touched: set[int] = set()
    for number, (before, after) in wanted.items():
        tables.spell_out(connection, before)
        tables.spell_out(connection, after)
        connection.execute(
            "UPDATE identity SET paper = ?, generation = ? WHERE number = ?", (after, generation, number)
        )
        touched.update((before, after))
    for paper in sorted(touched):
        tables.refold(connection, paper, generation)
    return True


def agrees(connection: apsw.Connection, aliases: Mapping[str, str]) -> bool:
    """Whether `follow` would have nothing to do."""
    return not _wanted(connection, aliases)


def _wanted(connection: apsw.Connection, aliases: Mapping[str, str]) -> dict[int, tuple[int, int]]:
    """Return, for each identity that belongs elsewhere, its paper now and its paper as the aliases say."""
    numbers: dict[str, int] = {}
    for uid in {*aliases, *aliases.values()}:
        number = connection.execute("SELECT number FROM identity WHERE uid = ?", (uid,)).get
        if number is not None:
            numbers[uid] = number
    wanted = {}
    for uid, number in numbers.items():
        root = uid
        for _ in range(100):
            if root not in aliases or aliases[root] not in numbers:
                break
            root = aliases[root]
        wanted[number] = numbers[root]
    # Who is merged now and is not mentioned belongs to itself again.
    for (number,) in fetch(connection, "SELECT number FROM identity WHERE number <> paper"):
        wanted.setdefault(number, number)
    return {
        number: (before, wanted[number])
        for number in wanted
        if (before := connection.execute("SELECT paper FROM identity WHERE number = ?", (number,)).get)
        != wanted[number]
    }


def adopt(connection: apsw.Connection, known: Iterable[Known]) -> int:
    """Enter papers that have marks but may never have been seen by this catalogue, so that they get their uids again.

    They get negative numbers until a record of them comes. Returns how many were entered.
    """
    lowest = connection.execute("SELECT min(number) FROM identity").get or 0
    number = min(lowest, 0)
    count = 0
    for uid, title, idents, author, year in known:
        if connection.execute("SELECT 1 FROM identity WHERE uid = ?", (uid,)).get is not None:
            continue
        number -= 1
        count += 1
        connection.execute(
            "INSERT INTO identity VALUES (?, ?, ?, 0, 0, ?, ?, ?)",
            (uid, number, number, identity.title_hash(Record(title=title)), year, author_key(author) if author else ""),
        )
        for ident in dict.fromkeys((*idents, uid)):
            connection.execute("INSERT INTO ident VALUES (?, ?) ON CONFLICT DO NOTHING", (ident, number))
    return count


class Behind(NamedTuple):
    """A file of raw records that holds more than the catalogue has read: read on from `start`."""

    path: Path
    start: int


def behind(connection: apsw.Connection, folder: Path) -> list[Behind]:
    """Return the files with unread records: the catalogue was lost, or the power failed before it was written."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.name.endswith(records.SUFFIX))
    except OSError:
        return []
    read = {
        records.file_of(folder, name).name: size for name, size in fetch(connection, "SELECT name, bytes FROM source")
    }
    return [Behind(path, read.get(path.name, 0)) for path in paths if path.stat().st_size > read.get(path.name, 0)]


def ingest(
    connection: apsw.Connection, name: str, start: int, end: int, lines: Sequence[dict[str, Any]]
) -> tuple[str, int] | None:
    """Take raw records in again; `name` is their source as far as it is known. Inside a transaction.

    Returns the source's name, which a header may have told, and how many records were taken; None when the catalogue
    has read on from `start` meanwhile, or the source was removed: another terminal was faster.
    """
    name = name or next((str(line["source"]) for line in lines if "source" in line), "")
    read = connection.execute("SELECT bytes FROM source WHERE name = ?", (name,)).get
    if read is not None and read != start:
        return None
    generation = tables.bump(connection, "generation")
    touched: set[int] = set()
    count = 0
    for line in lines:
        if "source" in line:
            name = str(line["source"])
            _enter_source(connection, line)
            continue
        source = connection.execute("SELECT id FROM source WHERE name = ?", (name,)).get
        if source is None or "uid" not in line:
            continue
        number = _enter(connection, line, generation)
        if "record" in line:
            count += 1
            paper = connection.execute("SELECT paper FROM identity WHERE number = ?", (number,)).get
            if paper in touched or not _store_first(connection, (source, name), number, line, generation):
                _keep(connection, source, number, line)
                touched.add(paper)
    for paper in touched:
        tables.refold(connection, paper, generation)
    connection.execute("UPDATE source SET bytes = ? WHERE name = ?", (end, name))
    return name, count


def _enter_source(connection: apsw.Connection, header: dict[str, Any]) -> None:
    connection.execute(
        "INSERT INTO source (name, title, origin, added, removed) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET title = excluded.title, origin = excluded.origin,"
        " added = max(added, excluded.added), removed = excluded.removed",
        (
            str(header["source"]),
            str(header.get("title", "")),
            str(header.get("origin", "")),
            int(header.get("added", 0)),
            int(header.get("removed", 0)),
        ),
    )


def _enter(connection: apsw.Connection, line: dict[str, Any], generation: int) -> int:
    """Return the number of a line's identity, entering it and its identifiers if need be."""
    uid = str(line["uid"])
    number = connection.execute("SELECT number FROM identity WHERE uid = ?", (uid,)).get
    if number is None:
        number = tables.new_identity(connection, uid, int(line.get("n", 0)) or None, generation)
    elif number < 0:
        number = tables.settle(connection, number, int(line.get("n", 0)) or None)
    for ident in line.get("idents", ()):
        connection.execute("INSERT INTO ident VALUES (?, ?) ON CONFLICT DO NOTHING", (str(ident), number))
    for other, reason in line.get("suggests", ()):
        tables.suggest(connection, str(other), uid, str(reason))
    return int(number)


def _store_first(
    connection: apsw.Connection, source: tuple[int, str], number: int, line: dict[str, Any], generation: int
) -> bool:
    """Store a record that is the first of its paper, as most are; False when it is not."""
    uid, paper, present = connection.execute("SELECT uid, paper, present FROM identity WHERE number = ?", (number,)).get
    if present or paper != number:
        return False
    slot, added, run, mark = (int(line.get(name, 0)) for name in ("slot", "added", "run", "hash"))
    said = Said(rows.record_of(line["record"]), added, run, mark)
    placed = tables.Placed(number, paper, uid, True, (), (), (), identity.keys(said.record))
    tables.store(connection, placed, source[0], slot, said, generation, source[1])
    _note_run(connection, source[0], run, added)
    return True


def _note_run(connection: apsw.Connection, source: int, run: int, added: int) -> None:
    connection.execute("UPDATE source SET run = max(run, ?), added = max(added, ?) WHERE id = ?", (run, added, source))
    connection.execute(
        "INSERT INTO meta VALUES ('run', ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)", (run,)
    )


def _keep(connection: apsw.Connection, source: int, number: int, line: dict[str, Any]) -> None:
    """Keep a line's record unless a newer one of its place is there already."""
    slot, added, run, mark = (int(line.get(name, 0)) for name in ("slot", "added", "run", "hash"))
    there = connection.execute(
        "SELECT added, run FROM record WHERE number = ? AND source = ? AND slot = ?", (number, source, slot)
    ).get
    if there is not None and tuple(there) >= (added, run):
        return
    tables.spell_out(connection, connection.execute("SELECT paper FROM identity WHERE number = ?", (number,)).get)
    record = rows.record_of(line["record"])
    tables.keep(connection, number, source, slot, Said(record, added, run, mark))
    last = connection.execute(
        "SELECT added, run, slot, source FROM record WHERE number = ?"
        " ORDER BY added DESC, run DESC, slot DESC, source DESC",
        (number,),
    ).fetchone()
    if last == (added, run, slot, source):
        tables.describe(connection, number, identity.keys(record))
    _note_run(connection, source, run, added)
