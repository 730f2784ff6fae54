"""What was done, by whom and when: the log as the user reads it."""

from __future__ import annotations

from typing import Any, NamedTuple

from paperreader.storage.opened import Opened


class Entry(NamedTuple):
    """A command of the log; `time` in seconds since 1970, `kind` is `do`, `undo` or `redo`."""

    id: int
    time: float
    words: str
    kind: str
    changes: int
    undone: bool


class Event(NamedTuple):
    """One operation of the log with its command's words."""

    command: int
    time: float
    words: str
    uid: str
    field: str
    value: Any
    previous: Any
    undone: bool


class History(Opened):
    """The part of a library that reads its log."""

    def commands(self, limit: int = 100) -> list[Entry]:
        """Return the newest commands, newest first."""
        sql = (
            "SELECT id, clock, words, kind, (SELECT count(*) FROM op WHERE command = c.id),"
            " (SELECT kind FROM command WHERE undo_of = c.id ORDER BY id DESC LIMIT 1)"
            " FROM command c ORDER BY id DESC LIMIT ?"
        )
        with self.making():
            return [
                Entry(number, (clock >> 16) / 1000, words, kind, changes, last == "undo")
                for number, clock, words, kind, changes, last in self.rows(sql, (limit,))
            ]

    def history(self, uid: str | None = None, limit: int = 100) -> list[Event]:
        """Return the newest operations, newest first, of the library or of one paper and those merged into it."""
        sql = (
            "SELECT c.id, o.clock, c.words, o.uid, o.field, o.value, o.previous,"
            " (SELECT kind FROM command WHERE undo_of = c.id ORDER BY id DESC LIMIT 1)"
            " FROM op o JOIN command c ON c.id = o.command"
            " WHERE ?1 IS NULL OR o.uid = ?1 OR o.uid IN (SELECT uid FROM alias WHERE target = ?1)"
            " ORDER BY o.id DESC LIMIT ?2"
        )
        if uid is not None:
            sql = sql.replace("?1 IS NULL OR ", "")  # so that the index is used
        with self.making():
            return [
                Event(command, (clock >> 16) / 1000, words, of, field, value, previous, last == "undo")
                for command, clock, words, of, field, value, previous, last in self.rows(sql, (uid, limit))
            ]
