"""`list`, `show`, `mark`, `import` on the shipped papers."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperreader.cli import output
from paperreader.text.clean import clean_line

from .conftest import Done

Run = Callable[..., Done]

#: One of the shipped papers, by the identifier that its page has and by the best one it has.
PAGE, PROXY = "openreview:m3HXHQYmZu", "arxiv:2509.24745"
HOSTILE = "\x1b]52;c;aGk=\x07 \x9b31m \u202ereversed\u202c [/red] =cmd"


def objects(run: Run, *query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("list", "--format", "json", *query).out)
    return found


def write(folder: Path, name: str, *papers: dict[str, Any]) -> str:
    path = folder / name
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers), "utf-8")
    return str(path)


# list


def test_list_has_the_seeds(paperreader: Run) -> None:
    done = paperreader("list")
    assert done.code == 0
    assert done.err == ""
    assert len(done.lines) == 38
    assert {len(line.split("\t")) for line in done.lines} == {7}


@pytest.mark.parametrize("form", ["table", "plain", "ids", "json", "jsonl", "csv"])
def test_every_format_has_every_paper(paperreader: Run, form: str) -> None:
    done = paperreader("list", "--format", form)
    count = {"json": lambda: len(json.loads(done.out)), "csv": lambda: len(list(csv.reader(io.StringIO(done.out)))) - 1}
    assert count.get(form, lambda: len(done.lines))() == 38
    limited = paperreader("list", "--format", form, "--limit", "2")
    assert len(limited.out) < len(done.out)


def test_a_table_fits_its_width(paperreader: Run) -> None:
    for columns in (40, 80, 140):
        done = paperreader("list", "--format", "table", COLUMNS=str(columns))
        assert max(map(len, done.lines)) <= columns
        assert all(line[0] in "•.★*" for line in done.lines)


def test_nothing_found_is_code_1(paperreader: Run) -> None:
    assert paperreader("list", "title:zzzzzzzzzz") == Done(1, "", "")
    assert paperreader("list", "--format", "json", "title:zzzzzzzzzz").out == "[]\n"


def test_a_wrong_query_is_code_2(paperreader: Run) -> None:
    done = paperreader("list", "(attention")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("paperreader: ")


def test_a_query_selects(paperreader: Run) -> None:
    every = objects(paperreader)
    some = objects(paperreader, "attention", "is:unread")
    assert 0 < len(some) < len(every)
    without = objects(paperreader, "--", "-attention")
    assert {paper["uid"] for paper in some} & {paper["uid"] for paper in without} == set()


@pytest.mark.parametrize("odd", ["a\tb", "two  blanks", " ahead", "behind ", "\x1b[31m", "é\u200b", ""])
def test_a_plain_line_has_its_fields_clean(capsys: pytest.CaptureFixture[str], odd: str) -> None:
    for fields in ((odd, "x", "y"), ("x", odd, "y"), ("x", "y", odd), ("x", "y", "z")):
        output.tabbed(*fields)
        assert capsys.readouterr().out == "\t".join(clean_line(field) for field in fields) + "\n"


# show


def test_show(paperreader: Run) -> None:
    done = paperreader("show", PROXY)
    assert done.code == 0
    assert done.out.startswith("ProxyAttn: Guided Sparse Attention via Representative Heads\n")
    assert "quadratic complexity" in re.sub(r"\s+", " ", done.out)
    assert max(map(len, done.lines)) <= 88
    for name in (PAGE, "m3HXHQYmZu", "2509.24745", "https://openreview.net/forum?id=m3HXHQYmZu"):
        assert paperreader("show", name).out == done.out
    assert paperreader("show", "-", stdin=f"{PROXY}\n\n{PROXY} more words\n").out == done.out + "\n" + done.out
    (shown,) = json.loads(paperreader("show", "--format", "json", PROXY).out)
    assert shown == next(paper for paper in objects(paperreader) if paper["uid"] == PROXY)


def test_show_of_nothing(paperreader: Run) -> None:
    done = paperreader("show", "nonesuch", PROXY)
    assert done.code == 1
    assert done.err == "paperreader: no paper has the id nonesuch; paperreader list --format ids prints them all\n"
    assert done.out.startswith("ProxyAttn")


def test_formulas_are_made_readable_for_people_and_stay_as_they_came_for_programs(
    paperreader: Run, home: Path, tmp_path: Path
) -> None:
    title = r"An $O(\log n)$ bound for $\alpha$-trees"
    paperreader("import", write(tmp_path, "tex.jsonl", {"title": title, "abstract": r"Let $x \in \mathbb{R}$."}))
    assert "O(log n) bound for α-trees" in paperreader("list", "--format", "table", "source:tex").out
    uid = paperreader("list", "--format", "ids", "source:tex").out.strip()
    assert "Let x ∈ ℝ." in paperreader("show", uid).out
    assert r"Let $x \in \mathbb{R}$." in paperreader("show", "--source", uid).out
    assert title in paperreader("list", "--format", "plain", "source:tex").out
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text('math = "source"\n')
    assert title in paperreader("list", "--format", "table", "source:tex").out


# mark


@pytest.mark.parametrize(
    ("args", "marks"),
    [
        (("star",), {"starred": True}),
        (("read",), {"read": True}),
        (("keep",), {"starred": True}),
        (("later",), {"later": True}),
        (("dismiss",), {"dismissed": True}),
        (("rate", "4"), {"rating": 4}),
        (("tag", "+rl to-cite"), {"tags": ["rl", "to-cite"]}),
        (("note", "compare with MInference"), {"note": "compare with MInference"}),
    ],
)
def test_mark_sets_and_is_kept(paperreader: Run, args: tuple[str, ...], marks: dict[str, object]) -> None:
    done = paperreader("mark", *args, PROXY)
    assert done.code == 0
    assert "ProxyAttn" in done.out
    (shown,) = json.loads(paperreader("show", "--format", "json", PROXY).out)
    assert shown["marks"] == marks
    assert sum("marks" in paper for paper in objects(paperreader)) == 1


def test_decisions_exclude_each_other(paperreader: Run) -> None:
    for verb in ("keep", "later", "dismiss", "clear"):
        assert paperreader("mark", verb, PROXY).code == 0
    (shown,) = json.loads(paperreader("show", "--format", "json", PROXY).out)
    assert "marks" not in shown


def test_mark_by_ids_and_by_query(paperreader: Run) -> None:
    ids = paperreader("list", "--format", "ids", "--limit", "3").out
    assert paperreader("mark", "star", "-", stdin=ids).code == 0
    assert paperreader("list", "--format", "ids", "is:starred").out == ids
    found = paperreader("list", "--format", "ids", "attention").lines
    assert paperreader("mark", "read", "attention").code == 0
    assert set(paperreader("list", "--format", "ids", "is:read").lines) == set(found)


def test_mark_everything_must_be_meant(paperreader: Run) -> None:
    assert paperreader("mark", "read").code == 2
    assert paperreader("mark", "read", "--all", "attention").code == 2
    assert paperreader("list", "is:read").code == 1
    assert paperreader("mark", "--dry-run", "read", "--all").out == paperreader("list", "--format", "ids").out
    assert paperreader("list", "is:read").code == 1
    assert paperreader("mark", "read", "--all").code == 0
    assert len(objects(paperreader, "is:read")) == 38


def test_mark_says_when_nothing_changes(paperreader: Run) -> None:
    paperreader("mark", "star", PROXY)
    done = paperreader("mark", "star", PROXY)
    assert done.code == 1
    assert done.out.startswith("already")
    assert paperreader("mark", "star", "title:zzzzzzzz") == Done(1, "no paper matches; nothing was done\n", "")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("sta", "x"), "there is no mark 'sta'; did you mean \"star\"?"),
        (("rate", "7", "x"), "a rating is a number from 0 (none) to 5, not '7'"),
        (("rate",), "mark rate needs a value"),
        (("tag", "+", "x"), 'tags are written "+added -removed"'),
    ],
)
def test_mark_refuses(paperreader: Run, args: tuple[str, ...], words: str) -> None:
    done = paperreader("mark", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_one_unknown_id_marks_nothing(paperreader: Run) -> None:
    done = paperreader("mark", "star", "-", stdin=f"{PROXY}\nnonesuch\nother\n")
    assert done.code == 2
    assert "nonesuch and 1 more; nothing was done" in done.err
    assert paperreader("list", "is:starred").code == 1


# import


def test_import_and_again(paperreader: Run, tmp_path: Path) -> None:
    file = write(
        tmp_path, "two.jsonl", {"title": "One thing", "abstract": "A."}, {"title": "Another", "abstract": "B."}
    )
    done = paperreader("import", file)
    assert (done.code, done.out, done.err) == (0, "two: 2 new\n", "")
    assert [paper["title"] for paper in objects(paperreader, "source:two")] == ["One thing", "Another"]
    assert len(objects(paperreader)) == 40
    paperreader("mark", "star", "source:two")
    assert paperreader("import", file).code == 0
    assert len(objects(paperreader, "is:starred")) == 2
    assert len(objects(paperreader)) == 40


def test_what_list_prints_can_be_imported(paperreader: Run, tmp_path: Path) -> None:
    before = objects(paperreader)
    lines = paperreader("list", "--format", "jsonl").out
    assert paperreader("import", "--source", "copy", "-", stdin=lines).code == 0
    after = objects(paperreader)
    assert [paper["uid"] for paper in after] == [paper["uid"] for paper in before]
    assert len(objects(paperreader, "source:copy")) == 38


def test_import_tells_what_cannot_be_read(paperreader: Run, tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text('{"title": "Good", "abstract": "x"}\n{"title": \n{"abstract": ""}\n')
    done = paperreader("import", str(path))
    assert done.code == 1
    assert "1 new" in done.out
    assert "2 unreadable" in done.out
    assert "mixed.jsonl: line 2" in done.err
    kept = json.loads(paperreader("sources", "unreadable", "mixed", "--json").out)
    assert [entry["raw"] for entry in kept] == ['{"title":', '{"abstract": ""}']
    assert paperreader("sources", "unreadable", "mixed").lines[0].startswith("mixed.jsonl: line 2: ")
    assert paperreader("sources", "unreadable", "seeds") == Done(1, "", "")


@pytest.mark.parametrize("name", ["nowhere.jsonl", "empty", "empty.jsonl"])
def test_import_of_nothing(paperreader: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.jsonl").touch()
    done = paperreader("import", name)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("paperreader: ")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(paperreader: Run, tmp_path: Path) -> None:
    first = write(tmp_path, "a.jsonl", {"title": "One thing", "abstract": "A."})
    last = write(tmp_path, "z.jsonl", {"title": "Another", "abstract": "B."})
    (tmp_path / "notes.md").write_text("# Sources\n\nFrom here and there.\n")
    (tmp_path / "empty.jsonl").touch()
    done = paperreader("import", first, "empty.jsonl", "notes.md", "nowhere.bib", last)
    assert done.code == 2
    assert done.lines == ["a: 1 new", "z: 1 new"]
    assert [name for name in ("empty.jsonl", "notes.md", "nowhere.bib") if name not in done.err] == []
    assert len(done.err.splitlines()) == 3


@pytest.mark.parametrize("name", ["markdown", "plain", "xyz"])
def test_a_format_that_cannot_be_read_is_refused_before_anything_is(
    paperreader: Run, tmp_path: Path, name: str
) -> None:
    file = write(tmp_path, "a.jsonl", {"title": "One thing", "abstract": "A."})
    done = paperreader("import", "--format", name, file, file)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    offered = done.err.partition("there are:")[2]
    assert "markdown" not in offered
    assert "plain" not in offered


def test_one_name_for_several_files_is_refused(paperreader: Run) -> None:
    assert "--source names one file" in paperreader("import", "--source", "x", "a", "b").err


def test_a_file_needs_a_terminal_to_be_opened_and_is_not_imported_without(paperreader: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "one.jsonl", {"title": "One thing", "abstract": "A."})
    done = paperreader(file)
    assert done.code == 2
    assert "terminal" in done.err
    assert paperreader("list", "source:one").code == 1


# Hostile text


@pytest.mark.parametrize("form", ["table", "plain", "ids", "json", "jsonl", "csv"])
def test_no_paper_controls_the_terminal(paperreader: Run, tmp_path: Path, form: str) -> None:
    paper = dict.fromkeys(("title", "abstract", "venue", "area", "tldr"), HOSTILE)
    file = write(
        tmp_path, f"h{HOSTILE[0]}.jsonl", {**paper, "authors": [HOSTILE], "keywords": [HOSTILE], "url": HOSTILE}
    )
    printed = [paperreader("import", "--source", "hostile", file)]
    printed.append(paperreader("list", "--format", form, "source:hostile"))
    printed.append(paperreader("show", *paperreader("list", "--format", "ids", "source:hostile").lines))
    printed.append(paperreader("show", "--format", "json", HOSTILE))
    printed.append(paperreader("mark", "star", "source:hostile"))
    printed.append(paperreader("import", "no\x1b[31mfile"))
    printed.append(paperreader("list", HOSTILE))
    for done in printed:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", done.out + done.err)
    assert printed[0].code == printed[1].code == printed[2].code == 0


def test_json_keeps_every_character(paperreader: Run, tmp_path: Path) -> None:
    title = "A \x1b[31m title \U000e0041 with ￿ and 模型"
    paperreader("import", write(tmp_path, "odd.jsonl", {"title": title, "abstract": "x"}))
    assert [paper["title"] for paper in objects(paperreader, "source:odd")] == [title]


def test_csv_cells_are_no_formulas(paperreader: Run, tmp_path: Path) -> None:
    titles = ["=HYPERLINK(1)", "+one", "-two", "@SUM(3)", "plain"]
    paperreader("import", write(tmp_path, "cells.jsonl", *({"title": title, "abstract": title} for title in titles)))
    rows = list(csv.DictReader(io.StringIO(paperreader("list", "--format", "csv", "source:cells").out)))
    assert [row["title"] for row in rows] == [f"'{title}" for title in titles[:4]] + titles[4:]
    raw = paperreader("list", "--format", "csv", "--raw", "source:cells").out
    assert [row["title"] for row in csv.DictReader(io.StringIO(raw))] == titles


@pytest.mark.parametrize("command", ["list", "export"])
def test_csv_has_the_marks(paperreader: Run, command: str) -> None:
    paperreader("mark", "star", PROXY)
    paperreader("mark", "tag", "+good", PROXY)
    (row,) = csv.DictReader(io.StringIO(paperreader(command, "--format", "csv", "tag:good").out))
    assert (row["starred"], row["tags"]) == ("yes", "good")


def test_a_title_that_shows_nothing_is_told_as_such(
    paperreader: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, "bare.jsonl", {"title": "\x07\x1b", "abstract": "One.", "arxiv": "2401.00001"})
    paperreader("import", file)
    assert paperreader("show", "2401.00001").lines[0] == "(no title)"
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert paperreader("list", "source:bare").lines[0].split()[1:3] == ["(no", "title)"]


def test_ascii_signs_leave_no_other_sign(paperreader: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = {
        "title": "Sparse attention " * 9, "abstract": "One.", "arxiv": "2401.00001", "venue": "A venue " * 9,
        "authors": ["Ada Lovelace " * 9, "Grace Hopper"], "keywords": ["one", "two"],
    }  # fmt: skip
    paperreader("import", write(tmp_path, "long.jsonl", paper))
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    for icons, plain in (("ascii", True), ("unicode", False)):
        said = {"NO_COLOR": "1", "COLUMNS": "110", "PAPERREADER_ICONS": icons}
        for command in (("list", "source:long"), ("show", "2401.00001")):
            assert paperreader(*command, **said).out.isascii() == plain, (icons, command)


def test_show_says_that_there_are_other_authors(paperreader: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.bib"
    file.write_text(
        "@article{a, title={A list that goes on}, author={Ann Bee and Cy Dee and others}, doi={10.1000/on}}"
    )
    paperreader("import", str(file))
    assert "Ann Bee, Cy Dee and others\n" in paperreader("show", "doi:10.1000/on").out
    assert "author     = {Ann Bee and Cy Dee and others}" in paperreader("export", "--format", "bibtex", "on").out
