"""Breaking text into lines of offsets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from paperreader.text.styled import Span
from paperreader.ui.line import width_of
from paperreader.ui.reading.wrap import wrap


def shown(text: str, width: int, spans: tuple[Span, ...] = ()) -> list[str]:
    return [text[start:end] for start, end in wrap(text, width, spans)]


def test_words_stay_whole() -> None:
    assert shown("the quick brown fox", 10) == ["the quick", "brown fox"]


def test_line_breaks_break_and_blank_lines_stay() -> None:
    assert shown("one\n\ntwo three", 20) == ["one", "", "two three"]


def test_a_word_wider_than_the_line_is_cut() -> None:
    assert shown("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]


def test_wide_characters_count_two_cells() -> None:
    assert shown("深度学习模型", 4) == ["深度", "学习", "模型"]


def test_a_short_formula_is_not_broken() -> None:
    text = "we show that a + b = c holds"
    at = text.index("a + b")
    assert shown(text, 17, (Span(at, at + 9, "math"),)) == ["we show that", "a + b = c holds"]


def test_a_long_formula_breaks_before_its_relations() -> None:
    text = "it costs hσ²L/(n ε) + τ d L/ε = O(n) at most"
    at, end = text.index("h"), text.index(" at")
    assert shown(text, 20, (Span(at, end, "math"),)) == ["it costs hσ²L/(n ε)", "+ τ d L/ε = O(n) at", "most"]
    # Where not even a piece between two relations fits, its blanks are better than its letters.
    assert shown("aaa bbb ccc ddd eee fff ggg hhh", 8, (Span(0, 31, "math"),)) == [
        "aaa bbb", "ccc ddd", "eee fff", "ggg hhh",
    ]  # fmt: skip


@given(st.text(st.sampled_from("ab 深\n-x"), max_size=80), st.integers(1, 20))
def test_nothing_but_blanks_is_left_out_and_no_line_is_too_wide(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert [c for start, end in lines for c in text[start:end] if not c.isspace()] == [
        c for c in text if not c.isspace()
    ]
    assert all(start <= end for start, end in lines)
    assert all(a[1] <= b[0] for a, b in pairwise(lines))
    # A character of two cells does not fit one cell; it is shown all the same.
    assert all(width_of(text[start:end]) <= max(width, 2) for start, end in lines)
