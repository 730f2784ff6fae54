"""The log: where the traceback of a failure goes, so that the user's screen gets words instead.

One file of mode 0600, made when there is something to write, moved aside (`.old`) when it grows too large. What is
written may hold text of papers, so that controls are escaped: looking at the log with `cat` is safe.
"""

from __future__ import annotations

import os
from pathlib import Path

from paperreader.system.files import private_folder

#: A log beyond this size (bytes) is moved aside before the next entry.
LARGEST = 1_000_000


def log_error(path: Path, error: BaseException, *, doing: str = "") -> bool:
    """Append an error with its traceback, and what was being done; return False if it could not be written.

    Never raises: the caller is telling a user about another error.
    """
    import time
    import traceback

    from paperreader import __version__

    head = f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} paperreader {__version__} pid {os.getpid()}"
    lines = "".join(traceback.format_exception(error))
    return append(path, f"{head} {doing}".rstrip() + f"\n{lines}\n")


def append(path: Path, text: str) -> bool:
    """Append text with its controls escaped; return False if that failed."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    data = escaped(text).encode("utf-8", "backslashreplace")
    try:
        private_folder(path.parent)
        if path.exists() and path.stat().st_size > LARGEST:
            path.replace(path.with_name(path.name + ".old"))
        descriptor = os.open(path, flags, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return True


def escaped(text: str) -> str:
    """The text with everything that is not printable written as Python escapes, line ends excepted."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else repr(char)[1:-1] for char in text)
