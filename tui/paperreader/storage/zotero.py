"""A look into Zotero's own database: its items as Zotero's API would give them. Nothing is ever written to it.

This lies in this room because all SQL does. The file is copied first, journals and all: Zotero holds a lock on it while
it runs, and a journal that a crash left must be played back, which is done to the copy. The file is a stranger's: only
plain tables are read, the schema is not trusted, and a query that does not end is ended.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw

from paperreader.errors import FormatError

#: The first bytes of a database.
MAGIC = b"SQLite format 3\0"
#: What is copied at most.
LARGEST = 4 << 30
#: Seconds that one statement may take.
PATIENCE = 20.0
_TABLES = (
    "items", "itemTypes", "itemData", "itemDataValues", "fields", "creators", "itemCreators", "creatorTypes", "tags",
    "itemTags", "deletedItems",
)  # fmt: skip
_NO_PAPERS = ("attachment", "note", "annotation")


def items(path: Path) -> Iterator[dict[str, Any]]:
    """Yield Zotero's items that are neither attachments, notes nor in the bin, as objects of its API, oldest first.

    `{"key": …, "data": {"itemType": …, "title": …, "creators": […], "tags": […]}}`. Raises FormatError when the file
    is no database of Zotero's or is damaged.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise FormatError(f"{path.name} is larger than 4 GB; export the library from Zotero as CSL-JSON or BibTeX")
        with tempfile.TemporaryDirectory(prefix="paperreader-") as folder:
            copy = Path(folder) / "zotero.sqlite"
            for ending in ("", "-journal", "-wal"):
                beside = path.with_name(path.name + ending)
                if not ending or (beside.is_file() and not beside.is_symlink()):
                    shutil.copyfile(beside, copy.with_name(copy.name + ending))
            connection = apsw.Connection(str(copy))
            try:
                yield from _items(connection, path.name)
            finally:
                connection.close()
    except (apsw.Error, UnicodeDecodeError) as error:
        raise FormatError(f"{path.name} cannot be read as Zotero's database: {error}") from error
    except OSError as error:
        raise FormatError(f"{path.name} cannot be copied to be read: {error.strerror or error}") from error


def _items(connection: apsw.Connection, name: str) -> Iterator[dict[str, Any]]:
    began = time.monotonic()
    connection.set_progress_handler(lambda: time.monotonic() - began > PATIENCE, 100_000)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.pragma("cell_size_check", True)
    tables = {
        table
        for table, sql in connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
        if str(sql).upper().startswith("CREATE TABLE")  # a virtual one says so
    }
    missing = [table for table in _TABLES if table not in tables]
    if missing:
        raise FormatError(f"{name} is no database of Zotero 5 or newer: it has no table {missing[0]}")
    numbers = connection.execute(
        "SELECT itemID, typeName, key FROM items JOIN itemTypes USING (itemTypeID)"
        " WHERE itemID NOT IN (SELECT itemID FROM deletedItems) AND typeName NOT IN (?, ?, ?) ORDER BY itemID",
        _NO_PAPERS,
    ).fetchall()
    for number, kind, key in numbers:
        began = time.monotonic()
        data: dict[str, Any] = {"itemType": str(kind)}
        data.update(
            (str(field), value)
            for field, value in connection.execute(
                "SELECT fieldName, value FROM itemData JOIN fields USING (fieldID) JOIN itemDataValues USING (valueID)"
                " WHERE itemID = ?",
                (number,),
            )
            if isinstance(value, str | int | float)
        )
        if isinstance(data.get("date"), str):
            # "2024-05-00 May 2024": a date that sorts, then the date as it was typed.
            data["date"] = data["date"].split(" ")[0]
        data["creators"] = [
            {"creatorType": kind, **({"name": last} if single else {"firstName": first, "lastName": last})}
            for kind, first, last, single in connection.execute(
                "SELECT creatorType, firstName, lastName, fieldMode FROM itemCreators JOIN creators USING (creatorID)"
                " JOIN creatorTypes USING (creatorTypeID) WHERE itemID = ? ORDER BY orderIndex",
                (number,),
            )
        ]
        data["tags"] = [
            {"tag": tag}
            for (tag,) in connection.execute(
                "SELECT name FROM itemTags JOIN tags USING (tagID) WHERE itemID = ? ORDER BY name", (number,)
            )
        ]
        yield {"key": str(key), "data": data}
