"""A line of a pane: as wide as it should be, and harmless."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from paperreader.ui.line import Line, fit, fit_sentence, width_of

PLAIN = Style()


def drawn(line: Line) -> str:
    return "".join(segment.text for segment in line.strip())


def test_a_line_is_filled_up_and_cut() -> None:
    assert drawn(Line(8, PLAIN).add("abc")) == "abc     "
    assert drawn(Line(4, PLAIN).add("abcdef")) == "abcd"
    assert drawn(Line(8, PLAIN).add("ab").right("yz", PLAIN)) == "ab    yz"


def test_a_wide_character_is_not_halved() -> None:
    assert width_of(drawn(Line(3, PLAIN).add("深度"))) == 3


def test_fit_says_that_something_is_left_out() -> None:
    assert fit("attention", 9) == "attention"
    assert fit("attention", 8) == "attenti…"
    assert fit("深度学习", 5) == "深度…"
    assert fit("ab", 1) == "…"
    assert fit("ab", 0) == ""


def test_marks_are_laid_over_their_ranges() -> None:
    over = Style(underline=True)
    line = Line(12, PLAIN).marked("sparse attn", PLAIN, [(0, 3), (7, 11)], over)
    assert [(s.text, bool(s.style and s.style.underline)) for s in line.strip()][:4] == [
        ("spa", True), ("rse ", False), ("attn", True), (" ", False),
    ]  # fmt: skip


@given(st.text(), st.integers(1, 40))
def test_nothing_that_is_not_printable_leaves_a_line(text: str, width: int) -> None:
    line = drawn(Line(width, PLAIN).add(text))
    assert width_of(line) == width
    assert not any(ord(c) < 32 or 0x7F <= ord(c) <= 0x9F for c in line)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("not saved: short", "not saved: short"),
        (
            "the library /home/ada/.local/share/paperreader/library.db is gone; nothing was changed: quit",
            "the library …/library.db is gone; nothing was changed: quit",
        ),
        (
            r"C:\Users\Ada\papers\list.bib cannot be written (no room is left); nothing was exported",
            "…/list.bib cannot be written (no room…; nothing was exported",
        ),
        (
            "not saved: no room left on the disk for the library of all papers; nothing was changed: make room",
            "not saved: no room left on…; nothing was changed: make room",
        ),
        (
            "no; what to do about this takes more words than there is room for in a line of this width",
            "no; what to do about this takes more words than there is ro…",
        ),
        (
            "https://openreview.net/forum/very/long/address cannot be opened here; nothing was done",
            "https://openreview.net/forum/very/long/ad…; nothing was done",
        ),
    ],
)
def test_of_a_sentence_the_folders_go_first(text: str, shown: str) -> None:
    assert fit_sentence(text, 60) == shown
