"""What a damaged library still says, taken into the one that a backup was made of: as one command that undo takes back.

Two witnesses are heard, row by row, each as far as it can be read. The log is the better one: an operation has a clock
and never changes, so whatever is found of it holds, and the last word on a field counts. Where it has holes, the marks
themselves tell what a paper's were when the file was written last. A row that is not there says nothing, so no mark of
the backup is lost.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from paperreader.errors import Corrupt, UsageError
from paperreader.storage.database import fetch
from paperreader.storage.failures import speaking
from paperreader.storage.library import Library
from paperreader.storage.log import ALIAS, APART, FIELDS, NOTE_LIMIT, TAG, VIEW, VIEW_UID, Applied, Command, tag_value
from paperreader.storage.moving import moved_at, newest_aside
from paperreader.storage.restore import begin_anew, restore

_OP = "id, device, seq, clock, uid, field, value"
#: An operation takes more bytes than this, so a file has no more of them than its size divided by it.
_SMALLEST = 32
#: What reading damaged rows may end in: SQLite's word for it, or values that are none.
_UNREADABLE = (apsw.Error, UnicodeDecodeError)


class Salvaged(NamedTuple):
    """How many operations and papers' marks could be read, how many operations could not, and what that changed."""

    ops: int
    lost: int
    papers: int
    applied: Applied | None

    @property
    def words(self) -> str:
        """One line for people."""
        read = f"{self.ops:,} changes and the marks of {self.papers:,} papers could be read in the damaged library"
        lost = f", {self.lost:,} changes could not" if self.lost else ""
        if self.applied is None:
            return f"{read}{lost}; there was nothing in them that is not in the library"
        return f"{read}{lost}; {self.applied.words}: {len(self.applied.uids):,} papers (paperreader undo takes it back)"


class _Op(NamedTuple):
    id: int
    device: str
    seq: int
    clock: int
    uid: str
    field: str
    value: Any


