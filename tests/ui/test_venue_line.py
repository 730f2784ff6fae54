"""Where a paper stands in print is read behind its venue."""

from __future__ import annotations

import pytest

from paperreader.paper import NO_MARKS, Imprint, Paper
from paperreader.ui.reading.document import compose


@pytest.mark.parametrize(
    ("venue", "imprint", "dot", "line"),
    [
        ("JMLR", Imprint("24", "3", "1-40", "Microtome"), "·", "JMLR 24(3), 1–40 · oral"),
        ("JMLR", Imprint("24", "3", "1-40", "Microtome"), "-", "JMLR 24(3), 1-40 - oral"),
        ("JMLR", Imprint(), "·", "JMLR · oral"),
        ("", Imprint("2\x1b[31m4"), "·", "2020 · 2␛[31m4 · oral"),
        (r"Actes du $4^{\textrm{e}}$ Congr\`es", Imprint(), "·", "Actes du 4ᵉ Congrès · oral"),
    ],
)
def test_venue_line(venue: str, imprint: Imprint, dot: str, line: str) -> None:
    paper = Paper(uid="x:1", number=1, title="T", venue=venue, year=2020, decision="oral", imprint=imprint)
    lines = [block.text.plain for block in compose(paper, NO_MARKS, dot=dot).blocks if block.field == "venue"]
    assert lines == [line]
