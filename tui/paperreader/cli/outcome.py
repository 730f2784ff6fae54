"""How a command ends: its exit code and, if it failed, one or two lines on standard error. Never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

FAULT, NOT_WRITTEN, INTERRUPTED, PIPE_GONE = 70, 74, 130, 141
#: What can go wrong with writing to a stream.
_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
#: What a script may rely on; docs/command-line.md is made from it.
EXIT_CODES = {
    0: "done",
    1: "nothing found, nothing to do, or not all of it (the help of a command says which)",
    2: "an error, or a wrong command line or query; nothing was changed",
    3: "the data was written by a newer paperreader, and is left alone",
    FAULT: "a fault of the program; the details are in the log (`paperreader locate log`)",
    NOT_WRITTEN: "what was asked for could not be written to standard output (a full disk, a closed stream)",
    INTERRUPTED: "interrupted with Ctrl+C; an import keeps what is in",
    PIPE_GONE: "the reader of a pipe went away, as `head` does; nothing is said",
}


def ended(call: Callable[[], int], args: list[str]) -> int:
    """Make the call and return the exit code, whatever happens in it."""
    try:
        _open_streams()
        code = call()
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return PIPE_GONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Whatever else opens or writes a file tells of it itself, or names the file.
        if error.filename is not None or error.errno not in _WRITING:
            return _failed(error, args)
        say(f"standard output cannot be written: {error.strerror}")
        _silence()
        return NOT_WRITTEN
    except Exception as error:  # noqa: BLE001  # the one place where nothing may pass
        return _failed(error, args)
    return code


def _failed(error: Exception, args: list[str]) -> int:
    from paperreader.errors import PaperreaderError

    if isinstance(error, PaperreaderError):
        say(str(error))
        return error.exit_code

    from paperreader.paths import places
    from paperreader.system.log import log_error

    log = places().log
    what = f"{type(error).__name__}: {error}"
    written = log_error(log, error, doing=f"running {args!r}")
    where = f"the details are in {log}" if written else f"the details could not be written to {log}"
    say(f"this should not have happened ({what[:200]}); {where}. Please report it.")
    return FAULT


def say(message: str) -> None:
    """Write a message to standard error, as `paperreader: …`."""
    from paperreader.text.clean import clean

    try:
        sys.stderr.write(f"paperreader: {clean(message)}\n")
        sys.stderr.flush()
    except OSError:
        return  # Nobody listens.


def _open_streams() -> None:
    """Open the streams that are closed, and let those of other programs be UTF-8, as papers and their formats are.

    A closed input is one that has ended; a closed output one that cannot be written; errors go nowhere then. A terminal
    that cannot show a character has a `?` rather than the program an error; input that is no text is an error.
    """
    # A file that is opened takes the lowest free descriptor: this also keeps a database from becoming an output.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, TextIOWrapper):
            asked = stream.isatty() or "PYTHONIOENCODING" in os.environ
            stream.reconfigure(encoding=None if asked else "utf-8", errors=errors)


def _silence() -> None:
    """Let Python's last flush go nowhere, or it would complain about the pipe again."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        return
