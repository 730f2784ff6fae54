"""Putting a database file into the place of another: never by copying, and never beside the other one's journal."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import apsw

from paperreader.storage.database import PATIENCE, pause
from paperreader.system import files

_ASIDE, _STAMP = ".damaged-", "%Y%m%dT%H%M%SZ"
#: What SQLite keeps beside a file; it belongs to that file alone.
_JOURNALS = ("-wal", "-journal")
_BESIDE = (*_JOURNALS, "-shm")


def put_aside(path: Path) -> Path | None:
    """Move a database file and its journals aside, main file first; return where it is now, None if there was none."""
    stamp = datetime.now(UTC).strftime(_STAMP)
    aside = path.with_name(f"{path.name}{_ASIDE}{stamp}")
    moved = None
    if path.exists():
        files.move(path, aside)
        moved = aside
    for suffix in _JOURNALS:
        stale = path.with_name(path.name + suffix)
        if stale.exists():
            files.move(stale, aside.with_name(aside.name + suffix))
            moved = moved or aside.with_name(aside.name + suffix)
    files.remove(path.with_name(path.name + "-shm"))
    return moved


def moved_at(path: Path) -> float | None:
    """When a file was moved aside (`put_aside`) at the latest, in seconds since 1970; None for one that was not."""
    stamp = path.name.partition(_ASIDE)[2]
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).timestamp() + 1
    except ValueError:
        return None


def asides(folder: Path) -> list[Path]:
    """Return the database files of a folder that were moved aside, oldest first."""
    try:
        return sorted(path for path in folder.iterdir() if _ASIDE in path.name and not path.name.endswith(_JOURNALS))
    except OSError:
        return []


def newest_aside(path: Path) -> Path | None:
    """Return the file that was moved aside from `path` last, or None."""
    return next((one for one in reversed(asides(path.parent)) if one.name.startswith(path.name + _ASIDE)), None)


def pour(source: apsw.Connection, target: apsw.Connection) -> None:
    """Write one database over an open one, in one transaction that other terminals see happen. Raises apsw errors."""
    deadline = time.monotonic() + PATIENCE
    while True:
        # A step that meets another terminal's transaction fails as a whole and leaves nothing behind.
        try:
            with target.backup("main", source, "main") as copying:
                copying.step(-1)
            return
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            pause()


def discard(path: Path, *, journals_alone: bool = False) -> None:
    """Remove a database file with what SQLite keeps beside it, or only that; what is not there is no matter."""
    for suffix in _BESIDE if journals_alone else ("", *_BESIDE):
        files.remove(path.with_name(path.name + suffix))
