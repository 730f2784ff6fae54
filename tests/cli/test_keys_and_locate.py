"""`keys` and `locate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from paperreader.commands import COMMANDS

from .conftest import Done

Run = Callable[..., Done]


def settings(home: Path, text: str) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(text, "utf-8")


def test_keys_prints_every_command(paperreader: Run) -> None:
    found = json.loads(paperreader("keys", "--format", "json").out)
    assert [row["id"] for row in found] == [command.id for command in COMMANDS]
    printed = paperreader("keys").out
    for command in COMMANDS:
        assert f" {command.id} " in printed


def test_keys_finds(paperreader: Run) -> None:
    done = paperreader("keys", "undo")
    assert "u   undo" in done.out
    assert "quit" not in done.out
    assert paperreader("keys", "no such thing").code == 1


def test_keys_in_force_are_the_users(paperreader: Run, home: Path) -> None:
    settings(home, '[keys]\nhelp = "f1"\nquit = ["Q", "ctrl+x"]\nstr = "b"\ntop = "nokey"\n')
    done = paperreader("keys", "--format", "json")
    keys = {row["id"]: row["keys"] for row in json.loads(done.out)}
    assert (keys["help"], keys["quit"], keys["star"]) == (["f1"], ["Q", "ctrl+x"], ["s"])
    assert done.err.splitlines() == [
        'paperreader: config.toml, line 4: keys.str: no command is called "str"; did you mean "star"?',
        'paperreader: config.toml, line 5: keys.top: there is no key "nokey"',
    ]


def test_a_setting_is_set_in_the_file_and_the_rest_of_it_stays(paperreader: Run, home: Path) -> None:
    file = home / "config" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("# mine\nmeasure = 88  # wide\n\n[keys]\nstar = 'b'\n", "utf-8")
    done = paperreader("config", "set", "measure", "72")
    assert (done.code, done.out) == (0, f"measure = 72  # {file}\n")
    assert paperreader("config", "set", "read_policy", "after 3").code == 0
    assert paperreader("config", "set", "opener", '["firefox", "--new-tab"]').code == 0
    text = file.read_text("utf-8")
    assert text.startswith("# mine\nmeasure = 72  # wide\n")
    assert text.endswith("\n[keys]\nstar = 'b'\n")
    assert 'read_policy = "after 3"' in paperreader("config").out
    for theme in ("paper", ""):
        assert paperreader("config", "set", "theme", theme).code == 0
    text = file.read_text("utf-8")
    for words, said in (
        (("set", "mesure", "72"), "there is no setting 'mesure'; did you mean \"measure\"?"),
        (("set", "measure", "7"), "measure: 7 is not a whole number from 40 to 200"),
        (("set", "measure"), "paperreader config set measure 72"),
        (("measure", "72"), "paperreader config set measure 72"),
        (("set", "theme", "papr"), "there is no theme 'papr'; did you mean \"paper\"?; there are: ink, "),
    ):
        refused = paperreader("config", *words)
        assert (refused.code, refused.out) == (2, ""), words
        assert said in refused.err, words
    assert file.read_text("utf-8") == text


def test_locate(paperreader: Run, home: Path, checkout: Path) -> None:
    done = paperreader("locate")
    assert done.code == 0
    rows = json.loads(paperreader("locate", "--format", "json").out)
    paths = {row["name"]: row["path"] for row in rows}
    assert list(paths) == [line.split()[0] for line in done.lines]
    for name in ("library", "catalog", "settings", "log", "backups"):
        assert paths[name].startswith(str(home))
        assert paths[name] in done.out
    assert Path(paths["seeds"]).is_dir()
    assert paperreader("locate", "library").out == paths["library"] + "\n"
    assert json.loads(paperreader("locate", "library", "--json").out) == rows[:1]


def test_locate_makes_nothing(paperreader: Run, home: Path) -> None:
    paperreader("locate")
    assert not home.exists()


def test_without_a_home_the_platform_decides(paperreader: Run, tmp_path: Path) -> None:
    found = paperreader("locate", "library", PAPERREADER_HOME="", HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "d"))
    assert found.out.strip().startswith(str(tmp_path))
    assert "paperreader" in found.out
