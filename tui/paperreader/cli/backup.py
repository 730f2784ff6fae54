"""`paperreader backup`: a verified copy of the library, now."""

from __future__ import annotations

import click

from paperreader.cli import output
from paperreader.cli.done import tell
from paperreader.cli.options import json_option, wants_json


@click.command("backup")
@json_option
@click.option("--list", "listed", is_flag=True, help="Print the backups there are, newest first, and make none.")
def command(listed: bool) -> int:
    """Make a verified copy of the library, and print where it is.

    It is done by itself once a day, before a large import, and before an upgrade; the copies are thinned
    out as they age.

    \b
    Examples:
      paperreader backup
      paperreader backup && paperreader backup --list
    """
    from paperreader.cli.desk import library
    from paperreader.paths import places

    if listed:
        from paperreader.storage.backup import backups

        found = backups(places().backups)
        if wants_json():
            output.json_out(
                [{"file": str(one.path), "when": one.when, "reason": one.reason} for one in found],
                indent=1,
            )
        else:
            output.table((one.when, one.reason or "-", str(one.path)) for one in found)
        return 0 if found else 1
    with library() as opened:
        path = str(opened.backup("command"))
    return tell(path, file=path)
