"""The table of commands for people: the rows of the help, the hint line, and the page `docs/keys.md`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from paperreader.commands.keymap import Keymap, drawn_key
from paperreader.commands.presets import PRESETS
from paperreader.commands.table import BY_ID, COMMANDS, Command


def help_rows(keymap: Keymap) -> list[tuple[str, str, str, Command]]:
    """Rows for the help and `docs/keys.md`: (group, keys as drawn, help, command), a family in one row."""
    rows: list[tuple[str, str, str, Command]] = []
    families: set[str] = set()
    for command in COMMANDS:
        keys = keymap.keys(command)
        if command.family and keys == command.keys:
            if command.family in families:
                continue
            families.add(command.family)
            rows.append((command.group, command.family, command.help, command))
        else:
            rows.append((command.group, "  ".join(drawn_key(key) for key in keys), command.help, command))
    return rows


def keys_document(keymap: Keymap | None = None) -> str:
    """Return `docs/keys.md`, made from the table."""
    lines = [
        "# Keys",
        "",
        "This page is made from the table of commands (`tui/paperreader/commands/table.py`) with `make docs`.",
        "`^D` is Ctrl+D; `gg` is `g` twice. Every command has an id by which the configuration can give it other keys",
        "(see [configuration](configuration.md)). `paperreader keys` prints the keys in force.",
        "",
    ]
    for group, rows in groupby(help_rows(keymap or Keymap()), key=lambda row: row[0]):
        lines += [f"## {group}", "", "| keys | id | what it does |", "|---|---|---|"]
        for _group, keys, help_, command in rows:
            where = f" ({' and '.join(command.scope)})" if command.scope else ""
            drawn = " ".join(f"`{key}`" for key in keys.split("  ")) if keys else ""
            name = command.id.rsplit("-", 1)[0] + "-…" if command.family else command.id
            lines.append(f"| {drawn} | `{name}` | {help_}{where} |")
        lines.append("")
    lines += [
        "## Presets",
        "",
        'The setting `preset` takes other keys: `"vim"` is the table above; the others differ from it as follows.',
        "",
    ]
    for preset, changed in PRESETS.items():
        if changed:
            lines += [f"### {preset}", "", "| keys | what it does |", "|---|---|"]
            for name, sequences in changed.items():
                drawn = " ".join(f"`{drawn_key(key)}`" for key in sequences)
                lines.append(f"| {drawn} | {BY_ID[name].help} |")
            lines.append("")
    return "\n".join(lines)


def hints(keymap: Keymap, pane: str) -> Iterable[tuple[str, str]]:
    """The hint line's (key, word) pairs for a pane, most useful first."""
    for command in COMMANDS:
        keys = keymap.keys(command)
        if command.hint and keys and (not command.scope or pane in command.scope):
            yield drawn_key(keys[0]), command.hint
