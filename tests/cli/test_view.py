"""`paperreader`, `paperreader FILE`, `view`: what is opened. The reader itself is put aside here; see tests/terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperreader import ui
from paperreader.cli import view
from paperreader.config import Settings
from paperreader.session import Session

from .conftest import Done

Run = Callable[..., Done]


class Opened:
    """What the reader was opened with."""

    def __init__(self) -> None:
        self.uids: list[str] = []
        self.notice = ""
        self.calls: list[tuple[str, int, Settings, list[str]]] = []

    def __call__(self, session: Session, settings: Settings, problems: list[str]) -> int:
        self.calls.append((session.view.name, len(session.order), settings, problems))
        self.notice = session.notice
        self.uids = [session.paper(number).uid for number in session.order]
        session.close()
        return 0


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A reader that only notes what it was opened with, on what passes for a terminal."""
    reader = Opened()
    monkeypatch.setattr(ui, "run", reader)
    monkeypatch.setattr(view, "check_terminal", lambda: None)
    return reader


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"title": "One thing", "abstract": "A."}\n{"title": "Another", "abstract": "B."}\n')
    return path


@pytest.mark.parametrize("args", [(), ("view",)])
def test_it_opens_where_it_was_left(paperreader: Run, opened: Opened, args: tuple[str, ...]) -> None:
    assert paperreader(*args) == Done(0, "", "")
    assert opened.calls == [("Undecided", 38, Settings(), [])]


@pytest.mark.parametrize("args", [("mine.jsonl",), ("view", "mine.jsonl"), ("./mine.jsonl",)])
def test_a_file_is_imported_and_opened(paperreader: Run, opened: Opened, papers: Path, args: tuple[str, ...]) -> None:
    assert paperreader(*args) == Done(0, "", "")
    assert [call[:2] for call in opened.calls] == [("mine.jsonl", 2)]
    assert len(paperreader("list", "--format", "ids").lines) == 40


def test_several_files_open_on_the_last(paperreader: Run, opened: Opened, papers: Path, tmp_path: Path) -> None:
    (tmp_path / "more.jsonl").write_text('{"title": "A third", "abstract": "C."}\n')
    assert paperreader("mine.jsonl", "more.jsonl").code == 0
    assert [call[:2] for call in opened.calls] == [("more.jsonl", 1)]
    assert len(paperreader("list", "--format", "ids").lines) == 41


def test_ids_of_a_pipe_open_those_papers_in_their_order(
    paperreader: Run, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "keys_from_terminal", lambda: None)
    ids = paperreader("list", "-f", "ids").lines[10:14][::-1]
    assert paperreader("view", "-", stdin="\n".join([*ids, ids[0], "nonesuch"])) == Done(0, "", "")
    assert [call[:2] for call in opened.calls] == [("standard input", 4)]
    assert opened.uids == ids
    for text, words in (("", "standard input has no ids"), ("nonesuch\n", "no paper has the id nonesuch")):
        done = paperreader("view", "-", stdin=text)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
    assert len(opened.calls) == 1


def test_names_of_commands_win_over_files(paperreader: Run, opened: Opened, papers: Path) -> None:
    papers.rename(papers.with_name("list"))
    assert len(paperreader("list").lines) == 38
    assert opened.calls == []
    assert paperreader("./list").code == 0
    assert [call[:2] for call in opened.calls] == [("list", 2)]


