"""`paperreader config`: the settings in force, and setting one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from paperreader.cli import output
from paperreader.cli.options import form_option
from paperreader.errors import UsageError


@click.command("config")
@form_option("toml", "json", default="toml")
@click.argument("words", metavar="[set SETTING VALUE]", nargs=-1)
def command(form: str, words: tuple[str, ...]) -> int:
    """Print the settings in force, as a file of settings, and what in yours cannot be used; or set one.

    `paperreader locate settings` prints the file's name, docs/configuration.md says what may be in it. `set` writes
    one value into it and leaves its comments and everything else as they stand. A variable such as
    PAPERREADER_MEASURE goes before the file.

    \b
    Exit codes: 0 all of it is used, 1 something in it cannot be, 2 there is no such setting or value.

    \b
    Examples:
      paperreader config
      paperreader config --json
      paperreader config set measure 72
      PAPERREADER_MEASURE=72 paperreader config
    """
    from paperreader.commands import check_keys
    from paperreader.config import SCHEMA, Problem, load, written
    from paperreader.config import Settings as Usual
    from paperreader.paths import is_there, places

    path = places().settings
    if words:
        return _set(path, words)
    found, problems = load(path)
    good, wrong = check_keys(found.keys, found.preset)
    problems += [Problem(path, found.key_lines.get(name), f"keys.{name}", reason) for name, reason in wrong]
    values = {setting.name: written(found, setting.name) for setting in SCHEMA}
    usual = {setting.name: written(Usual(), setting.name) for setting in SCHEMA}
    if form == "json":
        output.json_out(
            {
                "file": str(path),
                "exists": is_there(path),
                "settings": {**values, "keys": {name: list(keys) for name, keys in good.items()}},
                "problems": [
                    {"line": problem.line, "key": problem.key, "reason": problem.reason} for problem in problems
                ],
            },
            indent=1,
        )
        return 1 if problems else 0
    output.out(f"# {path}{'' if is_there(path) else ' (there is none; these are the defaults)'}")
    for problem in problems:
        output.out(f"# {problem}")
    for name, value in values.items():
        whose = "from the environment" if name in found.given else "" if value == usual[name] else "yours"
        output.out(f"{name} = {_toml(value)}" + (f"  # {whose}" if whose else ""))
    if good:
        output.out("\n[keys]")
        for name, keys in good.items():
            output.out(f"{name} = {_toml(list(keys))}")
    return 1 if problems else 0


def _set(path: Path, words: tuple[str, ...]) -> int:
    """Keep a setting in the file. Raises UsageError and what `keep_setting` raises."""
    from paperreader.config import value_of
    from paperreader.session.settings import keep_setting

    if len(words) != 3 or words[0] != "set":
        raise UsageError("a setting is set so: paperreader config set measure 72")
    _set_word, name, text = words
    value = value_of(text)
    if name == "theme" and isinstance(value, str) and value:
        from paperreader.cli.view import check_theme

        check_theme(value)
    keep_setting(path, name, value)
    output.out(f"{name} = {_toml(value)}  # {path}")
    return 0


def _toml(value: object) -> str:
    """A setting's value: JSON's strings, numbers, truth values and lists of strings are TOML's."""
    return json.dumps(value, ensure_ascii=True)
