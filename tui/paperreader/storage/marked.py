"""Reading the marks: of some papers, of all, and of all in the shape that is quickest, for every start needs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from paperreader.paper import NO_MARKS, PLAIN_MARKS, Marks
from paperreader.storage.database import fetch, text_array
from paperreader.storage.log import marks_of_row
from paperreader.storage.opened import Opened

#: From the letters that `all_marks` reads to flags; what is none of them becomes 255, which no paper has.
_FLAGS = bytes(byte - 64 if 64 <= byte < 80 else 255 for byte in range(256))
_ROW = "uid, read, starred, later, dismissed, rating, note, tags"


class AllMarks(NamedTuple):
    """Every paper that has marks, sorted: `flags[n]` are those of `uids[n]`; `more`: all marks of those with more."""

    uids: list[str]
    flags: bytes
    more: dict[str, Marks]


class Marked(Opened):
    """The part of a library that reads the marks."""

    def marks(self) -> dict[str, Marks]:
        """Return the marks of every paper that has any."""
        uids, flags, more = self.all_marks()
        return {uid: more.get(uid) or PLAIN_MARKS[flag] for uid, flag in zip(uids, flags, strict=True)}

    def all_marks(self) -> AllMarks:
        """Return the marks of every paper that has any, in the shape that is quickest to read: it is in every start."""
        with self._database.decoding() as connection:
            return read_marks(connection)

    def marks_of(self, uids: Iterable[str]) -> dict[str, Marks]:
        """Return the marks of some papers, `NO_MARKS` for those without any."""
        found = dict.fromkeys(uids, NO_MARKS)
        with self._database.decoding() as connection:
            keys = tuple(found)
            if keys:
                for uid, *row in fetch(
                    connection,
                    f"SELECT {_ROW} FROM state WHERE uid IN (SELECT value FROM carray(?))",  # noqa: S608
                    (text_array(keys),),
                ):
                    found[uid] = marks_of_row(*row)
        return found


def read_marks(connection: apsw.Connection) -> AllMarks:
    """Return the marks of every paper that has any. Raises ValueError or TypeError for such as make no sense."""
    # Two long strings come out of SQLite five times as fast as row by row.
    connection.execute("BEGIN")
    try:
        uids, letters = connection.execute(
            "SELECT group_concat(uid, '\n'), group_concat("
            "char(64 + read + 2 * starred + 4 * (later IS NOT NULL) + 8 * dismissed), '') FROM state"
        ).get
        rest = fetch(
            connection,
            f"SELECT {_ROW} FROM state WHERE rating <> 0 OR tags <> '' OR note <> '' OR later IS NOT NULL",  # noqa: S608
        )
    finally:
        connection.execute("COMMIT")
    if not uids:
        return AllMarks([], b"", {})
    found = AllMarks(
        uids.split("\n"), letters.encode().translate(_FLAGS), {uid: marks_of_row(*row) for uid, *row in rest}
    )
    if len(found.uids) != len(found.flags) or 255 in found.flags:
        raise ValueError("marks that make no sense")
    return found
