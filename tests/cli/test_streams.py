"""Pipes that close, disks that are full, streams that are not there, text that is none: no traceback, and a code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Done, environment

Run = Callable[..., Done]
PROXY = "arxiv:2509.24745"

#: What each prints something for, after one paper was marked.
PRINTING = [
    "--help", "--version", "list", "list --help", "list -f table", "list -f ids", "list --json", "list -f csv",
    "show m3HXHQYmZu", "facets", "keys", "config", "locate", "history", "views", "sources", "doctor", "completion bash",
    "dump", "export -f bibtex", "export -f json", "mark read attention", "note m3HXHQYmZu words", "undo", "backup",
    "import papers.jsonl",
]  # fmt: skip


@pytest.fixture
def used(paperreader: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text('{"title": "A paper of my own", "abstract": "A."}\n')
    assert paperreader("mark", "star", PROXY).code == 0


def shell(line: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", line.replace("paperreader", f'"{sys.executable}" -m paperreader', 1)],
        cwd=folder, env=environment(**more), capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell with descriptors")


#: Runs each command in a child of one process, with an output that cannot be written; a process each takes a minute.
DRIVER = """
import json, os, sys
import paperreader.cli.desk, paperreader.cli.group, paperreader.search, paperreader.session  # what most of them need
from paperreader.cli import main

told = {}
for line in json.loads(sys.argv[1]):
    errors, behind = os.pipe()
    child = os.fork()
    if not child:
        if sys.argv[2] == "full":
            output = os.open("/dev/full", os.O_WRONLY)
        else:
            gone, output = os.pipe()
            os.close(gone)
        os.dup2(output, 1)
        os.dup2(behind, 2)
        os._exit(main(line.split()))
    os.close(behind)
    with os.fdopen(errors) as stream:
        said = stream.read()
    told[line] = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said]
print(json.dumps(told))
"""


def endings(output: str, folder: Path) -> dict[str, list[object]]:
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, json.dumps(PRINTING), output], cwd=folder, env=environment(),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


@posix
@pytest.mark.usefixtures("used")
def test_a_reader_that_went_away_is_no_error(tmp_path: Path) -> None:
    assert endings("pipe", tmp_path) == {args: [141, ""] for args in PRINTING}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.usefixtures("used")
def test_a_full_disk_is_told_in_a_line(tmp_path: Path) -> None:
    words = "paperreader: standard output cannot be written: No space left on device\n"
    assert endings("full", tmp_path) == {args: [74, words] for args in PRINTING}
    for args in ("list", "--version"):  # and nothing more is said when the process ends
        done = shell(f"paperreader {args} >/dev/full", tmp_path)
        assert (done.returncode, done.stderr) == (74, words)


@posix
@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("args", ["list", "--version", "mark read attention"])
def test_a_closed_output_is_told(args: str, tmp_path: Path) -> None:
    done = shell(f"paperreader {args} >&-", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (74, 1)
    assert shell(f"paperreader {args} <&- >&- 2>&-", tmp_path).returncode == 74
    with_input_closed = shell(f"paperreader {args} <&- 2>&-", tmp_path)
    assert with_input_closed.returncode == (1 if args.startswith("mark") else 0)  # it was marked above
    assert with_input_closed.stdout


@posix
@pytest.mark.parametrize(
    ("args", "code"), [("mark star -", 1), ("show -", 0), ("import -", 2), ("load -", 2), ("view -", 2), ("list -", 1)]
)
def test_a_closed_input_is_one_that_has_ended(args: str, code: int, tmp_path: Path) -> None:
    done = shell(f"paperreader {args} <&-", tmp_path)
    assert done.returncode == code
    assert "should not have happened" not in done.stderr


@pytest.mark.parametrize("args", [("note", PROXY, "-"), ("list", "-"), ("mark", "star", "-")])
def test_input_that_is_no_text_is_refused(home: Path, tmp_path: Path, args: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paperreader", *args], input=b"\xff\xfe\n", cwd=tmp_path, env=environment(),
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"paperreader: standard input is not utf-8 text; nothing was done\n"


@posix
@pytest.mark.parametrize(
    "args", [("list",), ("show",), ("mark", "star"), ("tag", "+x"), ("note",), ("sources", "remove")]
)
def test_arguments_that_are_no_text_are_words_like_others(home: Path, tmp_path: Path, args: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"paperreader", *(arg.encode() for arg in args), b"zq\xffzq"],
        cwd=tmp_path, env=environment(), capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode in (1, 2)
    assert b"should not have happened" not in done.stderr


#: A locale without UTF-8, and a Python that does not help itself.
POOR = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("args", ["list", "list --json", "export -f bibtex", "show arxiv:2604.18827"])
def test_a_pipe_is_utf8_whatever_the_locale(process: Run, args: str) -> None:
    done = process(*args.split(), **POOR)
    assert done.code == 0
    assert "Vystrčilová" in done.out


@posix
def test_a_query_is_utf8_whatever_the_locale(process: Run) -> None:
    assert process("list", "-f", "ids", "author:Vystrčilová", **POOR) == Done(0, "arxiv:2604.18827\n", "")


# Ids from a pipe


def test_ids_are_taken_wherever_a_query_is(paperreader: Run) -> None:
    ids = paperreader("list", "-f", "ids", "--limit", "3").lines[::-1]
    piped = "\n".join(ids) + "\n"
    assert paperreader("list", "-f", "ids", "-", stdin=piped).lines == ids
    counted = json.loads(paperreader("facets", "--json", "--field", "venue", "-", stdin=piped).out)
    assert [value["papers"] for value in counted[0]["values"]] == [3]
    exported = json.loads(paperreader("export", "--json", "-", stdin=piped).out)
    assert [paper["uid"] for paper in exported] == ids
    for args in (("list", "-"), ("facets", "-"), ("export", "--json", "-"), ("mark", "read", "-"), ("tag", "x", "-")):
        done = paperreader(*args, stdin=f"{ids[0]}\nnonesuch\n")
        assert (done.code, done.out) == (2, "")
        assert "no paper has the id nonesuch; nothing was done" in done.err
        odd = paperreader(*args, stdin="a\0b\n")
        assert (odd.code, odd.out) == (2, "")
        assert "no paper has the id a" in odd.err
        assert paperreader(*args, stdin="").code == 1


@pytest.mark.parametrize("args", [("list",), ("facets", "--json"), ("list", "-f", "ids")])
def test_an_empty_query_prints_all(paperreader: Run, args: tuple[str, ...]) -> None:
    assert paperreader(*args, "") == paperreader(*args) == paperreader(*args, " ")


def test_standard_input_without_a_paper_is_called_what_it_is(paperreader: Run) -> None:
    done = paperreader("import", "-")
    assert (done.code, done.out) == (2, "")
    assert done.err == "paperreader: standard input holds no papers that can be read\n"
