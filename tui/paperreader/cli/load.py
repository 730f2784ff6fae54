"""`paperreader load`: what `dump` wrote, into an empty library."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from paperreader.cli.options import json_option
from paperreader.errors import FormatError, UsageError

#: Bytes of the longest line: a whole record of the largest entry, its letters escaped.
_LONGEST = 64 << 20


@click.command("load")
@json_option
@click.argument("file", metavar="FILE|-", type=click.Path())
def command(file: str) -> int:
    """Read what `paperreader dump` wrote, from FILE or standard input ("-").

    Only an empty library takes it: on a new machine, or with PAPERREADER_HOME set to a new folder.

    \b
    Examples:
      paperreader dump | PAPERREADER_HOME=copy paperreader load -
    """
    from pathlib import Path

    from paperreader.cli.desk import catalogue, library
    from paperreader.cli.done import tell
    from paperreader.paths import places
    from paperreader.storage.dump import load

    with library(writes=True) as opened, catalogue(writes=True) as catalog:
        try:
            if file == "-":
                count = load(_lines(sys.stdin.buffer), opened, catalog, places().records)
            else:
                with Path(file).open("rb") as stream:
                    count = load(_lines(stream), opened, catalog, places().records)
        except UnicodeDecodeError as error:
            raise FormatError(f"{file} is not UTF-8 text, so it is no dump; nothing was loaded") from error
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from error
    return tell("1 line loaded" if count == 1 else f"{count:,} lines loaded", lines=count)


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a dump; what has no line ends (a device, a file of another kind) does not fill the memory."""
    while line := stream.readline(_LONGEST + 1):
        if len(line) > _LONGEST:
            raise FormatError(f"this is not a dump of paperreader: a line is longer than {_LONGEST >> 20} MB")
        yield line.decode("utf-8")
