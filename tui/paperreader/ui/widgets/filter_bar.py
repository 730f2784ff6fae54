"""The title line of the list: the view, the query as it is typed, and how many papers match."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from paperreader.session import Session
from paperreader.text.clean import clean_line
from paperreader.ui.line import width_of
from paperreader.ui.line_editor import LineEditor, draw_editor
from paperreader.ui.widgets.pane import Pane


class FilterBar(Pane):
    """`editor` is the query being typed, or None when the filter is not open."""

    GROUND = "heading"

    class Clicked(Message):
        """The line was clicked."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="filter")
        self.session = session
        self.editor: LineEditor | None = None

    def draw(self, y: int) -> Strip:
        session, ink = self.session, self.ink
        ground = "heading-active" if self.active or self.editor else "heading"
        line = self.line(ground)
        if y:
            return line.strip()
        count = self._count()
        name = ink.on(ground, "accent" if self.active or self.editor else "bold")
        # At least half of the line, and what the other half does not need.
        beside = f" {self.glyphs.dot} {clean_line(session.query) or self._selected}"
        free = 0 if self.editor is not None else line.left - width_of(count) - width_of(beside) - 3
        line.space(1).quote(clean_line(session.view.name), name, max(4, line.left // 2, free))
        room = line.left - width_of(count) - 2
        if self.editor is not None:
            line.add(" / ", ink.on(ground, "dim"))
            doubtful, wrong = session.doubtful_part, ink.on(ground, "bold", "error", "underline")
            plain, caret = ink.on(ground, "bold"), ink.on(ground, "caret")
            draw_editor(line, self.editor, max(4, room - 3), plain, caret, doubtful, wrong)
        elif session.query:
            line.add(f" {self.glyphs.dot} ", ink.on(ground, "dim"))
            line.quote(clean_line(session.query), ink.on(ground, "bold"), max(4, room - 3))
        elif session.selection:
            line.add(beside, ink.on(ground, "selected"))
        return line.right(count + " ", ink.on(ground, "dim")).strip()

    @property
    def _selected(self) -> str:
        return f"{len(self.session.selection):,} selected" if self.session.selection else ""

    def _count(self) -> str:
        session = self.session
        if session.result.pending or session.query_error is not None:
            return self.glyphs.more
        place = f"{session.cursor + 1:,}/" if session.order and self.editor is None else ""
        whole = f" of {session.marks.total:,}" if session.query and (self.editor is not None or not place) else ""
        # What is not indexed yet, such as the papers of an import that runs, was not looked at.
        far = " so far" if session.query and session.engine.stale else ""
        return f"{place}{len(session.order):,}{whole}{far}"

    def on_click(self, event: events.Click) -> None:
        """A click opens the filter."""
        event.stop()
        self.post_message(self.Clicked())
