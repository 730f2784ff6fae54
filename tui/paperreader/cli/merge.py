"""`paperreader merge`: several papers become one."""

from __future__ import annotations

import click

from paperreader.cli.options import json_option


@click.command("merge")
@json_option
@click.argument("ids", metavar="ID ID…", nargs=-1, required=True)
def command(ids: tuple[str, ...]) -> int:
    """Make several papers one: what was imported twice under different identifiers.

    The paper that came first keeps its id, and the other ids lead to it. Marks are united: read, starred and
    later if any was, dismissed only if all were, the highest rating, all tags, all notes. What imports bring
    for any of them goes to the one paper from now on.

    It is one step of the history: `paperreader undo` separates them again and gives each its marks back.

    \b
    Exit codes: 0 done, 1 they are one already, 2 an id is of no paper.

    \b
    Examples:
      paperreader merge m3HXHQYmZu 0R06BghLJX && paperreader undo
    """
    from paperreader.cli.desk import desk
    from paperreader.cli.done import tell_applied
    from paperreader.errors import UsageError
    from paperreader.storage.joined import merge

    if len(ids) < 2:
        raise UsageError("a merge needs two papers or more; paperreader duplicates prints which may be the same")
    with desk(writes=True) as opened:
        uids = list(dict.fromkeys(opened.one(name).uid for name in ids))
        session = opened.session
        applied = opened.followed(merge(session.library, session.catalog, uids) if len(uids) > 1 else None)
    return tell_applied([applied], "they are one paper already")
