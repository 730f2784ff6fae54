"""`paperreader history`: what was done, newest first."""

from __future__ import annotations

import click

from paperreader.cli import output
from paperreader.cli.options import form_option
from paperreader.errors import UsageError


@click.command("history")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="At most N steps."
)
@form_option("table", "json", default="table")
@click.argument("name", metavar="[ID]", required=False)
def command(limit: int, form: str, name: str | None) -> int:
    """Print what was done to marks, tags, notes and views, newest first; with ID, to that paper alone.

    \b
    Exit codes: 0 something was done, 1 nothing yet.

    \b
    Examples:
      paperreader history
      paperreader history --limit 3 m3HXHQYmZu
      paperreader history --format json
    """
    rows = _of_all(limit) if name is None else _of_one(name, limit)
    if form == "json":
        output.json_out(rows, indent=1)
    else:
        output.table((str(row["when"]), f"{row['what']}" + (" (taken back)" if row["undone"] else "")) for row in rows)
    return 0 if rows else 1


def _of_all(limit: int) -> list[dict[str, object]]:
    from paperreader.cli.desk import library

    with library() as opened:
        return [
            {"when": _when(step.time), "what": step.words, "undone": step.undone, "changes": step.changes}
            for step in opened.commands(limit)
        ]


def _of_one(name: str, limit: int) -> list[dict[str, object]]:
    from paperreader.cli.desk import desk

    with desk() as opened:
        found = opened.find(name)
        if not found:
            raise UsageError(f"no paper has the id {name}; paperreader list --format ids prints them all")
        uid = opened.session.paper(found[0]).uid
        return [
            {"when": _when(event.time), "what": event.words, "undone": event.undone, "field": event.field}
            for event in opened.session.library.history(uid, limit)
        ]


def _when(seconds: float) -> str:
    """A moment in local time."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
