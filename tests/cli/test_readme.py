"""The README is true: its commands run as they stand there, its keys are the reader's."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paperreader.commands import COMMANDS, drawn_key

from .conftest import ROOT, environment

README = (ROOT / "README.md").read_text("utf-8")
#: Commands in its blocks for a shell, without the words on them; `make` and installing are for `tests/house`.
LINES = [
    line.partition("  #")[0].partition(" # ")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if "paperreader " in line and "install" not in line
]


def test_there_are_commands() -> None:
    assert len(LINES) >= 8


@pytest.mark.skipif(shutil.which("bash") is None, reason="the README is for a shell")
@pytest.mark.parametrize("line", LINES)
def test_a_command_does_what_it_should(line: str, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "paperreader"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paperreader "$@"\n')
    script.chmod(0o755)
    (tmp_path / "papers.bib").write_text("@article{a, title = {One thing}, author = {Lee, Ann}, year = 2020}\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl.gz").write_bytes(gzip.compress(b'{"title": "%s thing"}\n' % name.encode()))
    env = environment()
    env["PATH"] = f"{folder}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"paperreader mark star m3HXHQYmZu >begun && {line}"], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, cwd=tmp_path, env=env, check=False, timeout=60,
    )  # fmt: skip
    if re.search(r"view -$|^paperreader papers\.bib$", line):  # the reader needs a terminal
        assert done.returncode == 2
        assert "needs a terminal" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "")
        if line.endswith("starred.bib"):
            assert "ProxyAttn" in (tmp_path / "starred.bib").read_text("utf-8")


def test_its_keys_are_the_readers() -> None:
    table = README[README.index("| key |") : README.index("The mouse works")]
    shown = {key for row in table.split("\n|")[2:] for key in re.findall(r"`([^`]+)`", row.partition("|")[0])}
    ours = {drawn_key(key).replace(" ", "") for command in COMMANDS for key in command.keys}
    assert len(shown) > 30
    # `R` is one that waits for another: R 0 to R 5.
    assert {key for key in shown if not any(known == key or known[:-1] == key for known in ours)} == set()
