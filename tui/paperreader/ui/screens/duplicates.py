"""Pairs of papers that may be one, one pair at a time: the user says of each whether it is, and can take it back.

What both papers say stands once and recedes; what differs stands side by side (one below the other where the screen is
narrow), with the words that differ marked. Nothing is merged by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from textual import events
from textual.strip import Strip

from paperreader.commands import Keymap, drawn_key
from paperreader.paper import Paper
from paperreader.session import Session
from paperreader.session.pairing import Pair
from paperreader.text.clean import clean_line
from paperreader.ui.keys import key_name
from paperreader.ui.line import Line, width_of
from paperreader.ui.reading.comparison import Field, compared
from paperreader.ui.reading.wrap import wrap
from paperreader.ui.screens.overlay import Overlay, Sheet

#: From this width on the papers stand side by side.
BESIDE = 100
#: Cells of the column of labels, its sign included, and between the columns.
LABELS, GAP = 13, 3
#: The widest column of text.
MEASURE = 88

_HINTS: tuple[tuple[str, str], ...] = (
    ("m", "one paper"),
    ("n", "not the same"),
    ("→", "skip"),
    ("u", "undo"),
    ("q", "close"),
)


class PairSheet(Sheet):
    """Draws one pair; `top` is the first visible line below the title line."""

    GROUND = "page"

    def __init__(self, session: Session, glyph_mode: str) -> None:
        super().__init__()
        self.session = session
        self.glyph_mode = glyph_mode
        self.pair: Pair | None = None
        self.papers: tuple[Paper, Paper] | None = None
        self.position = ""
        self.done = False
        self.top = 0
        self._lines: list[Strip] | None = None

    def show(self, pair: Pair | None, papers: tuple[Paper, Paper] | None, position: str, done: bool) -> None:
        """Show a pair, or that there is none; `position` is `1 of 3`, `done` says that there were some."""
        self.pair, self.papers, self.position, self.done = pair, papers, position, done
        self.top = 0
        self._lines = None
        self.repaint()

    def resized(self) -> None:
        self._lines = None
        self.top = 0

    def forget(self) -> None:
        self._lines = None
        super().forget()

    @property
    def page(self) -> int:
        """Lines that fit between title line and hint line."""
        return max(1, self._drawn_size.height - 2)

    def scroll_lines(self, lines: int) -> None:
        self.top = max(0, min(self.top + lines, len(self._laid_out()) - self.page))
        self.repaint()

    # Drawing --------------------------------------------------------------------------------------------------------

    def draw(self, y: int) -> Strip:
        if y == 0:
            return self._draw_heading()
        if y == self._drawn_size.height - 1:
            return self._draw_hint()
        lines = self._laid_out()
        place = self.top + y - 1
        return lines[place] if place < len(lines) else self.line().strip()

    def _draw_heading(self) -> Strip:
        ink, ground = self.ink, "heading-active"
        line = self.line(ground).space(1).add("Duplicates", ink.on(ground, "accent"))
        if self.pair is not None:
            line.add(f"  {self.position} {self.glyphs.dot} {clean_line(self.pair.reason)}", ink.on(ground, "text"))
        hidden = len(self._laid_out()) - self.page
        if hidden > 0:
            share = "end" if self.top >= hidden else "top" if not self.top else f"{100 * self.top // hidden}%"
            line.right(f"{share} ", ink.on(ground, "dim"))
        return line.strip()

    def _draw_hint(self) -> Strip:
        ink, line = self.ink, self.line("bar").space(1)
        message = self.session.message
        if message is not None:
            line.add(clean_line(message.text), ink.on("bar", _ink_of(message.kind)), line.left - 10)
            line.space(3)
        hints = _HINTS if self.pair is not None else _HINTS[-2:] if self.done else _HINTS[-1:]
        if message is not None and message.kind == "undo":
            hints = (_HINTS[-2], *(hint for hint in hints if hint is not _HINTS[-2]))
        for sign, word in hints:
            key = self.glyphs.own(sign)
            if width_of(key) + width_of(word) + 1 <= line.left:
                line.add(key, ink.on("bar", "key")).add(f" {word}   ", ink.on("bar", "dim"))
        return line.strip()

    def _laid_out(self) -> list[Strip]:
        if self._lines is None:
            self._lines = self._lay_out() if self._drawn_size.width else []
        return self._lines

    def _lay_out(self) -> list[Strip]:
        dim = self.ink.on("page", "dim")
        if self.papers is None:
            said = (
                ("That was the last pair.", "u takes the last step back, q closes.")
                if self.done
                else ("No two papers look like the same one.", "q closes. Imports look for more by themselves.")
            )
            return [self.line().strip(), *(self.line().space(3).add(text, dim).strip() for text in said)]
        marks = self.session.marks
        first, second = self.papers
        both = ((first, marks.of(first.number)), (second, marks.of(second.number)))
        fields = compared(*both, self.glyph_mode, self.glyphs.dot)
        kept = Field("", f"1  {clean_line(first.uid)}", f"2  {clean_line(second.uid)}")
        lines = [self.line().strip(), *self._draw_field(kept, "bold", "bold")]
        for field in fields:
            lines += [self.line().strip(), *self._draw_field(field, "text", "dim")]
        return lines

    def _draw_field(self, field: Field, name: str, name_of_same: str) -> list[Strip]:
        """The lines of a field; a sign and the accent say that the papers differ."""
        if field.same:
            width = min(self._drawn_size.width - LABELS - 1, MEASURE)
            return [
                self._begin(field.label if not number else "", False)
                .quote(field.first[start:end], self.ink.on("page", name_of_same))
                .strip()
                for number, (start, end) in enumerate(wrap(field.first, width))
            ]
        texts = (field.first, field.second)
        # Where one has nothing, or every word differs, marking the words would only be noise.
        marks = field.differences if all(texts) and field.label else ([], [])
        beside = self._drawn_size.width >= BESIDE
        width = min(
            (self._drawn_size.width - LABELS - GAP - 1) // 2 if beside else self._drawn_size.width - LABELS - 4, MEASURE
        )
        columns = [wrap(text, width) if text else [(0, 0)] for text in texts]
        lines: list[Strip] = []
        if beside:
            for number, ranges in enumerate(zip_longest(*columns)):
                line = self._begin(field.label if not number else "", bool(field.label))
                for place, range_ in enumerate(ranges):
                    line.space(LABELS + place * (width + GAP) - (line.width - line.left))
                    if range_ is not None:
                        self._draw_text(line, texts[place], range_, marks[place], name)
                lines.append(line.strip())
            return lines
        for place, column in enumerate(columns):
            for number, range_ in enumerate(column):
                first = not number and not place
                line = self._begin(field.label if first else "", bool(field.label) and first)
                if field.label:
                    line.add(f"{place + 1}  " if not number else "   ", self.ink.on("page", "accent"))
                self._draw_text(line, texts[place], range_, marks[place], name)
                lines.append(line.strip())
        return lines

    def _begin(self, label: str, differs: bool) -> Line:
        ink = self.ink
        sign = self.glyphs.differs if differs and label else " "
        line = self.line().space(1).add(sign, ink.on("page", "accent")).space(1)
        line.add(label, ink.on("page", "accent" if differs else "dim"))
        return line.space(LABELS - (line.width - line.left))

    def _draw_text(
        self, line: Line, text: str, range_: tuple[int, int], marks: Sequence[tuple[int, int]], name: str
    ) -> None:
        ink, (start, end) = self.ink, range_
        if not text:
            line.add("none", ink.on("page", "faint"))
            return
        here = [(max(0, low - start), min(end, high) - start) for low, high in marks if low < end and high > start]
        line.marked(text[start:end], ink.on("page", name), here, ink["match"])


class Duplicates(Overlay):
    """Goes through the pairs. What is done here can be taken back here, step by step, and in the reader later."""

    def __init__(self, session: Session, keymap: Keymap, glyph_mode: str) -> None:
        self.session = session
        self.keymap = keymap
        self.sheet: PairSheet = PairSheet(session, glyph_mode)
        self._pairs = session.pairs()
        self._at = 0
        #: What was done here: the commands of each step, and the pair it was about.
        self._steps: list[tuple[tuple[int, ...], Pair]] = []
        session.message = None
        self._show()

    def _show(self) -> None:
        pair = papers = None
        while self._pairs and papers is None:
            self._at = max(0, min(self._at, len(self._pairs) - 1))
            pair = self._pairs[self._at]
            try:
                papers = self.session.both(pair)
            except KeyError:  # another terminal took one out of the catalogue
                del self._pairs[self._at]
                pair = None
        self.sheet.show(pair, papers, f"{self._at + 1:,} of {len(self._pairs):,}", bool(self._steps))

    def _turn(self, step: int) -> None:
        """To another pair; round at the ends, so that what was skipped comes again."""
        if self._pairs:
            self._at = (self._at + step) % len(self._pairs)
            self._show()

    def _decide(self, verdict: Callable[[Pair], tuple[int, ...]]) -> None:
        if not self._pairs:
            return
        pair = self._pairs[self._at]
        done = verdict(pair)
        if done:
            self._steps.append((done, pair))
        message = self.session.message
        if done and (message is None or message.kind != "error"):
            self._pairs = self.session.pairs_left(self._pairs, pair)
        else:  # not all of it could be done
            self._pairs = self.session.pairs()
        self._show()

    def _undo(self) -> None:
        if not self._steps:
            self.session.say("nothing was done here yet; what was done before, u takes back in the list")
            self.sheet.repaint()
            return
        commands, pair = self._steps.pop()
        if left := self.session.take_back(commands):
            self._steps.append((left, pair))
        else:
            self._pairs = self.session.pairs()
            self._at = next((at for at, other in enumerate(self._pairs) if other.uids == pair.uids), 0)
        self._show()

    def tell(self, problem: str) -> None:
        """Say it in the last line of its own."""
        self.session.say(problem, "error")
        self.sheet.repaint()

    def key(self, event: events.Key) -> None:
        """The verdicts have keys of their own; the rest are those of the reader."""
        key, sheet = key_name(event), self.sheet
        self.session.hush()
        command = self.keymap.find("reader", key)
        name = command.id if command is not None else ""
        page = max(1, sheet.page - 1)
        lines = {
            "down": 1, "up": -1, "half-down": page // 2, "half-up": -page // 2, "page-down": page, "page-up": -page,
            "read-on": page, "reader-down": 1, "reader-up": -1, "top": -1 << 20, "bottom": 1 << 20,
        }  # fmt: skip
        if key == "m":
            self._decide(self.session.merge_pair)
        elif key == "n":
            self._decide(self.session.keep_pair_apart)
        elif key in ("right", "l", "tab"):
            self._turn(1)
        elif key in ("left", "h", "shift+tab"):
            self._turn(-1)
        elif name in lines:
            sheet.scroll_lines(lines[name])
        elif name == "undo":
            self._undo()
        elif key in ("escape", "q") or name == "quit":
            self.leave()
        else:
            self.session.say(f"{drawn_key(key)} means nothing here")
            sheet.repaint()


def _ink_of(kind: str) -> str:
    return "error" if kind == "error" else "text"
