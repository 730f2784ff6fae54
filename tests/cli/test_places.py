"""Places that cannot be written: what prints goes on, what changes something says that it did not."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.storage import opening

from .conftest import Done

Run = Callable[..., Done]
PROXY = "arxiv:2509.24745"

CHANGING = [
    "mark star attention", "tag +x attention", f"note {PROXY} words", "undo", "redo", "views save A x", "views move Mine 1",
    "import papers.jsonl", "sources remove seeds", "sources reload seeds", "merge m3HXHQYmZu 0R06BghLJX",
    "split m3HXHQYmZu", "duplicates --keep-apart m3HXHQYmZu 0R06BghLJX", "load -",
]  # fmt: skip
PRINTING = [
    "list -f ids", "show m3HXHQYmZu", "facets", f"note {PROXY}", "views", "history", "sources", "export -f ris",
    "mark star attention --dry-run",
]  # fmt: skip


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let no place be written any more, by a superuser neither."""

    def refuse(*_args: object) -> None:
        raise PermissionError(errno.EACCES, "the place is read-only")

    return lambda: monkeypatch.setattr(opening, "_open_kept", refuse)


@pytest.fixture
def read_only(paperreader: Run, tmp_path: Path, shut: Callable[[], None]) -> Run:
    """A home that was used and cannot be written any more."""
    (tmp_path / "papers.jsonl").write_text('{"title": "A paper of my own", "abstract": "A."}\n')
    for args in (("note", PROXY, "mine"), ("views", "save", "Mine", "x")):
        assert paperreader(*args).code == 0
    shut()
    return paperreader


def test_what_changes_something_says_that_it_did_not(read_only: Run, home: Path) -> None:
    before = {path: path.read_bytes() for path in home.rglob("*.db")}
    for line in CHANGING:
        done = read_only(*line.split())
        assert (line, done.code, done.out) == (line, 2, "")
        assert done.err.endswith(".db cannot be written; nothing was changed\n"), line
    assert {path: path.read_bytes() for path in home.rglob("*.db")} == before


def test_what_prints_goes_on_without_a_word(read_only: Run) -> None:
    for line in PRINTING:
        done = read_only(*line.split())
        assert (line, done.code, done.err) == (line, 0, "")
        assert done.out


def test_where_nothing_can_be_kept_at_all_that_is_told(paperreader: Run, shut: Callable[[], None]) -> None:
    shut()
    done = paperreader("list", "--json")
    assert (done.code, json.loads(done.out)) == (1, [])
    assert done.err.count("not saved: ") == 2
    done = paperreader("mark", "star", "attention")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("; nothing was changed\n")
