"""How it looks, at the sizes and in the colours that matter; `pytest tests/ui/test_snapshots.py --snapshot-update`
accepts what is there now (look at the pictures first)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from paperreader.config import Settings
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.ui.app import PaperreaderApp
from paperreader.ui.searching import Searching

SIZES = [(40, 12), (80, 24), (100, 30), (140, 40)]
THEMES = ["ink", "paper", "ansi-dark", "ansi-light"]


@pytest.fixture(autouse=True)
def no_areas(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Areas are counted half a second after the list stands still: a picture must not depend on that."""
    if "areas" not in request.node.name:
        monkeypatch.setattr(Searching, "count_areas", lambda _searching: None)


def before(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Wait until the texts are readable and the search is ready, then press keys."""

    async def run(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, PaperreaderApp)
        for _ in range(1000):
            if app.main.reader.glyph_mode == app.options.math and app.session.engine.ready:
                break
            await pilot.pause(0.01)
        # The pace depends on the clock of whoever runs the test.
        app.session.pace.rate = lambda: None  # type: ignore[method-assign]
        await pilot.press(*keys)
        await pilot.pause()

    return run


def reader(**settings: object) -> PaperreaderApp:
    return PaperreaderApp(open_session(places()), Settings(**settings), [])  # type: ignore[arg-type]


#: A star, a decision of each kind, a note on the way, the cursor on an undecided paper.
TRIAGE = ("s", "j", "r", "j", "a", "w", "d")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_three_panes(snap_compare, size: tuple[int, int], theme: str) -> None:
    assert snap_compare(reader(theme=theme), terminal_size=size, run_before=before(*TRIAGE))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_without_colour(snap_compare, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(reader(), terminal_size=size, run_before=before(*TRIAGE))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_filter(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(reader(), terminal_size=size, run_before=before("/", *"sparse"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_reader(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(reader(), terminal_size=size, run_before=before("j", "l", "j"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_keys(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(reader(), terminal_size=size, run_before=before("?"))


@pytest.mark.parametrize("size", [(40, 12), (140, 40)], ids=lambda size: "x".join(map(str, size)))
def test_in_ascii(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(reader(icons="ascii"), terminal_size=size, run_before=before(*TRIAGE))


def test_areas(snap_compare) -> None:
    async def run(pilot: Pilot[None]) -> None:
        await before("0")(pilot)
        app = pilot.app
        assert isinstance(app, PaperreaderApp)
        for _ in range(200):
            if app.main.sidebar.areas:
                break
            await pilot.pause(0.05)

    assert snap_compare(reader(), terminal_size=(140, 50), run_before=run)


def test_nothing_there(snap_compare) -> None:
    assert snap_compare(reader(), terminal_size=(100, 30), run_before=before("5"))
