"""What is to be seen while a sheet lies over the panes: its lines, and around it the panes, dimmed.

A second screen, or a widget over the panes, would let Textual mount it, look up its styles, lay out the screen and
paint every cell: some 15 ms between the key and what it asked for. A cover is none of these. It puts every line of the
screen together from lines that the panes and the sheet have drawn already, and is asked for them in their place: by the
frame that answers a key (`ui.frame`), and by the panes when Textual paints them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import NULL_REGION, NULL_SIZE, Region, Size
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip

from paperreader.ui.frame import Span

if TYPE_CHECKING:
    from paperreader.ui.screens.overlay import Sheet
    from paperreader.ui.screens.panes import PanesScreen

#: How much of a colour of what lies below gives way to the ground.
DIMMED = 0.6


class _Row(NamedTuple):
    """A line of the screen and what it was put together from."""

    own: Strip | None
    """The sheet's line, where it lies here."""
    below: tuple[Strip, ...]
    """The panes' lines that are seen beside it."""
    strip: Strip

    def lies_on(self, below: Sequence[Strip]) -> bool:
        """Whether exactly these lines are below: a line that was drawn anew is another object."""
        return len(below) == len(self.below) and all(map(is_, below, self.below))


class Cover:
    """Puts the lines of the screen together while a sheet lies over it."""

    def __init__(self, screen: PanesScreen, sheet: Sheet) -> None:
        self._screen = screen
        self.sheet = sheet
        self._size: Size = NULL_SIZE
        #: Where the sheet lies.
        self.place: Region = NULL_REGION
        self._rows: list[_Row | None] = []
        #: What the terminal shows, as far as it is known.
        self._sent: list[_Row | None] = []
        self._dimmed: dict[Style | None, Style | None] = {}

    def _fit(self) -> None:
        """The terminal may have another size."""
        size = self._screen.size
        if size != self._size:
            self._size = size
            self.place = self.sheet.place(size)
            self._rows = [None] * size.height
            self._sent = [None] * size.height
            self.sheet.fit(self.place.size)

    def changes(self) -> Iterator[Span]:
        """What the terminal does not show yet; it is taken to be sent."""
        self._fit()
        for y in range(self._size.height):
            row, sent = self._row(y), self._sent[y]
            if row is sent:
                continue
            self._sent[y] = row
            if sent is None:
                yield 0, y, self._size.width, row.strip
            elif row.own is not None and row.lies_on(sent.below):
                if row.own != sent.own:
                    yield self.place.x, y, self.place.width, row.own
            elif row.strip != sent.strip:
                yield 0, y, self._size.width, row.strip

    def over(self, region: Region, crop: Region) -> list[Strip]:
        """What is to be seen in a part (`crop`) of a pane's region; whoever asks may paint it."""
        self._fit()
        left = region.x + crop.x
        strips = []
        for y in range(region.y + crop.y, region.y + crop.bottom):
            if y < len(self._sent):
                self._sent[y] = None
                strips.append(self._row(y).strip.crop(left, left + crop.width))
            else:
                strips.append(Strip.blank(crop.width))
        return strips

    def forget(self) -> None:
        """The styles changed."""
        self._dimmed.clear()
        self._rows = [None] * len(self._rows)
        self.sheet.forget()

    # Putting together -----------------------------------------------------------------------------------------------

    def _row(self, y: int) -> _Row:
        place = self.place
        own = self.sheet.kept(y - place.y) if place.y <= y < place.bottom else None
        left, right = (place.x, place.right) if own is not None else (self._size.width, self._size.width)
        below = self._below(y) if left > 0 or right < self._size.width else ()
        row = self._rows[y]
        if row is None or row.own is not own or not row.lies_on([strip for _x, strip in below]):
            row = self._rows[y] = self._put_together(own, below, left, right)
        return row

    def _below(self, y: int) -> tuple[tuple[int, Strip], ...]:
        """The lines of the panes at a line of the screen, from left to right, each with its place."""
        found = []
        for pane in self._screen.panes:
            region = pane.place_on_screen
            if region.y <= y < region.bottom:
                found.append((region.x, pane.kept(y - region.y)))
        return tuple(sorted(found, key=lambda one: one[0]))

    def _put_together(self, own: Strip | None, below: tuple[tuple[int, Strip], ...], left: int, right: int) -> _Row:
        before: list[Strip] = []
        after: list[Strip] = []
        for x, strip in below:
            if x < left:
                before.append(self._dim(strip.crop(0, left - x)))
            if x + strip.cell_length > right:
                after.append(self._dim(strip.crop(max(0, right - x))))
        strip = Strip.join([*before, *([own] if own is not None else []), *after])
        return _Row(own, tuple(strip for _x, strip in below), strip)

    # Dimming --------------------------------------------------------------------------------------------------------

    def _dim(self, strip: Strip) -> Strip:
        """A line as Textual dims what lies below a modal screen: but a style once, not every piece that has it."""
        return Strip([Segment(text, self._dim_style(style)) for text, style, _ in strip], strip.cell_length)

    def _dim_style(self, style: Style | None) -> Style | None:
        if style not in self._dimmed:
            screen = self._screen
            # With the terminal's own colours nobody knows what lies between two of them.
            veil = screen.styles.background.with_alpha(0 if screen.app.current_theme.ansi else DIMMED)
            segments = list(BackgroundScreen.process_segments([Segment(" ", style)], veil))
            for line_filter in screen.app.get_line_filters():
                segments = line_filter.apply(segments, screen.background_colors[1])
            self._dimmed[style] = segments[0].style
        return self._dimmed[style]
