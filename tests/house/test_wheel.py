"""The wheel: it holds what the program needs and nothing else, and runs without the checkout."""

from __future__ import annotations

import email
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from paperreader import __version__


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout."""
    if not (checkout / "Makefile").exists():
        pytest.skip("needs the checkout to build from")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        check=True, cwd=checkout, capture_output=True,
    )  # fmt: skip
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site with spaces")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_name(wheel: Path) -> None:
    assert wheel.name == f"paperreader-{__version__}-py3-none-any.whl"


def test_it_holds_every_module_and_nothing_else(wheel: Path, checkout: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    package = checkout / "tui" / "paperreader"
    modules = {path.relative_to(package.parent).as_posix() for path in package.rglob("*.py")}
    seeds = {f"paperreader/seeds/{path.name}" for path in (checkout / "seeds").iterdir()}
    assert modules <= held
    assert seeds | {"paperreader/styles.tcss", "paperreader/py.typed"} <= held
    data = {path.relative_to(package.parent).as_posix() for path in package.rglob("*") if path.is_file()}
    others = {name for name in held if not name.startswith(f"paperreader-{__version__}.dist-info/")}
    assert others <= modules | seeds | data | {"paperreader/styles.tcss"}
    assert not {name for name in others if Path(name).suffix in (".pyc", ".db", ".json")} - seeds


def test_the_seeds_are_byte_for_byte(unpacked: Path, checkout: Path) -> None:
    for path in (checkout / "seeds").iterdir():
        assert (unpacked / "paperreader" / "seeds" / path.name).read_bytes() == path.read_bytes()


def test_what_it_says_of_itself(unpacked: Path) -> None:
    (folder,) = unpacked.glob("*.dist-info")
    metadata = email.message_from_string((folder / "METADATA").read_text("utf-8"))
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert (folder / "licenses" / "LICENSE").exists()
    assert "paperreader = paperreader.cli:main" in (folder / "entry_points.txt").read_text("utf-8")
    needed = {line.split("=")[0].split(">")[0].split("<")[0].strip() for line in metadata.get_all("Requires-Dist", [])}
    assert {"textual", "rich", "rapidfuzz", "platformdirs", "apsw", "click", "tomlkit"} <= needed


def test_it_runs_without_the_checkout(unpacked: Path, tmp_path: Path, checkout: Path) -> None:
    def run(*args: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "paperreader", *args], capture_output=True, text=True, encoding="utf-8", check=True,
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(unpacked)},
        ).stdout  # fmt: skip

    assert run("--version") == f"paperreader {__version__}\n"
    paths = {row["name"]: row["path"] for row in json.loads(run("locate", "--format", "json"))}
    assert paths["seeds"] == str(unpacked / "paperreader" / "seeds")
    assert paths["styles.tcss"] == str(unpacked / "paperreader" / "styles.tcss")
    papers = json.loads(run("list", "--format", "json"))
    assert len(papers) == 38
    assert all(paper["title"] and paper["abstract"] for paper in papers)
