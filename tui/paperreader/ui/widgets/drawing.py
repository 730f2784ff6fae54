"""Lines that draw themselves and are kept: what the panes, and the sheets that lie over them, have in common.

Textual's widgets ask the style sheet for every line and lay out the screen when a text changes; with thousands of
papers and a held key that is too slow. Here a line is drawn once, and drawn again only when it may have changed. The
price: no border, no padding and no Textual line filter, so colour filters are applied here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip

from paperreader.ui.frame import Frame
from paperreader.ui.glyphs import Glyphs
from paperreader.ui.ink import Ink
from paperreader.ui.line import Line

if TYPE_CHECKING:
    from paperreader.ui.app import PaperreaderApp


class Drawing:
    """Draws line `y` in `draw(y)`; everything else is kept here."""

    #: The name of its ground in `ui.ink`.
    GROUND = "ground"

    def __init__(self) -> None:
        self._strips: list[Strip | None] = []
        self._drawn_size = Size(0, 0)
        self._ink: Ink | None = None
        self._glyphs: Glyphs | None = None
        self._filters: list[LineFilter] | None = None
        #: Where changes go while a key is handled; without one, Textual is asked to paint them.
        self.frame: Frame | None = None
        #: How many lines were drawn so far; tests count them.
        self.lines_drawn = 0

    # To be overridden -----------------------------------------------------------------------------------------------

    @property
    def reader(self) -> PaperreaderApp:
        """The app, which knows the styles, the signs and the colour filters in force."""
        raise NotImplementedError

    def draw(self, y: int) -> Strip:
        """Draw one line, exactly as wide as the whole."""
        raise NotImplementedError

    def resized(self) -> None:
        """It has another size; called before its lines are drawn again."""

    @property
    def place_on_screen(self) -> Region:
        """Where it is to be seen, without a size when it is not."""
        raise NotImplementedError

    def ask_textual(self, regions: Iterable[Region]) -> None:
        """Let Textual paint parts of it, in this turn and not when it is idle: all that a key changed is one frame."""
        raise NotImplementedError

    # Drawing --------------------------------------------------------------------------------------------------------

    @property
    def ink(self) -> Ink:
        """The styles in force."""
        if self._ink is None:
            self._ink = self.reader.ink
        return self._ink

    @property
    def glyphs(self) -> Glyphs:
        """The signs in force."""
        if self._glyphs is None:
            self._glyphs = self.reader.options.glyphs
        return self._glyphs

    def line(self, ground: str = "") -> Line:
        """A new line on a ground (default: its own)."""
        return Line(self._drawn_size.width, self.ink[ground or self.GROUND], self.glyphs)

    def _finish(self, y: int) -> Strip:
        self.lines_drawn += 1
        strip = self.draw(y)
        if self._filters is None:
            # No style here has an ANSI colour unless the theme wants the terminal's own, so that filter has no work.
            self._filters = [
                filter_
                for filter_ in self.reader.get_line_filters()
                if filter_.enabled and not isinstance(filter_, ANSIToTruecolor)
            ]
        for filter_ in self._filters:
            strip = strip.apply_filter(filter_, self.reader.main.background_colors[1])
        return strip

    def fit(self, size: Size) -> None:
        """Be of this size from now on."""
        if size != self._drawn_size:
            self._drawn_size = size
            self._strips = [None] * size.height
            self.resized()

    def kept(self, y: int) -> Strip:
        """A line as it stands; drawn now, if it was not yet."""
        strips = self._strips
        if y >= len(strips):
            return self.line().strip()
        strip = strips[y]
        if strip is None:
            strip = strips[y] = self._finish(y)
        return strip

    def repaint(self, lines: Iterable[int] | None = None) -> None:
        """Draw lines (default: all) again before the next frame; only those that come out different are sent."""
        strips = self._strips
        changed: list[Region] = []
        for y in range(len(strips)) if lines is None else lines:
            old = strips[y] if 0 <= y < len(strips) else None
            if old is None:
                # Not drawn yet, so it is still to be painted as a whole.
                continue
            new = self._finish(y)
            if new != old:
                strips[y] = new
                changed.append(Region(0, y, _extent(old, new), 1))
        if changed and (self.frame is None or not self.frame.add(self, changed)):
            self.ask_textual(changed)

    def forget(self) -> None:
        """Drop every kept line (the styles or the signs changed)."""
        self._strips = [None] * len(self._strips)
        self._ink = None
        self._glyphs = None
        self._filters = None

    # The mouse ------------------------------------------------------------------------------------------------------

    def scroll_lines(self, lines: int) -> None:
        """The wheel turned over it."""


def _extent(old: Strip, new: Strip) -> int:
    """The cells to send when one line replaces another: up to the blank rest that both end in."""
    (*_, before), (*_, after) = old, new
    if before.style != after.style:
        return new.cell_length
    blank = min(len(segment.text) - len(segment.text.rstrip(" ")) for segment in (before, after))
    return new.cell_length - blank
