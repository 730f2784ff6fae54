"""`paperreader locate`: where everything lies."""

from __future__ import annotations

from pathlib import Path

import click

from paperreader.cli import complete
from paperreader.cli.options import form_option
from paperreader.cli.outcome import say
from paperreader.cli.output import json_out, out, table
from paperreader.config import nearest
from paperreader.errors import UsageError

#: What `Places` calls it, and what it is, in the order of what a user would miss most.
_WHAT = {
    "library": "your marks, tags, notes, views, history; back this up",
    "backups": "verified copies of the library",
    "catalog": "the papers; can be made again from the records",
    "records": "what was imported, as it came",
    "settings": "your settings, if you have written any",
    "session": "what lay open",
    "device": "the id of this machine in the history",
    "log": "details of errors",
    "index": "the search index; disposable",
    "seeds": "the papers that ship with the program",
    "styles.tcss": "its colours and layout",
}
_SHIPPED = ("seeds", "styles.tcss")


@click.command("locate")
@form_option("table", "json", default="table")
@click.argument("name", required=False, shell_complete=complete.of(lambda: _WHAT))
def command(form: str, name: str | None) -> int:
    """Print where everything lies.

    NAME prints one path alone, for scripts. With PAPERREADER_HOME set, everything lies under that folder.

    \b
    Examples:
      paperreader locate
      paperreader locate library
      ls -l "$(paperreader locate backups)"
    """
    from paperreader.paths import is_there, places, shipped

    lie = places()
    paths: dict[str, Path] = {what: getattr(lie, what) for what in _WHAT if what not in _SHIPPED}
    for what in _SHIPPED:
        try:
            paths[what] = shipped(what)
        except FileNotFoundError as error:  # this command is what one looks with when something is broken
            say(str(error))
    if name is not None:
        if name not in paths:
            raise UsageError(
                f"nothing of paperreader is called {name!r}{nearest(name, paths)}; try: paperreader locate"
            )
        paths = {name: paths[name]}
    if form == "json":
        rows = [
            {"name": what, "path": str(path), "what": _WHAT[what], "exists": is_there(path)}
            for what, path in paths.items()
        ]
        json_out(rows, indent=1)
    elif name is not None:
        out(str(paths[name]))
    else:
        table(
            (what, str(path), _WHAT[what] + ("" if is_there(path) else " (not there yet)"))
            for what, path in paths.items()
        )
    return 0
