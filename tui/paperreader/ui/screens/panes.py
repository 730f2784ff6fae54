"""The five panes on one screen: where they are, which is active, and what has changed painted in one frame.

No key is known here; `screens.main` turns keys and clicks into commands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import Layout, WidgetPlacement
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from paperreader.commands import Keymap
from paperreader.errors import PaperreaderError
from paperreader.session import Session
from paperreader.session.saved import Saved
from paperreader.ui.arrange import Arrangement, arrange, form
from paperreader.ui.frame import Frame
from paperreader.ui.options import Options
from paperreader.ui.widgets.filter_bar import FilterBar
from paperreader.ui.widgets.hint_line import HintLine
from paperreader.ui.widgets.pane import Pane
from paperreader.ui.widgets.paper_list import PaperList
from paperreader.ui.widgets.reading_pane import ReadingPane
from paperreader.ui.widgets.rule import Rule
from paperreader.ui.widgets.sidebar import Sidebar

#: Seconds after which a list that does not change is looked at more closely.
SETTLED = 0.5
#: Seconds after a frame until the next paper is made readable, and the like. A held key comes every 33 ms.
AHEAD = 0.006


class _PaneLayout(Layout):
    """Puts the panes where `ui.arrange` says."""

    name = "panes"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> list[WidgetPlacement]:
        assert isinstance(parent, PanesScreen)
        places = arrange(size.width, size.height, parent.arrangement)
        return [
            WidgetPlacement(Region(*places[child.id]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in places
        ]


class PanesScreen(Screen[None], inherit_bindings=False):
    """Draws a session. Which pane is active is kept here: Textual's focus would restyle the screen at every change."""

    AUTO_FOCUS = ""
    #: The panes cover the screen, so nothing of its own is drawn but its ground.
    BLANK = True

    def __init__(self, session: Session, keymap: Keymap, options: Options, sidebar_width: int = 24) -> None:
        super().__init__()
        self.session = session
        self.keymap = keymap
        self.options = options
        saved = session.saved
        self.arrangement = Arrangement(
            saved.pane if saved.pane in ("list", "reader", "sidebar") else "list",
            saved.sidebar if saved.sidebar in ("shown", "hidden") else "auto",
            saved.zen,
            saved.reader_delta,
            sidebar_width,
        )
        self.sidebar: Sidebar = Sidebar(session)
        self.filter: FilterBar = FilterBar(session)
        self.list: PaperList = PaperList(session, compact=options.compact)
        self.reader: ReadingPane = ReadingPane(session, measure=options.measure)
        self.rule = Rule()
        self.hint: HintLine = HintLine(session, keymap)
        self.panes: tuple[Pane, ...] = (self.sidebar, self.filter, self.list, self.rule, self.reader, self.hint)
        self.frame = Frame(self)
        for pane in self.panes:
            pane.frame = self.frame
        self._cursor_row = session.cursor
        self._stillness: Timer | None = None
        self._settled: Timer | None = None
        self._ahead: asyncio.TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield from self.panes

    @property
    def layout(self) -> Layout:
        """The panes' own layout, whatever the style sheet says."""
        return _PANES

    def on_mount(self) -> None:
        # Everything is drawn for the first time now.
        self.session.take_changes()
        self.hint.banner = self.session.banner
        self.reader.show()
        if self.session.saved.reader_anchor:
            self.reader.go_to_anchor(self.session.saved.reader_anchor)
        self._activate()
        self._be_still()
        self._settle()

    def show_readable(self) -> None:
        """From now on show texts as the user chose; the first frame shows marked-up ones as they came."""
        self.list.glyph_mode = self.reader.glyph_mode = self.options.math
        self.sidebar.show_titles(self.options.math)
        self.list.show()
        self.reader.show(keep_place=True)

    def use(self, options: Options, keymap: Keymap, sidebar_width: int) -> None:
        """Take other options and keys, and draw everything anew."""
        self.options = options
        self.keymap = self.hint.keymap = keymap
        self.list.compact, self.reader.measure = options.compact, options.measure
        for pane in self.panes:
            pane.forget()
        self.show_readable()
        self.rearrange(sidebar_width=sidebar_width)

    # Panes ----------------------------------------------------------------------------------------------------------

    @property
    def pane(self) -> str:
        """The active pane: `list`, `reader` or `sidebar`."""
        return self.arrangement.pane

    @property
    def form(self) -> str:
        """The form of the screen, as `ui.arrange` has it."""
        return form(*self.size)

    def rearrange(self, **chosen: object) -> None:
        """Change the arrangement (`pane`, `sidebar`, `zen`, `reader_delta`), laying out only if a place changes."""
        before = arrange(*self.size, self.arrangement)
        self.arrangement = self.arrangement._replace(**chosen)  # type: ignore[arg-type]
        after = arrange(*self.size, self.arrangement)
        if after != before:
            self.frame.layout_due()
            # A child asks: only that makes Textual forget where the panes were.
            self.hint.refresh(layout=True)
        self._activate()

    def _activate(self) -> None:
        """Let the panes know which is active, and paint the lines that show it."""
        pane = self.pane
        for name, widgets in (
            ("list", (self.list, self.filter)),
            ("reader", (self.reader,)),
            ("sidebar", (self.sidebar,)),
        ):
            for widget in widgets:
                if widget.active != (name == pane):
                    widget.active = name == pane
                    widget.repaint()
        if self.hint.pane != pane:
            self.hint.pane = pane
            self.hint.repaint()

    def on_resize(self) -> None:
        """The form may have changed."""
        self._activate()

    # Painting -------------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Paint what the session says has changed; every pane is told before the turn ends, so it is one frame."""
        try:
            self._paint()
        except PaperreaderError as error:
            # A paper could not be fetched: what is on the screen stands, and the last line says why.
            self.tell(str(error))
            self.hint.repaint()

    def _paint(self) -> None:
        changes = self.session.take_changes()
        if changes.order:
            self.list.show()
        elif changes.selection:
            self.list.repaint()
        if changes.cursor and not changes.order:
            self.list.show_cursor(self._cursor_row)
        if changes.cursor:
            self._plan_ahead(-1 if self.session.cursor < self._cursor_row else 1)
        self._cursor_row = self.session.cursor
        if changes.numbers:
            self.list.show_numbers(changes.numbers)
        if changes.views or (changes.cursor and self.sidebar.has_papers):
            self.sidebar.show() if changes.views else self.sidebar.repaint()
        shown = self.reader.paper
        if changes.cursor or changes.order:
            self._be_still()
        if changes.cursor or changes.order or (shown is not None and shown.number in changes.numbers):
            self.reader.show(keep_place=True)
        elif changes.query:
            self.reader.show_matches()
        self.filter.repaint()
        self.hint.repaint()
        if changes.order:
            self._settle()
        if self.session.unfinished:
            self.app.searching.go_on()  # type: ignore[attr-defined]

    def _plan_ahead(self, step: int) -> None:
        """Make the next paper readable when this frame is out: an abstract full of formulas takes longer than a key."""
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead = self.when_painted(lambda: self._look_ahead(step))

    def when_painted(self, call: Callable[[], object]) -> asyncio.TimerHandle:
        """Run a call when this frame is out: what takes long must not keep it waiting, not even in a thread."""
        return asyncio.get_running_loop().call_later(AHEAD, call)

    def _look_ahead(self, step: int) -> None:
        number = self.session.number(self.session.cursor + step)
        if number is not None:
            with suppress(KeyError):  # taken out of the catalogue meanwhile
                self.reader.prepare(self.session.paper(number))

    def _settle(self) -> None:
        """When the list has stood for a while, count its areas; not at every key that changes it."""
        if self._settled is not None:
            self._settled.stop()
        self._settled = self.set_timer(SETTLED, self.app.searching.count_areas)  # type: ignore[attr-defined]

    def _be_still(self) -> None:
        """Start the stillness over that marks a paper as read, if that is the user's rule."""
        if self._stillness is not None:
            self._stillness.stop()
        if self.options.read_policy == "after":
            self._stillness = self.set_timer(self.options.read_seconds, self._been_still)

    def _been_still(self) -> None:
        self.guarded(lambda: self.session.read_by_rule(quietly=True))

    def in_one_frame(self, call: Callable[[], object]) -> None:
        """Do something, a key or what a worker found, and write at once what it changed."""
        self.frame.begin()
        try:
            call()
        finally:
            self.frame.end(on_top=self.is_current)

    def guarded(self, call: Callable[[], object]) -> None:
        """Do something and paint what it changed; whatever goes wrong in it is told, and the reader goes on.

        All that a key, a click, a timer or a worker sets off passes here. Every decision is on the disk already, so
        after a fault of ours going on loses less than ending; what cannot be painted does end the reader, in words.
        """
        try:
            call()
        except Exception as error:  # noqa: BLE001  (a fault of ours must reach the log and the user, not end the reader)
            self.tell(self.app.words_of(error, "command"))  # type: ignore[attr-defined]
        self.paint()

    def act(self, call: Callable[[], object]) -> None:
        """Do something, guarded, and answer it with one frame."""
        self.in_one_frame(lambda: self.guarded(call))

    def tell(self, problem: str) -> None:
        """Say what could not be done."""
        self.session.say(problem, "error")

    def saved(self) -> Saved:
        """What lies open, for the next run."""
        self.reader.leave()
        saved = self.session.save()
        chosen = self.arrangement
        saved.pane, saved.sidebar, saved.zen = chosen.pane, chosen.sidebar, chosen.zen
        saved.reader_delta, saved.reader_anchor = chosen.reader_delta, self.reader.place
        return saved


_PANES = _PaneLayout()
