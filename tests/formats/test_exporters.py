"""What well-known programs and services export: a small document of each, and what the reader finds in it.

The documents in `exporters/` are made up; their shapes are those of the programs they are named after. `expected.json`
says of each paper what must be found; the abstract by its first 30 characters.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperreader.formats import Entry, Origin, read

FOLDER = Path(__file__).parent / "exporters"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))


def test_every_document_is_expected() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*EXPECTED, "expected.json"}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("told", ["by its name", "by content alone"])
def test_what_a_program_exports(name: str, told: str) -> None:
    with (FOLDER / name).open("rb") as file:
        items = list(read(file, Origin(name if told == "by its name" else "download")))
    assert [
        {
            "title": paper.title,
            "authors": list(paper.authors),
            "venue": paper.venue,
            "year": paper.year,
            "kind": paper.kind,
            "imprint": list(filter(None, paper.imprint)),
            "idents": [str(ident) for ident in paper.idents],
            "abstract": paper.abstract[:30],
        }
        for paper in (item.record for item in items if isinstance(item, Entry))
    ] == EXPECTED[name]
