"""Words that can be no file, where a file may stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperreader.cli import main
from paperreader.config import load
from paperreader.paths import is_file, is_folder, is_there, places, typed

LONG = "x" * 300


@pytest.mark.parametrize("args", [[LONG], [LONG, "--json"]])
def test_a_word_too_long_for_a_file_is_no_command(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 2
    assert "there is no command" in capsys.readouterr().err


def test_a_command_too_long_for_a_file_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERREADER_OPENER", f"{LONG} a b")
    settings, problems = load(tmp_path / "config.toml")
    assert settings.opener == ()
    assert "write the arguments apart" in str(problems[0])


def test_nobodys_home_is_a_name_like_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed("~/a.bib") == tmp_path / "a.bib"
    assert typed("~nobody-has-this-name/a.bib") == Path("~nobody-has-this-name/a.bib")
    monkeypatch.setenv("PAPERREADER_HOME", "~nobody-has-this-name")
    assert places().data == Path("~nobody-has-this-name").absolute() / "data"


@pytest.mark.parametrize("name", [LONG, "a\0b"])
def test_what_can_be_no_name_is_not_there(name: str) -> None:
    assert not is_there(name)
    assert not is_file(name)
    assert not is_folder(name)


@pytest.mark.parametrize("args", [["locate"], ["locate", "--json"], ["config"], ["config", "--json"]])
def test_a_home_that_can_be_no_folder_is_shown_as_it_is(
    args: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAPERREADER_HOME", str(tmp_path / LONG))
    assert main(args) in (0, 1)
    told = capsys.readouterr()
    assert LONG in told.out
    assert "should not have happened" not in told.err
