"""Editing a line: the keys of readline."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paperreader.ui.line_editor import LineEditor

KEYS = [
    "left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+u", "ctrl+k", "alt+b", "alt+f", "alt+d",
    "ctrl+left", "ctrl+right", "ctrl+a", "ctrl+e", "ctrl+b", "ctrl+f", "ctrl+d", "ctrl+h",
]  # fmt: skip


def typed(text: str) -> LineEditor:
    editor = LineEditor()
    for character in text:
        assert editor.key(character, character)
    return editor


def test_typing_moves_the_cursor() -> None:
    editor = typed("sparse")
    assert (editor.text, editor.cursor) == ("sparse", 6)
    editor.key("home", None)
    editor.key("x", "x")
    assert (editor.text, editor.cursor) == ("xsparse", 1)


def test_words_are_deleted_and_crossed() -> None:
    editor = typed("sparse attn  heads")
    editor.key("ctrl+w", None)
    assert editor.text == "sparse attn  "
    editor.key("ctrl+w", None)
    assert editor.text == "sparse "
    editor.key("alt+b", None)
    assert editor.cursor == 0
    editor.key("alt+f", None)
    assert editor.cursor == 6
    editor.key("ctrl+k", None)
    assert editor.text == "sparse"
    editor.key("ctrl+u", None)
    assert (editor.text, editor.cursor) == ("", 0)


def test_a_key_without_meaning_is_left_to_others() -> None:
    editor = typed("a")
    assert not editor.key("f5", None)
    assert not editor.key("ctrl+g", "\x07")
    assert editor.text == "a"


def test_history_goes_back_and_forth() -> None:
    editor = LineEditor("", ["first", "second"])
    editor.recall(-1)
    assert editor.text == "second"
    editor.recall(-1)
    editor.recall(-1)
    assert editor.text == "first"
    editor.recall(1)
    editor.recall(1)
    assert editor.text == ""


def test_pasted_line_breaks_become_blanks() -> None:
    editor = LineEditor()
    editor.insert("two\nlines")
    assert editor.text == "two lines"


@given(st.lists(st.one_of(st.sampled_from(KEYS), st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")))))
def test_the_cursor_stays_in_the_line(keys: list[str]) -> None:
    editor = LineEditor()
    for key in keys:
        editor.key(key, key if len(key) == 1 else None)
        assert 0 <= editor.cursor <= len(editor.text)


def test_what_is_typed_replaces_a_proposed_text() -> None:
    for key, character, text in (("n", "n", "n"), ("space", " ", " "), ("backspace", None, ""), ("delete", None, "")):
        editor = LineEditor("papers.bib", proposed=True)
        assert editor.key(key, character)
        assert (editor.text, editor.proposed) == (text, False)
    pasted = LineEditor("papers.bib", proposed=True)
    pasted.insert("mine")
    assert pasted.text == "mine"


def test_a_key_of_the_line_keeps_a_proposed_text_to_be_edited() -> None:
    for key in ("left", "home", "end", "ctrl+a", "ctrl+e"):
        editor = LineEditor("papers.bib", proposed=True)
        editor.key(key, None)
        assert (editor.text, editor.proposed) == ("papers.bib", False)
        editor.key("x", "x")
        assert len(editor.text) == len("papers.bib") + 1
    unknown = LineEditor("papers.bib", proposed=True)
    assert not unknown.key("f5", None)
    assert unknown.proposed
