"""The command line, floor 7: one module a command, imported only when its command is called.

`--version` is answered before anything is imported; no arguments, or the name of a file, go straight to the reader
(`view`, the only module that may import `ui`); all else is parsed by click (`group`). Commands print through `output`,
which cleans every text, and end as `outcome` says. No logic of papers or marks may enter this room: a command calls
the session, or a function of a lower room, and prints what it gives.
"""

from __future__ import annotations

import os
import sys


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 nothing found, 2 an error, 3 data of a newer version."""
    args = sys.argv[1:] if argv is None else argv
    if args == ["--version"] or args == ["-V"]:
        from paperreader import __version__

        try:
            sys.stdout.write(f"paperreader {__version__}\n")
            sys.stdout.flush()
        except (OSError, AttributeError):  # a full disk, a closed stream: told below as for every command
            pass
        else:
            return 0

    from paperreader.cli.outcome import ended

    return ended(lambda: _run(args), args)


def _run(args: list[str]) -> int:
    from paperreader.cli.names import COMMANDS

    if "_PAPERREADER_COMPLETE" not in os.environ and (
        not args or (len(args) == 1 and args[0] not in COMMANDS and _is_file(args[0]))
    ):
        from paperreader.cli.view import view

        return view(*args)

    from paperreader.cli.group import run

    return run(args)


def _is_file(name: str) -> bool:
    from paperreader.paths import is_there

    return not name.startswith("-") and is_there(name)
