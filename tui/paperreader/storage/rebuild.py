"""Making the catalogue again from the raw records, into a file of its own that then takes the old one's place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw

from paperreader.errors import StorageError
from paperreader.storage.catalog import Catalog
from paperreader.storage.failures import speaking
from paperreader.storage.joined import join
from paperreader.storage.library import Library
from paperreader.storage.migrations import CATALOGUE
from paperreader.storage.moving import discard, pour
from paperreader.storage.opening import open_database
from paperreader.system import files


def rebuild(
    path: Path,
    *,
    records: Path,
    library: Library | None = None,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Make the catalogue again without the network: the same rows and uids; return how many papers it has.

    `library` tells the merges and the uids of papers with marks. The old catalogue stays in use until the new one is
    whole. Raises the errors of storage.
    """
    beside = path.with_name(f".{path.name}.rebuilt")
    discard(beside)
    try:
        with Catalog.open(beside, records=records) as made:
            if library is not None:
                join(library, made)
            made.catch_up(progress)
            if library is not None:
                join(library, made)
            count = made.count()
        with speaking("catalogue", path):
            _take_place(beside, path)
    finally:
        discard(beside)
    return count


def _take_place(beside: Path, path: Path) -> None:
    """Put the new catalogue in the old one's place: through SQLite, for open terminals, or over a broken one."""
    try:
        present = open_database(CATALOGUE, path)
    except StorageError:
        discard(path, journals_alone=True)
        files.move(beside, path)
        return
    source = apsw.Connection(str(beside), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        before = present.connection.execute("SELECT coalesce(max(value), 0) FROM meta WHERE key = 'generation'").get
        # Open terminals hold numbers of the old one; a higher generation tells them to look again.
        source.execute("UPDATE meta SET value = max(value, ? + 1) WHERE key = 'generation'", (before,))
        pour(source, present.connection)
    finally:
        source.close()
        present.close()
