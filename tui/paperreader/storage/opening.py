"""Opening one of the two files: making it, recognising it, and the ladder where it cannot be written.

Read and write, read only, a copy in a temporary place, in memory: never silently (`Database.banner`). What is foreign,
newer or damaged is left alone, and said.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw

from paperreader.errors import Corrupt, Foreign, TooNew, Unreachable
from paperreader.storage import database
from paperreader.storage.database import COPY, KEPT, MEMORY, PATIENCE, READ_ONLY, Database, Rung, has_journal, pause
from paperreader.storage.failures import CURES, no_room_to_share, speaking, typed
from paperreader.storage.migrations import Kind, upgrade
from paperreader.system import files


def open_database(
    kind: Kind,
    path: Path,
    *,
    read_only: bool = False,
    before_upgrade: Callable[[apsw.Connection], None] | None = None,
) -> Database:
    """Open, make or upgrade a file; the folder is made with mode 0700, the file with 0600.

    Raises `Corrupt`, `Foreign`, `TooNew`, `Busy`, `Full` or `Unreachable`; a place that cannot be written does not
    raise but gives a database with a banner. `before_upgrade` runs before a migration, under no lock (a backup).
    """
    reason = ""
    if not read_only:
        try:
            return _open_kept(kind, path, before_upgrade)
        except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, OSError) as error:
            reason = str(typed(error, kind.name, path))
            if isinstance(error, OSError) and error.errno is not None and not _is_refusal(error):
                raise typed(error, kind.name, path) from error
        except apsw.Error as error:
            reason = str(typed(error, kind.name, path))
            if not no_room_to_share(error):
                raise typed(error, kind.name, path) from error
        except UnicodeEncodeError as error:
            raise Unreachable(
                f"the path {path!r} is not valid UTF-8, which SQLite needs; use another folder"
            ) from error
    with speaking(kind.name, path):
        rung = _lower_rung(kind, path)
        opened = Database(kind, path, rung, reason)
        try:
            if rung.mode != MEMORY:
                _recognise(rung.connection, kind, path)
            if rung.mode != READ_ONLY:
                upgrade(rung.connection, kind, path, None)
        except BaseException:
            opened.close()
            raise
    return opened


def _is_refusal(error: OSError) -> bool:
    """Whether an error means that the place may not be written, rather than that the disk is full or failing."""
    import errno

    return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR)


def _open_kept(kind: Kind, path: Path, before_upgrade: Callable[[apsw.Connection], None] | None) -> Database:
    files.private_folder(path.parent)
    unclean = has_journal(path)
    created = _make(kind, path)
    _check_beginning(kind, path)
    connection = database.connect(kind, path, apsw.SQLITE_OPEN_READWRITE)
    try:
        if connection.readonly("main"):
            raise apsw.ReadOnlyError(f"{path} is not writable")
        _recognise(connection, kind, path)
        _journal(connection, path)
        upgrade(connection, kind, path, before_upgrade)
        # The folder may be closed although the file is not: then the journal cannot be made, and it shows only here.
        connection.execute("BEGIN IMMEDIATE; ROLLBACK")
    except BaseException:
        connection.close(True)
        raise
    opened = Database(kind, path, Rung(connection, KEPT), "")
    opened.created, opened.unclean = created, unclean
    return opened


def _make(kind: Kind, path: Path) -> bool:
    """Make the file unless there is one, a link included; return whether it was made.

    It gets its name when it is whole and synced. So a making that fails, however it ends, leaves nothing of that name,
    and an empty file is never one that was about to be made, but one that lost what was in it (`lost`).
    """
    if os.path.lexists(path):
        return False
    with closing(apsw.Connection(":memory:")) as image:
        upgrade(image, kind, path, None)
        data = image.serialize("main")
    try:
        with files.locked(path, PATIENCE):
            if os.path.lexists(path):
                return False  # another terminal was faster
            files.write_atomic(path, data)
    except TimeoutError as error:
        raise apsw.BusyError(str(error)) from error
    except PermissionError:
        # Where there are no locks, which is Windows, a file that another terminal has made and opened stays.
        if not os.path.lexists(path):
            raise
        return False
    return True


def _recognise(connection: apsw.Connection, kind: Kind, path: Path) -> None:
    """Raise unless the file is empty or one of ours that this version can read."""
    # In one transaction: another terminal may be making the file between any two of these.
    connection.execute("BEGIN")
    try:
        application = connection.pragma("application_id")
        version = connection.pragma("user_version")
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    if application == 0 and version == 0 and not tables:
        return
    if application != kind.application_id:
        raise Foreign(
            f"{path} is not a paperreader {kind.name}; it was left alone: move it elsewhere, "
            "or set PAPERREADER_HOME to another folder"
        )
    if version > kind.version:
        from paperreader import __version__

        raise TooNew(
            f"this {kind.name} was written by paperreader {_writer(connection)}; this is {__version__}: "
            "upgrade, or set PAPERREADER_HOME to another folder"
        )
    _check_length(connection, kind, path)


def _writer(connection: apsw.Connection) -> str:
    """The version that wrote the file; `meta.program` is kept by every schema for this."""
    try:
        found = connection.execute("SELECT value FROM meta WHERE key = 'program'").get
    except apsw.SQLError:
        found = None
    return str(found) if found else "of a later schema"


def _check_beginning(kind: Kind, path: Path) -> None:
    """Raise `Corrupt` for a file that is too short to be one, which SQLite would take for an empty one and fill."""
    if path.is_dir():
        raise Unreachable(f"{path} is a folder, where the {kind.name} should be; move it away")
    if 0 < path.stat().st_size < 512:
        raise Corrupt(f"the {kind.name} {path} is damaged (nearly all of it is missing); {CURES[kind.name]}")


def _check_length(connection: apsw.Connection, kind: Kind, path: Path) -> None:
    """Raise `Corrupt` when pages are missing at the end, which SQLite itself notices only when it needs them."""
    try:
        size = path.stat().st_size
        if has_journal(path):
            return
    except OSError:
        return
    if size and connection.pragma("page_count") * connection.pragma("page_size") > size:
        raise Corrupt(f"the {kind.name} {path} is damaged (its end is missing); {CURES[kind.name]}")


def _journal(connection: apsw.Connection, path: Path) -> None:
    """Use WAL on local disks, TRUNCATE where other machines may have the file open."""
    from paperreader.storage.mounts import is_network

    wanted = "truncate" if is_network(path) else "wal"
    deadline = time.monotonic() + PATIENCE
    while connection.pragma("journal_mode") != wanted:
        # Changing the mode needs the file alone, and SQLite does not always call the busy handler for it.
        try:
            connection.pragma("journal_mode", wanted)
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
        pause()
        if time.monotonic() > deadline:
            break


def _lower_rung(kind: Kind, path: Path) -> Rung:
    """Open what can be opened when the file cannot be written. Never `immutable`: it would hide the last session."""
    connection = None
    try:
        connection = database.connect(kind, path, apsw.SQLITE_OPEN_READONLY)
        connection.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018 (the first read needs the journal)
        return Rung(connection, READ_ONLY)
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError, apsw.PermissionsError):
        if connection is not None:
            connection.close(True)
    except UnicodeEncodeError:
        return Rung(_in_memory(kind), MEMORY)
    import shutil
    import tempfile

    try:
        path.stat()  # where nothing can be seen, no copy can be made
        folder = tempfile.mkdtemp(prefix="paperreader-")
        copied = Path(folder) / path.name
        for suffix in ("", "-wal"):
            source = path.with_name(path.name + suffix)
            if source.exists():
                shutil.copyfile(source, copied.with_name(copied.name + suffix))
        return Rung(database.connect(kind, copied, apsw.SQLITE_OPEN_READWRITE), COPY, folder)
    except OSError:
        return Rung(_in_memory(kind), MEMORY)


def _in_memory(kind: Kind) -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.execute(f"PRAGMA synchronous={kind.synchronous}")
    return connection
