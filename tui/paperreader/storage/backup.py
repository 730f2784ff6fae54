"""Backups of the library: made in one step, verified, thinned, and put back without ever copying a file by hand.

Restoring goes through SQLite when the library can still be opened, so that other terminals see it happen; a damaged one
is moved aside with its journal first, because a file beside a stale journal is corrupt.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import apsw

from paperreader.storage.migrations import LIBRARY
from paperreader.storage.soundness import require_sound
from paperreader.system import files

_NAME = re.compile(r"library-(\d{8}T\d{6})(\d{3})?Z(?:-([a-z0-9-]+))?\.db")
_DAY = 86_400.0
#: The newest are kept whatever their age; of the newest hours, days and weeks that have backups, the newest one.
NEWEST, HOURLY, DAILY, WEEKLY = 5, 24, 14, 8


class Backup(NamedTuple):
    """A backup file; `time` in seconds since 1970, `reason` why it was made ("" for the daily one)."""

    path: Path
    time: float
    reason: str

    @property
    def when(self) -> str:
        """Its time for people, in local time."""
        return datetime.fromtimestamp(self.time).astimezone().strftime("%Y-%m-%d %H:%M")


def backups(folder: Path) -> list[Backup]:
    """Return the backups of a folder, newest first."""
    found = []
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return []
    for name in names:
        if match := _NAME.fullmatch(name):
            try:
                moment = datetime.strptime(match[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            except ValueError:
                continue  # there is no such day: it is not one of ours
            found.append(Backup(folder / name, moment.timestamp() + int(match[2] or 0) / 1000, match[3] or ""))
    return sorted(found, key=lambda one: (one.time, one.path.name), reverse=True)


def newest(folder: Path) -> Backup | None:
    """Return the newest backup, or None."""
    return next(iter(backups(folder)), None)


def due(folder: Path, changed: float) -> bool:
    """Whether a daily backup is due, when the library was last changed at `changed` (seconds since 1970)."""
    last = newest(folder)
    if last is None:
        return True
    return changed > last.time and datetime.now(UTC).timestamp() - last.time > _DAY


def make(connection: apsw.Connection, folder: Path, reason: str = "") -> Path:
    """Write a backup of an open library, check it, and thin out the old ones; return its path.

    One `VACUUM INTO`, which another terminal's writing cannot hold up. Raises apsw errors and OSError (the caller's
    `speaking` has the words).
    """
    files.private_folder(folder)
    now = datetime.now(UTC)
    label = "-" + re.sub(r"[^a-z0-9]+", "-", reason.lower()).strip("-") if reason else ""
    target = folder / f"library-{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03}Z{label}.db"
    beside = files.temporary(target)
    files.create_private(beside)
    try:
        connection.execute("VACUUM INTO ?", (str(beside),))
        files.sync(beside)
        verify(beside)
        files.move(beside, target)
    except BaseException:
        for suffix in ("", "-journal"):
            leftover = beside.with_name(beside.name + suffix)
            if leftover.exists():
                files.disk.unlink(str(leftover))
        raise
    thin(folder)
    return target


def verify(path: Path) -> None:
    """Raise an apsw error unless a file is a sound library."""
    copy = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if copy.pragma("application_id") != LIBRARY.application_id:
            raise apsw.NotADBError(f"{path} is not a paperreader library")
        require_sound(copy)
    finally:
        copy.close()


def thin(folder: Path) -> None:
    """Remove backups but the newest five and the newest one of 24 hours, 14 days and 8 weeks each."""
    found = backups(folder)
    kept = {one.path for one in found[:NEWEST]}
    for shape, count in (("%Y%m%d%H", HOURLY), ("%Y%m%d", DAILY), ("%G%V", WEEKLY)):
        seen: dict[str, Path] = {}
        for one in found:
            seen.setdefault(datetime.fromtimestamp(one.time, UTC).strftime(shape), one.path)
        kept.update(list(seen.values())[:count])
    for one in found:
        if one.path not in kept:
            # Without waiting for the disk: a backup too many does no harm. Another terminal may thin them just now.
            with suppress(FileNotFoundError):
                files.disk.unlink(str(one.path))
