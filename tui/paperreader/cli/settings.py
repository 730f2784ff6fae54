"""The settings as the commands need them: read, checked against the table of commands, problems told."""

from __future__ import annotations

from paperreader.cli.outcome import say
from paperreader.commands import Keymap, check_keys
from paperreader.config import Problem, Settings, load
from paperreader.paths import places


def settings() -> Settings:
    """Read the settings; say on standard error what in them cannot be used."""
    found, problems = load(places().settings)
    for problem in problems:
        say(str(problem))
    return found


def keymap(found: Settings) -> Keymap:
    """The keys in force; says which of the settings cannot be used."""
    good, problems = check_keys(found.keys, found.preset)
    for name, reason in problems:
        say(str(Problem(places().settings, found.key_lines.get(name), f"keys.{name}", reason)))
    return Keymap(good, found.preset)
