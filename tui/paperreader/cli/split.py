"""`paperreader split`: a merged paper is taken out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli.options import json_option
from paperreader.errors import UsageError

if TYPE_CHECKING:
    from paperreader.cli.desk import Desk


@click.command("split")
@json_option
@click.argument("name", metavar="ID")
def command(name: str) -> int:
    """Take a paper that was merged out again, at any time later; ID is the one that it had before.

    It comes back without marks, for they were united with those of the other. Right after the merge,
    `paperreader undo` is better: it gives each paper its own marks back.

    \b
    Exit codes: 0 done, 1 the paper is not merged, 2 an id is of no paper, or of several that were merged.

    \b
    Examples:
      paperreader merge m3HXHQYmZu 0R06BghLJX && paperreader split 0R06BghLJX
    """
    from paperreader.cli.desk import desk
    from paperreader.cli.done import tell_applied
    from paperreader.storage.joined import split

    with desk(writes=True) as opened:
        uid = _merged(opened, name)
        applied = opened.followed(split(opened.session.library, uid) if uid else None)
    return tell_applied([applied], f"{name} is not merged with another paper")


def _merged(opened: Desk, name: str) -> str:
    """The uid of the merged paper that a name means; "" when it means a paper with which none was merged."""
    from paperreader.text.identifiers import meant

    aliases = opened.session.library.aliases()
    for uid in meant(name):
        if uid in aliases:
            return uid
    paper = opened.one(name)
    catalog = opened.session.catalog
    others = [uid for uid, number in catalog.numbers_of(aliases).items() if number == paper.number]
    if len(others) > 1:
        raise UsageError(f"several papers were merged into {paper.uid}; say which to take out: {', '.join(others)}")
    return others[0] if others else ""
