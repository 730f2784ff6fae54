"""The bookmarks: the views with live counts, the starred papers by name, the later queue in its order, the tags, the
areas of what is listed."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from paperreader.errors import PaperreaderError
from paperreader.session import Session
from paperreader.text.clean import clean_line
from paperreader.text.titles import title_of
from paperreader.ui.line import width_of
from paperreader.ui.widgets.bookmarks import Item, Items, Papers, told_apart
from paperreader.ui.widgets.pane import Pane


class Sidebar(Pane):
    """`cursor` is a line of `items`; it always stands on something that opens."""

    GROUND = "side"

    class Chosen(Message):
        """A line was clicked."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    def __init__(self, session: Session) -> None:
        super().__init__(id="sidebar")
        self.session = session
        self.items = Items()
        self.cursor = 2
        self._top = 0
        #: Whether papers are listed: the one under the list's cursor is drawn in the accent.
        self.has_papers = False
        self._titles: dict[int, str] = {}
        self._generation = -1
        #: How marked-up titles are shown (`text.readable`): as they came, until the main screen says otherwise.
        self.glyph_mode = "source"
        #: The areas of what is listed: (name, papers, part of a query), counted in the background.
        self.areas: list[tuple[str, int, str]] = []

    def show(self) -> None:
        """Views, counts, stars or tags changed."""
        chosen, at = self.current, self.cursor
        if self.session.generation != self._generation:
            # Papers came, went, or changed their titles.
            self._generation = self.session.generation
            self._titles.clear()
        self._fill()
        if chosen is not None and chosen != self.current:
            place = self.items.place_of(chosen)
            self.cursor = self.items.nearest(at) if place is None else place
        self._keep_cursor_in_sight()
        self.repaint()

    def show_titles(self, glyph_mode: str) -> None:
        """From now on show titles in this way."""
        self.glyph_mode = glyph_mode
        self._titles.clear()
        self.repaint()

    def resized(self) -> None:
        if not self.items:
            self._fill()
        self._keep_cursor_in_sight()

    def _fill(self) -> None:
        session, blank = self.session, Item("")
        views = [
            Item(clean_line(view.name), session.digit(view), session.count(view), view) for view in session.views()
        ]
        starred, queue = session.marks.starred(), session.marks.queue()
        tags = [Item(clean_line(tag), papers=count, tag=tag) for tag, count in session.marks.tag_counts()]
        short = told_apart([clean_line(name) for name, _papers, _part in self.areas], self.glyphs.more)
        areas = [
            Item(name, papers=papers, area=part) for name, (_, papers, part) in zip(short, self.areas, strict=True)
        ]
        self.has_papers = bool(starred or queue)
        self.items = Items((
            [Item("Bookmarks"), blank, *views],
            [blank, Item("Starred")],
            Papers(starred, queued=False) if starred else [Item("s stars a paper")],
            [blank, Item("Later")],
            Papers(queue, queued=True) if queue else [Item("w puts a paper off")],
            [blank, Item("Tags"), *(tags or [Item("t adds tags")])],
            [blank, Item("Areas"), *areas] if areas else [],
        ))  # fmt: skip

    def _short_title(self, number: int) -> str:
        """The name of a paper: its title up to the colon. Thousands may be starred, so only what is shown is read."""
        if number not in self._titles:
            shown = self.items[self._top : self._top + self._drawn_size.height]
            wanted = {number} | {item.number for item in shown if item.number is not None}
            try:
                papers = self.session.catalog.papers(wanted - self._titles.keys())
            except PaperreaderError:
                return self.glyphs.more
            self._titles[number] = ""  # for one that is gone
            for paper in papers:
                self._titles[paper.number] = title_of(paper.title, self.glyph_mode).line.split(": ")[0]
        return self._titles[number]

    @property
    def current(self) -> Item | None:
        """What the cursor is on."""
        return self.items[self.cursor] if self.cursor < len(self.items) else None

    def move(self, step: int) -> None:
        """Move the cursor by lines that open something."""
        self.put_cursor(self.items.step(self.cursor, step))

    def put_cursor(self, line: int) -> None:
        """Put the cursor on the nearest line that opens something."""
        self.cursor = self.items.nearest(line)
        self._keep_cursor_in_sight()
        self.repaint()

    def _keep_cursor_in_sight(self) -> None:
        height = self._drawn_size.height
        if height:
            self._top = max(0, min(self._top, self.cursor - 2), self.cursor - height + 2)
            self._top = max(0, min(self._top, len(self.items) - height))

    def draw(self, y: int) -> Strip:
        place = self._top + y
        if place >= len(self.items):
            return self.line().strip()
        item = self.items[place]
        here = self.active and place == self.cursor
        ground = ("heading-active" if self.active else "heading") if place == 0 else "cursor-active" if here else "side"
        ink, line = self.ink, self.line(ground)
        line.add(self.glyphs.cursor if here else " ", ink.on(ground, "accent"))
        if not item.opens:
            known = item.text in _HEADINGS
            style = ("accent" if self.active and place == 0 else "bold") if known else "faint"
            return line.add(item.text, ink.on(ground, style)).strip()
        count = "" if item.papers is None else f"{item.papers:,} "
        line.add(f"{self._sign(item)} ", ink.on(ground, "starred" if item.number is not None else "key"))
        open_now = item.view is not None and item.view.name == self.session.view.name
        current = item.number is not None and item.number == self.session.number()
        name = "accent" if open_now or current else "text" if item.papers != 0 else "dim"
        text = item.text if item.number is None else self._short_title(item.number)
        line.quote(text, ink.on(ground, name), line.left - width_of(count) - 1)
        return line.right(count, ink.on(ground, "dim")).strip()

    def _sign(self, item: Item) -> str:
        if item.number is not None:
            return self.glyphs.later if item.queued else self.glyphs.starred
        return "#" if item.tag else item.key or " "

    def on_click(self, event: events.Click) -> None:
        """Open what was clicked."""
        event.stop()
        place = self._top + event.y
        if place < len(self.items) and self.items[place].opens:
            self.post_message(self.Chosen(self.items[place]))

    def scroll_lines(self, lines: int) -> None:
        self._top = max(0, min(self._top + lines, len(self.items) - self._drawn_size.height))
        self.repaint()


_HEADINGS = ("Bookmarks", "Starred", "Later", "Tags", "Areas")
