"""An import on its way: what is said of it, and what stopping it leaves."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.cli.importing import Import, duration
from paperreader.sources import Progress

from .conftest import Done

Run = Callable[..., Done]


class Terminal(io.StringIO):
    """A standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def file(tmp_path: Path) -> str:
    lines = (json.dumps({"title": f"Paper of the number {number}", "abstract": "A."}) for number in range(50))
    (tmp_path / "fifty.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return "fifty.jsonl"


def test_the_line_has_the_rate_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "100")
    with Import() as importing:
        importing._show(Progress("big", 25, 100, 3000, 2, 30.0))
        assert terminal.getvalue().endswith("big: 25%, 3,000 papers, 2 unreadable, 100 a second, 1 min 30 s left")
        importing._show(Progress("stdin", 25, None, 3000, 0, 2.0))
        assert terminal.getvalue().endswith("stdin: 3,000 papers, 1,500 a second")
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (125, "2 min 5 s"), (7800, "2 h 10 min")]
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_a_pipe_gets_no_progress(paperreader: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperreader.sources.importing._PACE", 0.0)
    assert paperreader("import", file) == Done(0, "fifty: 50 new\n", "")


@pytest.mark.parametrize("command", [("import", "fifty.jsonl"), ("sources", "reload", "fifty")])
def test_stopping_keeps_what_is_in_and_says_how_to_go_on(
    paperreader: Run, file: str, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    if command[0] == "sources":
        assert paperreader("import", file).code == 0
        assert paperreader("list", "source:fifty").code == 0
    asked = iter(range(1000))
    with monkeypatch.context() as patch:
        stopped = property(lambda _self: next(asked) >= 20, lambda _self, _value: None)
        patch.setattr(Import, "stopped", stopped, raising=False)
        done = paperreader(*command)
    assert done.code == 130
    assert done.out.startswith("fifty: stopped: ")
    read = int(done.err.removeprefix("paperreader: stopped with ").split()[0])
    assert 0 < read < 50
    assert done.err.endswith(" papers in; the same command again brings the rest\n")
    before = len(paperreader("list", "source:fifty").lines)
    assert before == read or command[0] == "sources"
    assert paperreader(*command).code == 0
    assert len(paperreader("list", "source:fifty").lines) == 50


def test_what_the_names_of_a_file_were_taken_for_is_shown(paperreader: Run, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("Paper Title,Author List,Colour\nOne thing,Ada Author,red\n")
    done = paperreader("import", "own.csv")
    assert (done.code, done.out) == (0, "own: 1 new\n")
    assert done.err.startswith('paperreader: own.csv: line 1: title <- "Paper Title"')
    assert '"Colour"' in done.err
    (remark,) = json.loads(paperreader("import", "--json", "own.csv").out)["sources"][0]["remarks"]
    assert f"paperreader: {remark['where']}: {remark['text']}\n" == done.err
    assert paperreader("import", "--quiet", "own.csv") == Done(0, "", "")
