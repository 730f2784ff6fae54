"""Editing one line: a text, a cursor, and the keys of readline. The panes that show a line own one.

Textual's `Input` costs a second frame a key, and the filter must show its result in the frame of the key.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from paperreader.ui.line import Line, width_of

_SELECTED = Style(reverse=True)


def _word_start(text: str, at: int) -> int:
    while at > 0 and text[at - 1].isspace():
        at -= 1
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


class LineEditor:
    """A line being edited; `cursor` is an offset in `text`."""

    def __init__(self, text: str = "", history: Sequence[str] = (), *, proposed: bool = False) -> None:
        """A `proposed` text is selected: what is typed takes its place, any other key of a line keeps it to edit."""
        self.text = text
        self.cursor = len(text)
        self.proposed = proposed and bool(text)
        self.history = list(history)
        self._recalled = len(self.history)
        #: What was recalled last, as long as it stands there unchanged.
        self._recalled_text: str | None = None

    def set(self, text: str, cursor: int | None = None) -> None:
        """Replace the whole line; the cursor stands at its end, unless it is said where."""
        self.text = text
        self.cursor = len(text) if cursor is None else cursor
        self.proposed = False

    def insert(self, text: str) -> None:
        """Insert a typed or pasted text; line breaks become blanks."""
        if self.proposed:
            self.set("")
        text = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def _delete(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

    def recall(self, step: int) -> None:
        """An earlier (-1) or later (1) line of the history."""
        place = self._recalled + step
        if 0 <= place <= len(self.history):
            self._recalled = place
            self.set(self.history[place] if place < len(self.history) else "")
            self._recalled_text = self.text

    @property
    def recalling(self) -> bool:
        """Whether the line is an earlier one, as it was."""
        return self.text == self._recalled_text

    def key(self, key: str, character: str | None) -> bool:
        """Take a key (Textual's name and the character it types); False when it means nothing in a line."""
        text, at = self.text, self.cursor
        if self.proposed and key in ("backspace", "ctrl+h", "delete", "ctrl+d"):
            self.set("")
            return True
        match key:
            case "left" | "ctrl+b":
                self.cursor = max(0, at - 1)
            case "right" | "ctrl+f":
                self.cursor = min(len(text), at + 1)
            case "home" | "ctrl+a":
                self.cursor = 0
            case "end" | "ctrl+e":
                self.cursor = len(text)
            case "alt+b" | "ctrl+left":
                self.cursor = _word_start(text, at)
            case "alt+f" | "ctrl+right":
                self.cursor = _word_end(text, at)
            case "backspace" | "ctrl+h":
                self._delete(max(0, at - 1), at)
            case "delete" | "ctrl+d":
                self._delete(at, min(len(text), at + 1))
            case "ctrl+w" | "alt+backspace":
                self._delete(_word_start(text, at), at)
            case "alt+d":
                self._delete(at, _word_end(text, at))
            case "ctrl+u":
                self._delete(0, at)
            case "ctrl+k":
                self._delete(at, len(text))
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        self.proposed = False
        return True


def draw_editor(
    line: Line,
    editor: LineEditor,
    room: int,
    style: Style,
    caret: Style,
    doubtful: tuple[int, int] | None = None,
    wrong: Style | None = None,
) -> None:
    """Draw a line being edited in `room` cells, its cursor as a block, scrolled so that the cursor is visible.

    A line break, as in a note from an editor, is drawn as a sign. A `doubtful` range of the text has the style `wrong`
    laid over; a proposed text is drawn as selected.
    """
    if editor.proposed:
        style += _SELECTED
    text, at = editor.text.replace("\n", line.glyphs.newline) + " ", editor.cursor
    # Only what is near the cursor can be seen: the walk goes from the cursor to the left until the room is full.
    start, used = at, width_of(text[at : at + 1])
    while start > 0 and (cells := used + width_of(text[start - 1])) <= room:
        start, used = start - 1, cells
    while start < at and width_of(text[start : at + 1]) > room:  # Together they may be wider than one by one.
        start += 1
    end = at + 1 + room
    while end > at + 1 and width_of(text[start:end]) > room:
        end -= 1
    over = wrong or Style.null()
    low, high = doubtful or (0, 0)

    def part(begin: int, stop: int) -> None:
        marks = [(max(low, begin) - begin, min(high, stop) - begin)] if low < stop and high > begin else []
        line.marked(text[begin:stop], style, marks, over)

    part(start, at)
    line.quote(text[at : at + 1], caret)
    part(at + 1, end)
