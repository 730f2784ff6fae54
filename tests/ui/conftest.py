"""The reader on the seeds, driven without a terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot

from paperreader.config import Settings
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.ui.app import PaperreaderApp
from paperreader.ui.screens.overlay import Overlay


class Reader:
    """A running reader: keys in, what a person would see out."""

    def __init__(self, app: PaperreaderApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.main = app.main
        self.session = app.session
        self.pilot = pilot
        #: Whether the test brings about a fault; in every other one the log must stay empty.
        self.faulty = False

    async def press(self, *keys: str) -> None:
        """Press keys; one character each, or Textual's name of the key."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*({" ": "space"}.get(character, character) for character in text))

    async def paste(self, text: str) -> None:
        """Paste a text."""
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()

    async def until(self, condition: Callable[[], bool], what: str = "") -> None:
        """Wait until something is so; fails after ten seconds."""
        for _ in range(1000):
            if condition():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(what or "it did not come about in ten seconds")

    @property
    def overlay(self) -> Overlay | None:
        """What lies over the panes."""
        return self.main.overlay

    @property
    def lines(self) -> list[str]:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def hint(self) -> str:
        """The last line."""
        return self.lines[-1].strip()


@pytest.fixture
def start() -> Callable[..., object]:
    """Start a reader: `async with start() as reader`."""

    @asynccontextmanager
    async def run(
        width: int = 120, height: int = 36, *, settings: Settings | None = None, restore: bool = False
    ) -> AsyncIterator[Reader]:
        session = open_session(places(), restore=restore)
        app = PaperreaderApp(session, settings or Settings(), [])
        try:
            async with app.run_test(size=(width, height)) as pilot:
                reader = Reader(app, pilot)
                await reader.until(lambda: app.main.reader.glyph_mode == app.options.math)
                yield reader
            assert reader.faulty or not places().log.exists(), places().log.read_text()
        finally:
            session.close()

    return run
