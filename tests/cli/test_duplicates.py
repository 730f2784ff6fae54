"""`duplicates`, `merge`, `split`: what may be the same is shown, made one by a command, and taken apart again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Done

Run = Callable[..., Done]
TITLE = "A Very Telling Title of a Paper"


def marks(run: Run, uid: str) -> dict[str, Any]:
    (shown,) = json.loads(run("show", "--json", uid).out)
    found: dict[str, Any] = shown.get("marks", {})
    return found


@pytest.fixture
def pair(paperreader: Run, tmp_path: Path) -> tuple[str, str]:
    """Two papers that may be the same: a title in common, and no author in one."""
    first = {"title": TITLE, "abstract": "A.", "authors": ["Ada Author"], "doi": "10.1234/one", "year": 2024}
    second = {"title": TITLE, "abstract": "B.", "arxiv": "2401.00001"}
    (tmp_path / "two.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in (first, second)))
    assert "1 may be duplicates" in paperreader("import", "two.jsonl").out
    one, two = paperreader("list", "-f", "ids", "source:two", "sort:number").lines
    return one, two


def test_none(paperreader: Run) -> None:
    assert paperreader("duplicates") == Done(1, "", "")
    assert paperreader("duplicates", "--json") == Done(1, "[]\n", "")


@pytest.mark.parametrize("form", ["plain", "table", "json"])
def test_they_are_shown(paperreader: Run, pair: tuple[str, str], form: str) -> None:
    done = paperreader("duplicates", "-f", form)
    assert done.code == 0
    for text in (*pair, "same title"):
        assert text in done.out
    assert done.out.count(TITLE) == 2
    assert "-> paperreader duplicates" in paperreader("doctor").out


def test_merge_and_undo(paperreader: Run, pair: tuple[str, str]) -> None:
    one, two = pair
    paperreader("mark", "star", one)
    paperreader("note", two, "of the second")
    done = paperreader("merge", two, one)
    assert done.code == 0
    assert TITLE in done.out
    assert paperreader("list", "-f", "ids", "source:two").lines == [one]
    assert marks(paperreader, two) == marks(paperreader, one) == {"starred": True, "note": "of the second"}
    assert paperreader("duplicates").code == 1
    assert paperreader("merge", one, two) == Done(1, "they are one paper already\n", "")
    assert paperreader("undo").code == 0
    assert [marks(paperreader, uid) for uid in pair] == [{"starred": True}, {"note": "of the second"}]
    assert paperreader("duplicates").code == 0


@pytest.mark.parametrize("which", [0, 1], ids=["of the paper", "of the merged one"])
def test_split(paperreader: Run, pair: tuple[str, str], which: int) -> None:
    assert paperreader("split", pair[which]).code == 1
    paperreader("merge", *pair)
    paperreader("mark", "star", pair[0])
    assert paperreader("split", pair[which]).code == 0
    assert [marks(paperreader, uid) for uid in pair] == [{"starred": True}, {}]
    assert paperreader("undo").code == 0
    assert len(paperreader("list", "source:two").lines) == 1


def test_split_of_several_asks_which(paperreader: Run) -> None:
    ids = paperreader("list", "-f", "ids", "--limit", "3").lines
    assert paperreader("merge", *ids).code == 0
    done = paperreader("split", ids[0])
    assert done.code == 2
    assert ids[1] in done.err
    assert ids[2] in done.err
    assert paperreader("split", ids[2]).code == 0
    assert len(paperreader("list").lines) == 37


def test_keep_apart(paperreader: Run, pair: tuple[str, str]) -> None:
    assert paperreader("duplicates", "--keep-apart", pair[1], pair[0]).code == 0
    assert paperreader("duplicates") == Done(1, "", "")
    assert paperreader("duplicates", "--keep-apart", *pair).code == 1
    assert paperreader("undo").code == 0
    assert paperreader("duplicates").code == 0
    paperreader("merge", *pair)
    assert "one paper already" in paperreader("duplicates", "--keep-apart", *pair).err


@pytest.mark.parametrize(
    "args",
    [
        ("merge", "m3HXHQYmZu"),
        ("merge", "m3HXHQYmZu", "nonesuch"),
        ("merge", "m3HXHQYmZu", ""),
        ("split", "nonesuch"),
        ("duplicates", "--keep-apart", "m3HXHQYmZu", "nonesuch"),
        ("duplicates", "--keep-apart", "m3HXHQYmZu", "m3HXHQYmZu"),
    ],
)
def test_wrong_ids_do_nothing(paperreader: Run, args: tuple[str, ...]) -> None:
    assert paperreader(*args).code == 2
    assert paperreader("history").code == 1
