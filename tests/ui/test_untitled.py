"""A paper whose title shows nothing stands under the same words wherever its title stands."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import pytest

from paperreader.paper import NO_MARKS, Ident, Record
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.ui.reading.comparison import compared
from paperreader.ui.reading.document import compose


@dataclass(frozen=True)
class Entry:
    record: Record
    raw: bytes
    where: str = ""


@pytest.fixture
def untitled() -> None:
    """A paper whose title is two control characters."""
    record = Record(
        title="\x07\x1b", authors=("Ada Lovelace",), abstract="One.", idents=(Ident("arxiv", "2401.00001"),)
    )
    with closing(open_session(places())) as session:
        session.catalog.add("bare", [Entry(record, b"1")])


async def test_in_list_reader_sidebar_and_messages(start, untitled: None) -> None:
    async with start(140, 30) as reader:
        await reader.press("0", "/")
        await reader.type("lovelace title")
        assert "(no title)" not in reader.text, "the words are not the paper's: no query finds them"
        await reader.press("escape", "G", "s")
        session = reader.session
        assert session.current().title == "\x07\x1b"
        rows = [line for line in reader.lines if "(no title)" in line]
        assert sum(line.count("(no title)") for line in rows) == 4
        assert "starred (no title)" in reader.hint
        list_ = reader.main.list
        row = session.cursor - session.top
        strip = list_.kept(row * list_.row_height)
        ink = list_.ink
        ground = "cursor-active" if list_.active else "cursor"
        assert [segment.style for segment in strip if "(no title)" in segment.text] == [ink.on(ground, "dim")]


def test_in_the_reader_and_beside_another(untitled: None) -> None:
    with closing(open_session(places())) as session:
        paper = session.catalog.paper(session.catalog.find("arxiv:2401.00001")[0])
    block = compose(paper, NO_MARKS).blocks[0]
    assert (block.text.plain, block.style, block.field) == ("(no title)", (), "")
    assert [span.style for span in block.text.spans] == ["unknown"]
    fields = compared((paper, NO_MARKS), (paper, NO_MARKS), "unicode", "·")
    assert (fields[0].label, fields[0].first) == ("title", "(no title)")
