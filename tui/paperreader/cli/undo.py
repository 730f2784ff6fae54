"""`paperreader undo`: take back the last change."""

from __future__ import annotations

import click

from paperreader.cli.options import json_option


@click.command("undo")
@json_option
def command() -> int:
    """Take back the last change of marks, tags, notes or views, whichever terminal or command made it.

    Once more takes back the one before. `paperreader redo` brings it back.

    \b
    Exit codes: 0 done, 1 nothing to undo.

    \b
    Examples:
      paperreader mark dismiss attention && paperreader undo
    """
    from paperreader.cli.desk import step

    return step(lambda library: library.undo(), "nothing to undo")
