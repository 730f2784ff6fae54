"""SQLite's and the disk's errors as the house's own, with finished words.

Every call of this room that touches a file runs inside `speaking(...)`, so that no caller ever sees an apsw error.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from paperreader.errors import Busy, Corrupt, Full, ReadOnly, StorageError, Unreachable

#: How damage to each of the two files is put right.
CURES = {
    "library": "restore a backup: paperreader restore",
    "catalogue": "your marks are safe in the library; make the catalogue again: paperreader doctor --rebuild",
}

#: What a failed transaction means, in the words of every error of this room.
UNCHANGED = "nothing was changed"


@contextmanager
def speaking(what: str, path: Path) -> Iterator[None]:
    """Raise a typed error in place of SQLite's or the system's; `what` is `library` or `catalogue`."""
    try:
        yield
    except (apsw.Error, OSError, UnicodeDecodeError) as error:
        raise typed(error, what, path) from error


@contextmanager
def decoding(what: str, path: Path) -> Iterator[None]:
    """Like `speaking`, for code that makes values of what was read: what makes no sense is damage, too."""
    try:
        yield
    except (apsw.Error, OSError) as error:
        raise typed(error, what, path) from error
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        raise _damaged(f"the {what} {path}", error, what) from error


def typed(error: Exception, what: str, path: Path) -> StorageError:
    """Return the error of the house that says what `error` means for this file."""
    place = f"the {what} {path}"
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return Busy(f"{place} is in use by another program; {UNCHANGED}: try again in a moment")
    if isinstance(error, apsw.FullError) or _errno(error) in (errno.ENOSPC, errno.EDQUOT) or no_room_to_share(error):
        return Full(f"no room left on the disk for {place}; {UNCHANGED}: free some space and try again")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError | apsw.FormatError | UnicodeDecodeError):
        return _damaged(place, error, what)
    if isinstance(error, apsw.ReadOnlyError | apsw.PermissionsError | apsw.AuthError) or _errno(error) in (
        errno.EACCES,
        errno.EPERM,
        errno.EROFS,
    ):
        return ReadOnly(f"{place} cannot be written; {UNCHANGED}: make it and its folder writable for you")
    if isinstance(error, apsw.CantOpenError | apsw.IOError | OSError):
        return Unreachable(f"{place} cannot be reached ({error}); {UNCHANGED}: check the disk and try again")
    return StorageError(f"{place} failed: {error}; {UNCHANGED}: run paperreader doctor")


def after(error: StorageError, done: str) -> StorageError:
    """Return the same error where something had been `done` before it, in earlier transactions."""
    return type(error)(str(error).replace(UNCHANGED, done))


def no_room_to_share(error: Exception) -> bool:
    """Whether SQLite could not even make the file through which terminals share a database: the disk is full."""
    return isinstance(error, apsw.IOError) and getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE


def _damaged(place: str, error: Exception, what: str) -> Corrupt:
    reason = "text that is no text" if isinstance(error, UnicodeDecodeError) else str(error).splitlines()[0]
    return Corrupt(f"{place} is damaged ({reason}); {CURES.get(what, 'restore a backup')}")


def _errno(error: Exception) -> int | None:
    """The system's number of an error; `FULL` is often hidden behind an I/O error."""
    if isinstance(error, OSError):
        return error.errno
    number = getattr(error, "system_errno", None)
    return number if isinstance(number, int) and number else None
