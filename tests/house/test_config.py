"""Settings: every value of the schema, every wrong one told exactly, and nothing that stops the program."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperreader.commands import check_keys
from paperreader.commands.spelling import key_sequence
from paperreader.config import SCHEMA, Problem, Settings, load


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "config.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def told(folder: Path, text: str | bytes) -> list[str]:
    """What the reader tells of a file at its start."""
    path = write(folder, text)
    found, problems = load(path)
    _good, wrong = check_keys(found.keys, found.preset)
    return [
        *map(str, problems),
        *(str(Problem(path, found.key_lines.get(name), f"keys.{name}", reason)) for name, reason in wrong),
    ]


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.toml") == (Settings(), [])


def test_no_file_costs_no_toml_reader(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from paperreader.config import load; load(Path('none'));"
        "print([name for name in ('tomllib', 'difflib', 're') if name in sys.modules and name not in before])"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; before = set(sys.modules); import dataclasses; before |= set(sys.modules); {code}"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_the_schema_and_the_settings_agree(tmp_path: Path) -> None:
    names = {field.name for field in dataclasses.fields(Settings)}
    assert names == {setting.name for setting in SCHEMA} | {"read_seconds", "keys", "key_lines", "given"}
    text = "\n".join(f"{setting.name} = {setting.example}" for setting in SCHEMA)
    assert load(write(tmp_path, text)) == (Settings(), [])
    for setting in SCHEMA:
        fields = setting.read(tomllib.loads(f"x = {setting.example}")["x"])
        assert fields.keys() <= names
        assert setting.name in fields


def test_everything_set(tmp_path: Path) -> None:
    found, problems = load(
        write(
            tmp_path,
            """\
theme = "nord"
read_policy = "after 2.5"
row_form = "compact"
icons = "ascii"
math = "source"
measure = 100
sidebar_width = 30
mouse = false
opener = ["firefox", "--new-tab", "%s"]
clipboard = "wl-copy"

