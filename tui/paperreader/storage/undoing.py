"""Undo and redo: which command is meant, and its inverse, only for what still holds.

The stack is derived from the log, so it survives restarts and `kill -9`, and is one for all terminals. It is made of
what the user did: a command that the program gave by itself (`Command.write`) is in the log, and can be undone when it
is named, but is not what undo takes back next, nor does it end what can be redone.
"""

from __future__ import annotations

import json
from typing import Any

import apsw

from paperreader.storage.database import fetch
from paperreader.storage.log import ALIAS, APART, TAG, VIEW, VIEW_UID, Command, Op

#: The newest command whose last undo or redo, if it had any, was a redo. One that points at itself has neither.
_UNDO = """
SELECT id FROM command AS c WHERE kind = 'do'
AND coalesce((SELECT kind FROM command WHERE undo_of = c.id ORDER BY id DESC LIMIT 1), 'redo') = 'redo'
ORDER BY id DESC LIMIT 1
"""
#: The newest undo that was not redone; a newer command of the user's own ends what can be redone.
_REDO = """
SELECT undo_of FROM command AS u WHERE kind = 'undo'
AND id > (
    SELECT coalesce(max(id), 0) FROM command WHERE kind = 'do' AND undo_of IS NULL)
AND NOT EXISTS (SELECT 1 FROM command WHERE undo_of = u.undo_of AND id > u.id)
ORDER BY id DESC LIMIT 1
"""


def undoable(connection: apsw.Connection) -> int | None:
    """Return the command that undo takes back, or None."""
    found: int | None = connection.execute(_UNDO).get
    return found


def redoable(connection: apsw.Connection) -> int | None:
    """Return the command that redo does again, or None."""
    found: int | None = connection.execute(_REDO).get
    return found


def is_undone(connection: apsw.Connection, command: int) -> bool:
    """Whether a command is taken back at present."""
    sql = "SELECT kind FROM command WHERE undo_of = ? ORDER BY id DESC LIMIT 1"
    kind = connection.execute(sql, (command,)).get
    return bool(kind == "undo")


def ops_of(connection: apsw.Connection, command: int) -> list[Op]:
    """Return the operations of a command in order."""
    sql = "SELECT id, uid, field, value, previous FROM op WHERE command = ? ORDER BY id"
    return [Op(*row) for row in fetch(connection, sql, (command,))]


def invert(work: Command, ops: list[Op]) -> list[str]:
    """Set every field back to what it was, where it still holds what the command set; return the rest in words."""
    left = []
    for op in reversed(ops):
        if work.current(op.uid, op.field, op.value) == op.value:
            work.put(op.uid, op.field, op.previous, op.id)
        else:
            left.append(_left(work, op))
    return left


def repeat(work: Command, ops: list[Op]) -> list[str]:
    """Do the operations again, where the fields still hold what they held before them."""
    left = []
    for op in ops:
        if work.current(op.uid, op.field, op.value) == op.previous:
            work.put(op.uid, op.field, op.value, op.id)
        else:
            left.append(_left(work, op))
    return left


def _left(work: Command, op: Op) -> str:
    """Say which field was left as it is, of what, and what it holds."""
    now = said(op.field, work.current(op.uid, op.field, op.value))
    if op.field == VIEW:
        return f"the view {op.uid.removeprefix(VIEW_UID)} was changed since: {now}"
    title = work.execute("SELECT title FROM known WHERE uid = ?", (op.uid,)).get
    return f"“{title or op.uid}” was changed since: {now}"


def said(field: str, value: Any) -> str:
    """Say in a few words what a field holds."""
    if field == TAG:
        return f"tag {value[1:]}" if value[0] == "+" else f"no tag {value[1:]}"
    if field == APART:
        return f"kept apart from {value[1:]}" if value[0] == "+" else f"may be {value[1:]}"
    if field == ALIAS:
        return f"merged into {value}" if value else "not merged"
    if field == VIEW:
        return f"its query is {json.loads(value)[0]!r}" if value else "it is gone"
    if field == "later":
        return "not for later" if value is None else "for later"
    if field == "rating":
        return f"rating {value}" if value else "no rating"
    if field == "note":
        return "note changed" if value else "no note"
    return field if value else {"read": "unread", "starred": "not starred"}.get(field, f"not {field}")
