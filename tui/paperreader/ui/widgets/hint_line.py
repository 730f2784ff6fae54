"""The last line: how far the user is, what happened and how to take it back, and the keys that help now."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable

from textual.strip import Strip

from paperreader.commands import Keymap, drawn_key, hints
from paperreader.session import Session
from paperreader.text.clean import clean_line
from paperreader.ui.line import Line, fit_sentence, width_of
from paperreader.ui.line_editor import LineEditor, draw_editor
from paperreader.ui.widgets.pane import Pane

#: The cells of the hints that one cannot do without: how to filter, to find the other keys, to leave.
KEYS_AT_LEAST = 28


class Prompt:
    """A question in the hint line: its label, the line being edited, and what to do with the answer."""

    def __init__(
        self,
        label: str,
        editor: LineEditor,
        done: Callable[[str], object],
        complete: Callable[[str], str] | None = None,
    ) -> None:
        """`complete` is what Tab makes of the text before the cursor."""
        self.label = label
        self.editor = editor
        self.done = done
        self.complete = complete


class HintLine(Pane):
    """Shows, in this order: a prompt, pending keys, a message, what is wrong with the query, progress and keys.

    While the query is typed, what is wrong with it comes before all messages but those of faults.
    """

    GROUND = "bar"

    def __init__(self, session: Session, keymap: Keymap) -> None:
        super().__init__(id="hint")
        self.session = session
        self.keymap = keymap
        self.pane = "list"
        self.prompt: Prompt | None = None
        self.pending = ""
        self.filtering = False
        #: What Tab would put in place of the word at the cursor, likeliest first.
        self.completions: list[str] = []
        #: What is not being saved, shown all the time.
        self.banner = ""
        #: The last messages that did not fit, whole, the newest first.
        self.cut: deque[str] = deque(maxlen=20)

    def draw(self, y: int) -> Strip:
        ink, line = self.ink, self.line()
        if self.prompt is not None:
            message, label = self.session.message, self.prompt.label
            if message is not None and message.kind == "error":
                # With the next key the line stands there again, as it was.
                text = self.glyphs.own(clean_line(message.text))
                if width_of(label) + width_of(text) + 13 <= line.left:
                    line.space(1).add(label, ink.on("bar", "accent"))
                return self._draw_message(line, text, "error")
            line.space(1).add(label + " ", ink.on("bar", "accent"))
            draw_editor(line, self.prompt.editor, max(4, line.left - 1), ink["bar"], ink.on("bar", "caret"))
            return line.strip()
        if self.pending:
            return self._draw_pending(line)
        error = self.session.query_error
        message = self.session.message
        if message is not None and (message.kind == "error" or not self.filtering):
            # It goes with the next key, and what is wrong with a query that was kept comes back.
            return self._draw_message(line, clean_line(message.text), message.kind)
        if error is not None:
            # Most messages say themselves what was likely meant; in a list of all that there is it is lost.
            said = re.search(rf"(?<!\w){re.escape(error.hint)}(?!\w)", str(error).partition("there are ")[0])
            near = error.hint if error.hint[:1].isalpha() and not said else ""
            words = f"{error}" + (f" (did you mean {near}?)" if near else "")
            return line.space(1).add(clean_line(words), ink.on("bar", "error"), line.left).strip()
        if self.session.query and self.session.notice_of_query:
            words = clean_line(self.session.notice_of_query)
            return line.space(1).add(words, ink.on("bar", "accent"), line.left).strip()
        if self.filtering and self.completions:
            return self._draw_completions(line)
        if message is not None:
            return self._draw_message(line, clean_line(message.text), message.kind)
        if self.banner:
            return self._draw_banner(line)
        # Beside it the keys that are needed most must find room.
        fitting = [words for words in self._progresses() if width_of(words) <= line.left - KEYS_AT_LEAST]
        line.space(1).add([*fitting, ""][0], ink.on("bar", "dim"), line.left)
        self._draw_keys(line)
        return line.strip()

    def _draw_pending(self, line: Line) -> Strip:
        line.space(1).add(drawn_key(self.pending), self.ink.on("bar", "accent")).space(2)
        families = set()
        for rest, command in self.keymap.following(self.pane, self.pending):
            if command.family:
                if command.family in families:
                    continue
                families.add(command.family)
                rest = command.family.split(" ")[-1]
            # What a family does, no title says: that names one of it.
            words = command.help.rstrip(".") if command.family else command.title
            line.add(rest, self.ink.on("bar", "key")).add(f" {words.lower()}  ", self.ink.on("bar", "dim"))
        return line.strip()

    def _draw_completions(self, line: Line) -> Strip:
        line.space(1).add("Tab", self.ink.on("bar", "key")).space(1)
        for place, label in enumerate(self.completions):
            text = line.fit(clean_line(label), 30)
            if line.left < width_of(text) + 3:
                break
            line.quote(f" {text} ", self.ink.on("bar", "text" if place == 0 else "dim"))
        return line.strip()

    def _draw_message(self, line: Line, text: str, kind: str) -> Strip:
        ink, text = self.ink, self.glyphs.own(text)
        if kind != "error" and not self.banner:
            # Who decides a paper a second sees nothing but messages here: how far they are stays in its place.
            needed = width_of(text) + 14
            for progress in self._progresses():
                if width_of(progress) + needed <= line.left:
                    line.space(1).add(progress, ink.on("bar", "dim")).space(2)
                    break
        text = self._fitted(text, line.left - 11)
        line.space(1).quote(text, ink.on("bar", "error" if kind == "error" else "text"))
        if kind == "undo":
            line.space(2).add("u", ink.on("bar", "key")).add(" undo", ink.on("bar", "dim"))
        return self._draw_banner(line.space(1)) if self.banner and kind != "error" else line.strip()

    def _fitted(self, text: str, room: int) -> str:
        """A sentence cut to the room that there is; what was cut is kept whole, to be shown when it is asked for."""
        fitted = fit_sentence(text, room, self.glyphs.more)
        if fitted != text and text not in self.cut:
            self.cut.appendleft(text)
        return fitted

    def _draw_banner(self, line: Line) -> Strip:
        text = self._fitted(self.glyphs.own(clean_line(self.banner)), line.left - 1)
        return line.space(1).quote(text, self.ink.on("bar", "error")).strip()

    def _progresses(self) -> list[str]:
        """How far the user is, at what pace, and how long the rest takes: in as many words as one likes, then fewer."""
        marks, pace = self.session.marks, self.session.pace
        left = marks.total - marks.decided
        long, short = f"{marks.decided:,} decided of {marks.total:,}", f"{marks.decided:,} of {marks.total:,}"
        words = (pace.words(left), pace.rest(left))
        with_pace = (f"{one} · {said}" for one in (long, short) for said in words if said)
        return [self.glyphs.own(progress) for progress in (*with_pace, long, short)]

    def _draw_keys(self, line: Line) -> None:
        """The keys that fit, at the right end."""
        if self.filtering:
            pairs = [("Enter", "keep"), ("Esc", "clear"), ("↑↓", "move")]
        else:
            pairs = list(hints(self.keymap, self.pane))
        pairs = [(self.glyphs.own(key), word) for key, word in pairs]
        shown: list[tuple[str, str]] = []
        used = 0
        # The last hints (keys, quit) are the way out of not knowing: they go in first.
        for key, word in [*pairs[-2:][::-1], *pairs[:-2]]:
            cells = width_of(key) + width_of(word) + 3
            if used + cells > line.left - 2:
                break
            used += cells
            shown.append((key, word))
        shown.sort(key=pairs.index)
        line.space(line.left - used)
        for key, word in shown:
            line.add(key, self.ink.on("bar", "key")).add(f" {word}  ", self.ink.on("bar", "dim"))
