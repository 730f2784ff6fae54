"""Putting a backup back: never a copied file, because a library beside another one's journal is corrupt.

Where the library can be opened the backup is written into it as one transaction, and open terminals go on with it. A
damaged library is moved aside with its journal, and the backup takes its place.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import apsw

from paperreader.errors import Busy, Corrupt, StorageError, UsageError
from paperreader.paths import is_file
from paperreader.storage import backup, devices
from paperreader.storage.backup import Backup
from paperreader.storage.database import Database
from paperreader.storage.failures import speaking
from paperreader.storage.migrations import LIBRARY, upgrade
from paperreader.storage.moving import discard, pour, put_aside
from paperreader.storage.opening import open_database
from paperreader.storage.soundness import require_sound
from paperreader.system import files


class Restored(NamedTuple):
    """What was done: the backup that is the library now, and where what was there before is kept.

    `saved` is a backup of a sound library, `aside` the damaged file; both are None when there was nothing.
    """

    backup: Backup
    saved: Path | None
    aside: Path | None

    @property
    def words(self) -> str:
        """One line for people."""
        kept = self.saved or self.aside
        return f"restored the backup of {self.backup.when}" + (f"; what was there is kept in {kept}" if kept else "")


def restore(path: Path, *, backups: Path, device: Path, which: Path | None = None) -> Restored:
    """Make a backup the library: the one given, or the newest sound one. What was there is kept.

    Raises `UsageError` when there is no sound backup, else the errors of storage; then nothing has changed.
    """
    with speaking("library", path):
        chosen = _choose(backups, which)
        files.private_folder(path.parent)
        beside = files.temporary(path)
        try:
            _prepare(chosen.path, beside)
            present = _sound(path, backups)
            if present is None:
                aside = _put(path, beside)
                saved = None
            else:
                aside = None
                try:
                    saved = _write_into(present, beside, backups)
                finally:
                    present.close()
        finally:
            discard(beside)
        devices.renew(device)
    return Restored(chosen, saved, aside)


def begin_anew(path: Path, *, backups: Path, device: Path) -> Path | None:
    """Put an empty library in the place of one that is damaged, empty or missing; return where what was there is kept.

    Nothing is deleted, backups stay. Raises `UsageError` for a library that is sound, `Foreign` or `TooNew` for a file
    that is no damaged library, else the errors of storage; then nothing has changed.
    """
    from paperreader.storage.library import Library

    with speaking("library", path):
        if path.exists() and path.stat().st_size:
            try:
                present = open_database(LIBRARY, path, read_only=True)
                try:
                    with present.reading() as connection:
                        require_sound(connection)
                finally:
                    present.close()
            except Corrupt:
                pass
            else:
                raise UsageError(
                    f"the library {path} is sound, and nothing was changed; paperreader doctor looks closer"
                )
        aside = put_aside(path)
        Library.create(path, backups=backups, device=device).close()
        devices.renew(device)
    return aside


def _choose(folder: Path, which: Path | None) -> Backup:
    """Return the backup to restore, checked."""
    found = backup.backups(folder)
    if which is not None:
        named = [one for one in found if which in (one.path, Path(one.path.name))]
        if not named and not is_file(which):
            raise UsageError(f"there is no backup {which}; paperreader backup --list names them")
        candidates = named or [Backup(which, which.stat().st_mtime, "")]
    else:
        candidates = found
    for one in candidates:
        try:
            backup.verify(one.path)
        except apsw.Error:
            continue
        return one
    if which is not None:
        raise UsageError(f"the backup {which} is damaged; paperreader backup --list names the others")
    raise UsageError(
        f"there is no sound backup in {folder}; nothing was changed. If the library is damaged, begin with what can "
        "be read in it: paperreader restore --salvage; or empty: paperreader restore --empty. Both keep the old file"
    )


def _prepare(source: Path, target: Path) -> None:
    """Copy a backup to a private file of this program's schema, with a mark that it is another history."""
    files.create_private(target)
    origin = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        origin.execute("VACUUM INTO ?", (str(target),))
    finally:
        origin.close()
    copy = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        upgrade(copy, LIBRARY, target, None)
        copy.execute(
            "INSERT INTO meta VALUES ('epoch', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            (os.urandom(8).hex(),),
        )
    finally:
        copy.close()
    files.sync(target)
    backup.verify(target)


def _sound(path: Path, backups: Path) -> Database | None:
    """Open the library that is there, or return None when it is missing, damaged or not ours."""
    if not path.exists() or not path.stat().st_size:
        return None
    try:
        present = open_database(LIBRARY, path)
    except Busy:
        raise
    except StorageError:
        return None
    try:
        require_sound(present.connection)
        if present.writable:
            return present
    except apsw.Error:
        pass
    present.close()
    return None


def _write_into(present: Database, beside: Path, backups: Path) -> Path:
    """Write a prepared backup over an open library in one transaction, having saved what was there."""
    saved = backup.make(present.connection, backups, "before restore")
    source = apsw.Connection(str(beside), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        pour(source, present.connection)
    finally:
        source.close()
    return saved


def _put(path: Path, beside: Path) -> Path | None:
    """Move what is there aside, main file first, and the prepared backup into place.

    After a crash in between, the library is missing although it has backups, which opening reports: it is never half.
    """
    moved = put_aside(path)
    files.move(beside, path)
    return moved
