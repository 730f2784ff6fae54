"""What other terminals did to the library meanwhile: noticed by looking once a second, and before writing."""

from __future__ import annotations

import apsw

from paperreader.storage.database import Database, fetch
from paperreader.storage.marked import Marked
from paperreader.storage.opening import open_database


class Others(Marked):
    """The part of a library that notices what others do."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._start_polling()

    def _start_polling(self) -> None:
        with self._database.decoding() as connection:
            self._data_version = connection.execute("PRAGMA data_version").get
            self._seen = connection.execute("SELECT max(id) FROM op").get or 0
            self._epoch = connection.execute("SELECT value FROM meta WHERE key = 'epoch'").get
        self._missed: set[str] = set()

    def _note_others(self, connection: apsw.Connection) -> None:
        """Before writing, note what others logged meanwhile, which `poll` has yet to tell."""
        # Without DISTINCT, for which SQLite would walk the index of all uids.
        self._missed.update(uid for (uid,) in fetch(connection, "SELECT uid FROM op WHERE id > ?", (self._seen,)))

    def poll(self) -> set[str] | None:
        """Return the uids (and `view:NAME`s) that another terminal changed since the last call; None for none.

        Meant to be called once a second: about 5 µs when nothing happened, and the moment to tidy up. A
        library that was restored or replaced is opened anew and everything in it is returned. Raises `Unreachable`
        when the file is gone.
        """
        if self._database.moved():
            return self._reopen()
        with self._database.decoding() as connection:
            version = connection.execute("PRAGMA data_version").get
            if version != self._data_version:
                self._data_version = version
                if connection.execute("SELECT value FROM meta WHERE key = 'epoch'").get != self._epoch:
                    return self._everything()
                self._note_others(connection)
                self._seen = connection.execute("SELECT max(id) FROM op").get or 0
        if not self._missed:
            self._database.tidy()
            return None
        missed, self._missed = self._missed, set()
        return missed

    def _reopen(self) -> set[str]:
        if not self.path.exists():
            self._database.check_place()
        fresh = open_database(self._database.kind, self.path)
        before = set(self.marks())
        self._database.close()
        self._database = fresh
        return before | self._everything()

    def _everything(self) -> set[str]:
        self._start_polling()
        with self._database.decoding() as connection:
            return {str(uid) for (uid,) in connection.execute("SELECT uid FROM op UNION SELECT uid FROM state")}
