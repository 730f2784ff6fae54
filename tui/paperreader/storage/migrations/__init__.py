"""Schemas and how an older file becomes a newer one: numbered SQL files, each applied once, in order, never edited.

`user_version` counts the steps that a file has had. A step that was released is frozen: its hash is in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import apsw


class Kind(NamedTuple):
    """One of the two files: its name in messages, its mark, how it is synced, and how many steps its schema has had.

    `checkpoint` is the pages of journal with which a commit folds it into the file.
    """

    name: str
    application_id: int
    synchronous: str
    version: int
    checkpoint: int
    folder: Path = Path(__file__).parent

    def step(self, number: int) -> str:
        """Return the SQL of a step, from 1."""
        return (self.folder / f"{self.name}_{number:04}.sql").read_text(encoding="utf-8")


#: "pprL" and "pprC". FULL, because nothing acknowledged may be lost; NORMAL, because it can be made again. A mark that
#: folds the journal takes 6 ms instead of 0.4, so the library leaves that to `Database.tidy` as long as it can.
LIBRARY = Kind("library", 0x7070724C, "FULL", 1, 4_000)
CATALOGUE = Kind("catalogue", 0x70707243, "NORMAL", 1, 1_000)


def upgrade(
    connection: apsw.Connection,
    kind: Kind,
    path: Path,
    before: Callable[[apsw.Connection], None] | None,
) -> None:
    """Bring a file to this program's schema: all missing steps in one transaction, or nothing.

    `before` runs once before an existing file is changed (a new one has nothing to lose). Several processes may call
    this at once: who comes second finds the work done.
    """
    version = connection.pragma("user_version")
    if version >= kind.version:
        return
    if version and before is not None:
        before(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Under the lock: another terminal may have made it meanwhile.
        for number in range(connection.pragma("user_version") + 1, kind.version + 1):
            connection.execute(kind.step(number))
            connection.pragma("user_version", number)
        connection.pragma("application_id", kind.application_id)
        from paperreader import __version__

        connection.execute(
            "INSERT INTO meta VALUES ('program', ?) ON CONFLICT DO UPDATE SET value = excluded.value", (__version__,)
        )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
