"""The catalogue's tables: identities, records, papers, and how a record becomes part of a paper's row.

Functions on a connection inside the caller's transaction; what belongs together is decided in `placing`.
"""

from __future__ import annotations

import json
from typing import NamedTuple

import apsw

from paperreader.paper import Ident, Record
from paperreader.storage import rows
from paperreader.storage.database import fetch
from paperreader.storage.fold import Said, fold
from paperreader.storage.identity import Keys

#: The columns of a paper's row that say what a record says.
ROW = "title,authors,abstract,venue,year,decision,area,keywords,tldr,idents,links,more"


class Placed(NamedTuple):
    """Where a record belongs: its own identity's number, its paper, whether that is new, and likely duplicates.

    `entered` says that the identity was made for this record and has nothing else.
    """

    number: int
    paper: int
    uid: str
    new: bool
    idents: tuple[Ident, ...]
    claims: tuple[str, ...]
    suggests: tuple[tuple[str, str], ...]
    keys: Keys
    entered: bool = False


def bump(connection: apsw.Connection, key: str) -> int:
    """Count one up in `meta` and return it. Inside a transaction."""
    return int(
        connection.execute(
            "INSERT INTO meta VALUES (?, 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value", (key,)
        ).get
    )


def new_identity(connection: apsw.Connection, uid: str, number: int | None, generation: int) -> int:
    """Enter a uid, under the next free number or under `number` when that is free, and return the number."""
    if number is None or connection.execute("SELECT 1 FROM identity WHERE number = ?", (number,)).get is not None:
        number = _free_number(connection)
    connection.execute(
        "INSERT INTO identity (uid, number, paper, present, generation) VALUES (?, ?, ?, 0, ?)",
        (uid, number, number, generation),
    )
    return number


def enter(connection: apsw.Connection, uid: str, generation: int, keys: Keys) -> int | None:
    """Enter a uid under the next free number and return that, or None when the uid is taken.

    It is present from the start: the paper that `keys` are of is stored in the same transaction.
    """
    number = _free_number(connection)
    connection.execute(
        "INSERT INTO identity (uid, number, paper, present, generation, title_hash, year, author)"
        " VALUES (?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT (uid) DO NOTHING",
        (uid, number, number, generation, *keys),
    )
    return number if connection.changes() else None


def _free_number(connection: apsw.Connection) -> int:
    return int(connection.execute("SELECT max(0, coalesce(max(number), 0)) + 1 FROM identity").get)


def settle(connection: apsw.Connection, number: int, wanted: int | None = None) -> int:
    """Give an adopted identity, whose number is negative, a lasting one, and return it. Inside a transaction."""
    if wanted is None or connection.execute("SELECT 1 FROM identity WHERE number = ?", (wanted,)).get is not None:
        wanted = _free_number(connection)
    connection.execute("UPDATE identity SET number = ? WHERE number = ?", (wanted, number))
    connection.execute("UPDATE identity SET paper = ? WHERE paper = ?", (wanted, number))
    connection.execute("UPDATE ident SET number = ? WHERE number = ?", (wanted, number))
    return wanted


