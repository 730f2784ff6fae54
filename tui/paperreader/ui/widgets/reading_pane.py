"""The reader: one paper, wrapped to a comfortable measure, drawn line by line."""

from __future__ import annotations

from itertools import pairwise

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip

from paperreader.paper import DISMISSED, LATER, NO_MARKS, READ, STARRED, Marks, Paper
from paperreader.session import Session
from paperreader.text.styled import Run
from paperreader.ui.line import Line, width_of
from paperreader.ui.reading.document import Block, DocLine, Document, compose, runs_between
from paperreader.ui.widgets.pane import Pane

#: Which ink a style of the text is drawn in; styles that are not here are drawn as plain text.
_INK_OF_STYLE = {
    "bold": "bold", "italic": "italic", "underline": "underline", "strike": "strike", "code": "code", "link": "link",
    "cite": "cite", "note": "note", "math": "math", "unknown": "unknown", "comment": "unknown",
}  # fmt: skip
_FLAG_WORDS = ((STARRED, "starred"), (LATER, "later"), (DISMISSED, "dismissed"), (READ, "read"))


#: Above the first paper, until the first key.
WELCOME = (
    "Welcome. j and k move, Enter or Space reads, / filters as you type.\n"
    "a keeps a paper, w puts it off, d dismisses it; u takes anything back.\n"
    "? shows every key, q quits. Everything is saved as you go."
)


