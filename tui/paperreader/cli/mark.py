"""`paperreader mark`: what the reader's keys do, for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli import complete
from paperreader.cli.done import tell
from paperreader.cli.options import json_option, wants_json
from paperreader.errors import StorageError, UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from paperreader.cli.desk import Desk

#: Verbs of the session.
VERBS = ("read", "unread", "star", "unstar", "keep", "later", "dismiss", "clear")
#: Verbs that take a value before the query.
VALUED = ("rate", "tag", "note")


def _words(context: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem[str]]:
    valued = context.params.get("verb") in VALUED and not context.params.get("words")
    if not valued:
        return complete.query(context, param, typed)
    return complete.tag_words(context, param, typed) if context.params["verb"] == "tag" else []


@click.command("mark")
@json_option
@click.option("--all", "everything", is_flag=True, help="Mark every paper; only without QUERY.")
@click.option("--dry-run", is_flag=True, help="Print the ids that would be marked, and mark nothing.")
@click.argument("verb", metavar="VERB", shell_complete=complete.of(lambda: VERBS + VALUED))
@click.argument("words", metavar="[VALUE] QUERY|-", nargs=-1, shell_complete=_words)
def command(everything: bool, dry_run: bool, verb: str, words: tuple[str, ...]) -> int:
    """Mark all papers that match QUERY, that have this id, or whose ids are on standard input ("-").

    \b
    Verbs, as the reader's keys:
      read  unread  star  unstar         touch nothing else
      keep  later  dismiss  clear        set one of star, later, dismissed and clear the other two
      rate 0…5   tag "+a -b"   note "…"  take a value before the query

    A query that starts with "-" comes after "--". An empty one is refused, and so is one of which a part is
    no field (autor:yan): put quotation marks around what is meant as text.

    It is one step of the history: `paperreader undo`, or u in the reader, takes all of it back.

    \b
    Exit codes: 0 some were marked, 1 nothing matched or nothing changed, 2 a wrong command line or query.

    \b
    Examples:
      paperreader mark star m3HXHQYmZu
      paperreader mark tag "+rl" keyword:reinforcement
      paperreader list --format ids year:2026 attention | paperreader mark later -
      paperreader mark dismiss --dry-run is:undecided area:robotics
      paperreader mark read -- -is:undecided
    """
    from paperreader.cli.desk import desk

    value, words = _value(verb, words)
    if everything and words:
        raise UsageError("--all and a query exclude each other; nothing was done")
    if not everything and not words:
        raise UsageError("say which papers: a query, an id, - for ids on standard input, or --all for every paper")
    with desk(writes=not dry_run) as opened:
        numbers = opened.named(words, careful=True) if words else list(opened.search(""))
        if dry_run:
            uids = [paper.uid for paper, _marks in opened.papers(numbers)]
            tell(f"{len(uids):,} would be marked" if wants_json() else "\n".join(uids), done=False, papers=uids)
            return 0 if numbers else 1
        return apply(opened, numbers, verb, value)


def _value(verb: str, words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """(the value of a verb that takes one, what is left of the words). Raises UsageError."""
    if verb in VERBS:
        return "", words
    if verb not in VALUED:
        from paperreader.config import nearest

        raise UsageError(f"there is no mark {verb!r}{nearest(verb, VERBS + VALUED)}; try: paperreader mark --help")
    if not words:
        raise UsageError(f"mark {verb} needs a value; try: paperreader mark --help")
    value, rest = words[0], words[1:]
    if verb == "rate" and value not in ("0", "1", "2", "3", "4", "5"):
        raise UsageError(f"a rating is a number from 0 (none) to 5, not {value!r}")
    if verb == "tag":
        from paperreader.session.marking import tag_changes

        tag_changes(value)
    return value, rest


def apply(opened: Desk, numbers: list[int], verb: str, value: str = "") -> int:
    """Mark papers and print what was done; the exit code, 1 also when there are no papers."""
    if not numbers:
        return tell("no paper matches; nothing was done", done=False, papers=[])
    session = opened.session
    session.order, session.selection = numbers, set(numbers)
    if verb == "rate":
        session.rate(int(value))
    elif verb == "tag":
        session.tag(value)
    elif verb == "note":
        session.note(value, session.targets())
    else:
        session.mark_numbers(numbers, verb)
    message = session.message
    if message is None:
        raise RuntimeError(f"mark {verb} said nothing")
    if message.kind == "error":
        raise StorageError(message.text)
    changed = sorted(session.take_changes().numbers)
    return tell(
        message.text,
        done=message.kind == "undo",  # there is something to take back
        papers=[paper.uid for paper, _marks in opened.papers(changed)],
    )
