"""Everything as lines of JSON, in an order that is always the same, and back into an empty library.

A dump holds the log word for word, the marks it adds up to, what is known of marked papers, reading places, and the
raw records. What is of one machine (its device id) is not in it. dump → load → dump gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paperreader.errors import FormatError, UsageError
from paperreader.storage import records
from paperreader.storage.catalog import Catalog
from paperreader.storage.failures import speaking
from paperreader.storage.joined import join
from paperreader.storage.library import Library
from paperreader.storage.log import adds_up
from paperreader.system import files

VERSION = 1
_HEADER = '{"paperreader":"dump","version":1}'
_RECORD = '{"record":'
#: Tables of the library in the order of a dump, with their columns and what orders them.
_TABLES = {
    "command": ("id,device,seq,clock,kind,words,undo_of", "id"),
    "op": ("id,device,seq,clock,uid,field,value,previous,command,undo_of", "id"),
    "state": ("uid,read,starred,later,dismissed,rating,note,tags", "uid"),
    "alias": ("uid,target", "uid"),
    "apart": ("first,second", "first || ' ' || second"),
    "view": ("name,query,place", "name"),
    "known": ("uid,title,idents,author,year", "uid"),
    "place": ("uid,anchor,clock", "uid"),
}
_PAGE = 1_000
_BATCH = 200
#: Sources that a load may replace, because the program itself brings them.
_SHIPPED = frozenset({"seeds"})

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dump(library: Library, folder: Path) -> Iterator[str]:
    """Yield the lines of a dump, each with its newline; `folder` holds the raw records. Constant memory.

    Every table is read in pages: write nothing meanwhile if the dump must be of one moment.
    """
    yield _HEADER + "\n"
    for table, (columns, key) in _TABLES.items():
        names = columns.split(",")
        for row in _rows(library, table, columns, key):
            yield _encode({"table": table, **dict(zip(names, row, strict=True))}) + "\n"
    with speaking("library", folder):
        for path in _by_source(folder):
            for text in records.texts(path):
                yield _RECORD + text + "}\n"


def _rows(library: Library, table: str, columns: str, key: str) -> Iterator[tuple[Any, ...]]:
    last: Any = None
    while True:
        # Names from _TABLES alone, never from a caller.
        sql = f"SELECT {columns}, {key} FROM {table} WHERE ?1 IS NULL OR {key} > ?1 ORDER BY {key} LIMIT {_PAGE}"  # noqa: S608
        rows = library.rows(sql, (last,))
        if not rows:
            return
        for *row, last in rows:  # noqa: B007 (the last key is where the next page begins)
            yield tuple(row)


def _by_source(folder: Path) -> list[Path]:
    """Return the files of raw records in the order of their sources' names."""
    try:
        paths = [path for path in folder.iterdir() if path.name.endswith(records.SUFFIX)]
    except FileNotFoundError:
        return []
    named = [(next((str(line.get("source", "")) for line in records.lines(path)), ""), path) for path in paths]
    return [path for _, path in sorted(named)]


def load(
    lines: Iterable[str],
    library: Library,
    catalog: Catalog,
    folder: Path,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Read a dump into an empty library and catalogue; return how many lines it had.

    The library is filled in one transaction, after which its marks are compared with its log. Raises `UsageError` when
    there is something already, `FormatError` with the line for what is not a dump, else the errors of storage.
    """
    _require_empty(library)
    if not catalog.origins().keys() <= _SHIPPED:
        raise UsageError(
            f"the catalogue {catalog.path} is not empty; set PAPERREADER_HOME to a new folder and load there"
        )
    numbered = enumerate(lines, 1)
    _, first = next(numbered, (0, ""))
    if first.strip() != _HEADER:
        raise FormatError("line 1: this is not a dump of paperreader")
    catalog.clear()
    keeping = _Keeper(folder)
    try:
        count = _fill(library, keeping, numbered, progress)
    except BaseException:
        keeping.discard()
        raise
    catalog.catch_up()
    join(library, catalog)
    if progress is not None:
        progress(count)
    return count


def _require_empty(library: Library) -> None:
    if any(library.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in ("command", "known", "place")):  # noqa: S608
        raise UsageError(
            f"the library {library.path} is not empty; set PAPERREADER_HOME to a new folder and load there"
        )


def _fill(
    library: Library, keeping: _Keeper, numbered: Iterable[tuple[int, str]], progress: Callable[[int], None] | None
) -> int:
    """Take the lines in, the library's in one transaction; return the number of the last."""
    count = 1
    with library.filling() as connection:
        _require_empty(library)  # again, now that no other terminal can mark anything
        for number, line in numbered:
            count = number
            if line.startswith(_RECORD):
                keeping.take(line.rstrip("\n")[len(_RECORD) : -1], number)
            else:
                _insert(connection, line, number)
            if progress is not None and number % 1_000 == 0:
                progress(number)
        if not adds_up(connection):
            raise FormatError("the dump's marks are not what its log adds up to; nothing was loaded")
        with speaking("catalogue", keeping.folder):
            keeping.close()
    return count


def _insert(connection: Any, line: str, number: int) -> None:
    try:
        row = json.loads(line)
        table = row.pop("table")
        columns = _TABLES[table][0].split(",")
        values = [row.pop(name) for name in columns]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"line {number}: this is not a line of a dump; nothing was loaded") from error
    if row or not all(value is None or isinstance(value, str | int | float) for value in values):
        raise FormatError(f"line {number}: this line has what this version does not know; nothing was loaded")
    marks = ",".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 (a name of _TABLES)


class _Keeper:
    """Writes raw records into new files as they come, and the files under their names at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._source = ""
        self._lines: list[str] = []
        self._sizes: dict[str, int] = {}

    def take(self, text: str, number: int) -> None:
        try:
            line = json.loads(text)
        except ValueError as error:
            raise FormatError(f"line {number}: this is not a record; nothing was loaded") from error
        if "source" in line and line["source"] != self._source:
            self.close()
            self._source = str(line["source"])
        if not self._source:
            raise FormatError(f"line {number}: a record without a source; nothing was loaded")
        self._lines.append(text + "\n")
        if len(self._lines) >= _BATCH:
            self.close()

    def discard(self) -> None:
        """Remove what was written, after a failure that is the error to report."""
        for source in self._sizes:
            try:
                files.remove(records.file_of(self.folder, source))
            except OSError:
                continue

    def close(self) -> None:
        """Write what is waiting."""
        if not self._lines:
            return
        path = records.file_of(self.folder, self._source)
        if self._source not in self._sizes:
            files.remove(path)
        self._sizes[self._source] = records.append(path, self._sizes.get(self._source, 0), "".join(self._lines))
        self._lines = []
