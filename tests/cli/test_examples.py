"""Every example of every help text runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paperreader.cli import main
from paperreader.cli.group import EXAMPLES

from .conftest import commands, environment

#: They open the reader, which needs a terminal; without one they end with 2 and say so.
FULL_SCREEN = (
    "paperreader",
    "paperreader view",
    "paperreader papers.jsonl",
    "paperreader --theme paper --set measure=72",
    "paperreader list -f ids attention | paperreader view -",
)


def examples() -> list[str]:
    texts = [EXAMPLES]
    for name, command in commands():
        text = command.help or ""
        assert "Examples:" in text, f"{name} has no examples"
        texts.append(text[text.index("Examples:") :])
    found = []
    for text in texts:
        lines = [line.strip() for line in text.split("\n")[1:] if line.startswith("  ")]
        # In the first help text a column of words follows the example.
        found += [line.split("   ")[0] for line in lines if not line.startswith("Examples:")]
    return found


def test_there_are_examples_of_every_command() -> None:
    for name, _command in commands():
        assert any(f"paperreader {name}" in line for line in examples())


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which something was done already, and what is done twice was undone."""
    folder = tmp_path_factory.mktemp("used") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPERREADER_HOME", str(folder))
        for args in ("mark star diffusion", "mark read m3HXHQYmZu", "mark dismiss title:MaskPro", "undo"):
            assert main(args.split()) == 0
    (folder / "data" / "backups").mkdir(exist_ok=True)
    return folder


@pytest.mark.skipif(shutil.which("sh") is None, reason="the examples are for a shell")
@pytest.mark.parametrize("line", dict.fromkeys(examples()))
def test_example(line: str, used: Path, home: Path, tmp_path: Path) -> None:
    shutil.copytree(used, home)
    if "--salvage" in line:  # an example for those whose library is damaged
        assert main(["backup"]) == 0
        library = home / "data" / "library.db"
        library.write_bytes(library.read_bytes()[:-4096])
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "paperreader"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paperreader "$@"\n')
    script.chmod(0o755)
    paper = {"title": "A paper of my own", "abstract": "Something on attention.", "year": 2026}
    (tmp_path / "papers.jsonl").write_text(json.dumps(paper) + "\n")
    env = environment()
    env["PATH"] = f"{folder}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", line], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=tmp_path, env=env,
        check=False, timeout=60,
    )  # fmt: skip
    if line in FULL_SCREEN:
        assert done.returncode == 2
        assert "needs a terminal" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
