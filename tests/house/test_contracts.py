"""The floors of the house, checked where the tests run, and that the check would notice."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def lint_imports(checkout: Path, path: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("importlinter", reason="import-linter comes with the development requirements (make lint)")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--config", str(checkout / "pyproject.toml")],
        capture_output=True, text=True, check=False, cwd=path, env={**os.environ, "PYTHONPATH": str(path)},
    )  # fmt: skip


def test_the_house_keeps_its_contracts(checkout: Path) -> None:
    done = lint_imports(checkout, checkout / "tui")
    assert done.returncode == 0, done.stdout
    assert " 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        ("text/clean.py", "import paperreader.storage", "A room imports only rooms on lower floors"),
        ("text/clean.py", "import paperreader.system", "A room imports only rooms on lower floors"),
        ("cli/keys.py", "import paperreader.ui", "Of the command line, only view opens the reader"),
        ("session/__init__.py", "import textual", "Nothing below the interface knows Textual"),
        ("sources/files.py", "import sqlite3", "SQL is in storage alone"),
        ("system/opener.py", "import webbrowser", "Links are opened by system.opener, never by webbrowser"),
    ],
)
def test_a_broken_contract_is_noticed(checkout: Path, tmp_path: Path, room: str, line: str, contract: str) -> None:
    for path in (checkout / "tui").rglob("*.py"):
        copy = tmp_path / path.relative_to(checkout / "tui")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text("utf-8"), "utf-8")
    with (tmp_path / "paperreader" / room).open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}\n")
    done = lint_imports(checkout, tmp_path)
    assert done.returncode == 1
    assert re.search(rf"{re.escape(contract)} +BROKEN", re.sub(r"\x1b\[[0-9;]*m", "", done.stdout))
