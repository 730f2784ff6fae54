"""The base of every pane: a fixed area of lines that draws itself.

A pane keeps the lines it has drawn (`widgets.drawing`), never changes its own size, and is told directly what to show.
It takes no focus; the main screen knows which one is active.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.geometry import NULL_REGION, Region
from textual.strip import Strip
from textual.widget import Widget

from paperreader.ui.widgets.drawing import Drawing

if TYPE_CHECKING:
    from paperreader.ui.app import PaperreaderApp


class Pane(Drawing, Widget, can_focus=False):
    """A pane draws line `y` in `draw(y)`."""

    def __init__(self, id: str) -> None:
        Widget.__init__(self, id=id)
        Drawing.__init__(self)
        self.active = False

    @property
    def reader(self) -> PaperreaderApp:
        """The app."""
        return self.app  # type: ignore[return-value]

    @property
    def place_on_screen(self) -> Region:
        return self.region if self.display else NULL_REGION

    def ask_textual(self, regions: Iterable[Region]) -> None:
        self.refresh(*regions)
        self._check_refresh()

    def kept(self, y: int) -> Strip:
        self.fit(self.size)
        return super().kept(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return what is to be seen of the pane: its lines, or what lies over them."""
        self.fit(self.size)
        cover = self.frame.cover if self.frame is not None else None
        if cover is not None:
            return cover.over(self.region, crop)
        lines = [super(Pane, self).kept(y) for y in range(crop.y, crop.bottom)]
        if crop.x or crop.width != self._drawn_size.width:
            return [strip.crop(crop.x, crop.right) for strip in lines]
        return lines

    def render_line(self, y: int) -> Strip:
        """Return one line; Textual asks for it under the mouse."""
        return self.render_lines(Region(0, y, self.size.width, 1))[0]

    def forget(self) -> None:
        super().forget()
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme changed."""
        super().notify_style_update()
        if self._strips:
            self.forget()

    # The mouse ------------------------------------------------------------------------------------------------------

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        event.prevent_default()
        self.scroll_lines(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        event.prevent_default()
        self.scroll_lines(-3)
