"""Names made of papers stay where they belong, whatever the papers say."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from paperreader.errors import UsageError
from paperreader.system import files
from paperreader.system.targets import hindrance, inside, safe_name, write

_PIECES = (
    "..",
    "/",
    "\\",
    "\0",
    "~",
    "con",
    "NUL",
    "a",
    "Z9",
    ".",
    "-",
    " ",
    "\u202e",
    "é",
    "模型",
    "\x1b",
    ":",
    "%2f",
    "\n",
)


def test_a_hundred_thousand_names_stay_inside(tmp_path: Path) -> None:
    chosen = random.Random(0)
    for _ in range(100_000):
        name = safe_name("".join(chosen.choices(_PIECES, k=chosen.randrange(8))), ".md")
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*\.md", name), name
        assert len(name) <= 130
        assert name.split(".")[0].lower() not in ("con", "nul")
    assert inside(tmp_path, name) == tmp_path / name


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/b", "..", ".", ""])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="outside"):
        inside(tmp_path, name)


def test_what_hinders_is_seen_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there.bib"
    there.write_text("mine")
    for path in (there, tmp_path / "new.bib"):
        assert hindrance(str(path), path) == ""
    os.mkfifo(tmp_path / "pipe")
    assert "no plain file" in hindrance("pipe", tmp_path / "pipe")
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    assert hindrance("new.bib", tmp_path / "new.bib") == f"no leave to write in {tmp_path}"


def test_a_failure_leaves_nothing_new_and_what_was_there(tmp_path: Path) -> None:
    def texts():  # type: ignore[no-untyped-def]
        yield "begun" * 100_000
        raise KeyError("boom")

    for over in (False, True):
        target = tmp_path / f"target{over}"
        if over:
            target.write_text("precious")
        with pytest.raises(KeyError):
            write(target, texts(), over=over)
        assert [path.read_text() for path in tmp_path.iterdir()] == (["precious"] if over else [])


def test_a_full_disk_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(files.Disk):
        def write(self, descriptor: int, data: bytes) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "disk", Full())
    with pytest.raises(UsageError, match="target cannot be written: No space left on device"):
        write(tmp_path / "target", ["x"])
    assert list(tmp_path.iterdir()) == []
