"""One command of the user as one transaction: what it changes, and the operations that say so in the log.

The state is the fold of the log (`folded`, tested); both are written together. A value is read under the write lock in
the transaction that changes it, never written back from what somebody loaded earlier.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

import apsw

from paperreader.errors import UsageError
from paperreader.paper import Marks
from paperreader.storage.database import fetch

#: The fields of a state row in the order of its columns, with what they are when nothing is stored.
DEFAULTS: dict[str, Any] = {
    "read": 0,
    "starred": 0,
    "later": None,
    "dismissed": 0,
    "rating": 0,
    "note": "",
    "tags": "",
}
FIELDS = tuple(DEFAULTS)
_COLUMNS = ",".join(FIELDS)
TAG, ALIAS, APART, VIEW = "tag", "alias", "apart", "view"
#: What an own view's operations are filed under: no paper's uid begins so.
VIEW_UID = "view:"
NOTE_LIMIT = 65_536
TAG_LIMIT = 64


class Change(NamedTuple):
    """One change of one paper.

    `read`, `starred`, `dismissed` (bool) · `later` (None, True for the end of the queue, or a place) · `rating` (0–5) ·
    `note` (text) · `tag` (`+name` or `-name`).
    """

    uid: str
    field: str
    value: object


class Applied(NamedTuple):
    """What a command did: its words, the papers it changed with their marks now, and what was left and why.

    `views` and `merges` say that own views or merges changed too; `command` is its number in the log.
    """

    words: str
    uids: tuple[str, ...]
    marks: dict[str, Marks]
    skipped: tuple[str, ...] = ()
    views: bool = False
    merges: bool = False
    command: int = 0


class Op(NamedTuple):
    """One operation of the log, as far as undo needs it."""

    id: int
    uid: str
    field: str
    value: Any
    previous: Any


class Command:
    """A command being carried out inside a transaction of the library; `words` say what it does."""

    def __init__(self, connection: apsw.Connection, words: str) -> None:
        self.words = words
        self.kind = "do"
        #: The command that this one undoes or redoes.
        self.undo_of: int | None = None
        self.execute = connection.execute
        self.connection = connection
        self._rows: dict[str, dict[str, Any]] = {}
        self._touched: dict[str, set[str]] = {}
        self._aliases: dict[str, str | None] = {}
        self._views: dict[str, str | None] = {}
        self._apart: dict[tuple[str, str], bool] = {}
        self._ops: list[tuple[str, str, Any, Any, int | None]] = []

    def is_about(self, kind: str, command: int, words: str) -> None:
        """Say that this is the `undo` or `redo` of another command, which is chosen under the lock."""
        self.kind, self.undo_of, self.words = kind, command, words

    # ---------------------------------------------------------------------------------------------------- values

    def current(self, uid: str, field: str, value: Any = None) -> Any:
        """Return what a field holds now; for a member of a set (a tag, a paper kept apart), as `+name` or `-name`."""
        if field == TAG:
            return ("+" if value[1:] in self._row(uid)["tags"].split() else "-") + value[1:]
        if field == APART:
            pair = (uid, value[1:])
            if pair not in self._apart:
                sql = "SELECT 1 FROM apart WHERE first = ? AND second = ?"
                self._apart[pair] = self.execute(sql, pair).get is not None
            return ("+" if self._apart[pair] else "-") + value[1:]
        if field == ALIAS:
            if uid not in self._aliases:
                self._aliases[uid] = self.execute("SELECT target FROM alias WHERE uid = ?", (uid,)).get
            return self._aliases[uid]
        if field == VIEW:
            if uid not in self._views:
                found = self.execute("SELECT query, place FROM view WHERE name = ?", (uid.removeprefix(VIEW_UID),)).get
                self._views[uid] = None if found is None else view_value(*found)
            return self._views[uid]
        return self._row(uid)[field]

    def _row(self, uid: str) -> dict[str, Any]:
        row = self._rows.get(uid)
        if row is None:
            found = self.execute(f"SELECT {_COLUMNS} FROM state WHERE uid = ?", (uid,)).get  # noqa: S608
            row = dict(DEFAULTS) if found is None else dict(zip(FIELDS, found, strict=True))
            self._rows[uid] = row
        return row

    def put(self, uid: str, field: str, value: Any, undo_of: int | None = None) -> None:
        """Set a field to a stored value (see `stored`); nothing happens when it holds that already."""
        previous = self.current(uid, field, value)
        if previous == value:
            return
        self._ops.append((uid, field, value, previous, undo_of))
        if field == TAG:
            row = self._row(uid)
            tags = set(row["tags"].split())
            tags.symmetric_difference_update((value[1:],))
            row["tags"] = " ".join(sorted(tags))
            self._touched.setdefault("tags", set()).add(uid)
        elif field == APART:
            self._apart[uid, value[1:]] = value[0] == "+"
            self._touched.setdefault(APART, set()).add(uid)
        elif field == ALIAS:
            self._aliases[uid] = value
            self._touched.setdefault(ALIAS, set()).add(uid)
        elif field == VIEW:
            self._views[uid] = value
            self._touched.setdefault(VIEW, set()).add(uid)
        else:
            self._row(uid)[field] = value
            self._touched.setdefault(field, set()).add(uid)

    def stored(self, change: Change) -> Any:
        """Return the value of a change as it is stored. Raises `UsageError` for one that cannot be."""
        uid, field, value = change
        if field in ("read", "starred", "dismissed"):
            return int(bool(value))
        if field == "later":
            return self._later(uid, value)
        if field == "rating":
            if not isinstance(value, int) or not 0 <= value <= 5:
                raise UsageError(f"a rating is 0 to 5, not {value!r}")
            return int(value)
        if field == "note":
            text = str(value)
            if len(text) > NOTE_LIMIT:
                raise UsageError(
                    f"a note has at most {NOTE_LIMIT:,} characters, this one {len(text):,}: keep it in a file"
                )
            return unicode_text(text)
        if field == TAG:
            return tag_value(str(value))
        raise UsageError(f"papers have no field {field!r}")

    def _later(self, uid: str, value: object) -> float | None:
        if value is None or value is False:
            return None
        if value is True:
            place: float | None = self._row(uid)["later"]
            if place is not None:
                return place
            last = self.execute("SELECT max(later) FROM state WHERE later IS NOT NULL").get or 0.0
            queued = [row["later"] for row in self._rows.values() if row["later"] is not None]
            return float(math.floor(max([last, *queued])) + 1)
        if isinstance(value, int | float) and math.isfinite(value):
            return float(value)
        raise UsageError(f"a place in the later queue is a number, not {value!r}")

    def resolve(self, uid: str) -> str:
        """Return the uid that stands for a paper: its own, or that of the paper it was merged into."""
        if not uid or any(char.isspace() for char in uid) or uid.startswith(VIEW_UID):
            raise UsageError(f"{uid!r} is not a paper's uid")
        for _ in range(100):
            target = self.current(uid, ALIAS)
            if target is None:
                break
            uid = target
        return uid

    # ------------------------------------------------------------------------------------------------------ end

    @property
    def changed(self) -> bool:
        """Whether anything was set to another value."""
        return bool(self._ops)

    @property
    def uids(self) -> tuple[str, ...]:
        """The papers whose marks were changed, in order."""
        return tuple(dict.fromkeys(op[0] for op in self._ops if op[1] not in (VIEW, APART)))

    @property
    def touches(self) -> set[str]:
        """The fields that were changed."""
        return {op[1] for op in self._ops}

    def marks(self) -> dict[str, Marks]:
        """The marks of the papers that were changed."""
        return {uid: marks_of_row(*self._row(uid).values()) for uid in self.uids}

    def write(self, device: str, *, by_itself: bool = False) -> int:
        """Write the command, its operations and the state; return the command's id.

        `by_itself`: the program did it by a rule of the user's. Such a command points at itself (`undo_of`), which
        keeps it out of the order of undo (see `undoing`) and needs no column of its own.
        """
        last = self.execute("SELECT clock FROM command ORDER BY id DESC LIMIT 1").get or 0
        clock = max(time.time_ns() // 1_000_000 << 16, last + 1)
        seq = next_seq(self.connection, device)
        command = int(
            self.execute(
                "INSERT INTO command (id, device, seq, clock, kind, words, undo_of)"
                " SELECT number, ?1, ?2, ?3, ?4, ?5, iif(?7, number, ?6)"
                " FROM (SELECT coalesce(max(id), 0) + 1 AS number FROM command) RETURNING id",
                (device, seq, clock, self.kind, unicode_text(self.words), self.undo_of, by_itself),
            ).get
        )
        self.connection.executemany(
            "INSERT INTO op (device, seq, clock, uid, field, value, previous, command, undo_of)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (device, seq + 1 + place, clock, uid, field, value, previous, command, undone)
                for place, (uid, field, value, previous, undone) in enumerate(self._ops)
            ),
        )
        self._write_state()
        return command

    def _write_state(self) -> None:
        many = self.connection.executemany
        touched = dict(self._touched)
        aliases, views, apart = (touched.pop(field, set()) for field in (ALIAS, VIEW, APART))
        uids = dict.fromkeys(uid for some in touched.values() for uid in some)
        many("INSERT INTO state (uid) VALUES (?) ON CONFLICT DO NOTHING", ((uid,) for uid in uids))
        for field, some in touched.items():
            # The name comes from FIELDS, never from a caller.
            many(f"UPDATE state SET {field} = ? WHERE uid = ?", ((self._rows[uid][field], uid) for uid in some))  # noqa: S608
        bare = [(uid,) for uid in uids if self._rows[uid] == DEFAULTS]
        many("DELETE FROM state WHERE uid = ?", bare)
        for uid in aliases:
            target = self._aliases[uid]
            self.execute("DELETE FROM alias WHERE uid = ?", (uid,))
            if target is not None:
                self.execute("INSERT INTO alias VALUES (?, ?)", (uid, target))
        for pair in [pair for pair in self._apart if pair[0] in apart]:
            self.execute("DELETE FROM apart WHERE first = ? AND second = ?", pair)
            if self._apart[pair]:
                self.execute("INSERT INTO apart VALUES (?, ?)", pair)
        for uid in views:
            name, value = uid.removeprefix(VIEW_UID), self._views[uid]
            self.execute("DELETE FROM view WHERE name = ?", (name,))
            if value is not None:
                self.execute("INSERT INTO view VALUES (?, ?, ?)", (name, *json.loads(value)))


def next_seq(connection: apsw.Connection, device: str) -> int:
    """Return the next sequence number of a device; commands and operations share the count."""
    ops = connection.execute("SELECT max(seq) FROM op WHERE device = ?", (device,)).get or 0
    last = connection.execute("SELECT seq FROM command WHERE device = ? ORDER BY id DESC LIMIT 1", (device,)).get or 0
    return int(max(ops, last)) + 1


def marks_of_row(
    read: int, starred: int, later: float | None, dismissed: int, rating: int, note: str, tags: str
) -> Marks:
    """Return the marks of a state row."""
    return Marks(bool(read), bool(starred), later, bool(dismissed), rating, tuple(tags.split()), note)


def view_value(query: str, place: float) -> str:
    """Return an own view as the log holds it."""
    return json.dumps([query, place], ensure_ascii=False)


def tag_value(text: str) -> str:
    """Return a tag change as it is stored. Raises `UsageError` unless it is `+` or `-` and one word."""
    text = unicode_text(text)
    name = text[1:]
    if text[:1] not in ("+", "-") or not name or not name.isprintable() or any(char.isspace() for char in name):
        raise UsageError(f"a tag is one word of printable characters after + or -, not {text!r}")
    if len(name) > TAG_LIMIT:
        raise UsageError(f"a tag has at most {TAG_LIMIT} characters, {name[:20]!r}… has {len(name)}")
    return text


def unicode_text(text: str) -> str:
    """Return text that a file can hold: halves of surrogate pairs become the replacement character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Folded(NamedTuple):
    """What a log adds up to: state rows by uid (but those that are all default), aliases, views, pairs kept apart."""

    state: dict[str, dict[str, Any]]
    aliases: dict[str, str]
    views: dict[str, str]
    apart: set[tuple[str, str]]