def suggest(connection: apsw.Connection, first: str, second: str, reason: str) -> int:
    """Note that two papers may be one; return 1 if that is news. Inside a transaction."""
    pair = (first, second) if first < second else (second, first)
    connection.execute("INSERT INTO suggestion VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (*pair, reason))
    return connection.changes()


def keep(connection: apsw.Connection, number: int, source: int, slot: int, said: Said, *, spelt: bool = True) -> None:
    """Write a record; `spelt` False leaves its data to the paper's row. Inside a transaction."""
    connection.execute(
        "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " hash = excluded.hash, added = excluded.added, run = excluded.run, seen = excluded.seen, data = excluded.data",
        (
            *(number, source, slot, said.hash, said.added, said.run, said.run),
            rows.record_json(said.record) if spelt else None,
        ),
    )


def describe(connection: apsw.Connection, number: int, keys: Keys) -> None:
    """Note what duplicates of an identity are recognised by. Inside a transaction."""
    connection.execute("UPDATE identity SET title_hash = ?, year = ?, author = ? WHERE number = ?", (*keys, number))


def store(
    connection: apsw.Connection, placed: Placed, source: int, slot: int, said: Said, generation: int, source_name: str
) -> None:
    """Keep a record and bring its paper up to date. Inside a transaction.

    The paper of an identity that was just `entered` has nothing else, and is not counted: the caller does (`count`),
    once for all of a batch.
    """
    execute = connection.execute
    only = placed.entered or (
        placed.new
        and placed.number == placed.paper
        and not execute("SELECT 1 FROM record WHERE number = ?", (placed.number,)).get
    )
    if not only:
        spell_out(connection, placed.paper)
    keep(connection, placed.number, source, slot, said, spelt=not only)
    if not placed.entered:
        describe(connection, placed.number, placed.keys)
    if only:
        add_paper(connection, placed.number, placed.uid, said.record, source_name, said.added)
        if not placed.entered:
            count(connection, 1)
            present(connection, placed.number, generation)
    else:
        refold(connection, placed.paper, generation)


def spell_out(connection: apsw.Connection, paper: int) -> None:
    """Write the data of a paper's only record, which until now was the paper's row itself."""
    row = connection.execute(f"SELECT {ROW} FROM paper WHERE number = ?", (paper,)).get  # noqa: S608
    if row is not None:
        connection.execute(
            "UPDATE record SET data = ? WHERE data IS NULL AND number IN (SELECT number FROM identity WHERE paper = ?)",
            (rows.record_json(rows.record_of_row(row)), paper),
        )


def refold(connection: apsw.Connection, paper: int, generation: int) -> None:
    """Make a paper's row anew from its records; without records it leaves the catalogue. Inside a transaction."""
    execute = connection.execute
    found = fetch(
        connection,
        "SELECT r.data, r.added, r.run, r.hash, s.name FROM identity i JOIN record r ON r.number = i.number"
        " JOIN source s ON s.id = r.source WHERE i.paper = ? ORDER BY s.name",
        (paper,),
    )
    if not found:
        was = execute("SELECT 1 FROM paper WHERE number = ?", (paper,)).get
        execute("DELETE FROM paper WHERE number = ?", (paper,))
        execute("UPDATE identity SET present = 0, generation = ? WHERE paper = ?", (generation, paper))
        count(connection, -1 if was else 0)
        return
    if len(found) == 1 and found[0][0] is None:
        record = rows.record_of_row(execute(f"SELECT {ROW} FROM paper WHERE number = ?", (paper,)).get)  # noqa: S608
    else:
        record = fold(Said(rows.record_of(json.loads(data)), added, run, mark) for data, added, run, mark, _ in found)
    names = "; ".join(dict.fromkeys(name for *_, name in found))
    uid = execute("SELECT uid FROM identity WHERE number = ?", (paper,)).get
    added = min(added for _, added, *_ in found)
    if execute("SELECT 1 FROM paper WHERE number = ?", (paper,)).get is None:
        add_paper(connection, paper, uid, record, names, added)
        count(connection, 1)
    else:
        execute(
            "UPDATE paper SET title=?, authors=?, abstract=?, venue=?, year=?, decision=?, area=?, keywords=?, tldr=?,"
            " idents=?, links=?, more=?, sources=?, added=? WHERE number = ?",
            (*rows.paper_row(record), names, added, paper),
        )
    present(connection, paper, generation)
    if len(found) == 1:
        # The row says all that the record says.
        execute("UPDATE record SET data = NULL WHERE number = ? AND data IS NOT NULL", (paper,))


def add_paper(connection: apsw.Connection, number: int, uid: str, record: Record, sources: str, added: int) -> None:
    """Enter a paper's row, uncounted. Inside a transaction.

    Never `INSERT OR REPLACE`, which would delete what hangs on it.
    """
    values = (number, uid, *rows.paper_row(record), sources, added)
    connection.execute("INSERT INTO paper VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", values)


def present(connection: apsw.Connection, paper: int, generation: int) -> None:
    """Note that a paper, with all its identities, is in the catalogue, and changed. Inside a transaction."""
    connection.execute("UPDATE identity SET present = 1, generation = ? WHERE paper = ?", (generation, paper))


def count(connection: apsw.Connection, change: int) -> None:
    """Note that so many papers came, or went. Inside a transaction."""
    if change:
        connection.execute(
            "INSERT INTO meta VALUES ('papers', ?) ON CONFLICT DO UPDATE SET value = value + excluded.value", (change,)
        )
