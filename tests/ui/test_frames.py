"""What a key costs, counted, not timed: layouts, frames and drawn lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
from textual.app import App
from textual.screen import Screen

from paperreader.ui.app import PaperreaderApp


class Cost:
    """Layouts and frames since the count began."""

    layouts = 0
    frames = 0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Cost:
    cost = Cost()
    refresh_layout, display = Screen._refresh_layout, App._display

    def counting_layout(self: Screen, *args: object, **kwargs: object) -> None:
        cost.layouts += 1
        refresh_layout(self, *args, **kwargs)

    def counting_display(self: App, screen: Screen, renderable: object) -> None:
        cost.frames += renderable is not None
        display(self, screen, renderable)

    monkeypatch.setattr(Screen, "_refresh_layout", counting_layout)
    monkeypatch.setattr(App, "_display", counting_display)
    return cost


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, counted: Cost) -> Callable[..., Awaitable[None]]:
    """Let the search be ready and the last frame be out; what background work has to tell after that is not told."""

    async def wait(reader) -> None:
        await reader.until(lambda: reader.session.engine.ready and not reader.session.unfinished)
        monkeypatch.setattr(PaperreaderApp, "later", lambda _app, _call: None)
        still = 0
        while still < 5:
            before = counted.frames
            await reader.pilot.pause(0.02)
            still = still + 1 if counted.frames == before else 0

    return wait


@contextmanager
def drawn(*panes) -> Iterator[dict[str, int]]:
    before = {pane.id: pane.lines_drawn for pane in panes}
    result: dict[str, int] = {}
    yield result
    result.update({pane.id: pane.lines_drawn - before[pane.id] for pane in panes})


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("down", ["j"]), ("up", ["k"]), ("a page", ["pagedown"]), ("the end", ["G"]), ("star", ["s"]), ("read", ["r"]),
        ("keep", ["a"]), ("undo", ["u"]), ("another view", ["3"]), ("a typed letter", ["s"]), ("reader down", ["J"]),
        ("into the reader", ["l"]), ("a list to choose from", ["S"]), ("down in it", ["down"]), ("out of it", ["escape"]),
        ("the keys", ["?"]), ("the palette", ["ctrl+p"]),
    ],
)  # fmt: skip
async def test_a_key_is_no_layout_and_one_frame(start, quiet, counted: Cost, name: str, keys: list[str]) -> None:
    async with start(120, 30) as reader:
        await reader.press("j", "s", "j")
        if name == "a typed letter":
            await reader.press("/", "a")
        if name in ("down in it", "out of it"):
            await reader.press("S")
        await quiet(reader)
        counted.layouts = counted.frames = 0
        await reader.press(*keys)
        await reader.pilot.pause(0.05)
        assert counted.layouts == 0
        assert counted.frames == 1


async def test_a_row_down_draws_the_lines_of_two_rows(start, quiet) -> None:
    async with start(120, 36) as reader:
        main = reader.main
        await reader.press("j")
        await quiet(reader)
        with drawn(main.list, main.sidebar, main.rule) as lines:
            await reader.press("j")
        assert lines == {"list": 2 * main.list.row_height, "sidebar": 0, "rule": 0}


async def test_a_page_down_draws_one_viewport(start, quiet) -> None:
    async with start(120, 30) as reader:
        main = reader.main
        await quiet(reader)
        with drawn(main.list, main.sidebar) as lines:
            await reader.press("pagedown")
        assert lines["list"] <= main.list.size.height
        assert lines["sidebar"] == 0


async def test_only_lines_that_come_out_different_are_sent(start, quiet, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start(120, 36) as reader:
        await quiet(reader)
        sent: list[object] = []
        monkeypatch.setattr(reader.main.sidebar, "refresh", lambda *regions, **_: sent.extend(regions))
        await reader.press("s")
        # One star: the counts of Starred, Undecided, and the list of stars below; not the other views, not the tags' head.
        assert 0 < len(sent) < reader.main.sidebar.size.height // 2


async def test_nothing_is_fetched_or_drawn_for_rows_out_of_sight(start) -> None:
    async with start(120, 20) as reader:
        assert len(reader.session._papers) <= reader.main.list.rows + 2