def folded(ops: Iterable[tuple[str, str, Any]]) -> Folded:
    """Add up operations (uid, field, value) in the order of the log."""
    state: dict[str, dict[str, Any]] = {}
    aliases: dict[str, str] = {}
    views: dict[str, str] = {}
    apart: set[tuple[str, str]] = set()
    for uid, field, value in ops:
        if field == APART:
            (apart.add if value[0] == "+" else apart.discard)((uid, value[1:]))
            continue
        if field in (ALIAS, VIEW):
            target = aliases if field == ALIAS else views
            name = uid if field == ALIAS else uid.removeprefix(VIEW_UID)
            if value is None:
                target.pop(name, None)
            else:
                target[name] = value
            continue
        row = state.setdefault(uid, dict(DEFAULTS))
        if field == TAG:
            tags = set(row["tags"].split())
            (tags.add if value[0] == "+" else tags.discard)(value[1:])
            row["tags"] = " ".join(sorted(tags))
        else:
            row[field] = value
    return Folded({uid: row for uid, row in state.items() if row != DEFAULTS}, aliases, views, apart)


def adds_up(connection: apsw.Connection) -> bool:
    """Whether the state is what the log adds up to. Raises ValueError, TypeError or IndexError for what is no log."""
    ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id")
    return folded((str(uid), str(field), value) for uid, field, value in ops) == stored_fold(connection)


def stored_fold(connection: apsw.Connection) -> Folded:
    """Return the state as it is stored, in the form of `folded`."""
    state = {
        row[0]: dict(zip(FIELDS, row[1:], strict=True))
        for row in fetch(connection, f"SELECT uid, {_COLUMNS} FROM state")  # noqa: S608
    }
    views = {name: view_value(query, place) for name, query, place in fetch(connection, "SELECT * FROM view")}
    aliases: dict[str, str] = dict(fetch(connection, "SELECT * FROM alias"))
    apart = {(first, second) for first, second in fetch(connection, "SELECT first, second FROM apart")}
    return Folded({uid: row for uid, row in state.items() if row != DEFAULTS}, aliases, views, apart)