def salvage(damaged: Path, library: Library) -> Salvaged:
    """Take into a sound library what can be read in a damaged one, where the library has no newer word on it.

    The damaged file, which may have its journal beside it, is not touched. Raises `UsageError` when nothing in it can
    be read, else the errors of storage.
    """
    with speaking("library", damaged), tempfile.TemporaryDirectory(prefix="paperreader-") as folder:
        copy = Path(folder) / "library.db"
        for suffix in ("", "-wal"):
            source = damaged.with_name(damaged.name + suffix)
            if source.exists():
                shutil.copyfile(source, copy.with_name(copy.name + suffix))
        with closing(apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            ops, total, whole = _read_log(connection, copy)
            written = _last_word(connection, ops, None if whole else _kept_until(damaged))
            candidates = {op.uid for op in ops}.union(library.all_marks().uids, (one.uid for one in library.known()))
            marks = {uid: row for uid, *row in _readable_marks(connection, sorted(candidates)) if _is_state(uid, row)}
    if not ops and not marks:
        raise UsageError(f"nothing in {damaged} can be read; nothing was salvaged")

    def change(work: Command) -> list[str]:
        known = set(fetch(work.connection, "SELECT device, seq FROM op"))
        news = [op for op in ops if (op.device, op.seq) not in known]
        latest = _latest(work)
        for op in sorted(news, key=lambda op: (op.clock, op.id)):
            if op.clock > latest.get(_key(op.uid, op.field, op.value), 0):
                work.put(op.uid, op.field, op.value)
        for uid, row in marks.items():
            if work.current(uid, ALIAS) is None:
                _put_marks(work, uid, row, lambda key: latest.get(key, 0) <= written)
        return []

    return Salvaged(
        len(ops), total - len(ops), len(marks), library.command("taken over from the damaged library", change)
    )


class Rescued(NamedTuple):
    """What was done to a damaged library: the backup restored, if any, the file that was read, and what was in it."""

    words: str
    backup: Path | None
    damaged: Path | None
    salvaged: Salvaged | None


def rescue(path: Path, *, backups: Path, device: Path, damaged: Path | None = None) -> Rescued:
    """Restore a damaged library as far as backups go, then salvage what was marked since.

    Where the library is sound, only the salvage is done: of `damaged`, else of the newest damaged one that was kept.
    Raises `UsageError` when there is nothing to do either; else the errors of storage.
    """
    done, used, kept = "", None, None
    try:
        with Library.open(path, backups=backups, device=device) as library:
            library.check()
    except Corrupt:
        try:
            restored = restore(path, backups=backups, device=device)
            done, used, kept = restored.words, restored.backup.path, restored.aside or restored.saved
        except UsageError:
            kept = begin_anew(path, backups=backups, device=device)
            done = f"there was no sound backup, so the library began empty; what was there is kept in {kept}"
    source = damaged or kept or newest_aside(path)
    try:
        if source is None:
            raise UsageError(f"no damaged library is kept beside {path}; nothing was salvaged")
        with Library.open(path, backups=backups, device=device) as library:
            found = salvage(source, library)
    except UsageError as error:
        if not done:
            raise
        return Rescued(f"{done}; {error}", used, source, None)
    return Rescued(f"{done}; {found.words}" if done else found.words, used, source, found)


def _key(uid: str, field: str, value: Any) -> tuple[str, str, str]:
    """What a later word of the same kind replaces: a field, or one member of a set."""
    return uid, field, value[1:] if field in (TAG, APART) else ""


def _latest(work: Command) -> dict[tuple[str, str, str], int]:
    """The clock of the last word that the library has on everything."""
    rows = fetch(work.connection, "SELECT uid, field, value, clock FROM op ORDER BY clock")
    return {_key(uid, field, value): clock for uid, field, value, clock in rows}


def _last_word(connection: apsw.Connection, ops: Iterable[_Op], kept_until: int | None) -> int:
    """Return the clock until which the marks of a damaged library say what they were.

    What the library was told later they cannot know. The log itself says it, for the time of a file is no more than
    that of its last copy; only where the log's end may be missing, and the file is one that this program moved
    aside (`kept_until`), it may have been used until then.
    """
    clocks = [op.clock for op in ops]
    with suppress(*_UNREADABLE):
        clocks += [clock for (clock,) in connection.execute("SELECT clock FROM command ORDER BY id DESC LIMIT 1")]
    # A clock of the future is damage: it would be newer than anything.
    now = time.time_ns() // 1_000_000 << 16
    return max((clock for clock in (*clocks, kept_until) if isinstance(clock, int) and clock <= now), default=0)


def _kept_until(damaged: Path) -> int | None:
    """The clock at which a damaged library was changed last, if it is one that was moved aside; else None."""
    moved = moved_at(damaged)
    return None if moved is None else int(min(moved, damaged.stat().st_mtime) * 1000) << 16


def _put_marks(work: Command, uid: str, row: list[Any], may: Any) -> None:
    for field, value in zip(FIELDS, row, strict=True):
        if field != "tags":
            if may((uid, field, "")):
                work.put(uid, field, value)
            continue
        tags, now = set(value.split()), set(work.current(uid, "tags").split())
        for tag in sorted(tags ^ now):
            if may((uid, TAG, tag)):
                work.put(uid, TAG, f"{'+' if tag in tags else '-'}{tag}")


# ------------------------------------------------------------------------------------------------- reading what is left


def _read_log(connection: apsw.Connection, path: Path) -> tuple[list[_Op], int, bool]:
    """Return the operations that can be read, how many there were as far as that can be told, and if that is all."""
    most = path.stat().st_size // _SMALLEST
    try:
        # The first: else nothing is read of a file whose end is missing. The second: else damaged cells are.
        connection.execute("PRAGMA writable_schema=ON; PRAGMA cell_size_check=ON; SELECT 1 FROM op LIMIT 0")
    except _UNREADABLE:
        return [], 0, False  # not even what it holds can be read
    try:
        last = int(connection.execute("SELECT max(id) FROM op").get or 0)
    except (*_UNREADABLE, TypeError, ValueError):
        last = most + 1
    ops = [op for op in map(_Op._make, _readable_ops(connection, min(last, most))) if _is_op(op)]
    if last > most:
        return ops, max((op.id for op in ops), default=0), False
    return ops, last, len(ops) == last


def _readable_ops(connection: apsw.Connection, last: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the log that can be read: ranges are halved until what cannot is known."""
    spans = [(1, last)] if last else []
    while spans:
        low, high = spans.pop()
        try:
            yield from fetch(connection, f"SELECT {_OP} FROM op WHERE id BETWEEN ? AND ?", (low, high))  # noqa: S608
        except _UNREADABLE:
            if low < high:
                middle = (low + high) // 2
                spans += [(middle + 1, high), (low, middle)]


def _readable_marks(connection: apsw.Connection, candidates: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of marks that can be read: from both ends as far as that goes, else paper by paper."""
    sql = f"SELECT uid, {','.join(FIELDS)} FROM state"  # noqa: S608 (names from FIELDS)
    found: dict[Any, tuple[Any, ...]] = {}
    for order in ("ASC", "DESC"):
        try:
            for row in connection.execute(f"{sql} ORDER BY uid {order}"):
                found[row[0]] = row
            break
        except _UNREADABLE:
            continue
    else:
        for uid in candidates:
            if uid not in found:
                try:
                    found.update((row[0], row) for row in fetch(connection, f"{sql} WHERE uid = ?", (uid,)))
                except _UNREADABLE:
                    continue
    yield from found.values()


# ------------------------------------------------------------------------------------------- what a value may look like


def _is_uid(text: Any) -> bool:
    return isinstance(text, str) and 2 < len(text) < 600 and text.isprintable() and ":" in text and " " not in text


def _is_state(uid: Any, row: list[Any]) -> bool:
    """Whether a row of marks is one, and no other bytes that were taken for it."""
    *fields, tags = zip(FIELDS, row, strict=True)
    return (
        _is_uid(uid)
        and all(_is_sane(uid, field, value) for field, value in fields)
        and isinstance(tags[1], str)
        and all(_is_sane(uid, TAG, f"+{tag}") for tag in tags[1].split())
    )


def _is_op(op: _Op) -> bool:
    return (
        isinstance(op.device, str)
        and isinstance(op.seq, int)
        and isinstance(op.clock, int)
        and _is_sane(op.uid, op.field, op.value)
    )


def _is_sane(uid: Any, field: Any, value: Any) -> bool:
    """Whether an operation is one that this program could have written."""
    if field == VIEW:
        return isinstance(uid, str) and uid.startswith(VIEW_UID) and (value is None or _is_view(value))
    if not _is_uid(uid):
        return False
    if field in ("read", "starred", "dismissed"):
        return value in (0, 1)
    if field == "later":
        return value is None or (isinstance(value, float | int) and math.isfinite(value))
    if field == "rating":
        return isinstance(value, int) and 0 <= value <= 5
    if field == "note":
        # Zeros are what SQLite reads where the file ends within a page.
        return isinstance(value, str) and len(value) <= NOTE_LIMIT and "\0" not in value
    if field == ALIAS:
        return value is None or _is_uid(value)
    if not isinstance(value, str) or value[:1] not in ("+", "-"):
        return False
    if field == APART:
        return _is_uid(value[1:])
    try:
        return field == TAG and tag_value(value) == value
    except UsageError:
        return False


def _is_view(value: Any) -> bool:
    try:
        query, place = json.loads(value)
    except (ValueError, TypeError):
        return False
    return isinstance(query, str) and isinstance(place, float | int)
