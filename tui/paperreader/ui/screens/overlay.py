"""What may lie over the reader until the user has answered or looked: the base of the picker and its like.

An overlay is no screen and no widget of Textual's: the main screen gives it the keys and clicks while it is open
(`MainScreen.choose`), and its sheet is drawn over the panes (`screens.cover`). So it is there with the frame of the key
that asked for it, and the next key is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.geometry import NULL_REGION, Region, Size

from paperreader.ui.line import width_of
from paperreader.ui.widgets.drawing import Drawing

if TYPE_CHECKING:
    from paperreader.ui.app import PaperreaderApp
    from paperreader.ui.line import Line
    from paperreader.ui.screens.main import MainScreen

#: Cells behind the hint to a key.
HINT_GAP = 2


class Sheet(Drawing):
    """What is seen of an overlay: lines, drawn as a pane draws its own. It is shown by `MainScreen.choose`."""

    #: The screen that it lies over; from the time on that it does.
    screen: MainScreen | None = None

    def __init__(self) -> None:
        super().__init__()
        #: Where the hints to keys were drawn: the cells that each fills, and its key.
        self._hints: list[tuple[int, int, str]] = []

    def draw_hints(self, line: Line, hints: Iterable[tuple[str, str]], ground: str, key: str = "key") -> None:
        """Draw (sign of a key, word) one after the other, as far as they fit, to be clicked on as `hint_at` tells."""
        self._hints = []
        for sign, word in hints:
            drawn = self.glyphs.own(sign)
            if (wide := width_of(drawn) + 1 + width_of(word)) <= line.left:
                begin = line.width - line.left
                self._hints.append((begin, begin + wide, sign))
                line.add(drawn, self.ink.on(ground, key)).add(f" {word}", self.ink.on(ground, "dim")).space(HINT_GAP)

    def hint_at(self, x: int) -> str:
        """The sign of the key whose hint fills a cell of the line of hints, or ""."""
        return next((sign for begin, end, sign in self._hints if begin <= x < end), "")

    @property
    def reader(self) -> PaperreaderApp:
        """The app."""
        assert self.screen is not None
        return self.screen.app  # type: ignore[return-value]

    def place(self, size: Size) -> Region:
        """Where it lies on a screen of this size: over the whole, unless a kind of sheet says otherwise."""
        return size.region

    @property
    def place_on_screen(self) -> Region:
        """Where it lies."""
        cover = self.frame.cover if self.frame is not None else None
        return cover.place if cover is not None and cover.sheet is self else NULL_REGION

    def ask_textual(self, regions: Iterable[Region]) -> None:
        place = self.place_on_screen
        if self.screen is not None and place:
            self.screen.refresh(*(region.translate(place.offset) for region in regions))
            self.screen._check_refresh()


class Overlay:
    """Takes keys, pasted text and clicks; `leave` closes it with what it returns."""

    #: What is seen of it.
    sheet: Sheet
    #: Told of the value once, when it closes.
    closed: Callable[[object], None] | None = None

    @property
    def open(self) -> bool:
        """Whether it is to be seen."""
        return self.closed is not None

    def key(self, event: events.Key) -> None:
        """Take a key."""
        raise NotImplementedError

    def paste(self, text: str) -> None:
        """Take pasted text; without a line to type in there is nothing to do."""

    def click(self, x: int, y: int) -> None:
        """Take a click on a cell of the sheet."""

    def wheel(self, lines: int) -> None:
        """Move by so many lines."""
        self.sheet.scroll_lines(lines)

    def tell(self, problem: str) -> None:
        """Say what could not be done, where it is seen while this is open."""
        raise NotImplementedError

    def leave(self, value: object = None) -> None:
        """Close, once."""
        closed, self.closed = self.closed, None
        if closed is not None:
            closed(value)
