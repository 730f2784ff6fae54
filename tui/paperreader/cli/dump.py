"""`paperreader dump`: everything, as lines of JSON."""

from __future__ import annotations

import sys

import click

from paperreader.errors import UsageError


@click.command("dump")
@click.option("--output", metavar="FILE", help="Write a new file that only you can read.")
def command(output: str | None) -> int:
    """Write everything there is, marks, history, views and imported records, as JSON Lines.

    `paperreader load` reads it on another machine, or in another PAPERREADER_HOME, into an empty library.
    It is complete and always in the same order, so two dumps can be compared.

    \b
    Examples:
      paperreader dump --output everything.jsonl
      paperreader dump | gzip > everything.jsonl.gz
    """
    from pathlib import Path

    from paperreader.cli.desk import library
    from paperreader.paths import places
    from paperreader.storage.dump import dump
    from paperreader.system.files import create_private

    if output is None and sys.stdout.isatty():
        raise UsageError("a dump is long, and for programs: say --output FILE, or send it through a pipe")
    with library() as opened:
        lines = (line.encode("utf-8") for line in dump(opened, places().records))
        if output is None:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
            return 0
        path = Path(output)
        try:
            if not create_private(path):
                raise UsageError(f"{path} exists already; choose another name")
            with path.open("wb") as stream:
                stream.writelines(lines)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return 0
