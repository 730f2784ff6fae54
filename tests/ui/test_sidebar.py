"""The sidebar's names, and how few of them are read."""

from __future__ import annotations

import pytest

from paperreader.paper import BUILTIN_VIEWS, PLAIN_MARKS, STARRED
from paperreader.ui.searching import Searching
from paperreader.ui.widgets.bookmarks import Item, Items, Papers, told_apart


def test_names_that_begin_alike_are_told_apart() -> None:
    assert told_apart(["applications to vision", "learning theory", "applications to physics", "optimization"], "…") == [
        "…vision", "learning theory", "…physics", "optimization",
    ]  # fmt: skip
    assert told_apart([], "…") == []


async def test_of_many_starred_papers_only_those_that_are_shown_are_read(start) -> None:
    async with start(120, 30) as reader:
        await reader.press("*", "s")
        sidebar = reader.main.sidebar
        assert reader.session.count(BUILTIN_VIEWS[2]) == 38
        assert "★ MaskPro" in reader.text
        last = reader.session.paper(reader.session.order[-1]).title.split(": ")[0][:12]
        assert f"★ {last}" not in reader.text
        assert 0 < len(sidebar._titles) < 30
        sidebar.scroll_lines(100)
        await reader.pilot.pause()
        assert f"★ {last}" in reader.text


def test_lines_are_made_when_they_are_asked_for() -> None:
    lines = Items(
        ([Item("Starred")], Papers(range(100_000), queued=False), [Item("Later")], Papers([7, 3], queued=True))
    )
    assert len(lines) == 100_004
    assert lines.made == 0
    assert [item.number for item in lines[-4:]] == [99_999, None, 7, 3]
    assert lines.place_of(Item("", number=7)) == 8
    assert lines.place_of(Item("", number=7, queued=True)) == 100_002
    assert lines.place_of(Item("", number=8, queued=True)) is None
    assert (lines.nearest(0), lines.nearest(100_001), lines.nearest(1 << 40)) == (1, 100_000, 100_003)
    assert (lines.step(5, 3), lines.step(100_000, 1), lines.step(100_002, -2)) == (8, 100_002, 99_999)
    assert (lines.step(5, 1 << 40), lines.step(5, -1 << 40)) == (100_003, 1)
    assert (lines.step(1, -1), lines.step(100_003, 1)) == (1, 100_003), "there is nothing beyond"
    assert lines.made < 40


async def test_a_mark_costs_what_is_on_the_screen(start, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many papers are starred, a mark makes the lines that are drawn, and reads the marks of no other paper."""
    # Areas are counted half a second after the list stands still, and make every line anew.
    monkeypatch.setattr(Searching, "count_areas", lambda _searching: None)
    made = []
    for starred in (100, 30_000):
        async with start(120, 30) as reader:
            sidebar, marks = reader.main.sidebar, reader.session.marks
            for number in range(100, 100 + starred):
                marks.put(number, PLAIN_MARKS[STARRED])
            sidebar.show()
            await reader.press("B", "B")
            whole = []
            marks.numbers_flagged = lambda flag, whole=whole: whole.append(flag)
            await reader.press("s")
            assert len(sidebar.items) > starred
            assert "★" in reader.text
            assert whole == []
            made.append(sidebar.items.made)
            await reader.press("u")
    assert 0 < made[0] == made[1] <= 3 * 30
