"""What a shell may put where it asks: parts of a query, names of sources, views, formats, settings.

Only what is at hand at once: a shell waits for it. Values of venues, areas, authors need the index, so they are left to
the reader's own box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list["CompletionItem[str]"]]


def _item(value: str, type: str = "plain", help: str | None = None) -> CompletionItem[str]:
    """One completion; `part` is one behind which the word goes on."""
    from click.shell_completion import CompletionItem  # only while a shell asks

    return CompletionItem(value, type, help)


def of(names: Callable[[], Iterable[str]]) -> Completer:
    """Complete one of these names."""

    def complete(_context: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem[str]]:
        return [_item(name) for name in names() if name.startswith(typed)]

    return complete


def query(_context: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem[str]]:
    """Complete a word of a query: the fields, then the values of some."""
    from paperreader.search import NoStates
    from paperreader.search.complete import complete
    from paperreader.search.table import FIELDS

    if not typed:
        return [_item(f"{field.name}:", type="part", help=field.help) for field in FIELDS]
    head, colon, value = typed.rpartition(":")
    more = {"source": sources, "tag": tags}.get(head.lstrip("-").lower()) if colon else None
    if more is not None:
        return [_item(f"{head}:{name}") for name in more() if name.startswith(value)]
    return [
        _item(
            typed[: found.start] + found.text.rstrip(),
            type="part" if found.text.endswith(":") else "plain",
            help=found.help,
        )
        for found in complete(typed, len(typed), None, NoStates())
    ]


def sources() -> list[str]:
    """The names of the sources."""
    from paperreader.cli.desk import catalogue

    with catalogue() as catalog:
        return list(catalog.origins())


def own_views() -> list[str]:
    """The names of the user's own views."""
    from paperreader.cli.desk import library

    with library() as opened:
        return [view.name for view in opened.views()]


def tags() -> list[str]:
    """The tags in use."""
    from paperreader.cli.desk import library

    with library() as opened:
        return sorted({tag for marks in opened.marks().values() for tag in marks.tags})


def tag_words(_context: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem[str]]:
    """Complete the last of the tags to add or remove."""
    before, blank, last = typed.rpartition(" ")
    sign, last = (last[:1], last[1:]) if last[:1] in ("+", "-") else ("+", last)
    return [_item(f"{before}{blank}{sign}{tag}") for tag in tags() if tag.startswith(last)]


def settings(_context: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem[str]]:
    """Complete `--set NAME=`."""
    from paperreader.config import SCHEMA

    return [
        _item(f"{setting.name}=", type="part", help=setting.form)
        for setting in SCHEMA
        if setting.name.startswith(typed)
    ]


def formats(*, reads: bool = False, writes: bool = False) -> Completer:
    """Complete the name of a format that can be read, or written."""

    def names() -> list[str]:
        from paperreader.formats import formats

        return [known.name for known in formats() if (reads and known.reads) or (writes and known.writes)]

    return of(names)
