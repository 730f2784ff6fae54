"""A list to choose from, over the reader: keys, commands, themes, sorts. Filtered as one types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip

from paperreader.commands import drawn_key
from paperreader.text.clean import clean_line
from paperreader.text.folding import fold
from paperreader.ui.keys import plain_key
from paperreader.ui.line import fit_sentence, width_of
from paperreader.ui.line_editor import LineEditor, draw_editor
from paperreader.ui.screens.overlay import HINT_GAP, Overlay, Sheet

if TYPE_CHECKING:
    from paperreader.ui.screens.picker_pool import Pool

#: Lines of a picker at most.
HIGHEST = 36
#: Cells of a picker at most, and what must be left on each side for the panes to be seen beside it.
WIDEST, BESIDE = 96, 8
#: Lines that must be left above and below a picker as wide as the screen; lines of a low screen.
ABOVE, LOW = 3, 20
#: Lines at the foot of a picker at most.
FOOT = 7
#: More rows than any list has.
FAR = 1 << 30
#: Cells of the column of keys at most.
WIDEST_KEYS = 13
#: Labels up to so many cells stand in a column.
WIDEST_LABEL = 32


class Choice(NamedTuple):
    """One row: `keys` in a column of their own, `label`, a fainter `detail`; `value` is what choosing it gives."""

    label: str
    detail: str = ""
    keys: str = ""
    group: str = ""
    value: object = None
    words: str = ""
    """What it can be found by besides what is shown."""
    quoted: bool = False
    """The label is a text of papers or the user's, so it stays as it is."""


def matching(choices: Sequence[Choice], query: str, pool: Pool | None = None) -> list[Choice]:
    """The choices that a query means: every word in the text, in any order; if none has them all, the likeliest.

    What a `pool` has of the same groups comes behind what is shown of them anyway.
    """
    words = fold(query).split()
    if not words:
        return list(choices)
    texts = [fold(f"{choice.keys} {choice.label} {choice.detail} {choice.group} {choice.words}") for choice in choices]
    exact = [query.strip() == part for choice in choices for part in [choice.keys]]
    found = [number for number, text in enumerate(texts) if all(word in text for word in words)]
    more = pool.find(words) if pool is not None else []
    if not found and not more:
        from rapidfuzz import fuzz, process

        hits = process.extract(" ".join(words), texts, scorer=fuzz.partial_ratio, limit=10, score_cutoff=70)
        found = [hit[2] for hit in hits]
    found.sort(key=lambda number: not exact[number] and query not in choices[number].keys.split())
    shown = [choices[number] for number in found]
    if more:
        known = {(choice.group, choice.value) for choice in shown}
        shown += [choice for choice in more if (choice.group, choice.value) not in known]
        order = {group: place for place, group in enumerate(dict.fromkeys(choice.group for choice in choices))}
        shown.sort(key=lambda choice: order.get(choice.group, len(order)))
    return shown


