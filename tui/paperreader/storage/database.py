"""One open SQLite file: one way to read, one way to write, and the words when that cannot be.

`library` and `catalog` stand on this; it knows neither's tables, and `opening` makes it.

Nothing here opens a database file other than through SQLite while it may be in use: closing any descriptor of it would
drop the process's POSIX locks on it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from paperreader.errors import Unreachable
from paperreader.storage.failures import decoding, speaking
from paperreader.storage.migrations import Kind
from paperreader.system import files

#: How long a lock is waited for before the user hears of it. A write takes milliseconds.
PATIENCE = 10.0
#: After so many transactions the journal is worth folding into the file.
UNTIDY = 50

#: While a file is filled: its cache (negative: in KiB; the indexes of 100,000 papers have 25 MB), and the pages of
#: journal that are folded into the file at once (32 MB).
_FILLING_CACHE, _FILLING_CHECKPOINT = -32_768, 8_000

KEPT, READ_ONLY, COPY, MEMORY = "kept", "read-only", "copy", "memory"


def text_array(texts: Iterable[str]) -> Any:
    """Many texts as one table of a query, in their order.

    A text that SQLite's arrays cannot hold, one with a NUL or half a surrogate pair, is an empty one there: nothing
    that is stored has either, but what a user names may, and no uid is empty.
    """
    values = tuple(texts)
    try:
        return apsw.carray(values, flags=apsw.SQLITE_CARRAY_TEXT)
    except ValueError:
        return apsw.carray(tuple(map(_bindable, values)), flags=apsw.SQLITE_CARRAY_TEXT)


def _bindable(text: str) -> str:
    return "" if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text) else text


def fetch(connection: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return all rows of a statement; nothing stays open."""
    return connection.execute(sql, values).fetchall()


class Rung(NamedTuple):
    """What a rung of the ladder gave: a connection, which rung it is, and the temporary folder of a copy."""

    connection: apsw.Connection
    mode: str
    folder: str = ""


