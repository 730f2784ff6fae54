"""The documentation and the registry say the same."""

import re
from pathlib import Path

import pytest

from paperreader.formats import formats
from paperreader.formats.synonyms import field_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is only in a checkout")
def test_every_format_has_its_row() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| .* \| (yes|) ?\| (yes|) ?\|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    stated = {name: (bool(read), bool(write)) for name, read, write in rows}
    # OPML is read, but holds no papers.
    assert stated == {known.name: (known.reads and known.name != "opml", known.writes) for known in formats()}


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is only in a checkout")
def test_the_synonyms_it_names_are_known() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## Fields by name")[1].split("## ")[0]
    for row in re.findall(r"^\| [a-z].*$", section, re.MULTILINE)[1:]:
        for name in re.findall(r"`([^`]+)`", row):
            if name not in (";", "and") and not name.startswith(("Accept", "ICLR")) and name != "oral":
                assert field_of(name) is not None, name
