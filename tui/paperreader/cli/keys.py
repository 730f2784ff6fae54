"""`paperreader keys`: the keys in force."""

from __future__ import annotations

import click

from paperreader.cli.options import form_option
from paperreader.cli.output import bold, json_out, raw_line, table


@click.command("keys")
@form_option("table", "json", default="table")
@click.argument("word", required=False, default="")
def command(form: str, word: str) -> int:
    """Print the keys in force.

    WORD shows only the commands that have it in their id, keys or description. The ids are what the
    settings name: a table [keys] with lines such as  star = "b".

    \b
    Examples:
      paperreader keys
      paperreader keys undo
      paperreader keys --format json
    """
    from paperreader.cli.settings import keymap, settings
    from paperreader.commands import COMMANDS, drawn_key

    keys = keymap(settings())
    wanted = word.lower()
    rows = [
        (command.group, "  ".join(map(drawn_key, keys.keys(command))), command.id, command.help, command)
        for command in COMMANDS
    ]
    rows = [row for row in rows if wanted in " ".join(row[:4]).lower()]
    if form == "json":
        found = [
            {
                "id": command.id,
                "keys": list(keys.keys(command)),
                "group": group,
                "help": help_,
                "in": list(command.scope),
            }
            for group, _keys, _id, help_, command in rows
        ]
        json_out(found, indent=1)
    elif rows:
        group = ""
        block: list[tuple[str, str, str]] = []
        for row in rows:
            if row[0] != group:
                _print(group, block)
                group, block = row[0], []
            where = f" ({', '.join(row[4].scope)})" if row[4].scope else ""
            block.append((f"  {row[1] or '-'}", row[2], row[3] + where))
        _print(group, block)
    return 0 if rows else 1


def _print(group: str, block: list[tuple[str, str, str]]) -> None:
    if block:
        raw_line(bold(group))
        table(block)