class ReadingPane(Pane):
    """Shows the session's paper; `top` is the first visible line of the document."""

    GROUND = "page"

    class Clicked(Message):
        """The pane was clicked; `link` is the address under the pointer, or ""."""

        def __init__(self, link: str) -> None:
            super().__init__()
            self.link = link

    class Scrolled(Message):
        """The wheel turned over the pane."""

    def __init__(self, session: Session, *, measure: int = 88) -> None:
        super().__init__(id="reader")
        self.session = session
        self.measure = measure
        #: How marked-up text is shown (`text.readable`): as it came, until the main screen says otherwise.
        self.glyph_mode = "source"
        self.source = False
        self.top = 0
        self.paper: Paper | None = None
        self._document = Document([], [])
        self._marks: Marks = NO_MARKS
        self._found: dict[str, list[tuple[int, int]]] = {}
        self._runs: dict[str, list[Run]] = {}
        self._match = -1
        self._scrolled = False
        self._wanted = ""
        #: What the document was made of.
        self._made_of: tuple[object, ...] = ()

    # What the screen tells it ---------------------------------------------------------------------------------------

    def show(self, *, keep_place: bool = False) -> None:
        """Show the paper under the cursor, from its top or, if it is the same one, from where it stood."""
        paper = self.session.current()
        same = paper is not None and self.paper is not None and paper.uid == self.paper.uid
        anchor = self._document.anchor(self.top) if same and keep_place else ""
        if not same:
            self.leave()
            anchor = self.session.place(paper.uid) if paper is not None else ""
        self.paper = paper
        self._marks = self.session.marks.of(paper.number) if paper else NO_MARKS
        welcome = "" if self.session.saved.welcomed else WELCOME
        dot = self.glyphs.dot
        made_of = (paper, self._marks, self.glyph_mode, dot, self.source, welcome)
        if made_of == self._made_of and self._drawn_size.width:
            # While one types, the paper often stays the same, and what is found in it changes.
            self.top = self._within(self._document.line_of(anchor) if anchor else 0)
            self.show_matches()
            return
        self._made_of = made_of
        self._document = (
            compose(paper, self._marks, glyphs=self.glyph_mode, dot=dot, source=self.source, welcome=welcome)
            if paper
            else Document([], [])
        )
        self._found.clear()
        self._runs.clear()
        self._match = -1
        self._lay_out(anchor)
        self.repaint()

    def prepare(self, paper: Paper) -> None:
        """Make a paper readable that is likely to come next; `readable` keeps what it made."""
        compose(paper, NO_MARKS, glyphs=self.glyph_mode, dot=self.glyphs.dot, source=self.source)

    def leave(self) -> None:
        """Remember where the reading of this paper stopped, if it was begun and not finished."""
        if self._scrolled and self.paper is not None:
            self.session.leave_place(self.paper.uid, "" if self.at_end else self.place)
        self._scrolled = False

    def show_matches(self) -> None:
        """The query changed but the paper did not."""
        self._found.clear()
        self._match = -1
        self.repaint()

    def resized(self) -> None:
        self._lay_out(self._wanted or self._document.anchor(self.top))

    def _lay_out(self, anchor: str) -> None:
        """Break the text into lines and go to a place in it; without a size yet, both wait for one."""
        self._wanted = anchor
        if self._drawn_size.width:
            self._wanted = ""
            self._document.lay_out(self._text_width)
            self.top = self._within(self._document.line_of(anchor) if anchor else 0)

    # Scrolling ------------------------------------------------------------------------------------------------------

    @property
    def _text_width(self) -> int:
        return max(8, min(self.measure, self._drawn_size.width - 4))

    @property
    def page(self) -> int:
        """Lines of the document that fit below the title line."""
        return max(1, self._drawn_size.height - 1)

    @property
    def at_end(self) -> bool:
        """Whether the last line is visible."""
        return self.top >= self._last_top

    @property
    def fits(self) -> bool:
        """Whether the whole document is visible without scrolling."""
        return self._last_top == 0

    @property
    def _last_top(self) -> int:
        return max(0, len(self._document.lines) - self.page)

    def _within(self, top: int) -> int:
        return max(0, min(top, self._last_top))

    def scroll_to_line(self, top: int) -> None:
        """Put a line of the document at the top."""
        top = self._within(top)
        if top != self.top:
            self.top = top
            self._scrolled = True
            self.repaint()

    def scroll_lines(self, lines: int) -> None:
        self.scroll_to_line(self.top + lines)
        self.post_message(self.Scrolled())

    @property
    def place(self) -> str:
        """The place in the text, for the next run."""
        return self._document.anchor(self.top)

    def go_to_anchor(self, anchor: str) -> None:
        """Go back to a place."""
        self._lay_out(anchor)
        self.repaint()

    # Matches and links ----------------------------------------------------------------------------------------------

    def _highlights(self, block: Block) -> list[tuple[int, int]]:
        if not self.session.query or not block.field:
            return []
        found = self._found.get(block.name)
        if found is None:
            found = self._found[block.name] = list(self.session.result.highlights(block.text.plain, block.field))
        return found

    def next_match(self, step: int) -> bool:
        """Go to the next (1) or previous (-1) match of the query; False when there is none."""
        lines = sorted(
            {
                self._document.place(block, start)
                for block in self._document.blocks
                for start, _ in self._highlights(block)
            }
        )
        if not lines:
            return False
        if step > 0:
            line = next((line for line in lines if line > self._match and line >= self.top), lines[0])
        else:
            line = next((line for line in reversed(lines) if line < self._match), lines[-1])
        self._match = line
        self.top = self._within(line - self.page // 3)
        self.repaint()
        return True

    def link(self, number: int) -> str:
        """The address of a numbered link, or ""."""
        links = self._document.links
        return links[number - 1].url if 0 < number <= len(links) else ""

    @property
    def links(self) -> int:
        """How many links are numbered."""
        return len(self._document.links)

    # Drawing --------------------------------------------------------------------------------------------------------

    def draw(self, y: int) -> Strip:
        if y == 0:
            return self._draw_heading()
        number = self.top + y - 1
        line = self._begin()
        if number >= len(self._document.lines):
            if self.paper is None and y == 2:
                line.add("No paper here.", self.ink.on("page", "dim"))
            return line.strip()
        return self._draw_line(line, self._document.lines[number], number)

    def _begin(self, ground: str = "") -> Line:
        """A line with the margin that centres the text."""
        line = self.line(ground)
        return line.space(self._margin)

    @property
    def _margin(self) -> int:
        return max(1, (self._drawn_size.width - self._text_width) // 2)

    def _draw_heading(self) -> Strip:
        ground = "heading-active" if self.active else "heading"
        line = self._begin(ground)
        words = [word for flag, word in _FLAG_WORDS if self._marks.flags & flag]
        if self._marks.rating:
            words.append(f"rated {self._marks.rating}")
        if self.source:
            words.append("source")
        if not words and self.paper is not None:
            words = ["undecided"]
        line.add(f" {self.glyphs.dot} ".join(words), self.ink.on(ground, "accent" if self.active else "dim"))
        if self._document.lines and not self.fits:
            share = "end" if self.at_end else "top" if not self.top else f"{100 * self.top // self._last_top}%"
            line.right(f"{share} ", self.ink.on(ground, "dim"))
        return line.strip()

    def _draw_line(self, line: Line, doc_line: DocLine, number: int) -> Strip:
        block = doc_line.block
        if block is None:
            return line.strip()
        ink = self.ink
        if block.label:
            if doc_line.first:
                line.add(block.label, ink.on("page", "accent")).space(2)
            else:
                line.space(self._document.indent(block))
        base = ink.on("page", *(block.style or ("text",)))
        picked = self._selected(doc_line, number)
        marks = [
            (start, end) for start, end in self._highlights(block) if end > doc_line.start and start < doc_line.end
        ]
        plain = block.text.plain
        for run in runs_between(block.text, self._runs_of(block), doc_line.start, doc_line.end):
            style = base
            for name in run.styles:
                if name in _INK_OF_STYLE:
                    style = style + ink[_INK_OF_STYLE[name]]
            if not marks and picked is None:
                line.quote(plain[run.start : run.end], style)
                continue
            for start, end, over in _pieces(run.start, run.end, marks, picked, ink["match"], ink["selection"]):
                line.quote(plain[start:end], style + over)
        return line.strip()

    def _runs_of(self, block: Block) -> list[Run]:
        runs = self._runs.get(block.name)
        if runs is None:
            runs = self._runs[block.name] = list(block.text.runs())
        return runs

    # The mouse ------------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Take the focus; a click on a link opens it."""
        event.stop()
        number = self.top + event.y - 1
        link = ""
        if event.y > 0 and number < len(self._document.lines):
            block, start, end, _first = self._document.lines[number]
            if block is not None and block.links:
                # Only the address itself is the link, not the blank rest of its line.
                left = self._margin + self._document.indent(block)
                width = width_of(block.text.plain[start:end])
                link = block.links[0] if left <= event.x < left + width else ""
        self.post_message(self.Clicked(link))

    def render_line(self, y: int) -> Strip:
        """Return a line as the mouse selection needs it: which text is where. What is drawn does not carry this."""
        number = self.top + y - 1
        if y == 0 or number >= len(self._document.lines):
            return super().render_line(y)
        block, start, end, _first = self._document.lines[number]
        text = block.text.plain[start:end] if block is not None else ""
        indent = self._margin + (self._document.indent(block) if block is not None else 0)
        here = Style.from_meta({"offset": (0, number)})
        # A click beside the text means its beginning, so every blank of the margin stands for that.
        return Strip([*[Segment(" ", here)] * indent, Segment(text, here)])

    def _selected(self, doc_line: DocLine, number: int) -> tuple[int, int] | None:
        """The offsets of a line that the mouse selected."""
        selection = self.text_selection
        if selection is None:
            return None
        span = selection.get_span(number)
        if span is None:
            return None
        start, end = span
        return doc_line.start + start, doc_line.end if end == -1 else doc_line.start + end

    def selection_updated(self, selection: Selection | None) -> None:
        self.repaint()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text as it reads, without the line breaks of this width."""
        parts: list[str] = []
        begun: tuple[Block, int, int] | None = None
        for number, doc_line in enumerate(self._document.lines):
            picked = None
            if doc_line.block is not None and (span := selection.get_span(number)) is not None:
                start, end = span
                picked = (
                    doc_line.start + start,
                    doc_line.end if end == -1 else min(doc_line.end, doc_line.start + end),
                )
            if picked is None or doc_line.block is None:
                continue
            if begun is not None and begun[0] is doc_line.block:
                begun = (begun[0], begun[1], picked[1])
            else:
                if begun is not None:
                    parts.append(begun[0].text.plain[begun[1] : begun[2]])
                begun = (doc_line.block, *picked)
        if begun is not None:
            parts.append(begun[0].text.plain[begun[1] : begun[2]])
        return ("\n".join(parts), "\n") if parts else None


def _pieces(
    start: int,
    end: int,
    marks: list[tuple[int, int]],
    picked: tuple[int, int] | None,
    match: Style,
    selection: Style,
) -> list[tuple[int, int, Style]]:
    """Cut a range at the borders of matches and selection; each piece with what lies over it."""
    ranges = [*marks, *([picked] if picked else [])]
    borders = sorted({start, end, *(edge for pair in ranges for edge in pair if start < edge < end)})
    pieces = []
    for low, high in pairwise(borders):
        over = Style.null()
        if any(a <= low < b for a, b in marks):
            over = over + match
        if picked and picked[0] <= low < picked[1]:
            over = over + selection
        pieces.append((low, high, over))
    return pieces
