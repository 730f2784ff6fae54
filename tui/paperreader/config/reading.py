"""Reading the settings: the file, then the environment and the options of this run.

A file that is missing costs nothing (no TOML reader is imported); one that is wrong never stops the program: every
setting that can be used is used, and each that cannot is a `Problem` that names file, line, key and the nearest valid
word. Keys are taken as they are written: whether they are any, and free, is the business of `commands`, which has the
table; whether a theme of that name exists is the interface's.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from paperreader.config.schema import BY_NAME
from paperreader.config.wording import nearest, plain, shown

#: Larger files are refused: nobody types so many settings.
LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What is in force; `Settings()` is what is in force without a file. `SCHEMA` says what each means."""

    theme: str = ""
    preset: str = "vim"
    read_policy: str = "opened"
    """`off`, `opened`, or `after`: then `read_seconds` of stillness mark a paper as read."""
    read_seconds: float = 3.0
    row_form: str = "full"
    icons: str = "auto"
    math: str = "auto"
    measure: int = 88
    sidebar_width: int = 24
    mouse: bool = True
    opener: tuple[str, ...] = ()
    clipboard: tuple[str, ...] = ()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Key sequences by command id, as they are written in the file; they replace the default keys."""
    key_lines: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The line of the file where each id of `keys` is set, for messages."""
    given: frozenset[str] = frozenset()
    """The settings that the environment or an option gave: they go before what the reader kept, too."""


class Problem(NamedTuple):
    """Something that was set and cannot be used."""

    file: Path | None
    """None when it was not set in a file."""
    line: int | None
    """From 1; None when it is about the whole file."""
    key: str
    """The setting as it is written (`keys.star`, `PAPERREADER_MEASURE`), or "" for the whole file."""
    reason: str

    def __str__(self) -> str:
        if self.file is None:
            return f"{self.key}: {self.reason}"
        where = f"{self.file.name}, line {self.line}" if self.line else self.file.name
        return f"{where}: {self.key}: {self.reason}" if self.key else f"{where}: {self.reason}"


def load(path: Path, options: Mapping[str, str] = MappingProxyType({})) -> tuple[Settings, list[Problem]]:
    """Read the settings; never raises. A missing file is the defaults and no problem.

    What the environment says (`variable`) goes before the file, and `options`, by setting, before both.
    """
    found, problems = _load(path)
    values: dict[str, object] = {}
    given = set()
    for name in BY_NAME:
        for place, text in ((variable(name), os.environ.get(variable(name))), (name, options.get(name))):
            if text:  # an empty variable is one that is not set
                try:
                    values.update(from_text(name, text))
                except ValueError as error:
                    problems.append(Problem(None, None, place, str(error)))
                else:
                    given.add(name)
    if given:
        found = replace(found, **values, given=frozenset(given))  # type: ignore[arg-type]
    return found, problems


def variable(name: str) -> str:
    """The variable of the environment that sets a setting."""
    return f"PAPERREADER_{name.upper()}"


def from_text(name: str, text: str) -> Mapping[str, object]:
    """From a setting's value outside a file (`88`, `false`, `nord`, `["firefox", "--new-tab"]`) to `Settings`.

    Raises ValueError(reason), also when there is no such setting.
    """
    setting = BY_NAME.get(name)
    if setting is None:
        raise ValueError("there is no such setting" + nearest(name, BY_NAME))
    return setting.read(value_of(text))


def value_of(text: str) -> object:
    """What a setting's text outside a file stands for: a value of TOML, else the text itself."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text  # words need no quotes here


def written(settings: Settings, name: str) -> str | int | bool | list[str]:
    """A setting as it would stand in the file."""
    value = getattr(settings, name)
    if (name, value) == ("read_policy", "after"):
        return f"after {settings.read_seconds:g}"
    return list(value) if isinstance(value, tuple) else value


def _load(path: Path) -> tuple[Settings, list[Problem]]:
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [Problem(path, None, "", f"cannot be read ({error.strerror}); the defaults are in force")]
    if len(raw) > LARGEST:
        return Settings(), [
            Problem(path, None, "", "is larger than 1 MB, so it is not read; the defaults are in force")
        ]
    return _parse(path, raw)


def _parse(path: Path, raw: bytes) -> tuple[Settings, list[Problem]]:
    import re
    import tomllib

    try:
        text = raw.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return Settings(), [Problem(path, line, "", "is not UTF-8 text; the defaults are in force")]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"^(.*?) \(at line (\d+), column \d+\)$", str(error), re.DOTALL)
        reason, number = (found[1], int(found[2])) if found else (str(error), None)
        return Settings(), [Problem(path, number, "", f"is not TOML: {reason}; the defaults are in force")]

    problems: list[Problem] = []
    lines = _lines(text)
    values: dict[str, object] = {}
    for name, value in table.items():
        if name == "keys":
            values["keys"] = _keys(path, lines, value, problems)
            values["key_lines"] = MappingProxyType({key[1]: line for key, line in lines.items() if key[0] == "keys"})
            continue
        setting = BY_NAME.get(name)
        try:
            if setting is None:
                raise ValueError("there is no such setting" + nearest(name, [*BY_NAME, "keys"]))
            values.update(setting.read(value))
        except ValueError as error:
            problems.append(Problem(path, lines.get(("", name)), plain(name), str(error)))
    return Settings(**values), problems  # type: ignore[arg-type]  # each `read` yields its own fields, tested


def _keys(
    path: Path, lines: Mapping[tuple[str, str], int], value: object, problems: list[Problem]
) -> Mapping[str, tuple[str, ...]]:
    keys: dict[str, tuple[str, ...]] = {}
    if not isinstance(value, dict):
        problems.append(Problem(path, lines.get(("", "keys")), "keys", 'must be a table: [keys], then star = "s"'))
        return keys
    for name, given in value.items():
        sequences = given if isinstance(given, list) else [given]
        try:
            if not all(isinstance(sequence, str) for sequence in sequences):
                raise ValueError(f"{shown(given)} is neither a key nor a list of keys")
            keys[name] = tuple(sequence for sequence in sequences if sequence)
        except ValueError as error:
            problems.append(Problem(path, lines.get(("keys", name)), f"keys.{plain(name)}", str(error)))
    return MappingProxyType(keys)


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Where each `(table, key)` is first set; keys that are written in an unusual way are simply not found."""
    import re

    found: dict[tuple[str, str], int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            table = header[1]
            found.setdefault(("", table), number)
        elif key := re.match(r"\s*[\"']?([^\s\"'=.]+)[\"']?\s*=", line):
            found.setdefault((table, key[1]), number)
        elif key := re.match(r"\s*keys\s*\.\s*[\"']?([^\s\"'=.]+)[\"']?\s*=", line):
            found.setdefault(("keys", key[1]), number)
    return found
