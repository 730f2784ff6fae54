"""One frame of the panes, written to the terminal in one piece, past Textual's compositor.

Textual answers a key in its own time: the key waits in two queues, the changed widgets wait for a timer, and the
compositor asks every widget for its lines and cuts them into pieces. A pane already has the lines that changed. While a
key is handled they are collected here and then written at once; the compositor keeps no copy of the screen, so nothing
gets out of step. This is only done where it is sure to be right: the main screen is on top, no layout is due, and the
terminal shows synchronised frames. Elsewhere (tests without a terminal, Windows, other screens) Textual paints.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.color import ColorSystem
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

if TYPE_CHECKING:
    from textual.app import App

    from paperreader.ui.screens.cover import Cover
    from paperreader.ui.screens.panes import PanesScreen
    from paperreader.ui.widgets.drawing import Drawing

_BEGIN, _END = "\x1b[?2026h", "\x1b[0m\x1b[?2026l"
_MARK = "\0"

#: A piece of a line of the screen: its place (x, y), the cells to write of it, and the line from that place on.
Span = tuple[int, int, int, Strip]


class Frame:
    """Collects the changed parts of panes between `begin` and `end`."""

    def __init__(self, screen: PanesScreen) -> None:
        self._screen = screen
        self._parts: list[tuple[Drawing, list[Region]]] | None = None
        self._layout = False
        self._whole = False
        self._set_up: dict[Style, str] = {}
        #: What lies over the panes.
        self.cover: Cover | None = None

    def begin(self) -> None:
        """From here on, panes leave their changes here."""
        self._parts = []
        self._layout = self._whole = False

    def layout_due(self) -> None:
        """Places change with this frame, so Textual must paint it."""
        self._layout = True

    def put_over(self, cover: Cover | None) -> None:
        """From now on this lies over the panes, or nothing: the whole screen is painted."""
        self.cover = cover
        self._whole = True
        if self._parts is None:
            self._screen.refresh()

    def add(self, drawing: Drawing, regions: list[Region]) -> bool:
        """Take changed parts of a pane (single lines, from its left edge); False when nothing is collected."""
        if self._parts is None:
            return False
        self._parts.append((drawing, regions))
        return True

    def end(self, *, on_top: bool) -> None:
        """Write what was collected, or let Textual paint it."""
        parts, self._parts = self._parts, None
        if not parts and not self._whole:
            return
        app = self._screen.app
        if app._driver is not None and on_top and not self._layout and _in_sync(app):
            if self.cover is not None:
                spans: Iterable[Span] = self.cover.changes()
            elif self._whole:
                spans = _all_of(self._screen.panes)
            else:
                spans = _changed(parts or [])
            app._driver.write(self._drawn(app, spans))
        elif self._whole:
            self._screen.refresh()
            self._screen._check_refresh()
        else:
            for drawing, regions in parts or []:
                drawing.ask_textual(regions)

    def _drawn(self, app: App[object], spans: Iterable[Span]) -> str:
        """The sequences of a frame. A style is set up where it changes, not for every piece."""
        colours = app.console._color_system or ColorSystem.TRUECOLOR
        out = [_BEGIN]
        style: Style | None = None
        for x, y, left, strip in spans:
            out.append(f"\x1b[{y + 1};{x + 1}H")
            for segment in strip:
                text, wanted, _ = segment
                cells = len(text) if text.isascii() else cell_len(text)
                if cells > left:
                    text = set_cell_size(text, left)
                if wanted is not style and wanted is not None:
                    style = wanted
                    out.append(self._set_up_of(style, colours))
                out.append(text)
                left -= cells
                if left <= 0:
                    break
        out.append(_END)
        return "".join(out)

    def _set_up_of(self, style: Style, colours: ColorSystem) -> str:
        """What makes a style from any other."""
        known = self._set_up.get(style)
        if known is None:
            if len(self._set_up) > 1000:  # Themes were tried: theirs will not come back soon.
                self._set_up.clear()
            opening = style.render(_MARK, color_system=colours).partition(_MARK)[0]
            known = self._set_up[style] = "\x1b[0m" + opening
        return known


def _in_sync(app: App[object]) -> bool:
    """Whether the terminal shows frames whole. Textual has asked it at the start."""
    return sys.platform != "win32" and bool(getattr(app, "_sync_available", False)) and not app.is_headless


def _changed(parts: Iterable[tuple[Drawing, list[Region]]]) -> Iterator[Span]:
    """What has changed of what is shown."""
    for drawing, regions in parts:
        x, y, _, height = drawing.place_on_screen
        for region in regions if height else ():
            yield x, y + region.y, region.width, drawing.kept(region.y)


def _all_of(drawings: Iterable[Drawing]) -> Iterator[Span]:
    """Every line of what is shown."""
    for drawing in drawings:
        x, y, width, height = drawing.place_on_screen
        for line in range(height):
            yield x, y + line, width, drawing.kept(line)
