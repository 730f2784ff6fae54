"""What every test has: folders of its own, and an environment that does not depend on who runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperreader.config import SCHEMA, variable

ROOT = Path(__file__).resolve().parent.parent

#: Variables of the person who runs the tests that would change what the program does.
_OTHERS = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "BROWSER",
    "EDITOR",
    "VISUAL",
    "TMUX",
    "STY",
    "COLUMNS",
    "LINES",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `PAPERREADER_HOME` of the test's own, so that no test ever touches a real library."""
    for name in (*_OTHERS, *(variable(setting.name) for setting in SCHEMA)):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "home of the test"
    monkeypatch.setenv("PAPERREADER_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def kept_home(home: Path) -> Iterator[None]:
    """A test that takes back all that was patched, the home with it, would go on in the user's own."""
    yield
    assert "PAPERREADER_HOME" in os.environ, f"use `monkeypatch.context()`, not `undo`: {home} was left"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of large real data beside the checkout; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("PAPERREADER_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip("needs the folder of real data beside the checkout")
    return folder
