"""`paperreader facets`: what a result is made of."""

from __future__ import annotations

from collections.abc import Iterable

import click

from paperreader.cli import complete, output
from paperreader.cli.options import form_option


def _fields() -> Iterable[str]:
    from paperreader.search.facets import TITLES

    return TITLES


@click.command("facets")
@form_option("table", "json", default="table")
@click.option(
    "--field",
    "fields",
    metavar="FIELD",
    multiple=True,
    shell_complete=complete.of(_fields),
    help="Only this one; may be repeated.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="At most N values a field."
)
@click.argument("query", nargs=-1, shell_complete=complete.query)
def command(form: str, fields: tuple[str, ...], limit: int, query: tuple[str, ...]) -> int:
    """Print how many papers of a result have each area, decision, venue, year, keyword, author and tag.

    Beside each value stands the query that selects those papers. Without QUERY all papers are counted,
    with "-" those whose ids are on standard input.

    \b
    Exit codes: 0 something was found, 1 nothing.

    \b
    Examples:
      paperreader facets
      paperreader facets --field keyword --field year attention
      paperreader facets --json is:unread
      paperreader list -f ids attention | paperreader facets --field author -
    """
    from paperreader.cli.desk import desk
    from paperreader.config import nearest
    from paperreader.errors import UsageError
    from paperreader.search.facets import TITLES

    for name in fields:
        if name not in TITLES:
            raise UsageError(f"there is no field {name!r}{nearest(name, TITLES)}; there are: {', '.join(TITLES)}")
    with desk() as opened:
        result = opened.shown(query)
        found = opened.session.engine.facets(result, fields or None, limit)
    if form == "json":
        output.json_out(
            [{**facet._asdict(), "values": [value._asdict() for value in facet.values]} for facet in found], indent=1
        )
        return 0 if result.total else 1
    gap = False
    for facet in found:
        if not facet.values:
            continue
        if gap:
            output.out()
        gap = True
        more = f" ({facet.different:,})" if facet.different > len(facet.values) else ""
        output.raw_line(output.bold(facet.title + more))
        output.table((f"{value.papers:,}", value.label, value.query) for value in facet.values)
    return 0 if result.total else 1