class PickerSheet(Sheet):
    """The title line with the query, then the rows; groups have a heading while nothing is typed."""

    GROUND = "side"

    def __init__(
        self, title: str, choices: Sequence[Choice] | None, hints: Sequence[tuple[str, str]] = (), waiting: str = ""
    ) -> None:
        super().__init__()
        self.hints = hints
        self.title_text = title
        #: Said instead of the choices as long as there are none yet.
        self.waiting = waiting if choices is None else ""
        #: What could not be done, in the last line.
        self.problem = ""
        #: What is searched besides the choices that are shown.
        self.pool: Pool | None = None
        self.editor = LineEditor()
        self.cursor = 0
        self._top = 0
        #: Lines at the foot in which what is cut of the choice under the cursor is said in full.
        self._foot = 0
        self._rows: list[Choice | str] = []
        self.fill(choices or ())
        #: Lines that show all choices: the title line, a blank above and one below them.
        self.height_of_all = HIGHEST if choices is None else max(8, len(self._rows) + 3)

    def fill(self, choices: Sequence[Choice]) -> None:
        """Offer these choices."""
        self.choices = choices
        self._keys: int | None = None
        widest = max((width_of(choice.label) for choice in choices if choice.detail), default=0)
        #: The cells of a column of labels, so that what is said of them stands in one too; 0 where they are sentences.
        self._labels = widest if widest <= WIDEST_LABEL else 0
        self._make_foot(self._drawn_size.width)
        self.filter()

    @property
    def keys(self) -> int:
        """The cells of the column of keys; 0 where there are none."""
        if self._keys is None:
            widest = max((width_of(self.glyphs.own(choice.keys)) for choice in self.choices), default=0)
            self._keys = min(widest, WIDEST_KEYS) + 2 if widest else 0
        return self._keys

    def _cut(self, choice: Choice, width: int) -> str:
        """What does not fit into the line of a choice, as a whole; "" for texts of papers, which are not said twice."""
        room = width - 3 - self.keys
        label = width_of(choice.label)
        if choice.quoted:
            return ""
        if label > room:
            return f"{choice.label} {choice.detail}".rstrip()
        return choice.detail if choice.detail and max(label, self._labels) + 2 + width_of(choice.detail) > room else ""

    def _wrapped(self, text: str, width: int) -> list[str]:
        from paperreader.ui.reading.wrap import wrap

        return [text[begin:end].strip() for begin, end in wrap(text, width - 4)]

    def _make_foot(self, width: int) -> None:
        """As many lines as the longest of what is cut wants: the list must not jump while one moves in it."""
        cut = [text for text in (self._cut(choice, width) for choice in self.choices) if text] if width else []
        self._foot = min(FOOT, max((len(self._wrapped(text, width)) for text in cut), default=0))

    def place(self, size: Size) -> Region:
        """In the middle; from edge to edge where only stumps of the panes would be left around it."""
        # As high as what there is to choose from; what is typed does not change it.
        wide = size.width >= WIDEST + 2 * BESIDE and size.height >= LOW
        self._make_foot(WIDEST if wide else size.width)
        wanted = min(HIGHEST, self.height_of_all + self._foot)
        if wide:
            width, height = WIDEST, min(wanted, size.height - 4)
        else:
            width, height = size.width, wanted if wanted + 2 * ABOVE <= size.height else size.height
        return Region((size.width - width) // 2, (size.height - height) // 2, width, height)

    def filter(self) -> None:
        """The query changed."""
        shown = matching(self.choices, self.editor.text, self.pool)
        self._rows = []
        group = ""
        for choice in shown:
            if choice.group != group and not self.editor.text:
                group = choice.group
                self._rows += ["", group] if self._rows else [group]
            self._rows.append(choice)
        self.cursor = self._nearest(0, 1)
        self._top = 0
        self.repaint()

    @property
    def current(self) -> Choice | None:
        """What the cursor is on."""
        row = self._rows[self.cursor] if self.cursor < len(self._rows) else None
        return row if isinstance(row, Choice) else None

    def put_cursor_on(self, value: object) -> None:
        """Begin on the choice with this value, if there is one."""
        for place, row in enumerate(self._rows):
            if isinstance(row, Choice) and row.value == value:
                self.cursor = place

    def resized(self) -> None:
        self._keep_cursor_in_sight()

    def _keep_cursor_in_sight(self) -> None:
        height = max(1, self._drawn_size.height - 2 - max(self._foot, bool(self.problem)))
        self._top = min(self._top, self.cursor - (1 if self.cursor else 0))
        self._top = max(0, self._top, self.cursor - height + 1)

    def move(self, rows: int) -> None:
        """Move the cursor by rows, over the headings."""
        wanted = max(0, min(self.cursor + rows, len(self._rows) - 1))
        self.cursor = self._nearest(wanted, 1 if rows > 0 else -1)
        self._keep_cursor_in_sight()
        self.repaint()

    def _nearest(self, row: int, step: int) -> int:
        for direction in (step, -step):
            place = row
            while 0 <= place < len(self._rows):
                if isinstance(self._rows[place], Choice):
                    return place
                place += direction
        return 0

    @property
    def page(self) -> int:
        """Rows that fit."""
        return max(1, self._drawn_size.height - 3 - self._foot)

    def draw(self, y: int) -> Strip:
        ink = self.ink
        if y == 0:
            line = self.line("heading-active")
            line.space(2).add(self.title_text, ink.on("heading-active", "accent")).space(2)
            # How to leave is said as long as anything is; the first ones go where the line is short.
            hints, room = list(self.hints), 0
            while hints and (room := sum(width_of(key) + width_of(word) + 1 + HINT_GAP for key, word in hints)) > (
                line.left - 13
            ):
                hints, room = hints[1:], 0
            draw_editor(
                line, self.editor, line.left - room - 2, ink["heading-active"], ink.on("heading-active", "caret")
            )
            self.draw_hints(line.space(line.left - room), hints, "heading-active")
            return line.strip()
        if self.problem and y == self._drawn_size.height - 1:
            text = fit_sentence(self.glyphs.own(clean_line(self.problem)), self._drawn_size.width - 4, self.glyphs.more)
            return self.line("bar").space(2).quote(text, ink.on("bar", "error")).strip()
        if y >= (foot := self._drawn_size.height - self._foot):
            text = self._cut(self.current, self._drawn_size.width) if self.current is not None else ""
            lines = self._wrapped(text, self._drawn_size.width)
            line = self.line("bar").space(2)
            return line.add(lines[y - foot] if y - foot < len(lines) else "", ink["bar"]).strip()
        place = self._top + y - 2
        if y == 1 or place >= len(self._rows):
            line = self.line()
            if y == 2 and not self._rows:
                line.space(2).add(self.waiting or "nothing matches", ink.on("side", "dim"))
            return line.strip()
        row = self._rows[place]
        if isinstance(row, str):
            return self.line().space(2).add(row, ink.on("side", "bold")).strip()
        return self._draw_choice(row, place == self.cursor)

    def _draw_choice(self, choice: Choice, here: bool) -> Strip:
        ink, ground = self.ink, "cursor-active" if here else "side"
        line = self.line(ground)
        line.add(">" if here else " ", ink.on(ground, "accent")).space(1)
        if self.keys:
            keys = self.glyphs.own(choice.keys)
            line.quote(keys, ink.on(ground, "key"), self.keys - 1).space(max(1, self.keys - width_of(keys)))
        draw = line.quote if choice.quoted else line.add
        draw(choice.label, ink.on(ground, "text"), line.left - 1)
        if choice.detail and line.left > 6:
            line.space(2 + max(0, self._labels - width_of(choice.label)))
            line.add(choice.detail, ink.on(ground, "dim"), line.left - 1)
        return line.strip()

    def take(self, y: int) -> bool:
        """Put the cursor on the choice in this line; False when there is none."""
        place = self._top + y - 2
        if (
            y < 2
            or y >= self._drawn_size.height - self._foot
            or place >= len(self._rows)
            or not isinstance(self._rows[place], Choice)
        ):
            return False
        self.cursor = place
        return True

    def tell(self, problem: str) -> None:
        """Say what could not be done; "" takes it back."""
        if problem != self.problem:
            self.problem = problem
            self._keep_cursor_in_sight()
            self.repaint()

    def scroll_lines(self, lines: int) -> None:
        self.move(lines)


class Picker(Overlay):
    """Returns the `value` of what was chosen, or None."""

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice] | None,
        *,
        at: object = None,
        moved: Callable[[object], None] | None = None,
        ways: Mapping[str, tuple[str, str]] | None = None,
        waiting: str = "",
        enter: str = "",
    ) -> None:
        """`at` is the value to begin on; `moved` is told what the cursor is on; `enter` says what Enter does.

        `ways` are further keys that choose, with a word for each and the name of the way: {key: (word, way)}. With
        them the result is (way, value), the way of Enter being "". Choices that are not known yet are None: until
        `fill` brings them, `waiting` is said.
        """
        self._ways = ways or {}
        self._clicks: dict[str, Callable[[], None]] = {"Enter": self.choose, "Esc": self.leave}
        hints = [("Enter", enter)] if enter else []
        for key, (word, way) in self._ways.items():
            hints.append((drawn_key(key), word))
            self._clicks[drawn_key(key)] = partial(self.choose, way)
        hints.append(("Esc", "close"))
        self.sheet: PickerSheet = PickerSheet(title, choices, hints, waiting)
        if at is not None:
            self.sheet.put_cursor_on(at)
        self._moved = moved

    def fill(self, choices: Sequence[Choice], instead: str = "", waiting: str = "") -> None:
        """Offer choices that were waited for; `instead` is said when there are none.

        `waiting` is said as long as more to search is still to come (`search_too`) and nothing yet matches.
        """
        self.sheet.waiting = waiting if choices else instead
        self.sheet.fill(choices)

    def search_too(self, pool: Pool | None) -> None:
        """From now on what is typed is looked for in a pool besides; the cursor stays on its choice."""
        sheet, here = self.sheet, self.sheet.current
        sheet.pool, sheet.waiting = pool, ""
        if sheet.editor.text:
            sheet.filter()
            if here is not None:
                sheet.put_cursor_on(here.value)
                sheet.move(0)

    def choose(self, way: str = "") -> None:
        """Take what the cursor is on."""
        if self.sheet.current is not None:
            value = self.sheet.current.value
            self.leave((way, value) if self._ways else value)

    def key(self, event: events.Key) -> None:
        """Arrows move, Enter chooses, Esc leaves, everything else is typed."""
        sheet, key = self.sheet, plain_key(event)
        sheet.tell("")
        steps = {
            "down": 1, "ctrl+n": 1, "up": -1, "ctrl+p": -1, "pagedown": sheet.page, "pageup": -sheet.page,
            "ctrl+home": -FAR, "ctrl+end": FAR,
        }  # fmt: skip
        if not sheet.editor.text:
            # There is no text to move in.
            steps |= {"home": -FAR, "end": FAR}
        if key == "escape" or (key == "q" and not sheet.editor.text):
            self.leave()
        elif key in self._ways:
            self.choose(self._ways[key][1])
        elif key == "enter":
            self.choose()
        elif key in steps:
            sheet.move(steps[key])
        else:
            before = sheet.editor.text
            sheet.editor.key(key, event.character)
            sheet.filter() if sheet.editor.text != before else sheet.repaint()
        self._tell_moved()

    def paste(self, text: str) -> None:
        """Pasted text is typed."""
        self.sheet.tell("")
        self.sheet.editor.insert(text)
        self.sheet.filter()
        self._tell_moved()

    def wheel(self, lines: int) -> None:
        """Move the cursor."""
        super().wheel(lines)
        self._tell_moved()

    def _tell_moved(self) -> None:
        if self._moved is not None and self.open and self.sheet.current is not None:
            self._moved(self.sheet.current.value)

    def click(self, x: int, y: int) -> None:
        """A click chooses; on the hint to a key, it is the key."""
        if y == 0:
            self._clicks.get(self.sheet.hint_at(x), lambda: None)()
        elif self.sheet.take(y):
            self.choose()

    def tell(self, problem: str) -> None:
        """Say it in the last line of the sheet."""
        self.sheet.tell(problem)
