"""The library: what the user made. Irreplaceable, so everything here is one transaction, logged, undoable and synced.

A `Library` is one connection that has only this file open, so that a mark never waits for an import. Use it from one
thread at a time and open another for a worker. Papers are known by uid; the catalogue is not needed and not trusted:
deleting it, or importing anything again, changes nothing here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Self

import apsw

from paperreader.errors import ReadOnly, UsageError
from paperreader.paper import Paper
from paperreader.storage import devices, undoing
from paperreader.storage.database import READ_ONLY, Database
from paperreader.storage.history import Entry as Entry
from paperreader.storage.history import Event as Event
from paperreader.storage.history import History
from paperreader.storage.known import Remembering, remember
from paperreader.storage.log import ALIAS, VIEW, Command, adds_up, unicode_text
from paperreader.storage.log import Applied as Applied
from paperreader.storage.log import Change as Change
from paperreader.storage.lost import refuse_lost
from paperreader.storage.migrations import LIBRARY
from paperreader.storage.opening import open_database
from paperreader.storage.others import Others
from paperreader.storage.views import OwnViews


class Library(OwnViews, History, Remembering, Others):
    """Reading state, own views, the log; see the module. Where it is not `writable`, changes go to a copy or raise."""

    def __init__(self, database: Database, backups: Path, device: Path) -> None:
        self.backups = backups
        self._device_file = device
        self._device = ""
        super().__init__(database)

    @classmethod
    def open(cls, path: Path, *, backups: Path, device: Path, read_only: bool = False) -> Self:
        """Open the library, or make one where there never was one.

        Raises `Corrupt` when it is damaged, or missing or empty although it was used before; `Foreign`, `TooNew`,
        `Busy`, `Full`, `Unreachable`. A place that cannot be written does not raise: see `banner`.
        """
        refuse_lost(path, backups, device)
        return cls.create(path, backups=backups, device=device, read_only=read_only)

    @classmethod
    def create(cls, path: Path, *, backups: Path, device: Path, read_only: bool = False) -> Self:
        """Open the library, or make one even where backups say that there was one: only after the user chose so."""

        def before(connection: apsw.Connection) -> None:
            from paperreader.storage import backup

            backup.make(connection, backups, "migration")

        database = open_database(LIBRARY, path, read_only=read_only, before_upgrade=before)
        try:
            if database.unclean:
                database.check()
            return cls(database, backups, device)
        except BaseException:
            database.close()
            raise

    @property
    def notice(self) -> str:
        """One line about where the library lies, to be said once after opening, or "": a network, a cloud's folder."""
        from paperreader.storage import mounts

        client = mounts.synced_by(self.path)
        if client:
            return f"the library is in a folder of {client}, which may replace it while it is open: paperreader doctor"
        if mounts.is_network(self.path):
            return "the library is on a network file system: use it from one machine at a time"
        return ""

    @property
    def device(self) -> str:
        """The id under which this machine's operations are logged."""
        if not self._device:
            self._device = devices.device_id(self._device_file)
        return self._device

    # ------------------------------------------------------------------------------------------------- commands

    def apply(
        self,
        changes: Sequence[Change],
        words: str,
        papers: Mapping[str, Paper] | None = None,
        *,
        by_itself: bool = False,
    ) -> Applied | None:
        """Carry out one command: all changes in one transaction, on the disk when this returns; None if none was one.

        `words` say what it does, for undo and history (`star “Attention …”`). `papers` by uid let the library remember
        titles and identifiers. `by_itself`: a rule did it, not a key, so undo takes it back only when given its number.
        Raises `UsageError` for a value that cannot be stored, else the errors of storage.
        """

        def change(work: Command) -> list[str]:
            for one in changes:
                here = one._replace(uid=work.resolve(one.uid))
                work.put(here.uid, here.field, work.stored(here))
            return []

        return self.command(words, change, papers, by_itself=by_itself)

    def command(
        self,
        words: str,
        change: Callable[[Command], list[str]],
        papers: Mapping[str, Paper] | None = None,
        *,
        by_itself: bool = False,
    ) -> Applied | None:
        """Carry out `change` as one logged command; the storage room's own way to do more than `apply` can.

        What `change` decides by it has to read itself: only then no other terminal comes in between.
        """
        with self._writing() as connection:
            self._note_others(connection)
            work = Command(connection, words)
            skipped = change(work)
            if not work.changed and work.undo_of is None:
                return None
            if skipped:
                work.words = f"{work.words} ({len(skipped)} left: changed since)"
            number = work.write(self.device, by_itself=by_itself)
            if papers:
                remember(connection, (papers[uid] for uid in work.uids if uid in papers))
            seen = connection.execute("SELECT max(id) FROM op").get or 0
        self._seen = seen
        return Applied(
            work.words, work.uids, work.marks(), tuple(skipped), VIEW in work.touches, ALIAS in work.touches, number
        )

    def _writing(self) -> AbstractContextManager[apsw.Connection]:
        if self._database.mode == READ_ONLY:
            raise ReadOnly(
                f"not saved: the library {self.path} cannot be written; make it and its folder writable for you"
            )
        return self._database.writing()

    # --------------------------------------------------------------------------------------------- undo and redo

    def undo(self, command: int | None = None) -> Applied | None:
        """Take back what the user did last, in whichever terminal, or the command given; None: there is none.

        Only fields that still hold what it set are set back; `skipped` names the others. Raises `UsageError` for a
        number that is not a command that can be undone.
        """

        def change(work: Command) -> list[str]:
            with self._database.decoding() as connection:
                target = undoing.undoable(connection) if command is None else command
                if target is None:
                    return []
                row = connection.execute("SELECT kind, words FROM command WHERE id = ?", (target,)).get
                if row is None or row[0] != "do" or undoing.is_undone(connection, target):
                    raise UsageError(f"there is no command {target} to undo; paperreader history lists them")
                work.is_about("undo", target, f"undone: {row[1]}")
                return undoing.invert(work, undoing.ops_of(connection, target))

        return self.command("", change)

    def redo(self) -> Applied | None:
        """Do again what undo took back last; None when there is nothing, or a newer command came since."""

        def change(work: Command) -> list[str]:
            with self._database.decoding() as connection:
                target = undoing.redoable(connection)
                if target is None:
                    return []
                words = connection.execute("SELECT words FROM command WHERE id = ?", (target,)).get
                work.is_about("redo", target, f"redone: {words}")
                return undoing.repeat(work, undoing.ops_of(connection, target))

        return self.command("", change)

    # ------------------------------------------------------------------------------------------- outside the log

    def place(self, uid: str) -> str:
        """Return where the reading of a paper stopped, as `set_place` was given it; "" for nowhere."""
        with self._database.decoding() as connection:
            return str(connection.execute("SELECT anchor FROM place WHERE uid = ?", (uid,)).get or "")

    def set_place(self, uid: str, anchor: str) -> None:
        """Remember where the reading of a paper stopped, as an anchor in its text. Outside log and undo."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO place VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET anchor = excluded.anchor, clock = excluded.clock",
                (uid, unicode_text(str(anchor)), time.time_ns() // 1_000_000 << 16),
            )

    def _start_polling(self) -> None:
        # A library that was restored is another history, in which this terminal is another device.
        self._device = ""
        super()._start_polling()

    @contextmanager
    def filling(self) -> Iterator[apsw.Connection]:
        """One transaction in which a dump is loaded; for this room alone."""
        with self._writing() as connection:
            yield connection
        self._start_polling()

    def check(self) -> None:
        """Raise `Corrupt` unless everything in the library can be read; see `soundness`."""
        from paperreader.storage.soundness import require_sound

        with self._database.reading() as connection:
            require_sound(connection)

    def log_agrees(self) -> bool:
        """Whether the marks are what the log adds up to; if not, this program has made a mistake."""
        with self._database.decoding() as connection:
            return adds_up(connection)

    # -------------------------------------------------------------------------------------------------- backups

    def backup_due(self) -> bool:
        """Whether something was changed since the newest backup and that is a day old."""
        if not self.writable:
            return False
        with self._database.decoding() as connection:
            clock = connection.execute("SELECT clock FROM command ORDER BY id DESC LIMIT 1").get
        from paperreader.storage import backup

        return clock is not None and backup.due(self.backups, (clock >> 16) / 1000)

    def backup(self, reason: str = "") -> Path:
        """Make a verified backup, thin out the old ones and return its path. Raises the errors of storage."""
        from paperreader.storage import backup

        with self._database.decoding() as connection:
            return backup.make(connection, self.backups, reason)
