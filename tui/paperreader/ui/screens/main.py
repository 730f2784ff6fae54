"""The main screen: keys and clicks turned into commands, and the overlays that lie over the panes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from paperreader.commands import BY_ID, Command, Keymap, drawn_key
from paperreader.session import Session
from paperreader.ui.keys import key_name
from paperreader.ui.options import Options
from paperreader.ui.screens.panes import PanesScreen
from paperreader.ui.widgets.filter_bar import FilterBar
from paperreader.ui.widgets.paper_list import PaperList
from paperreader.ui.widgets.reading_pane import ReadingPane
from paperreader.ui.widgets.sidebar import Sidebar

if TYPE_CHECKING:
    from paperreader.ui.actions.finding import Counted
    from paperreader.ui.actions.typing import Typing
    from paperreader.ui.screens.overlay import Overlay

#: Seconds after which a pending key sequence shows what may follow.
HINT_DELAY = 0.3


class MainScreen(PanesScreen, inherit_bindings=False):
    """Hears what the user does."""

    def __init__(self, session: Session, keymap: Keymap, options: Options, sidebar_width: int = 24) -> None:
        super().__init__(session, keymap, options, sidebar_width)
        self.typing: Typing | None = None
        self._pending = ""
        self._pending_timer: Timer | None = None
        #: What lies over the panes and takes the keys.
        self.overlay: Overlay | None = None
        self._click_spent = False
        #: The facets of a result.
        self.counted: Counted | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being typed or lies over the panes, so that what comes by itself may change them."""
        return self.typing is None and self.overlay is None

    # Overlays -------------------------------------------------------------------------------------------------------

    def choose(self, overlay: Overlay, done: Callable[[object], None]) -> None:
        """Show an overlay and tell `done` what it returned; from now on keys and clicks are its own."""
        from paperreader.ui.screens.cover import Cover

        if self.overlay is not None:
            self.overlay.leave()

        def closed(value: object) -> None:
            self.overlay = None
            self.frame.put_over(None)
            self.guarded(lambda: done(value))

        overlay.closed = closed
        self.overlay = overlay
        overlay.sheet.screen, overlay.sheet.frame = self, self.frame
        self.frame.put_over(Cover(self, overlay.sheet))

    def tell(self, problem: str) -> None:
        """Say what could not be done where the user looks: an overlay has a line of its own for it."""
        if self.overlay is not None:
            self.overlay.tell(problem)
        else:
            super().tell(problem)

    def notify_style_update(self) -> None:
        """The theme changed, which may be what is being chosen."""
        super().notify_style_update()
        if self.frame.cover is not None:
            self.frame.cover.forget()

    # Keys -----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Answer a key with one frame."""
        event.stop()
        event.prevent_default()
        self.in_one_frame(lambda: self._key(event))

    def _key(self, event: events.Key) -> None:
        """Turn keys into commands; an overlay, or a line being typed, takes them first."""
        overlay, typing_ = self.overlay, self.typing
        if not self.idle and not event.is_printable and self.keymap.find(self.pane, event.key) is BY_ID["stop"]:
            # Whatever lies open, the shell is one key away.
            self.guarded(lambda: self._act("stop"))
        elif overlay is not None:
            self.guarded(lambda: overlay.key(event))
        elif typing_ is not None:
            self.guarded(lambda: typing_.key(key_name(event), event.character))
        else:
            self._key_of_command(key_name(event))

    def _key_of_command(self, key: str) -> None:
        """A key while nothing is typed: a command, or the beginning of one."""
        sequence = f"{self._pending} {key}".strip()
        command = self.keymap.find(self.pane, sequence)
        if command is None and self.keymap.is_prefix(self.pane, sequence):
            self._wait_for_more(sequence)
            return
        self._end_sequence()
        if command is None:
            if sequence.split(" ")[-1] != "escape":
                self._not_a_command(sequence)
            self.paint()
            return
        self.run_command(command)

    def _not_a_command(self, sequence: str) -> None:
        """A key that does nothing says so, and how to find one that does."""
        helping = self.keymap.keys(BY_ID["help"])
        then = f"; {drawn_key(helping[0])} lists the keys" if helping else ""
        self.session.say(f"{drawn_key(sequence)} is not a command in the {self.pane}{then}")

    def run_command(self, command: Command) -> None:
        """Carry out a command and paint what it changed."""
        self.session.hush()
        if command.id != "copy-selection":
            # What the mouse selected is lines of the text as it stands.
            self._welcomed()
        importing = self.app.importing  # type: ignore[attr-defined]
        if importing is not None and command.id != "back":
            importing.warned = False
        self.guarded(lambda: command.run(self.session) if command.run is not None else self._act(command.id))

    def _act(self, command: str) -> None:
        """Do what the interface itself does for a command: nothing of that need be loaded before the first key."""
        from paperreader.ui.actions import ACTIONS

        ACTIONS[command](self)

    def _welcomed(self) -> None:
        """The first key was pressed: the lines of help above the first paper go, for good."""
        if not self.session.saved.welcomed:
            self.session.saved.welcomed = True
            self.reader.show(keep_place=True)

    def _wait_for_more(self, sequence: str) -> None:
        self._pending = sequence
        if self._pending_timer is None:
            self._pending_timer = self.set_timer(HINT_DELAY, self._show_pending)

    def _show_pending(self) -> None:
        self.hint.pending = self._pending
        self.hint.repaint()

    def _end_sequence(self) -> None:
        self._pending = self.hint.pending = ""
        if self._pending_timer is not None:
            self._pending_timer.stop()
            self._pending_timer = None

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes to the line being typed, never to the keys."""
        event.stop()
        taker = self.overlay or self.typing
        if taker is not None:
            self.act(lambda: taker.paste(event.text))

    # The mouse ------------------------------------------------------------------------------------------------------

    def _forward_event(self, event: events.Event) -> None:
        """While an overlay is open the mouse is its own; Textual, which knows of none, would ask the panes below."""
        cover, overlay = self.frame.cover, self.overlay
        if isinstance(event, events.Click):
            # The second half of a double click that closed an overlay was not meant for what is there now.
            if event.chain > 1 and self._click_spent:
                return
            self._click_spent = False
        if cover is None or overlay is None or not isinstance(event, events.MouseEvent):
            super()._forward_event(event)
        elif isinstance(event, events.MouseScrollDown | events.MouseScrollUp):
            step = 3 if isinstance(event, events.MouseScrollDown) else -3
            self.act(lambda: overlay.wheel(step))
        elif isinstance(event, events.Click) and cover.place.contains(event.x, event.y):
            x, y = event.x - cover.place.x, event.y - cover.place.y
            self.act(lambda: overlay.click(x, y))
            self._click_spent = self.overlay is not overlay
        elif isinstance(event, events.MouseUp):
            # What was being selected when the overlay came ends here.
            super()._forward_event(event)

    def _clicked(self, call: Callable[[], object]) -> None:
        """Answer a click on a pane; one that comes when an overlay is there already was not meant for it."""
        if self.overlay is None:
            self.act(call)

    def on_paper_list_clicked(self, event: PaperList.Clicked) -> None:
        """A click puts the cursor on a row, a double click opens it; the wheel moves the cursor."""
        event.stop()
        if self.typing is None:  # What is being typed is about the paper under the cursor.
            self._clicked(lambda: self._clicked_row(event.index, event.chain))

    def _clicked_row(self, index: int, chain: int) -> None:
        self.session.hush()
        self.session.move_to(index)
        if chain:
            self.rearrange(pane="list")
        if chain == 2:
            self._act("open")

    def on_reading_pane_clicked(self, event: ReadingPane.Clicked) -> None:
        """A click makes the reader active; on a link, it opens it."""
        event.stop()
        self._clicked(lambda: self._clicked_text(event.link))

    def _clicked_text(self, link: str) -> None:
        self.rearrange(pane="reader")
        if link:
            from paperreader.ui.actions.out import open_url

            open_url(self, link)

    def on_reading_pane_scrolled(self, event: ReadingPane.Scrolled) -> None:
        """The wheel reached the end of the text: that is reading it, as with the keys."""
        event.stop()
        from paperreader.ui.actions.moving import read_to_end

        self._clicked(lambda: read_to_end(self))

    def on_sidebar_chosen(self, event: Sidebar.Chosen) -> None:
        """A click on a bookmark goes there."""
        event.stop()
        from paperreader.ui.actions.panes import open_bookmark

        if self.typing is None:
            self._clicked(lambda: open_bookmark(self, event.item))

    def on_filter_bar_clicked(self, event: FilterBar.Clicked) -> None:
        """A click on the title line opens the filter."""
        event.stop()
        self._clicked(lambda: self._act("filter"))
