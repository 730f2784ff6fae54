"""`export` and `facets`: papers out again, files that are there and links left alone."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.formats import formats

from .conftest import Done

Run = Callable[..., Done]
PROXY = "arxiv:2509.24745"
WRITTEN = [known.name for known in formats() if known.writes]
HOSTILE = "\x1b]52;c;aGk=\x07 \x9b31m \u202ereversed\u202c \u200b"
links = pytest.mark.skipif(sys.platform == "win32", reason="making a link needs a privilege there")


@pytest.mark.parametrize("form", WRITTEN)
def test_every_format_has_every_paper(paperreader: Run, form: str, tmp_path: Path) -> None:
    printed = paperreader("export", "--format", form)
    assert (printed.code, printed.err) == (0, "")
    done = paperreader("export", "--format", form, "--output", "out")
    assert (done.code, done.out) == (0, "38 papers in out\n")
    written = (tmp_path / "out").read_text("utf-8")
    assert written == printed.out
    assert len(written) > len(paperreader("export", "--format", form, PROXY).out) * 10
    for title in ("ProxyAttn", "MaskPro"):
        assert title in written


@pytest.mark.parametrize("form", [name for name in WRITTEN if name not in ("markdown", "plain")])
def test_what_is_exported_is_the_same_paper_when_it_is_imported(paperreader: Run, form: str) -> None:
    before = paperreader("list", "--format", "ids").lines
    text = paperreader("export", "--format", form).out
    assert paperreader("import", "--source", "back", "--format", form, "-", stdin=text).code == 0
    assert paperreader("list", "--format", "ids").lines == before
    assert len(paperreader("list", "--format", "ids", "source:back").lines) == 38


def test_by_query_by_id_and_by_ids(paperreader: Run) -> None:
    paperreader("mark", "star", PROXY)
    by_query = paperreader("export", "-f", "jsonl", "is:starred").out
    assert len(by_query.splitlines()) == 1
    assert json.loads(by_query)["marks"] == {"starred": True}
    assert paperreader("export", "-f", "jsonl", PROXY).out == by_query
    assert paperreader("export", "-f", "jsonl", "-", stdin=f"{PROXY}\n").out == by_query
    assert paperreader("export", "-f", "jsonl", "title:zzzzzzz") == Done(1, "", "")
    wrong = paperreader("export", "-f", "jsonl", "-", stdin="nonesuch\n")
    assert (wrong.code, wrong.out) == (2, "")


@pytest.mark.parametrize(
    ("ending", "start"),
    [("bib", "@"), ("ris", "TY"), ("json", "["), ("jsonl", "{"), ("csv", "uid,"), ("md", "- ["), ("txt", "ProxyAttn")],
)
def test_the_ending_decides(paperreader: Run, tmp_path: Path, ending: str, start: str) -> None:
    assert paperreader("export", "-o", f"one.{ending}", PROXY).code == 0
    assert (tmp_path / f"one.{ending}").read_text("utf-8").startswith(start)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "say in which format: --format with one of jsonl, bibtex"),
        (("-o", "x.nbib"), "can be read but not written; these can: jsonl"),
        (
            ("-f", "bibtexx"),
            "there is no format 'bibtexx' to write; did you mean \"bibtex\"?; there are: jsonl, bibtex, ris",
        ),
        (
            ("-o", "x.bogus"),
            "there is no format '.bogus' to write; there are: jsonl, bibtex, ris, csl-json, json, csv, mark",
        ),
        (("-f", "ris", "--files", "x"), "--files writes a file a paper in markdown"),
        (("-o", "nowhere/x.bib"), "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_written(paperreader: Run, tmp_path: Path, args: tuple[str, ...], words: str) -> None:
    done = paperreader("export", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert not (tmp_path / "x").exists()


def test_nothing_is_written_over_unasked(paperreader: Run, tmp_path: Path) -> None:
    target = tmp_path / "mine.bib"
    target.write_text("precious")
    done = paperreader("export", "-o", "mine.bib")
    assert (done.code, done.out) == (2, "")
    assert "mine.bib exists already; nothing was written over it (--force does)" in done.err
    assert target.read_text() == "precious"
    assert paperreader("export", "-o", "mine.bib", "--force").code == 0
    assert target.read_text("utf-8").startswith("@")
    assert not list(tmp_path.glob(".*.tmp"))


@links
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_planted_link_is_not_followed(paperreader: Run, tmp_path: Path, force: tuple[str, ...]) -> None:
    victim = tmp_path / "victim"
    for there in (True, False):
        link = tmp_path / f"list{there}.ris"
        if there:
            victim.write_text("precious")
        else:
            victim.unlink()
        link.symlink_to(victim)
        done = paperreader("export", "-o", link.name, *force)
        assert done.code == (0 if force else 2)
        assert victim.exists() is there
        assert not there or victim.read_text() == "precious"
        assert link.is_symlink() is not bool(force)


@pytest.mark.skipif(sys.platform == "win32", reason="no device files there")
def test_a_device_is_never_replaced(paperreader: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ris")
    done = paperreader("export", "-o", "pipe.ris", "--force")
    assert done.code == 2
    assert "not a plain file" in done.err
    assert stat.S_ISFIFO((tmp_path / "pipe.ris").stat().st_mode)


def test_a_file_a_paper(paperreader: Run, tmp_path: Path) -> None:
    paperreader("mark", "note", "Mine.", PROXY)
    assert paperreader("export", "--files", "notes", "attention").out.endswith("papers in notes\n")
    names = sorted(path.name for path in (tmp_path / "notes").iterdir())
    assert len(names) == len(paperreader("list", "attention").lines)
    (own,) = [name for name in names if "proxyattn" in name]
    text = (tmp_path / "notes" / own).read_text("utf-8")
    assert text.startswith('---\ntitle: "ProxyAttn')
    assert "## Note\n\nMine.\n" in text
    (tmp_path / "notes" / own).write_text("precious")
    done = paperreader("export", "--files", "notes", "attention")
    assert done.code == 2
    assert "exists already" in done.err
    assert (tmp_path / "notes" / own).read_text() == "precious"
    assert paperreader("export", "--files", "notes", "--force", "attention").code == 0
    assert (tmp_path / "notes" / own).read_text("utf-8") == text


@pytest.mark.parametrize("form", WRITTEN)
def test_no_export_controls_a_terminal(paperreader: Run, tmp_path: Path, form: str) -> None:
    paper = {"title": HOSTILE, "abstract": HOSTILE, "venue": HOSTILE, "authors": [HOSTILE], "keywords": [HOSTILE, "b"]}
    (tmp_path / "h.jsonl").write_text(json.dumps(paper) + "\n")
    paperreader("import", "--source", "hostile", "h.jsonl")
    done = paperreader("export", "-f", form, "source:hostile")
    assert done.code == 0
    assert "reversed" in done.out
    assert all(char == "\n" or char.isprintable() for char in done.out)
    if "json" in form:
        found = json.loads(done.out)
        assert (found if form == "jsonl" else found[0])["title"] == HOSTILE.strip()


# facets


def test_facets(paperreader: Run) -> None:
    done = paperreader("facets", "--field", "year", "--field", "keyword", "--limit", "2")
    assert done.code == 0
    titles = [line for line in done.lines if "  " not in line and line]
    assert titles[0] == "Years"
    assert re.fullmatch(r"Keywords \(\d+\)", titles[1])
    assert len(titles) == 2
    found = {facet["field"]: facet for facet in json.loads(paperreader("facets", "--json").out)}
    assert set(found) == {"area", "decision", "venue", "year", "keyword", "author", "tag"}
    for name in ("year", "venue", "author"):
        value = found[name]["values"][0]
        assert len(paperreader("list", value["query"]).lines) == value["papers"]
    assert paperreader("facets", "title:zzzzzzz") == Done(1, "", "")
    wrong = paperreader("facets", "--field", "keywords")
    assert wrong.code == 2
    assert 'did you mean "keyword"?' in wrong.err


def test_a_file_that_was_not_written_is_said(paperreader: Run, tmp_path: Path) -> None:
    done = paperreader("export", "-o", "none.bib", "title:zzzzzzz")
    assert done == Done(1, "", "paperreader: no paper matches; nothing was written\n")
    assert not (tmp_path / "none.bib").exists()
