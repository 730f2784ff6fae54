"""`--json`: every command that prints something has it, in one shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Done, commands

Run = Callable[..., Done]

#: What each command is called with, and what is done before: marks, a file, a view of one's own, a backup.
ROWS = {
    "list": "attention",
    "show": "m3HXHQYmZu",
    "facets": "--field year",
    "export": "attention",
    "views": "",
    "views list": "",
    "duplicates": "",
    "history": "",
    "sources": "",
    "sources list": "",
    "sources unreadable": "mine",
    "backup": "--list",
    "doctor": "",
    "keys": "undo",
    "locate": "",
}
DONE = {
    "import": "mine.jsonl",
    "mark": "star attention",
    "tag": "+new m3HXHQYmZu",
    "note": "m3HXHQYmZu words",
    "views save": "Other is:unread",
    "views rename": "Mine Yours",
    "views move": "Mine 1",
    "views delete": "Mine",
    "merge": "m3HXHQYmZu 0R06BghLJX",
    "split": "m3HXHQYmZu",
    "undo": "",
    "redo": "",
    "sources remove": "mine",
    "sources reload": "mine",
    "backup": "",
    "restore": "",
    "load": "dumped",
    "duplicates": "--keep-apart m3HXHQYmZu 0R06BghLJX",
}
#: One object of what there is.
THINGS = {"config": "", "note": "0R06BghLJX"}
#: What has no need of it: the reader, a script for a shell, and JSON Lines that a program reads.
NONE = {"view", "completion", "dump"}


def test_every_command_that_prints_has_it() -> None:
    have = {name for name, command in commands() if any("--json" in param.opts for param in command.params)}
    assert have == {*ROWS, *DONE, *THINGS}
    assert {name for name, _command in commands()} - have == NONE


@pytest.fixture
def used(paperreader: Run, tmp_path: Any) -> Run:
    """A home in which there is something of everything; two papers that may be one, and a dump of another home."""
    line = json.dumps({"title": "One thing twice", "abstract": "A.", "authors": ["Ada Author"]})
    (tmp_path / "mine.jsonl").write_text(f'{line}\n{{"title": \n')
    other = {"title": "One thing twice", "abstract": "B.", "arxiv": "2401.00001"}
    (tmp_path / "other.jsonl").write_text(json.dumps(other) + "\n")
    assert paperreader("import", "mine.jsonl", "other.jsonl").code == 1
    for line in ("mark read m3HXHQYmZu", "note 0R06BghLJX before", "views save Mine is:starred", "backup"):
        assert paperreader(*line.split()).code == 0
    return paperreader


def called(run: Run, name: str, args: str, *more: str, **env: str) -> Done:
    return run(*name.split(), *more, *args.split(), **env)


@pytest.mark.parametrize("name", ROWS)
def test_what_is_printed_in_rows_is_a_list_of_objects(used: Run, name: str) -> None:
    done = called(used, name, ROWS[name], "--json")
    rows = json.loads(done.out)
    assert isinstance(rows, list)
    assert rows
    assert all(isinstance(row, dict) and row for row in rows)
    if name not in ("list", "show", "export"):  # of a paper, what is not known is left out
        assert len({tuple(row) for row in rows}) == 1, "every row has the same keys"
    plain = called(used, name, ROWS[name], *(("-f", "json") if name == "export" else ()))
    assert (done.code, done.err) == (plain.code, plain.err)


@pytest.mark.parametrize("name", DONE)
@pytest.mark.parametrize("json_asked", [True, False], ids=["json", "plain"])
def test_what_was_done_is_one_object(used: Run, name: str, json_asked: bool, tmp_path: Any) -> None:
    env = {}
    if name == "load":
        assert used("dump", "--output", "dumped").code == 0
        env = {"PAPERREADER_HOME": str(tmp_path / "new home")}
    if name in ("split", "undo", "redo"):
        assert used("merge", "m3HXHQYmZu", "0R06BghLJX").code == 0
    if name == "redo":
        assert used("undo").code == 0
    done = called(used, name, DONE[name], *["--json"] * json_asked, **env)
    assert done.code == (1 if name in ("views move", "import", "sources reload") else 0)
    if not json_asked:
        with pytest.raises(json.JSONDecodeError):
            json.loads(done.out)
        return
    told = json.loads(done.out)
    assert list(told)[:2] == ["done", "words"]
    assert told["done"] is (name != "views move")
    assert told["words"]
    assert "\x1b" not in done.out


@pytest.mark.parametrize("name", THINGS)
def test_a_thing_is_one_object(used: Run, name: str) -> None:
    done = called(used, name, THINGS[name], "--json")
    assert done.code == 0
    assert isinstance(json.loads(done.out), dict)


@pytest.mark.parametrize(
    "line",
    ["mark star title:zzzzzz", "tag +x title:zzzzzz", "mark read m3HXHQYmZu", "views move Mine 1", "redo"],
)
def test_nothing_done_is_told_with_the_same_keys_and_code_1(used: Run, line: str) -> None:
    done = used(*line.split(), "--json")
    assert done.code == 1
    told = json.loads(done.out)
    assert told["done"] is False
    assert told["papers"] == []


@pytest.mark.parametrize("line", ["list (x", "mark star (x", "show", "import nowhere", "undo x", "sources remove x"])
def test_errors_stay_on_standard_error(used: Run, line: str) -> None:
    plain, done = used(*line.split()), used(*line.split(), "--json")
    assert (done.code, done.out, done.err) == (2, "", plain.err)


def test_it_says_what_was_marked(used: Run) -> None:
    told = json.loads(used("mark", "star", "--json", "m3HXHQYmZu").out)
    assert told["papers"] == ["arxiv:2509.24745"]
    assert json.loads(used("undo", "--json").out)["papers"] == ["arxiv:2509.24745"]
    would = json.loads(used("mark", "star", "--json", "--dry-run", "m3HXHQYmZu").out)
    assert (would["done"], would["papers"]) == (False, ["arxiv:2509.24745"])


def test_it_says_what_was_imported_of_each_file(used: Run, tmp_path: Any) -> None:
    (tmp_path / "more.jsonl").write_text('{"title": "A third", "abstract": "C."}\n')
    done = used("import", "--json", "mine.jsonl", "nowhere.jsonl", "more.jsonl")
    assert done.code == 2
    assert "nowhere.jsonl" in done.err
    first, second = json.loads(done.out)["sources"]
    assert (first["source"], first["new"], first["known"], first["unreadable"]) == ("mine", 0, 1, 1)
    assert first["problems"][0]["where"] == "mine.jsonl: line 2"
    assert (second["source"], second["new"], second["problems"]) == ("more", 1, [])


def test_a_group_passes_it_on(used: Run) -> None:
    assert used("sources", "--json").out == used("sources", "list", "--json").out
    assert json.loads(used("sources", "--json", "remove", "mine").out)["removed"] == 1
