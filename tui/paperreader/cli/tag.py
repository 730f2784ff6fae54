"""`paperreader tag`: tags added and removed."""

from __future__ import annotations

import click

from paperreader.cli import complete
from paperreader.cli.options import json_option


@click.command("tag", context_settings={"ignore_unknown_options": True})
@json_option
@click.argument("tags", metavar='"+a -b"', shell_complete=complete.tag_words)
@click.argument("query", metavar="QUERY|-", nargs=-1, required=True, shell_complete=complete.query)
def command(tags: str, query: tuple[str, ...]) -> int:
    """Add tags to all papers that match QUERY, that have this id, or whose ids are on standard input ("-"), or remove.

    Tags stand apart by blanks or commas; without a sign one is added. `paperreader facets --field tag` prints them all.
    An empty query is refused, and so is one of which a part is no field.
    It is one step of the history.

    \b
    Exit codes: 0 some were tagged, 1 nothing matched or nothing changed, 2 a wrong command line or query.

    \b
    Examples:
      paperreader tag +rl keyword:reinforcement
      paperreader tag "+to-cite -maybe" m3HXHQYmZu
      paperreader list -f ids is:starred | paperreader tag +best -
    """
    from paperreader.cli.desk import desk
    from paperreader.cli.mark import apply
    from paperreader.session.marking import tag_changes

    tag_changes(tags)
    with desk(writes=True) as opened:
        numbers = opened.named(query, everything="paperreader mark tag TAGS --all", careful=True)
        return apply(opened, numbers, "tag", tags)
