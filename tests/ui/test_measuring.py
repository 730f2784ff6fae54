"""Only what can be seen is measured, however long a text goes on without a blank."""

from __future__ import annotations

import pytest
from rich.cells import cell_len, split_graphemes
from rich.style import Style

import paperreader.ui.line as line_module
import paperreader.ui.reading.wrap as wrap_module
from paperreader.ui.line import Line, fit, width_of
from paperreader.ui.line_editor import LineEditor, draw_editor
from paperreader.ui.reading.wrap import wrap

LONG = {
    "wide": "中" * 48_000,
    "one at the end": "A" * 64_000 + "…",
    "combining": "e\u0301" * 30_000,
    "joined": "👩\u200d👩\u200d👧" * 5_000,
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all texts whose width was asked for."""
    lengths: list[int] = []

    def count(text: str) -> int:
        lengths.append(len(text))
        return cell_len(text)

    def split(text: str) -> object:
        lengths.append(len(text))
        return split_graphemes(text)

    monkeypatch.setattr(line_module, "cell_len", count)
    monkeypatch.setattr(wrap_module, "split_graphemes", split)
    return lengths


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_wrapping_measures_each_character_a_few_times(text: str, measured: list[int]) -> None:
    lines = wrap(text, 76)
    assert sum(measured) < 40 * len(text)
    assert "".join(text[start:end] for start, end in lines) == text
    assert all(width_of(text[start:end]) <= 76 for start, end in lines)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_cut_text_is_measured_where_it_is_seen(text: str, measured: list[int]) -> None:
    assert fit(text, 40).endswith("…")
    assert Line(40, Style.null()).add(text).strip().cell_length == 40
    assert sum(measured) < 5_000


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
@pytest.mark.parametrize("cursor", [0, 10_000, None])
def test_a_line_being_edited_is_measured_near_its_cursor(text: str, cursor: int | None, measured: list[int]) -> None:
    editor = LineEditor(text)
    editor.cursor = len(text) if cursor is None else cursor
    line = Line(80, Style.null())
    draw_editor(line, editor, 70, Style.null(), Style.null())
    assert sum(measured) < 50_000
    assert line.left >= 10