def test_a_file_that_cannot_be_read_opens_nothing(paperreader: Run, opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    done = paperreader("empty.jsonl")
    assert (done.code, done.out, opened.calls) == (2, "", [])
    assert "empty.jsonl" in done.err


def test_what_could_not_be_read_is_told_in_the_reader_and_after_it(
    paperreader: Run, opened: Opened, tmp_path: Path
) -> None:
    (tmp_path / "broken.jsonl").write_text('{"title": "Good", "abstract": "x"}\n{"title": \n{"abstract": ""}\n')
    done = paperreader("broken.jsonl")
    assert (done.code, done.out) == (0, "")
    assert [line.partition(": ")[2].partition(": ")[0] for line in done.err.splitlines()] == ["broken.jsonl"] * 2
    ((name, count, _settings, problems),) = opened.calls
    assert (name, count) == ("broken.jsonl", 1)
    (told,) = problems
    assert told.startswith("broken: 1 new, 2 unreadable (the first: broken.jsonl: line 2: ")
    assert "paperreader sources unreadable broken" in told


def test_one_file_of_several_that_cannot_be_read_is_told(
    paperreader: Run, opened: Opened, papers: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty.jsonl").touch()
    done = paperreader("mine.jsonl", "empty.jsonl")
    assert done.code == 0
    assert "empty.jsonl" in done.err
    ((name, _count, _settings, problems),) = opened.calls
    assert name == "mine.jsonl"
    assert len(problems) == 1
    assert "empty.jsonl" in problems[0]


def test_papers_of_a_pipe_are_imported_and_opened(
    paperreader: Run, opened: Opened, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[bool] = []
    monkeypatch.setattr(view, "keys_from_terminal", lambda: taken.append(True))
    assert paperreader("-", stdin=papers.read_text()) == Done(0, "", "")
    assert [call[:2] for call in opened.calls] == [("standard input", 2)]
    assert taken == [True]
    assert len(paperreader("list", "source:stdin").lines) == 2
    assert paperreader("--no-mouse", "-", stdin=papers.read_text()).code == 0
    assert not opened.calls[1][2].mouse
    assert paperreader("-", stdin="").code == 2
    assert len(opened.calls) == 2


def test_a_damaged_catalogue_does_not_keep_the_reader_shut(
    paperreader: Run, opened: Opened, papers: Path, home: Path
) -> None:
    assert paperreader("mine.jsonl").code == 0
    (home / "data" / "catalog.db").write_bytes(b"x" * 9_000)
    assert paperreader() == Done(0, "", "")
    assert "the catalogue was damaged and is made again" in opened.notice
    assert paperreader().code == 0
    assert opened.notice == ""


def test_settings_and_their_problems_reach_the_reader(paperreader: Run, opened: Opened, home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('measure = 100\nmouse = "no"\n')
    paperreader()
    ((_view, _count, settings, problems),) = opened.calls
    assert settings.measure == 100
    assert problems == ['config.toml, line 2: mouse: "no" is not true or false (without quotes)']


@pytest.mark.parametrize("name", [(), ("view",)])
def test_options_and_environment_go_before_the_file(
    paperreader: Run, opened: Opened, papers: Path, home: Path, name: tuple[str, ...]
) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text('measure = 100\ntheme = "ink"\npreset = "arrows"\n')
    line = [*name, "--no-mouse", "--theme", "nord", "--set", "measure=72", "mine.jsonl", "--ascii"]
    assert paperreader(*line, PAPERREADER_MEASURE="60", PAPERREADER_ROW_FORM="compact") == Done(0, "", "")
    ((view, _count, settings, problems),) = opened.calls
    assert (view, problems) == ("mine.jsonl", [])
    assert settings == Settings(
        theme="nord", preset="arrows", row_form="compact", icons="ascii", math="basic", measure=72, mouse=False,
        given=frozenset(("theme", "row_form", "icons", "math", "measure", "mouse")),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--set", "mesure=72"), '--set mesure=72: there is no such setting; did you mean "measure"?'),
        (("--set", "measure=wide"), '--set measure=wide: "wide" is not a whole number from 40 to 200'),
        (("--set", "measure"), "a setting is given as NAME=VALUE"),
        (("view", "--no-mose"), "--no-mouse"),
    ],
)
def test_a_wrong_option_opens_nothing(paperreader: Run, opened: Opened, args: tuple[str, ...], words: str) -> None:
    done = paperreader(*args)
    assert (done.code, done.out, opened.calls) == (2, "", [])
    assert words in done.err


def test_a_reader_that_fails_is_told_as_any_failure(
    paperreader: Run, opened: Opened, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def broken(*_args: Any) -> int:
        raise KeyError("boom")

    monkeypatch.setattr(ui, "run", broken)
    done = paperreader()
    assert done.code == 70
    assert "KeyError" in done.err
    assert "boom" in (home / "state" / "paperreader.log").read_text()


@pytest.mark.parametrize("option", [("--theme", "nrod"), ("--set", "theme=nrod")])
def test_a_theme_that_there_is_not_lists_those_there_are(paperreader: Run, option: tuple[str, str]) -> None:
    done = paperreader(*option)
    assert done.code == 2
    assert done.err.startswith("paperreader: there is no theme 'nrod'; did you mean \"nord\"?; there are: ink, paper, ")
