"""What can be set: each setting with its form, its help and its default, and how a value becomes `Settings`.

`SCHEMA` is the one list of it: reading, checking and `docs/configuration.md` come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from paperreader.config.wording import nearest, shown
from paperreader.paths import is_there


class Setting(NamedTuple):
    """One line of the schema."""

    name: str
    form: str
    """What may stand there, for the documentation."""
    help: str
    read: Callable[[object], Mapping[str, object]]
    """From the value in the file to fields of `Settings`; raises ValueError(reason)."""
    example: str
    """The default, or where there is none something to start from, in TOML."""


def _one_of(name: str, *choices: str) -> Callable[[object], Mapping[str, object]]:
    def read(value: object) -> Mapping[str, object]:
        if value in choices:
            return {name: value}
        words = ", ".join(f'"{choice}"' for choice in choices)
        raise ValueError(f"{shown(value)} is not one of {words}{nearest(str(value), choices)}")

    return read


def _whole(name: str, least: int, most: int) -> Callable[[object], Mapping[str, object]]:
    def read(value: object) -> Mapping[str, object]:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return {name: value}
        raise ValueError(f"{shown(value)} is not a whole number from {least} to {most}")

    return read


def _yes_no(name: str) -> Callable[[object], Mapping[str, object]]:
    def read(value: object) -> Mapping[str, object]:
        if isinstance(value, bool):
            return {name: value}
        raise ValueError(f"{shown(value)} is not true or false (without quotes)")

    return read


def _word(name: str) -> Callable[[object], Mapping[str, object]]:
    def read(value: object) -> Mapping[str, object]:
        if isinstance(value, str) and value.isprintable():
            return {name: value}
        raise ValueError(f"{shown(value)} is not a name in quotes")

    return read


def _command(name: str) -> Callable[[object], Mapping[str, object]]:
    def read(value: object) -> Mapping[str, object]:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) and word.isprintable() for word in words):
            raise ValueError(f'{shown(value)} is not a program and its arguments, such as ["firefox", "--new-tab"]')
        if len(words) == 1 and " " in words[0] and not is_there(words[0]):
            raise ValueError(f"write the arguments apart: {shown(words[0].split())}")
        return {name: tuple(word for word in words if word)}

    return read


def _read_policy(value: object) -> Mapping[str, object]:
    if value in ("off", "opened"):
        return {"read_policy": value}
    words = value.split() if isinstance(value, str) else []
    if words[:1] == ["after"] and len(words) in (2, 3) and words[2:] in ([], ["s"], ["seconds"], ["second"]):
        try:
            seconds = float(words[1])
        except ValueError:
            seconds = 0.0
        if 0 < seconds <= 3600:
            return {"read_policy": "after", "read_seconds": seconds}
        raise ValueError(f"{shown(words[1])} is not a number of seconds from 0.1 to 3600")
    raise ValueError(f'{shown(value)} is not "off", "opened" or "after N" (seconds)')


SCHEMA: tuple[Setting, ...] = (
    Setting(
        "theme",
        "a name",
        "The theme to start with; `^P`, then “theme”, shows them all. Empty: `paper` (light) where `COLORFGBG` says "
        "that the terminal is light, else `ink` (dark).",
        _word("theme"),
        '""',
    ),
    Setting(
        "preset",
        "`vim`, `newsboat` or `arrows`",
        "The set of keys to start from (see [keys](keys.md)); `[keys]` goes before it.",
        _one_of("preset", "vim", "newsboat", "arrows"),
        '"vim"',
    ),
    Setting(
        "read_policy",
        "`off`, `opened` or `after N`",
        "When a paper becomes read by itself: never; when it was opened (Enter, or its end was reached in the reader); "
        "or when the cursor rested on it for N seconds. `r` always works; `u` takes back what "
        "you did, and this only while the last line offers it.",
        _read_policy,
        '"opened"',
    ),
    Setting(
        "row_form",
        "`full` or `compact`",
        "Two lines a paper in the list (title; authors and venue), or one.",
        _one_of("row_form", "full", "compact"),
        '"full"',
    ),
    Setting(
        "icons",
        "`auto`, `unicode` or `ascii`",
        "What the program draws: signs of Unicode (`★ ◔ × • · …`) or ASCII alone (`* ~ x . - ...`); `auto` takes the "
        "second on the Linux console and where the locale is not UTF-8. Papers keep their text; messages that name "
        "them use these signs.",
        _one_of("icons", "auto", "unicode", "ascii"),
        '"auto"',
    ),
    Setting(
        "math",
        "`auto`, `unicode`, `basic` or `source`",
        "How formulas are shown: with all that Unicode has, with what nearly every font has, or as LaTeX source; "
        "`auto` takes the second on the Linux console and where the locale is not UTF-8.",
        _one_of("math", "auto", "unicode", "basic", "source"),
        '"auto"',
    ),
    Setting(
        "measure",
        "40 to 200",
        "The longest line of the reading pane, in columns.",
        _whole("measure", 40, 200),
        "88",
    ),
    Setting(
        "sidebar_width",
        "12 to 60",
        "The width of the bookmarks sidebar, in columns.",
        _whole("sidebar_width", 12, 60),
        "24",
    ),
    Setting(
        "mouse",
        "`true` or `false`",
        "Whether the mouse is used. Without it, the terminal's own selection works as ever.",
        _yes_no("mouse"),
        "true",
    ),
    Setting(
        "opener",
        "a program, or a list of a program and its arguments",
        "What opens links. `%s` in an argument stands for the address, which else comes last. Empty: `$BROWSER`, then "
        "the system's own. No shell is involved.",
        _command("opener"),
        "[]",
    ),
    Setting(
        "clipboard",
        "a program, or a list of a program and its arguments",
        "What is given text to copy, on its standard input. Empty: the terminal (OSC 52), then `wl-copy`, `xclip`, "
        "`xsel` or `pbcopy`, whichever is there.",
        _command("clipboard"),
        "[]",
    ),
)

BY_NAME = {setting.name: setting for setting in SCHEMA}
