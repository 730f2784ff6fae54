"""The id of this machine's log. It lies in the state folder, so that a library copied elsewhere does not repeat it."""

from __future__ import annotations

import os
from pathlib import Path

from paperreader.system import files

_LENGTH = 16


def device_id(path: Path) -> str:
    """Return the id of this machine, made at the first call; all processes that start at once get the same.

    Where the place cannot be written the id holds for this process only.
    """
    found = _read(path)
    if found:
        return found
    made = os.urandom(_LENGTH // 2).hex()
    try:
        files.private_folder(path.parent)
        beside = files.temporary(path)
        files.write_atomic(beside, made.encode())
        try:
            # A link is made or not, whole: the first of several processes wins.
            os.link(beside, path)
        except FileExistsError:
            if not _read(path):
                files.move(beside, path)
        except OSError:
            files.move(beside, path)
        files.remove(beside)
    except OSError:
        return _read(path) or made
    return _read(path) or made


def renew(path: Path) -> None:
    """Give this machine a new id: after a restore its old one would repeat sequence numbers that were used."""
    files.private_folder(path.parent)
    files.write_atomic(path, os.urandom(_LENGTH // 2).hex().encode())


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return text if len(text) == _LENGTH and all(char in "0123456789abcdef" for char in text) else ""
