"""Whether a library that is missing or empty was there before: then that is a fault, and no first start."""

from __future__ import annotations

import time
from pathlib import Path

from paperreader.errors import Corrupt
from paperreader.storage.database import has_journal, pause

#: Seconds in which another terminal has filled a library that it is making.
_MAKING = 1.0


def refuse_lost(path: Path, backups: Path, device: Path) -> None:
    """Raise `Corrupt` when the library is missing or empty although it was used before."""
    lost = _lost(path)
    if not lost:
        return
    from paperreader.storage import backup  # a library that is there needs none

    newest = backup.newest(backups)
    if newest is not None:
        raise Corrupt(
            f"the library {path} is {lost}, but it has backups, the newest of "
            f"{newest.when}: restore it with paperreader restore; to begin anew: paperreader restore --empty"
        )
    if _was_used(path, device, lost):
        raise Corrupt(
            f"the library {path} is {lost}, though it was in use before, and it has no backups: if you have a copy "
            "of it, put it there; to begin anew, and keep what is there beside it: paperreader restore --empty"
        )


def _lost(path: Path) -> str:
    """Say whether the file is "missing" or "empty"; "" when it is neither, or its folder does not let us see."""
    try:
        return "" if path.stat().st_size else "empty"
    except FileNotFoundError:
        return "missing"
    except OSError:
        return ""


def _was_used(path: Path, device: Path, lost: str) -> bool:
    """Whether a library without backups that is "missing" or "empty" was lost, rather than never filled.

    A journal beside it holds changes, and SQLite would throw it away. A file of 0 bytes is none that this program was
    about to make, for that gets its name when it is whole; it lost what was in it where a device has an id, which comes
    with the first mark, or where there is a catalogue. A missing one is a first start that failed, or the user's own
    doing, who begins anew.
    """
    used = lost == "empty" and (device.exists() or not _lost(path.with_name("catalog.db")))
    if not used and not has_journal(path):
        return False
    deadline = time.monotonic() + _MAKING
    while time.monotonic() < deadline:  # another terminal may be making it, and all this may be seen between two looks
        pause()
        if not _lost(path):
            return False
    return True
