"""The pages of `docs/` that are made from the code: `python -m paperreader.cli.pages docs` (`make docs`).

What can be set, pressed and called is written down once, in the code; a test fails when a page differs from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from paperreader.cli.names import SECTIONS
from paperreader.cli.outcome import EXIT_CODES
from paperreader.commands import keys_document
from paperreader.config import SCHEMA, variable
from paperreader.search.docs import query_md

_MADE = "<!-- Made by `make docs`; change the code instead. -->\n"


def configuration() -> str:
    """`configuration.md`, from the schema of the settings."""
    lines = [
        _MADE,
        "# Configuration",
        "",
        "One file, `config.toml`; `paperreader locate settings` prints where it is looked for. It need not exist, and",
        "the reader writes into it only what you change there (`^P`, then “settings” or “theme”): one value; every",
        "comment and every other line stays as it stands. A setting that cannot be used is told with its line and the",
        "nearest valid word, and everything else in the file is used.",
        "",
        "For one run, the environment goes before the file, and an option before both. Every setting has a variable,",
        "and `--set` takes every one; a list is written as in the file:",
        "",
        "```sh",
        f"{variable('measure')}=72 {variable('icons')}=ascii paperreader",
        'paperreader --set measure=72 --set \'opener=["firefox", "--new-tab"]\'',
        "paperreader --theme paper --no-mouse --ascii     # short for: --set theme=paper --set mouse=false …",
        "```",
        "",
        "| setting | variable | may be | default | what it does |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| `{item.name}` | `{variable(item.name)}` | {item.form} | `{item.example}` | {item.help} |" for item in SCHEMA
    ]
    lines += [
        "",
        "## Keys",
        "",
        "Every command of the reader has an id ([keys](keys.md), or `paperreader keys`), and every key can be changed:",
        "",
        "```toml",
        "[keys]",
        'star = "b"                      # another key',
        'half-down = ["ctrl+d", "^F"]    # several; ^F and ctrl+f are the same',
        'top = "g g"                     # a sequence: keys apart by blanks',
        "reverse = []                    # no key; the command palette still has it",
        "```",
        "",
        "What is given replaces the default keys of that command. Keys are letters (`a`, `A`), digits, signs (`]`),",
        "names (`enter`, `escape`, `space`, `tab`, `up`, `pagedown`, `f1` …), with `ctrl+`, `alt+`, `shift+` before",
        "them. `ctrl+h`, `ctrl+i`, `ctrl+j`, `ctrl+m`, `ctrl+[` are refused: a terminal sends the same byte for them",
        "as for Backspace, Tab, Enter, Enter and Esc. A key that another command has already is refused too, by name.",
        "",
        "## A whole file",
        "",
        "```toml",
    ]
    lines += [f"{item.name} = {item.example}" for item in SCHEMA]
    lines += ["", "[keys]", 'help = ["?", "f1"]', "```", ""]
    return "\n".join(lines)


def command_line() -> str:
    """`command-line.md`, from the help of every command."""
    from paperreader.cli.group import paperreader

    names = ["-h", "--help"]
    root = click.Context(paperreader, info_name="paperreader", terminal_width=100, help_option_names=names)
    lines = [
        _MADE,
        "# Command line",
        "",
        "Everything that the reader does to papers and marks can be done without a full-screen terminal.",
        "",
        "```text",
        paperreader.get_help(root),
        "```",
        "",
        "## For scripts",
        "",
        "Exit codes, the same for every command:",
        "",
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()),
        "",
        "Errors and progress go to standard error; what was asked for goes to standard output, in lines that `grep`,",
        "`cut` and `less` take, without colour or boxes. On a terminal some is bold or dim, and not with `NO_COLOR`.",
        "What goes into a pipe or a file is never cut, and UTF-8 whatever the locale unless `PYTHONIOENCODING` is set.",
        "`-` stands for standard input: for ids, one at the beginning of each line, or for a file.",
        "",
        "With `--json` every command prints JSON instead, with the same exit code and the same errors:",
        "",
        "- what is printed in rows is a list of objects, `[]` when there are none; all have the same keys, only of a",
        "  paper what is not known is left out;",
        "- what was done is one object: `done` (false when nothing was changed), `words` (the line that is printed",
        "  otherwise), and what the command knows besides, such as `papers`, the ids of those whose marks changed;",
        "- `config` and `note ID` print one object of what there is.",
        "",
        "Keys may be added in a later version; none changes its meaning.",
        "",
    ]
    for title, commands in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name in commands:
            command = paperreader.get_command(root, name)
            if command is None:
                raise LookupError(f"names.py has {name}, but there is no such command")
            context = click.Context(command, info_name=name, parent=root)
            lines += [f"### {name}", "", *_help(command, context)]
            if isinstance(command, click.Group):
                for child, below in command.commands.items():
                    lines += [f"#### {name} {child}", ""]
                    lines += _help(below, click.Context(below, info_name=child, parent=context))
    return "\n".join(lines)


def _help(command: click.Command, context: click.Context) -> list[str]:
    return ["```text", command.get_help(context), "```", ""]


def keys() -> str:
    """`keys.md`, from the table of commands."""
    return f"{_MADE}\n{keys_document().rstrip()}\n"


PAGES: dict[str, Callable[[], str]] = {
    "configuration.md": configuration,
    "command-line.md": command_line,
    "keys.md": keys,
    "query.md": query_md,
}


def write(folder: Path) -> list[Path]:
    """Write every page that differs from what it should be; return those."""
    changed = []
    for name, make in PAGES.items():
        path = folder / name
        text = make()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8", newline="\n")
            changed.append(path)
    return changed


if __name__ == "__main__":
    for page in write(Path(sys.argv[1])):
        sys.stdout.write(f"{page}\n")
