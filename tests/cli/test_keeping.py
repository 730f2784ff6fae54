"""`undo`, `redo`, `history`, `sources`, `backup`, `restore`, `doctor`, `dump`, `load`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Done

Run = Callable[..., Done]
PROXY = "arxiv:2509.24745"


def starred(run: Run, **more: str) -> list[str]:
    return run("list", "--format", "ids", "is:starred", **more).lines


# History


def test_undo_and_redo(paperreader: Run) -> None:
    assert paperreader("undo") == Done(1, "nothing to undo\n", "")
    assert paperreader("redo") == Done(1, "nothing to redo\n", "")
    paperreader("mark", "star", PROXY)
    paperreader("mark", "keep", "--all")
    assert len(starred(paperreader)) == 38
    done = paperreader("undo")
    assert done.code == 0
    assert "38 papers" in done.out
    assert starred(paperreader) == [PROXY]
    assert paperreader("redo").code == 0
    assert len(starred(paperreader)) == 38
    assert [paperreader("undo").code for _ in range(3)] == [0, 0, 1]
    assert starred(paperreader) == []


def test_history(paperreader: Run) -> None:
    assert paperreader("history") == Done(1, "", "")
    paperreader("mark", "star", PROXY)
    paperreader("mark", "read", "attention")
    steps = json.loads(paperreader("history", "--format", "json").out)
    assert ["read" in steps[0]["what"], "ProxyAttn" in steps[1]["what"], len(steps)] == [True, True, 2]
    assert len(paperreader("history", "--limit", "1").lines) == 1
    fields = {step["field"] for step in json.loads(paperreader("history", "--format", "json", "m3HXHQYmZu").out)}
    assert fields == {"starred", "read"}
    paperreader("undo")
    assert "(taken back)" in paperreader("history").out
    assert paperreader("history", "nonesuch").code == 2


# Sources


def test_sources(paperreader: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"title": "One thing", "abstract": "A."}\n')
    paperreader("import", str(path))
    paperreader("mark", "star", "--all")
    found = json.loads(paperreader("sources", "list", "--format", "json").out)
    assert [(source["name"], source["papers"]) for source in found] == [("seeds", 38), ("mine", 1)]
    assert found[1]["origin"] == str(path)
    assert [line.split()[:2] for line in paperreader("sources").lines] == [["seeds", "38"], ["mine", "1"]]

    path.write_text('{"title": "One thing", "abstract": "A."}\n{"title": "Another", "abstract": "B."}\n')
    assert paperreader("sources", "reload", "mine").out.startswith("mine: 1 new")
    done = paperreader("sources", "remove", "mine")
    assert done == Done(0, "mine is removed: 2 papers fewer; every mark is kept\n", "")
    assert len(starred(paperreader)) == 38
    paperreader("import", str(path))
    assert len(starred(paperreader)) == 39


def test_the_seeds_go_and_come_back_only_when_asked(paperreader: Run) -> None:
    paperreader("mark", "star", PROXY)
    paperreader("sources", "remove", "seeds")
    assert paperreader("list").code == 1
    assert paperreader("sources").code == 1
    assert paperreader("sources", "reload", "seeds").out == "seeds: 38 papers\n"
    assert starred(paperreader) == [PROXY]


def test_a_source_that_is_not_there(paperreader: Run, tmp_path: Path) -> None:
    assert 'did you mean "seeds"?' in paperreader("sources", "remove", "sedes").err
    path = tmp_path / "gone.jsonl"
    path.write_text('{"title": "One thing", "abstract": "A."}\n')
    paperreader("import", str(path))
    path.unlink()
    done = paperreader("sources", "reload", "gone")
    assert (done.code, done.out) == (2, "")
    assert str(path) in done.err


# Keeping safe


def test_backup_and_restore(paperreader: Run) -> None:
    assert paperreader("backup", "--list").code == 1
    paperreader("mark", "star", PROXY)
    copy = Path(paperreader("backup").out.strip())
    assert copy.stat().st_mode & 0o777 == 0o600
    assert str(copy) in paperreader("backup", "--list").out
    paperreader("mark", "star", "--all")
    assert paperreader("restore", str(copy)).code == 0
    assert starred(paperreader) == [PROXY]
    assert paperreader("restore", "nowhere.db").code == 2


def test_a_damaged_library_says_how_to_restore_and_that_works(paperreader: Run, home: Path) -> None:
    paperreader("mark", "star", PROXY)
    paperreader("backup")
    (home / "data" / "library.db").write_bytes(b"not a database at all" * 1000)
    done = paperreader("list")
    assert (done.code, done.out) == (2, "")
    assert "paperreader restore" in done.err
    assert paperreader("doctor").code == 1
    assert paperreader("restore").code == 0
    assert starred(paperreader) == [PROXY]
    assert paperreader("doctor").code == 0


def test_what_was_marked_since_the_backup_is_salvaged(paperreader: Run, home: Path) -> None:
    paperreader("mark", "star", PROXY)
    paperreader("backup")
    paperreader("mark", "read", PROXY)
    assert "no damaged library is kept" in paperreader("restore", "--salvage").err
    library = home / "data" / "library.db"
    library.write_bytes(library.read_bytes()[:-4096])
    done = paperreader("restore")
    assert done.out.rstrip().endswith("for what was marked since that backup: paperreader restore --salvage")
    assert paperreader("list", "is:read").lines == []
    assert "could be read in the damaged library" in paperreader("restore", "--salvage").out
    assert len(paperreader("list", "is:read is:starred").lines) == 1
    paperreader("undo")
    assert paperreader("list", "is:read").lines == []
    assert paperreader("restore", "--salvage", "--empty").code == 2


@pytest.mark.parametrize("content", [b"", b"x" * 9_000])
def test_a_lost_library_without_a_backup_is_no_silent_start_and_no_dead_end(
    paperreader: Run, home: Path, content: bytes
) -> None:
    paperreader("mark", "star", PROXY)
    library = home / "data" / "library.db"
    library.write_bytes(content)
    done = paperreader("list")
    assert (done.code, done.out) == (2, "")
    assert "paperreader restore" in done.err
    assert "paperreader restore --empty" in paperreader("restore").err
    assert "paperreader restore --empty" in paperreader("doctor").out
    assert paperreader("restore", "--empty", "some.db").code == 2
    done = paperreader("restore", "--empty")
    assert done.code == 0
    (kept,) = library.parent.glob("library.db.damaged-*")
    assert str(kept) in done.out
    assert kept.read_bytes() == content
    assert len(paperreader("list").lines) == 38
    assert paperreader("restore", "--empty").code == 2
    assert paperreader("doctor").code == 0


@pytest.mark.parametrize("content", [b"x" * 9_000, b"short", bytes(50_000)])
@pytest.mark.parametrize("command", [("list", "-f", "ids"), ("sources",)])
def test_a_damaged_catalogue_is_made_again_by_whatever_opens_it(
    paperreader: Run, home: Path, tmp_path: Path, content: bytes, command: tuple[str, ...]
) -> None:
    (tmp_path / "mine.jsonl").write_text('{"title": "One thing", "abstract": "A."}\n')
    paperreader("import", "mine.jsonl")
    paperreader("sources", "remove", "seeds")
    paperreader("mark", "star", "source:mine")
    before = paperreader("list", "-f", "json").out
    catalog = home / "data" / "catalog.db"
    catalog.write_bytes(content)
    done = paperreader(*command)
    assert done.code == 0
    assert len(done.lines) == 1
    (kept,) = catalog.parent.glob("catalog.db.damaged-*")
    assert kept.read_bytes() == content
    assert "the catalogue was damaged and is made again" in done.err
    assert str(kept) in done.err
    assert paperreader("list", "-f", "json") == Done(0, before, "")
    assert paperreader("doctor").code == 0


def test_merges_are_followed_in_a_catalogue_that_is_made_again(paperreader: Run, home: Path) -> None:
    from paperreader.cli.desk import desk
    from paperreader.storage.joined import merge

    with desk() as opened:
        ids = paperreader("list", "-f", "ids").lines[:2]
        assert opened.followed(merge(opened.session.library, opened.session.catalog, ids)) is not None
    assert len(paperreader("list").lines) == 37
    (home / "data" / "catalog.db").write_bytes(b"x" * 9_000)
    assert len(paperreader("list").lines) == 37


def test_doctor(paperreader: Run, home: Path) -> None:
    assert paperreader("doctor").code == 0  # nothing is there yet, and that is well
    assert not (home / "data" / "library.db").exists()
    paperreader("mark", "star", PROXY)
    done = paperreader("doctor")
    assert done.code == 0
    assert {line.split()[0] for line in done.lines} <= {"well", "note"}
    (home / "data" / "catalog.db").unlink()
    rebuilt = paperreader("doctor", "--rebuild")
    assert rebuilt.lines[0].split(maxsplit=2) == ["well", "catalogue", "made anew: 38 papers"]
    assert rebuilt.code == 0
    assert starred(paperreader) == [PROXY]


def test_dump_load_dump(paperreader: Run, tmp_path: Path) -> None:
    paperreader("mark", "star", PROXY)
    paperreader("mark", "note", "naïve \x1b[31m note", PROXY)
    path = tmp_path / "all.jsonl"
    assert paperreader("dump", "--output", str(path)) == Done(0, "", "")
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text("utf-8")
    assert paperreader("dump").out == text
    assert "exists already" in paperreader("dump", "--output", str(path)).err
    assert "not empty" in paperreader("load", str(path)).err

    elsewhere = {"PAPERREADER_HOME": str(tmp_path / "elsewhere")}
    assert paperreader("load", str(path), **elsewhere).code == 0
    assert starred(paperreader, **elsewhere) == [PROXY]
    assert paperreader("dump", **elsewhere).out == text
    another = {"PAPERREADER_HOME": str(tmp_path / "another")}
    assert paperreader("load", "-", stdin=text, **another).code == 0
    assert paperreader("dump", **another).out == text


@pytest.mark.parametrize("data", [b"", b"{}\n", b"\xff\xfe\n", b'{"title": "a paper"}\n'])
def test_load_of_something_else(paperreader: Run, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    done = paperreader("load", "file")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("paperreader: ")
    assert paperreader("load", "nowhere").code == 2


@pytest.mark.parametrize("whole", [True, False])
def test_load_of_what_has_no_line_ends(
    paperreader: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    monkeypatch.setattr("paperreader.cli.load._LONGEST", 1 << 20)
    path = tmp_path / "all.jsonl"
    paperreader("dump", "--output", str(path))
    path.write_bytes((path.read_bytes() if whole else b"") + b"\0" * (3 << 20))
    done = paperreader("load", str(path), PAPERREADER_HOME=str(tmp_path / "elsewhere"))
    assert done.code == 2
    assert "a line is longer than 1 MB" in done.err


def test_import_of_a_name_that_is_empty(paperreader: Run) -> None:
    done = paperreader("import", "")
    assert done.code == 2
    assert "is empty" in done.err
