"""`paperreader duplicates`: pairs of papers that may be the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli import output
from paperreader.cli.done import tell_applied
from paperreader.cli.options import form_option
from paperreader.errors import UsageError

if TYPE_CHECKING:
    from paperreader.cli.desk import Desk
    from paperreader.paper import Paper


#: Pairs whose papers are fetched in one go.
_LOT = 100


@click.command("duplicates")
@form_option(
    "table", "plain", "json", text="table on a terminal, else plain: two ids, the reason, two titles; by tabs."
)
@click.option("--keep-apart", "apart", nargs=2, metavar="ID ID", help="These two are not the same; list them no more.")
def command(form: str | None, apart: tuple[str, str] | None) -> int:
    """Print the pairs of papers that may be the same. Nothing is merged by itself: `paperreader merge` does it.

    --keep-apart is one step of the history, which `paperreader undo` takes back.

    \b
    Exit codes: 0 there are some, or the two are kept apart, 1 there are none, or they were apart already.

    \b
    Examples:
      paperreader duplicates || echo none
      paperreader duplicates --json || echo none
      paperreader duplicates --keep-apart m3HXHQYmZu 0R06BghLJX
    """
    from paperreader.cli.desk import desk

    with desk(writes=apart is not None) as opened:
        if apart is not None:
            return _keep_apart(opened, *apart)
        return _print(opened, form or ("table" if output.is_terminal() else "plain"))


def _print(opened: Desk, form: str) -> int:
    session = opened.session
    pairs = session.pairs()
    objects = []
    for start in range(0, len(pairs), _LOT):
        lot = pairs[start : start + _LOT]
        session.prefetch([number for pair in lot for number in pair.numbers])
        for pair in lot:
            try:
                first, second = session.both(pair)
            except KeyError:  # another terminal took one of them out meanwhile
                continue
            if form == "json":
                objects.append({"first": _object(first), "second": _object(second), "reason": pair.reason})
            elif form == "plain":
                output.tabbed(first.uid, second.uid, pair.reason, first.title, second.title)
            else:
                output.out(pair.reason)
                output.table(["", paper.uid, str(paper.year or ""), _title(paper)] for paper in (first, second))
    if form == "json":
        output.json_out(objects, indent=1)
    return 0 if pairs else 1


def _keep_apart(opened: Desk, first: str, second: str) -> int:
    from paperreader.storage.joined import keep_apart, suggestions

    catalog, library = opened.session.catalog, opened.session.library
    papers = opened.one(first), opened.one(second)
    if papers[0] == papers[1]:
        raise UsageError(f"{first} and {second} are one paper already; paperreader split takes them apart")
    both = {paper.number for paper in papers}
    pairs = [
        (pair.first, pair.second)
        for pair in suggestions(library, catalog)
        if set(catalog.numbers_of((pair.first, pair.second)).values()) == both
    ]
    done = [keep_apart(library, *pair) for pair in pairs or [(papers[0].uid, papers[1].uid)]]
    return tell_applied(done, "they are kept apart already")


def _title(paper: Paper) -> str:
    from paperreader.text.titles import title_of

    return title_of(paper.title).line


def _object(paper: Paper) -> dict[str, object]:
    return {"uid": paper.uid, "title": paper.title, "year": paper.year, "authors": list(paper.authors)}
