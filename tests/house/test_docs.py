"""Docs that are made from the code are what the code makes, and what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paperreader.cli.pages import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_makes(checkout: Path, name: str) -> None:
    path = checkout / "docs" / name
    assert path.exists(), "run make docs"
    assert path.read_text("utf-8") == PAGES[name](), f"docs/{name} differs from the code: run make docs"


def documents(checkout: Path) -> list[Path]:
    return [*checkout.glob("*.md"), *(checkout / "docs").glob("*.md")]


def test_links_lead_somewhere(checkout: Path) -> None:
    for page in documents(checkout):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_drawing_has_every_room(checkout: Path) -> None:
    drawing = (checkout / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    package = checkout / "tui" / "paperreader"
    rooms = {path.name + "/" for path in package.iterdir() if (path / "__init__.py").exists()}
    modules = {path.name for path in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    drawn = set(re.findall(r"[a-z_]+(?:/|\.py)", re.sub(r"(?m)   +\d   .*$", "", drawing)))
    assert drawn == rooms | modules


def test_every_make_target_of_the_docs_exists(checkout: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (checkout / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in documents(checkout):
        named = set(re.findall(r"`make ([a-z]+)", page.read_text("utf-8")))
        assert named <= targets, page.name


def test_every_file_that_the_makefile_runs_exists(checkout: Path) -> None:
    named = re.findall(r"[a-z./-]+\.py", (checkout / "Makefile").read_text("utf-8"))
    assert len(named) >= 3
    for name in named:
        assert (checkout / name).exists(), name
