"""Before papers are written to a file: the format, the name, and how the first of them will stand there.

Nothing is written while this is open, and it stays open as long as the file that is named cannot be written. A file
that is there already is written over only when Enter is pressed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.strip import Strip

from paperreader.paths import typed
from paperreader.session import Session
from paperreader.system.targets import hindrance, taken
from paperreader.text.clean import clean_line
from paperreader.ui.actions.typing import complete_path
from paperreader.ui.keys import plain_key
from paperreader.ui.line import fit_sentence
from paperreader.ui.line_editor import LineEditor, draw_editor
from paperreader.ui.screens.overlay import Overlay, Sheet

if TYPE_CHECKING:
    from paperreader.formats import Format

#: Papers that the preview writes, and lines of them at most.
SHOWN, LINES = 5, 200
#: Lines above the preview: title line, format, file, a blank.
ABOVE = 4

_HINTS = (("Enter", "write"), ("↑↓", "format"), ("Tab", "complete"), ("PgDn", "scroll"), ("Esc", "leave"))


class Wanted(NamedTuple):
    """What was chosen: the name of a format, where to write, and whether over what is there."""

    format: str
    path: Path
    over: bool


class ExportSheet(Sheet):
    """Draws what `Export` knows."""

    GROUND = "page"

    def __init__(self, export: Export) -> None:
        super().__init__()
        self.export = export
        self.top = 0

    @property
    def page(self) -> int:
        """Lines of the preview that fit."""
        return max(1, self._drawn_size.height - ABOVE - 1)

    def scroll_lines(self, lines: int) -> None:
        self.top = max(0, min(self.top + lines, len(self.export.preview) - self.page))
        self.repaint()

    def draw(self, y: int) -> Strip:
        export, ink = self.export, self.ink
        if y == self._drawn_size.height - 1:
            return self._draw_hint()
        if y == 0:
            line = self.line("heading-active").space(1).add("Export", ink.on("heading-active", "accent")).space(2)
            return line.add(export.what, ink.on("heading-active", "text")).strip()
        line = self.line()
        if y == 1:
            line.space(1).add("format", ink.on("page", "dim")).space(2).add(export.format.title, ink.on("page", "bold"))
            place = f"{export.at + 1} of {len(export.formats)}"
            line.space(2).add(place, ink.on("page", "dim"))
        elif y == 2:
            line.space(1).add("file", ink.on("page", "dim")).space(4)
            draw_editor(line, export.editor, max(4, line.left - 1), ink.on("page", "bold"), ink.on("page", "caret"))
        elif y >= ABOVE and self.top + y - ABOVE < len(export.preview):
            line.space(1).quote(export.preview[self.top + y - ABOVE], ink.on("page", "text"), line.left - 1)
        return line.strip()

    def _draw_hint(self) -> Strip:
        ink, line = self.ink, self.line("bar").space(1)
        if self.export.problem:
            words = fit_sentence(self.glyphs.own(clean_line(self.export.problem)), line.left, self.glyphs.more)
            return line.quote(words, ink.on("bar", "error")).strip()
        self.draw_hints(line, _HINTS, "bar")
        return line.strip()


class Export(Overlay):
    """Returns a `Wanted`, or None."""

    def __init__(self, session: Session, numbers: Sequence[int], what: str, name: str) -> None:
        """`what` says which papers these are; `name` is the file's, without its ending."""
        from paperreader.formats import formats

        self.what = what
        self.formats = [known for known in formats() if known.writes]
        #: BibTeX first: most lists go into a paper.
        self.at = next((at for at, known in enumerate(self.formats) if known.name == "bibtex"), 0)
        self.editor = LineEditor(name + self.format.extensions[0], proposed=True)
        self.problem = ""
        self._papers = session.catalog.papers(numbers[:SHOWN])
        self._marks = {paper.uid: session.marks.of(paper.number) for paper in self._papers}
        self._more = len(numbers) - len(self._papers)
        #: The file that may be written over when Enter is pressed again.
        self._over: Path | None = None
        self.preview: list[str] = []
        self.sheet: ExportSheet = ExportSheet(self)
        self._look()

    @property
    def format(self) -> Format:
        """The format that was chosen."""
        return self.formats[self.at]

    def _look(self) -> None:
        """Write the first papers as they will stand in the file."""
        text = "".join(self.format.write(self._papers, self._marks))
        self.preview = list(islice(text.splitlines(), LINES))
        if self._more:
            self.preview += ["", f"(and {self._more:,} more)"]
        self.sheet.top = 0

    def _turn(self, step: int) -> None:
        """Another format; the file's ending follows, unless the user wrote one of their own."""
        before = self.format.extensions
        self.at = (self.at + step) % len(self.formats)
        stem = next((self.editor.text.removesuffix(end) for end in before if self.editor.text.endswith(end)), None)
        if stem is not None:
            proposed = self.editor.proposed
            self.editor.set(stem + self.format.extensions[0])
            self.editor.proposed = proposed
        self._look()

    def _follow_name(self) -> None:
        """A name with the ending of another format means that format."""
        ending = Path(self.editor.text.strip()).suffix.lower()
        if ending and ending not in self.format.extensions:
            found = next((at for at, known in enumerate(self.formats) if ending in known.extensions), None)
            if found is not None:
                self.at = found
                self._look()

    def _write(self) -> None:
        name = self.editor.text.strip()
        path = typed(name)
        if not name:
            self.problem = "the file needs a name"
        elif problem := hindrance(name, path):
            self.problem = problem
        elif taken(path) and path != self._over:
            self._over = path
            self.problem = f"Enter again writes over {path.name}, which is there"
        else:
            self.leave(Wanted(self.format.name, path, path == self._over))

    def key(self, event: events.Key) -> None:
        """Arrows choose the format, Enter writes, everything else is the file's name."""
        key, sheet, editor = plain_key(event), self.sheet, self.editor
        self.problem = ""
        if key == "enter":
            self._write()
            sheet.repaint()
            return
        self._over = None
        if key == "escape":
            self.leave()
        elif key in ("down", "ctrl+n"):
            self._turn(1)
        elif key in ("up", "ctrl+p"):
            self._turn(-1)
        elif key in ("pagedown", "pageup"):
            sheet.scroll_lines(sheet.page if key == "pagedown" else -sheet.page)
        elif key == "tab":
            before, after = complete_path(editor.text[: editor.cursor]), editor.text[editor.cursor :]
            editor.set(before + after, len(before))
            self._follow_name()
        else:
            editor.key(key, event.character)
            self._follow_name()
        sheet.repaint()

    def click(self, x: int, y: int) -> None:
        """A click on the hint to Enter or Escape is the key."""
        hint = self.sheet.hint_at(x) if y == self.sheet.place_on_screen.height - 1 and not self.problem else ""
        if hint == "Enter":
            self._write()
            self.sheet.repaint()
        elif hint == "Esc":
            self.leave()

    def tell(self, problem: str) -> None:
        """Say it in the last line of its own."""
        self.problem = problem
        self.sheet.repaint()

    def paste(self, text: str) -> None:
        """Pasted text is the file's name."""
        self._over, self.problem = None, ""
        self.editor.insert(text)
        self._follow_name()
        self.sheet.repaint()
