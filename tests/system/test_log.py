"""The log: private, bounded, harmless to look at, and never an error of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperreader.system import log
from paperreader.system.log import append, log_error


def broken() -> BaseException:
    try:
        raise KeyError("\x1b]52;c;aGk=\x07 title\u202e")
    except KeyError as error:
        return error


def test_an_error_is_written_with_its_traceback_and_without_controls(tmp_path: Path) -> None:
    path = tmp_path / "state" / "paperreader.log"
    assert log_error(path, broken(), doing="running ['list']")
    text = path.read_text("utf-8")
    assert "running ['list']" in text.splitlines()[0]
    assert "Traceback (most recent call last)" in text
    assert 'raise KeyError("' in text
    assert text.replace("\n", "").isprintable()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_entries_are_appended_and_the_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LARGEST", 100)
    path = tmp_path / "log"
    for number in range(10):
        assert append(path, f"{number} {'x' * 60}\n")
    assert path.read_text().startswith("8 x")
    assert path.with_name("log.old").read_text().startswith("6 x")


def test_where_nothing_can_be_written_it_says_no(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not append(tmp_path / "file" / "log", "x")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert not append(tmp_path / "link", "x")
    assert not (tmp_path / "elsewhere").exists()


def test_lone_surrogates_are_written(tmp_path: Path) -> None:
    assert append(tmp_path / "log", "a\udc80b\n")
    assert (tmp_path / "log").read_text() == "a\\udc80b\n"
