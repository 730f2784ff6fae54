"""The list of papers: draws the visible rows of the session's order, and nothing a row costs when it is not visible."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from paperreader.errors import PaperreaderError
from paperreader.paper import DECIDED, READ, STARRED, Paper
from paperreader.session import Session
from paperreader.text.clean import clean_line
from paperreader.text.readable import readable
from paperreader.text.titles import UNTITLED, title_of
from paperreader.ui.line import Line, width_of
from paperreader.ui.widgets.pane import Pane

#: A pane with fewer lines has rows of one line.
LOW = 12
#: From this width on, a row of one line has a column for people and decision at its right end.
WITH_FACTS, FACTS = 70, 27
#: Lines of rows that are kept for when they move.
ROWS_KEPT = 2000
#: Rows that stay visible above and below the cursor.
MARGIN = 2


class PaperList(Pane):
    """Rows of one line (`compact`) or two (`full`): a mark and the title, then people, venue, area and note."""

    class Clicked(Message):
        """A row was clicked; `chain` counts the clicks."""

        def __init__(self, index: int, chain: int) -> None:
            super().__init__()
            self.index = index
            self.chain = chain

    def __init__(self, session: Session, *, compact: bool = False) -> None:
        super().__init__(id="list")
        self.session = session
        self.compact = compact
        #: How marked-up titles are shown (`text.readable`): as they came, until the main screen says otherwise.
        self.glyph_mode = "source"
        self._rows_drawn: dict[tuple[object, ...], Strip] = {}

    @property
    def row_height(self) -> int:
        """Lines a row takes; a low pane shows titles, and people beside them where there is room."""
        return 1 if self.compact or self._drawn_size.height < LOW else 2

    @property
    def rows(self) -> int:
        """Whole rows that fit."""
        return max(1, self._drawn_size.height // self.row_height)

    def resized(self) -> None:
        self._rows_drawn.clear()
        self._keep_cursor_in_sight()

    def forget(self) -> None:
        self._rows_drawn.clear()
        super().forget()

    # What the screen tells it ---------------------------------------------------------------------------------------

    def show(self) -> None:
        """The order changed, and with it perhaps what is highlighted: paint everything."""
        self._rows_drawn.clear()
        self.show_rows()

    def show_rows(self) -> None:
        """Paint every visible row."""
        self._keep_cursor_in_sight()
        first = self.session.top
        self.session.prefetch(self.session.order[first : first + self.rows + 1])
        self.repaint()

    def show_cursor(self, before: int) -> None:
        """The cursor moved from a row to another."""
        if self._keep_cursor_in_sight():
            self.show_rows()
        else:
            self.repaint(sorted({*self._lines_of(before), *self._lines_of(self.session.cursor)}))

    def show_numbers(self, numbers: set[int]) -> None:
        """Marks of some papers changed."""
        top = self.session.top
        visible = self.session.order[top : top + self.rows + 1]
        self.repaint([y for row, number in enumerate(visible) if number in numbers for y in self._lines_of(top + row)])

    def _keep_cursor_in_sight(self) -> bool:
        """Move the top so that the cursor is visible, with a margin; say whether it moved."""
        session, rows = self.session, self.rows
        margin = min(MARGIN, (rows - 1) // 2)
        top = min(session.top, session.cursor - margin)
        top = max(top, session.cursor + margin - rows + 1)
        top = max(0, min(top, len(session.order) - rows))
        moved = top != session.top
        session.top = top
        return moved

    def _lines_of(self, index: int) -> range:
        height = self.row_height
        first = (index - self.session.top) * height
        return range(first, first + height)

    # Drawing --------------------------------------------------------------------------------------------------------

    def draw(self, y: int) -> Strip:
        session = self.session
        row, part = divmod(y, self.row_height)
        index = session.top + row
        number = session.number(index)
        if number is None:
            return self._draw_empty(y)
        try:
            paper = session.paper(number)
        except KeyError:
            return self.line().add("  (removed from the catalogue)", self.ink.on("ground", "faint")).strip()
        except PaperreaderError:
            return self.line().add("  (cannot be read now)", self.ink.on("ground", "faint")).strip()
        here = index == session.cursor
        ground = ("cursor-active" if self.active else "cursor") if here else "ground"
        # A row that has only moved is not drawn again: while a key is held, all rows but two just move.
        looks = (number, part, ground, session.marks.of(number), number in session.selection, self.row_height)
        found = self._rows_drawn.get(looks)
        if found is None:
            if len(self._rows_drawn) >= ROWS_KEPT:
                self._rows_drawn.clear()
            found = self._rows_drawn[looks] = self._draw_row(paper, number, part, ground, here)
        return found

    def _draw_row(self, paper: Paper, number: int, part: int, ground: str, here: bool) -> Strip:
        line = self.line(ground)
        line.add(self.glyphs.cursor if here else " ", self.ink.on(ground, "accent") if here else None)
        if part == 0:
            return self._draw_title(line, ground, paper, number)
        return self._draw_facts(line, ground, paper, number)

    def _draw_title(self, line: Line, ground: str, paper: Paper, number: int) -> Strip:
        session, ink = self.session, self.ink
        flags = session.marks.flags_of(number)
        if number in session.selection:
            line.add(self.glyphs.selected, ink.on(ground, "selected"))
        else:
            line.add(self.glyphs.mark(flags), ink.on(ground, "starred" if flags & STARRED else "dim"))
        line.add(" ")
        titled = title_of(paper.title, self.glyph_mode)
        title = titled.line
        names = ["decided"] if flags & DECIDED and not flags & STARRED else ["text"]
        if not flags & (READ | DECIDED):
            names = ["unread"]
        if titled is UNTITLED:
            names = ["dim"]
        elif paper.title_derived or "title" in paper.uncertain:
            names.append("unsure")
            title += self.glyphs.uncertain
        beside = self.row_height == 1 and line.width >= WITH_FACTS
        shown = line.fit(title, line.left - 1 - (FACTS if beside else 0))
        marks = session.result.highlights(shown, "title") if session.query and titled is not UNTITLED else ()
        line.marked(shown, ink.on(ground, *names), marks, ink["match"])
        if beside:
            people, decision = _people(paper.authors), self._line_of(paper.decision or paper.venue)
            people = line.fit(people, FACTS - 4 - width_of(decision))
            text = line.fit(f" {self.glyphs.dot} ".join(part for part in (people, decision) if part), FACTS - 2)
            faint = ink.on(ground, "faint" if flags & DECIDED else "dim")
            line.space(line.left - 1 - width_of(text)).quote(f"{text} ", faint)
        return line.strip()

    def _line_of(self, text: str) -> str:
        return readable(text, self.glyph_mode).line

    def _draw_facts(self, line: Line, ground: str, paper: Paper, number: int) -> Strip:
        session, ink = self.session, self.ink
        marks = session.marks.of(number)
        faint = ink.on(ground, "faint" if marks.flags & DECIDED else "dim")
        line.add("  ")
        room = line.left - 1
        people = _people(paper.authors)
        venue = " ".join(part for part in (self._line_of(paper.venue), clean_line(paper.decision)) if part)
        dot = f" {self.glyphs.dot} "
        rest = dot.join(part for part in (venue, self._line_of(paper.area)) if part)
        if people:
            shown = line.fit(people, room)
            highlights = session.result.highlights(shown, "authors") if session.query else ()
            style = ink.on(ground, "faint" if marks.flags & DECIDED else "dim", *self._unsure(paper))
            line.marked(shown, style, highlights, ink["match"])
            rest = dot + rest if rest else ""
        note = f"{dot}note {clean_line(marks.note)}" if marks.note else ""
        tags = "".join(f" #{clean_line(tag)}" for tag in marks.tags)
        stars = f"{dot}{marks.rating}/5" if marks.rating else ""
        for text, name in ((tags, "accent"), (stars, "accent"), (note, "note"), (rest, "")):
            if text and line.left > 1:
                line.quote(text, ink.on(ground, name) if name else faint, line.left - 1)
        return line.strip()

    def _unsure(self, paper: Paper) -> tuple[str, ...]:
        return ("unsure",) if "authors" in paper.uncertain else ()

    def _draw_empty(self, y: int) -> Strip:
        line = self.line()
        if self.session.order or y not in (1, 2):
            return line.strip()
        why, then = self._why_empty()
        return line.space(3).add(why if y == 1 else then, self.ink.on("ground", "dim"), line.left).strip()

    def _why_empty(self) -> tuple[str, str]:
        """Why the list is empty, and what to press."""
        session = self.session
        if session.result.pending:
            return "Preparing the search…", "the list follows in a moment"
        if session.query:
            return f"Nothing in {clean_line(session.view.name)} matches.", "Esc clears the filter, 0 shows all papers"
        if not session.marks.total and not session.catalog.writable:
            # Not even the papers that ship with the program could come in.
            return "No papers: none can be kept here.", "PAPERREADER_HOME set to a folder that can be written mends it"
        if not session.marks.total:
            return "No papers yet.", "I imports a file; paperreader FILE does it from the shell"
        if session.view.name == "Undecided":
            return "Every paper is decided.", "3 shows the starred ones, 0 shows all papers"
        return f"Nothing in {clean_line(session.view.name)}.", "1 shows the undecided papers, 0 all"

    # The mouse ------------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked row."""
        event.stop()
        index = self.session.top + event.y // self.row_height
        if index < len(self.session.order):
            self.post_message(self.Clicked(index, event.chain))

    def scroll_lines(self, lines: int) -> None:
        step = 1 if lines > 0 else -1
        self.post_message(self.Clicked(self.session.cursor + step * max(1, abs(lines) // self.row_height), 0))


def _people(authors: tuple[str, ...]) -> str:
    """The first author and how many more."""
    if not authors:
        return ""
    first = clean_line(authors[0])
    return f"{first} +{len(authors) - 1}" if len(authors) > 1 else first
