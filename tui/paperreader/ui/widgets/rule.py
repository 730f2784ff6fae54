"""The thin line between the list and the reader: a pane of its own, so that no line of the reader has to carry it."""

from __future__ import annotations

from textual.strip import Strip

from paperreader.ui.widgets.pane import Pane


class Rule(Pane):
    """One column, drawn once."""

    GROUND = "page"

    def __init__(self) -> None:
        super().__init__(id="rule")

    def draw(self, y: int) -> Strip:
        return self.line().add(self.glyphs.edge, self.ink.on("page", "rule")).strip()