[keys]
star = "b"
half-down = ["^D", "ctrl+F"]
quit = []
top = "g  g"
""",
        )
    )
    assert not problems
    assert dict(found.keys) == {"star": ("b",), "half-down": ("^D", "ctrl+F"), "quit": (), "top": ("g  g",)}
    spelt = {"star": ("b",), "half-down": ("ctrl+d", "ctrl+f"), "quit": (), "top": ("g g",)}
    assert check_keys(found.keys) == (spelt, [])
    assert dict(found.key_lines) == {"star": 13, "half-down": 14, "quit": 15, "top": 16}
    assert dataclasses.replace(found, keys={}, key_lines={}) == Settings(
        theme="nord", read_policy="after", read_seconds=2.5, row_form="compact", icons="ascii", math="source",
        measure=100, sidebar_width=30, mouse=False, opener=("firefox", "--new-tab", "%s"), clipboard=("wl-copy",),
        keys={}, key_lines={},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('icons = "asci"', 'config.toml, line 1: icons: "asci" is not one of "auto", "unicode", "ascii"; did you mean "ascii"?'),
        ("\n\nmoues = true", 'config.toml, line 3: moues: there is no such setting; did you mean "mouse"?'),
        ("colour = true", "config.toml, line 1: colour: there is no such setting"),
        ('mouse = "no"', 'config.toml, line 1: mouse: "no" is not true or false (without quotes)'),
        ("measure = 20", "config.toml, line 1: measure: 20 is not a whole number from 40 to 200"),
        ("measure = true", "config.toml, line 1: measure: true is not a whole number from 40 to 200"),
        ('read_policy = "after"', 'config.toml, line 1: read_policy: "after" is not "off", "opened" or "after N" (seconds)'),
        ('read_policy = "after -1"', 'config.toml, line 1: read_policy: "-1" is not a number of seconds from 0.1 to 3600'),
        ('read_policy = "after nan"', 'config.toml, line 1: read_policy: "nan" is not a number of seconds from 0.1 to 3600'),
        ("read_policy = 3", 'config.toml, line 1: read_policy: 3 is not "off", "opened" or "after N" (seconds)'),
        ("theme = 3", "config.toml, line 1: theme: 3 is not a name in quotes"),
        ('theme = "x\\u001b[31m"', "config.toml, line 1: theme: 'x\\x1b[31m' is not a name in quotes"),
        ('opener = "firefox -p"', "config.toml, line 1: opener: write the arguments apart: ['firefox', '-p']"),
        ("opener = 1", 'config.toml, line 1: opener: 1 is not a program and its arguments, such as ["firefox", "--new-tab"]'),
        ("keys = 3", 'config.toml, line 1: keys: must be a table: [keys], then star = "s"'),
        ('[keys]\nstar = "gg"', 'config.toml, line 2: keys.star: there is no key "gg"; a sequence is written with blanks: \'g g\''),
        ('[keys]\nstar = "escpe"', 'config.toml, line 2: keys.star: there is no key "escpe"; did you mean "escape"?'),
        ('[keys]\nstar = "crtl+a"', 'config.toml, line 2: keys.star: "crtl+a": "crtl" is not a modifier; did you mean "ctrl"?'),
        ('[keys]\n\nstar = "^I"', "config.toml, line 3: keys.star: a terminal cannot tell 'ctrl+i' from Tab; choose another key"),
        ("keys.star = 7", "config.toml, line 1: keys.star: 7 is neither a key nor a list of keys"),
        ("a = [\n x", "config.toml, line 2: is not TOML: Invalid value; the defaults are in force"),
        (b"mouse = false\n# \xff", "config.toml, line 2: is not UTF-8 text; the defaults are in force"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert told(tmp_path, text) == [message]


def test_what_is_right_is_used_beside_what_is_wrong(tmp_path: Path) -> None:
    text = 'measure = 1\nmouse = false\n[keys]\nstar = "b"\nquit = "nokey"\n'
    found, problems = load(write(tmp_path, text))
    assert (found.measure, found.mouse) == (88, False)
    assert check_keys(found.keys)[0] == {"star": ("b",)}
    assert [problem.key for problem in problems] == ["measure"]
    assert [line.split(": ")[1] for line in told(tmp_path, text)] == ["measure", "keys.quit"]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("measure", "100", {"measure": 100}),
        ("mouse", "false", {"mouse": False}),
        ("theme", "nord", {"theme": "nord"}),
        ("read_policy", "after 2.5", {"read_policy": "after", "read_seconds": 2.5}),
        ("opener", "firefox", {"opener": ("firefox",)}),
        ("opener", '["firefox", "--new-tab"]', {"opener": ("firefox", "--new-tab")}),
    ],
)
def test_the_environment_goes_before_the_file_and_an_option_before_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: dict[str, object]
) -> None:
    file = write(tmp_path, "\n".join(f"{setting.name} = {setting.example}" for setting in SCHEMA))
    wanted = dataclasses.replace(Settings(), **value, given=frozenset([name]))  # type: ignore[arg-type]
    assert load(file, {name: text}) == (wanted, [])
    monkeypatch.setenv(f"PAPERREADER_{name.upper()}", text)
    assert load(file) == (wanted, [])
    assert load(file, {"measure": "44"})[0].measure == 44


def test_every_setting_can_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SCHEMA:
        monkeypatch.setenv(f"PAPERREADER_{setting.name.upper()}", setting.example)
    assert load(tmp_path / "none")[0] == dataclasses.replace(Settings(), given={setting.name for setting in SCHEMA})


def test_what_is_wrong_in_the_environment_is_told_and_the_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERREADER_MEASURE", "wide")
    monkeypatch.setenv("PAPERREADER_THEME", "")
    found, problems = load(write(tmp_path, 'measure = 50\ntheme = "ink"\n'))
    assert (found.measure, found.theme, found.given) == (50, "ink", frozenset())
    assert [str(problem) for problem in problems] == [
        'PAPERREADER_MEASURE: "wide" is not a whole number from 40 to 200'
    ]


def test_unusual_files(tmp_path: Path) -> None:
    assert told(tmp_path, b"\xef\xbb\xbfmouse = false\r\n") == []
    assert told(tmp_path, "a = " + "[" * 100_000)[0].startswith("config.toml: is not TOML")
    assert told(tmp_path, "#" * 1_000_001) == [
        "config.toml: is larger than 1 MB, so it is not read; the defaults are in force"
    ]
    assert str(load(tmp_path)[1][0]).startswith(f"{tmp_path.name}: cannot be read (")
    assert load(tmp_path / "config.toml" / "x" / "config.toml")[1] != []


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("s", "s"), ("S", "S"), ("shift+s", "S"), ("^D", "ctrl+d"), ("CTRL+D", "ctrl+d"), ("ctrl+shift+a", "ctrl+shift+a"),
        ("shift+ctrl+A", "ctrl+shift+a"), ("esc", "escape"), ("PgUp", "pageup"), ("shift+tab", "shift+tab"), ("+", "+"),
        ("ctrl++", "ctrl++"), ("g g", "g g"), ("] u", "] u"), (" ", "space"), ("^^", "ctrl+^"), ("^", "^"), ("é", "é"),
        ("F12", "f12"), ("\\", "\\"), ("alt+enter", "alt+enter"),
    ],
)  # fmt: skip
def test_spelling_of_keys(written: str, spelt: str) -> None:
    assert key_sequence(written) == spelt
    assert key_sequence(spelt) == spelt


@given(st.text(max_size=20))
def test_any_text_is_a_key_or_an_error_with_words(text: str) -> None:
    try:
        spelt = key_sequence(text)
    except ValueError as error:
        assert str(error)
    else:
        assert key_sequence(spelt) == spelt


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(st.binary(max_size=200), st.text(alphabet="abekmostuy_=[]{}\"'.,\n 01#\\", max_size=200).map(str.encode))
)
def test_no_file_stops_the_program(tmp_path: Path, raw: bytes) -> None:
    found, problems = load(write(tmp_path, raw))
    assert isinstance(found, Settings)
    assert all(str(problem).isprintable() for problem in problems)
