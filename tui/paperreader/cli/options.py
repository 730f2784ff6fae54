"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])

#: Where the parser notes that JSON is wanted; a group and its commands have it in common.
_META = "paperreader.json"


def json_option(command: F) -> F:
    """Give a command `--json`; `wants_json` says whether it was given."""

    def note(context: click.Context, _param: click.Parameter, value: bool) -> None:
        context.meta[_META] = value or wants_json(context)

    return click.option("--json", is_flag=True, is_eager=True, expose_value=False, callback=note, help="Print JSON.")(
        command
    )


def wants_json(context: click.Context | None = None) -> bool:
    """Whether the command that runs was given `--json`."""
    context = context or click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_META))


def form_option(*forms: str, default: str | None = None, text: str = "How to print them.") -> Callable[[F], F]:
    """Give a command `-f`, `--format` with these choices, and `--json` for short; it gets what was chosen as `form`."""

    def choose(context: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        return "json" if wants_json(context) else value

    def add(command: F) -> F:
        return click.option(
            "-f", "--format", "form", type=click.Choice(forms), default=default, callback=choose, help=text
        )(json_option(command))

    return add
