"""`tag`, `note`, `views`, `config`, `completion`, `--json`: what scripts use."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Done, environment

Run = Callable[..., Done]
PROXY = "arxiv:2509.24745"


def marks(run: Run, *query: str) -> list[dict[str, object]]:
    return [paper.get("marks", {}) for paper in json.loads(run("list", "--json", *query).out)]


def test_tag_by_query_and_by_ids_is_one_step(paperreader: Run) -> None:
    ids = paperreader("list", "-f", "ids", "attention").out
    done = paperreader("tag", "+rl to-cite", "attention")
    assert done.code == 0
    count = len(ids.splitlines())
    assert f"{count} papers" in done.out
    assert marks(paperreader, "tag:rl") == [{"tags": ["rl", "to-cite"]}] * count
    assert paperreader("tag", "-rl", "-", stdin=ids).code == 0
    assert paperreader("list", "tag:rl").code == 1
    assert paperreader("tag", "-rl", "-", stdin=ids).code == 1
    paperreader("undo")
    assert len(marks(paperreader, "tag:rl")) == count
    assert paperreader("tag", "+x", "title:zzzzzzz") == Done(1, "no paper matches; nothing was done\n", "")
    assert paperreader("tag", "+", PROXY).code == 2


def test_note(paperreader: Run) -> None:
    assert paperreader("note", PROXY) == Done(1, "", "")
    assert paperreader("note", PROXY, "compare with MInference").code == 0
    assert paperreader("note", "2509.24745").out == "compare with MInference\n"
    assert paperreader("note", PROXY, "-", stdin="two\nlines\n").code == 0
    assert json.loads(paperreader("note", "--json", PROXY).out) == {"uid": PROXY, "note": "two\nlines"}
    assert paperreader("note", PROXY, "").code == 0
    assert paperreader("note", PROXY).code == 1
    assert "no paper has the id nonesuch" in paperreader("note", "nonesuch").err


def test_a_note_for_many_papers_is_one_step(paperreader: Run) -> None:
    assert paperreader("mark", "note", "same", "attention").code == 0
    assert len(marks(paperreader, "note:same")) > 1
    assert paperreader("undo").code == 0
    assert paperreader("list", "note:same").code == 1


def test_views(paperreader: Run) -> None:
    def own() -> list[tuple[str, str]]:
        listed = json.loads(paperreader("views", "list", "--json").out)
        return [(view["name"], view["query"]) for view in listed if not view["builtin"]]

    assert own() == []
    for name in ("B", "A"):
        assert paperreader("views", "save", name, "keyword:diffusion", "is:undecided").code == 0
    assert paperreader("views", "move", "A", "1").code == 0
    assert paperreader("views", "rename", "B", "C").code == 0
    assert own() == [(name, "keyword:diffusion is:undecided") for name in ("A", "C")]
    count = len(paperreader("list", "keyword:diffusion is:undecided").lines)
    assert any(line.split()[:3] == ["6", str(count), "A"] for line in paperreader("views").lines)
    assert paperreader("views", "delete", "A").code == 0
    assert [name for name, _query in own()] == ["C"]
    paperreader("undo")
    assert [name for name, _query in own()] == ["A", "C"]
    for args in (("save", "D", "(x"), ("delete", "nonesuch"), ("save", "All", "x")):
        done = paperreader("views", *args)
        assert (done.code, done.out) == (2, "")
    assert len(own()) == 2


def test_config(paperreader: Run, home: Path) -> None:
    done = paperreader("config")
    assert done.code == 0
    assert "there is none" in done.lines[0]
    defaults = tomllib.loads(done.out)
    path = home / "config" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text('measure = 100\nmouse = "no"\nread_policy = "after 4"\n[keys]\nstar = "b"\nstarr = "c"\n')
    done = paperreader("config")
    assert done.code == 1
    now = tomllib.loads(done.out)
    assert now == {**defaults, "measure": 100, "read_policy": "after 4", "keys": {"star": ["b"]}}
    assert "measure = 100  # yours" in done.lines
    assert any("line 2: mouse" in line for line in done.lines)
    told = json.loads(paperreader("config", "--json").out)
    assert told["file"] == str(path)
    assert told["settings"] == now
    assert [(problem["line"], problem["key"]) for problem in told["problems"]] == [(2, "mouse"), (6, "keys.starr")]
    path.write_text("\n".join(line for line in done.lines if not line.startswith("#")))
    assert paperreader("config").code == 0


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_a_reader_of_the_output_that_goes_away_is_no_error(tmp_path: Path) -> None:
    import sys

    line = f'"{sys.executable}" -m paperreader list --json 2>err | head -c 5; exit 0'
    done = subprocess.run(["sh", "-c", line], env=environment(), cwd=tmp_path, capture_output=True, timeout=60)
    assert done.stdout == b"[\n {\n"[:5]
    assert (tmp_path / "err").read_text() == ""
