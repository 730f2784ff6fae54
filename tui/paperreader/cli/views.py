"""`paperreader views`: the named queries of the sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli import complete, output
from paperreader.cli.done import tell_applied
from paperreader.cli.options import form_option, json_option

if TYPE_CHECKING:
    from paperreader.storage.library import Applied


@click.group("views", invoke_without_command=True)
@form_option("table", "json", default="table")
@click.pass_context
def command(context: click.Context, form: str) -> int:
    """Print the views of the sidebar with their queries; save, rename, move or delete one of your own.

    Every change is a step of the history: `paperreader undo` takes it back.

    \b
    Examples:
      paperreader views
      paperreader views list --json
      paperreader views save Diffusion "keyword:diffusion is:undecided"
      paperreader views save A rl && paperreader views rename A RL && paperreader views delete RL
    """
    code: int = context.invoke(list_, form=form) if context.invoked_subcommand is None else 0
    return code


@command.command("list")
@form_option("table", "json", default="table")
def list_(form: str) -> int:
    """Print every view in the order of the sidebar: key, number of papers, name, query.

    \b
    Examples:
      paperreader views list --json
    """
    from paperreader.cli.desk import desk

    with desk() as opened:
        session = opened.session
        if any(view.query for view in session.own_views):
            session.engine.prepare()
        rows = [
            {
                "name": view.name,
                "query": view.query,
                "papers": session.count(view),
                "key": session.digit(view),
                "builtin": view.builtin,
            }
            for view in session.views()
        ]
    if form == "json":
        output.json_out(rows, indent=1)
    else:
        output.table(
            (str(row["key"]) or " ", str(row["papers"] or 0), str(row["name"]), str(row["query"])) for row in rows
        )
    return 0


@command.command("save")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.own_views))
@click.argument("query", metavar="QUERY", nargs=-1, required=True, shell_complete=complete.query)
def save(name: str, query: tuple[str, ...]) -> int:
    """Save a query as a view, or give the one of that name another query.

    \b
    Examples:
      paperreader views save Diffusion "keyword:diffusion is:undecided"
    """
    from paperreader.cli.desk import library
    from paperreader.search import parse

    text = " ".join(query)
    parse(text)
    with library(writes=True) as opened:
        return _told(opened.save_view(name, text))


@command.command("rename")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.own_views))
@click.argument("new", metavar="NEW")
def rename(name: str, new: str) -> int:
    """Give one of your views another name.

    \b
    Examples:
      paperreader views save A rl && paperreader views rename A RL
    """
    from paperreader.cli.desk import library

    with library(writes=True) as opened:
        return _told(opened.rename_view(name, new))


@command.command("move")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.own_views))
@click.argument("place", metavar="PLACE", type=click.IntRange(min=1))
def move(name: str, place: int) -> int:
    """Put one of your views at a place among your own, from 1.

    \b
    Examples:
      paperreader views save A rl && paperreader views save B vision && paperreader views move B 1
    """
    from paperreader.cli.desk import library

    with library(writes=True) as opened:
        return _told(opened.move_view(name, place - 1))


@command.command("delete")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.own_views))
def delete(name: str) -> int:
    """Delete one of your views; no paper and no mark goes with it.

    \b
    Examples:
      paperreader views save A rl && paperreader views delete A
    """
    from paperreader.cli.desk import library

    with library(writes=True) as opened:
        return _told(opened.delete_view(name))


def _told(applied: Applied | None) -> int:
    return tell_applied([applied], "nothing to change")