class Database:
    """An open file of one kind. Use it from one thread at a time."""

    def __init__(self, kind: Kind, path: Path, rung: Rung, reason: str) -> None:
        self.kind = kind
        self.path = path
        self.connection = rung.connection
        self.mode = rung.mode
        asked = rung.mode == READ_ONLY and not reason
        self.banner = "" if asked else _banner(kind, path, rung.mode, reason)
        self.created = False
        self.unclean = False
        self._folder = rung.folder
        self._written = 0
        self._identity = files.file_id(path) if rung.mode in (KEPT, READ_ONLY) else None

    @property
    def writable(self) -> bool:
        """Whether what is written stays: False on every rung of the ladder below the first."""
        return self.mode == KEPT

    def close(self) -> None:
        """Close the file; the last of several terminals folds the journal into it. Harmless when closed already."""
        with speaking(self.kind.name, self.path):
            try:
                if self.moved():
                    # The last to close removes the journal by its name, which by now may be another file's.
                    self.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            except apsw.ConnectionClosedError:
                return
            self.connection.close()
        if self._folder:
            import shutil

            shutil.rmtree(self._folder, ignore_errors=True)

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """Run statements that change nothing; raises the errors of `errors.py`."""
        with speaking(self.kind.name, self.path):
            yield self.connection

    @contextmanager
    def decoding(self) -> Iterator[apsw.Connection]:
        """Like `reading`, where values are made of the rows within: what makes no sense is damage as well."""
        with decoding(self.kind.name, self.path):
            yield self.connection

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """Run one transaction, begun with the write lock, so that what it reads is what it changes.

        Acknowledged when the block ends without an error: then it is on the disk (as far as the file's `synchronous`
        promises). On any error nothing has changed. Raises the errors of `errors.py`, `Unreachable` when the file was
        moved away or replaced since it was opened.
        """
        connection = self.connection
        if self._identity is not None:
            self.check_place()
        with speaking(self.kind.name, self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        self._written += 1

    @contextmanager
    def impatient(self) -> Iterator[None]:
        """Meanwhile a lock that another holds is `Busy` at once: for what is tried again soon, where a user waits."""
        self.connection.set_busy_handler(None)
        try:
            yield
        finally:
            # By now the file may have been opened anew.
            self.connection.set_busy_handler(_patient())

    @contextmanager
    def filling(self) -> Iterator[None]:
        """While much is written, keep more of the file in memory and fold the journal less often: a third of the time.

        Where a paper's identifiers and hashes go in the indexes is as good as random, so that the pages that SQLite
        keeps by default (2 MB) are not those that are wanted next.
        """
        connection = self.connection
        with speaking(self.kind.name, self.path):
            before = connection.pragma("cache_size")
            connection.execute(f"PRAGMA cache_size={_FILLING_CACHE}; PRAGMA wal_autocheckpoint={_FILLING_CHECKPOINT}")
        try:
            yield
        finally:
            # After a failure it is the failure that counts, and these are about speed alone.
            with suppress(apsw.Error):
                connection.execute(
                    f"PRAGMA cache_size={before}; PRAGMA wal_autocheckpoint={self.kind.checkpoint};"
                    " PRAGMA shrink_memory"
                )

    def tidy(self) -> None:
        """Fold the journal into the file if much was written; for a moment in which nobody waits for an answer.

        Whoever reads or writes meanwhile is not held up. It may fail like SQLite's own folding, silently: everything is
        in the journal, and a disk that fails is told by the next write.
        """
        if self._written < UNTIDY or self.mode != KEPT:
            return
        self._written = 0
        with suppress(apsw.Error):
            self.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _roll_back(self) -> None:
        """Leave no transaction open after a failure; SQLite may have ended it already."""
        if not self.connection.in_transaction:
            return
        try:
            self.connection.execute("ROLLBACK")
        except apsw.Error:
            # The first error is the one to report; a connection that cannot even roll back is opened anew.
            if self.connection.in_transaction:
                self._reconnect()

    def _reconnect(self) -> None:
        if self.mode == KEPT:
            self.connection.close(True)
            self.connection = connect(self.kind, self.path, apsw.SQLITE_OPEN_READWRITE)

    def check(self) -> None:
        """Raise `Corrupt` unless the whole file is sound (10 ms for a large library, a second for 100,000 papers)."""
        with self.reading() as connection:
            told = connection.execute("PRAGMA integrity_check(1)").get
            if told != "ok":
                raise apsw.CorruptError(str(told))

    def check_place(self) -> None:
        """Raise `Unreachable` when the file under this name is no longer the one that was opened."""
        now = files.file_id(self.path)
        if now == self._identity or self._identity is None:
            return
        what = "is gone" if now is None else "was replaced by another file"
        raise Unreachable(
            f"the {self.kind.name} {self.path} {what} while it was open; nothing was changed: "
            "close this terminal and start paperreader again"
        )

    def moved(self) -> bool:
        """Whether the file under this name is another one, or none, since it was opened."""
        return self._identity is not None and files.file_id(self.path) != self._identity


def connect(kind: Kind, path: Path, flags: int) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_handler(_patient())
    connection.execute(
        f"PRAGMA synchronous={kind.synchronous}; PRAGMA wal_autocheckpoint={kind.checkpoint};"
        " PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY"
    )
    if sys.platform == "darwin":  # pragma: no cover (fsync alone leaves data in the drive there)
        connection.execute("PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON")
    return connection


def _patient() -> Callable[[int], bool]:
    """Wait for a lock in short random steps: SQLite's own steps grow to 100 ms, and a mark must not wait so long."""
    started = 0.0

    def wait(tries: int) -> bool:
        nonlocal started
        if tries == 0:
            started = time.monotonic()
        elif time.monotonic() - started > PATIENCE:
            return False
        pause()
        return True

    return wait


def pause() -> None:
    import random  # only who meets a lock needs it

    time.sleep(random.uniform(0.0005, 0.004))  # noqa: S311 (no secret)


def has_journal(path: Path) -> bool:
    """Whether the last session did not close the file, or another terminal has it open."""
    try:
        return path.with_name(path.name + "-wal").stat().st_size > 0
    except OSError:
        return False


def _banner(kind: Kind, path: Path, mode: str, reason: str) -> str:
    what = "marks" if kind.name == "library" else "imports"
    if mode == KEPT:
        return ""
    if mode == READ_ONLY:
        return f"read only: {what} cannot be made, {path} cannot be written"
    if mode == COPY:
        cause = reason.partition(";")[0] or f"{path} cannot be written"
        return f"not saved: {cause}; {what} go into a copy that is thrown away at the end"
    return f"not saved: {reason or f'{path} cannot be opened'}; {what} are kept in memory until the end"
