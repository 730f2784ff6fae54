"""Titles as they are shown: one that shows nothing is told as such."""

from __future__ import annotations

import pytest

from paperreader.text.readable import GLYPHS, readable
from paperreader.text.titles import UNTITLED, title_of

NOTHING = (
    "", "  ", "\x07\x1b", "\x00", "\u200b", "\u202e\u2060", "\u00a0", "\u0301", "\u3164", "\u2800", "\x1b\u200d \u00ad",
)  # fmt: skip


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("source", NOTHING, ids=ascii)
def test_a_title_that_shows_nothing_is_told_as_such(source: str, glyphs: str) -> None:
    assert title_of(source, glyphs) is UNTITLED
    assert UNTITLED.line == "(no title)"


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("source", ["Attention", "注意", "?", "∎", "$x$", "“Quoted”", "\x1b[31mRed", "…", "e\u0301"])
def test_any_other_is_what_it_reads_as(source: str, glyphs: str) -> None:
    assert title_of(source, glyphs) == readable(source, glyphs)


def test_markup_around_nothing_is_nothing_to_see() -> None:
    assert title_of("\\textbf{}") is UNTITLED
    assert title_of("\\textbf{}", "source").line == "\\textbf{}"
