"""Whatever comes in, nothing comes out that a terminal obeys."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.text.clean import INVISIBLE, MAX_MARKS, clean, clean_line

ALLOWED_FORMAT = {"\u200c", "\u200d"}

#: Any text, with the hostile characters far more frequent than chance would have them.
hostile = st.text(
    st.one_of(
        st.characters(),
        st.characters(min_codepoint=0, max_codepoint=0x9F),
        st.sampled_from("\u0301\u0489\u200b\u200d\u202e\u2066\ufeff\U000e0041\ud800\u2028\r\n\x1b\x9b\xad\u1161"),
    ),
    max_size=60,
)


@given(hostile)
def test_nothing_is_left_that_acts(text: str) -> None:
    for char in clean(text):
        category = unicodedata.category(char)
        assert category != "Cc" or char == "\n", f"control U+{ord(char):04X} left"
        assert category not in ("Cs", "Zl", "Zp"), f"U+{ord(char):04X} left"
        assert not 0x202A <= ord(char) <= 0x202E, "bidirectional override left"
        assert not 0x2060 <= ord(char) <= 0x206F, "invisible operator or isolate left"
        assert not 0xE0000 <= ord(char) <= 0xE007F, "tag left"
        assert char not in "\u200b\ufeff\u00ad\u200e\u200f"


@given(hostile)
def test_can_be_encoded(text: str) -> None:
    clean(text).encode("utf-8")


@given(hostile)
def test_idempotent(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean_line(clean_line(text)) == clean_line(text)


@given(hostile)
def test_no_flood_of_marks(text: str) -> None:
    run = 0
    for char in clean(text):
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") or char in ALLOWED_FORMAT else 0
        assert run <= MAX_MARKS


@given(hostile)
def test_a_line_is_one_line(text: str) -> None:
    line = clean_line(text)
    assert "\n" not in line
    assert "  " not in line
    assert line == line.strip()


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x2FF, exclude_categories=["Cc", "Cf"])))
def test_ordinary_text_is_untouched(text: str) -> None:
    assert clean(text) == text
    if text.isprintable():
        assert clean(text) is text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\x1b]52;c;Y3VybA==\x07", "␛]52;c;Y3VybA==␇"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x9b31m", "›31m"),
        ("\x9d52;c;x\x9c", "�52;c;xœ"),
        ("\x90q\x9e_^", "�qž_^"),
        ("shift\x0e\x0f \x00 \x7f", "shift␎␏ ␀ ␡"),
        ("it\x92s \x93quoted\x94", "it’s “quoted”"),
        ("a\tb\rc\r\nd\x0be\x0cf", "a b c\nd e f"),
        ("a\u2028b\u2029c", "a\nb\nc"),
        ("user\u202egpj.exe", "usergpj.exe"),
        ("\u2066a\u2069\u200e\u061c", "a"),
        ("zero\u200bwid\u2060th\ufeff", "zerowidth"),
        ("x\U000e0041\U000e007fy", "xy"),
        ("e" + "\u0301" * 100 + "x", "e" + "\u0301" * 4 + "x"),
        ("e" + "\u0301\u200d" * 50, "e" + "\u0301\u200d" * 2),
        ("नमस्ते 👩‍👩‍👧 ❤\ufe0f می‌خواهم", "नमस्ते 👩‍👩‍👧 ❤\ufe0f می‌خواهم"),
        ("name\udc80\ud800.pdf", "name��.pdf"),
    ],
)
def test_each_kind(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_invisible_is_a_character_class() -> None:
    assert "]" not in INVISIBLE
    assert "\\" not in INVISIBLE


def test_line() -> None:
    assert clean_line("  A title\r\n over\ttwo \u00a0 lines ") == "A title over two lines"
