"""`paperreader redo`: bring back what was undone."""

from __future__ import annotations

import click

from paperreader.cli.options import json_option


@click.command("redo")
@json_option
def command() -> int:
    """Bring back what was taken back last.

    After a new change there is nothing to bring back.

    \b
    Exit codes: 0 done, 1 nothing to redo.

    \b
    Examples:
      paperreader undo && paperreader redo
    """
    from paperreader.cli.desk import step

    return step(lambda library: library.redo(), "nothing to redo")
