"""`paperreader list`: the papers that match a query."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from paperreader.cli import complete, output
from paperreader.cli.options import form_option
from paperreader.paper import Marks, Paper

if TYPE_CHECKING:
    from paperreader.cli.desk import Desk

Rows = Iterable[tuple[Paper, Marks]]


@click.command("list")
@form_option("table", "plain", "ids", "json", "jsonl", "csv", text="table on a terminal, else plain: see below.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="At most N papers.")
@click.option("--raw", is_flag=True, help="csv: do not disarm cells that a spreadsheet would run.")
@click.argument("query", nargs=-1, shell_complete=complete.query)
def command(form: str | None, limit: int | None, raw: bool, query: tuple[str, ...]) -> int:
    """Print the papers that match QUERY, best first; without one, all; with "-" those whose ids are on stdin.

    A query is what one types into the reader's filter; the shell takes quotes away, so a phrase is
    written '"like this"', and a word that starts with "-" comes after "--".

    \b
    Formats:
      table   for people: marks, title, authors, venue, cut to the width of the terminal
      plain   one line a paper, fields apart by tabs: id, marks, year, venue, decision, title, authors
      ids     one id a line, for `paperreader mark VERB -` and `paperreader show -`
      json    one list; jsonl: one object a line. `paperreader import` reads both
      csv     with a header line

    \b
    Exit codes: 0 something was found, 1 nothing, 2 the query or the library cannot be used.

    \b
    Examples:
      paperreader list
      paperreader list is:undecided sparse attention
      paperreader list '"sparse attention" -is:dismissed'
      paperreader list --limit 5 --format json keyword:diffusion
      paperreader list --format ids -- attention -vision
      paperreader list --format csv is:starred > starred.csv
    """
    from paperreader.cli.desk import desk

    with desk() as opened:
        found = opened.shown(query).order
        shown = found if limit is None else found[:limit]
        name = form or ("table" if output.is_terminal() else "plain")
        if name == "plain":
            _plain(opened, shown)
        elif name == "ids":
            for _number, uid, *_ in opened.session.catalog.brief(shown):
                output.out(uid)
        elif name == "csv":
            _csv(opened.papers(shown), raw=raw)
        else:
            _PRINTERS[name](opened.papers(shown))
        if name == "table" and output.is_terminal():
            cut = f"the first {len(shown):,} of " if len(shown) < len(found) else ""
            output.raw_line(output.dim(f"{cut}{len(found):,} paper{'' if len(found) == 1 else 's'}"))
        return 0 if found else 1


def _table(rows: Rows) -> None:
    from paperreader.cli.words import authors_short, sign, signs, venue
    from paperreader.text.titles import UNTITLED, title_of

    columns = output.screen_width()
    venue_width = 18 if columns >= 70 else 0
    authors_width = 24 if columns >= 100 else 0
    title_width = columns - 2 - sum(width + 2 for width in (authors_width, venue_width) if width)
    glyphs, math = signs()
    for paper, marks in rows:
        title = title_of(paper.title, math)
        cells = [output.fit(title.line + (" ?" if paper.title_derived else ""), title_width, more=glyphs.more)]
        if authors_width:
            cells.append(output.fit(authors_short(paper), authors_width, more=glyphs.more))
        if venue_width:
            cells.append(output.fit(venue(paper, math), venue_width, more=glyphs.more))
        line = "  ".join(cells)
        done = marks.read or marks.dismissed
        shown = output.dim(line) if title is UNTITLED else line if done else output.bold(line)
        output.raw_line(f"{sign(marks, glyphs)} ", shown)


def _plain(opened: Desk, numbers: Sequence[int]) -> None:
    from paperreader.cli.words import marks_words

    of = opened.session.marks.of
    for number, uid, title, authors, venue, decision, year in opened.session.catalog.brief(numbers):
        output.tabbed(uid, marks_words(of(number)), str(year or ""), venue, decision, title, authors)


def _json(rows: Rows) -> None:
    from paperreader.cli.words import as_object

    output.json_list(as_object(paper, marks) for paper, marks in rows)


def _jsonl(rows: Rows) -> None:
    from paperreader.cli.words import as_object

    for paper, marks in rows:
        output.json_out(as_object(paper, marks))


def _csv(rows: Rows, *, raw: bool) -> None:
    import sys

    from paperreader.formats import format_named

    marks: dict[str, Marks] = {}

    def papers() -> Iterator[Paper]:
        for paper, own in rows:  # the writer looks up the marks of a paper when it has the paper
            marks[paper.uid] = own
            yield paper

    sys.stdout.writelines(format_named("csv").write(papers(), marks, raw=raw))


_PRINTERS: dict[str, Callable[[Rows], None]] = {
    "table": _table,
    "json": _json,
    "jsonl": _jsonl,
}
