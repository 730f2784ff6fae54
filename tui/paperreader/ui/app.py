"""The Textual app: themes, signals, the clock that saves what lies open and looks for other terminals' changes."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context, copy_context
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App
from textual.content import Content

from paperreader.commands import Keymap, check_keys
from paperreader.config import Problem, Settings, nearest, shown
from paperreader.errors import PaperreaderError
from paperreader.paths import places, shipped, typed
from paperreader.session import Session
from paperreader.session.saved import Saved, store
from paperreader.system.log import log_error
from paperreader.system.terminal import light_background
from paperreader.text.clean import clean, clean_line
from paperreader.ui.ink import Ink
from paperreader.ui.options import options_of
from paperreader.ui.screens.main import MainScreen
from paperreader.ui.searching import Searching
from paperreader.ui.themes import DEFAULT_THEME, LIGHT_THEME, OWN_THEMES, THEMES, ink_variables

if TYPE_CHECKING:
    from paperreader.ui.importing import Importing

#: Seconds between two looks at the clock: what lies open is at most this far behind on the disk.
TICK = 1.0


class PaperreaderApp(App[None], inherit_bindings=False):
    """Owns the main screen and everything that goes on beside it."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "paperreader"
    #: Whether the first theme is set. Textual asks for the colours of its own default theme before that, for nothing.
    _themed = False

    def __init__(self, session: Session, settings: Settings, problems: list[str]) -> None:
        super().__init__(css_path=str(shipped("styles.tcss")))
        self.session = session
        keys, key_problems = check_keys(settings.keys, settings.preset)
        file = places().settings
        self.problems = problems + [
            str(Problem(file, settings.key_lines.get(name), f"keys.{name}", reason)) for name, reason in key_problems
        ]
        for theme in OWN_THEMES:
            self.register_theme(theme)
        # Textual turns colours into greys for NO_COLOR; the terminal's own colours it leaves out, as the user asked.
        # What was kept beside the settings is from before they were written, or from a file that cannot be.
        wanted = "ansi-dark" if self.no_color else settings.theme or session.saved.theme
        if wanted and wanted not in self.available_themes:
            near = nearest(wanted, THEMES)
            self.problems.append(
                f"no theme is called {shown(wanted)}{near}; “theme” in the command palette shows them all"
            )
        self._begin_with_theme(self.theme_named(wanted))
        self.settings = settings
        self.options = options_of(settings)
        self.main = MainScreen(session, Keymap(keys, settings.preset), self.options, settings.sidebar_width)
        self._ink: Ink | None = None
        self._stored: Saved | None = None
        self._saver: threading.Thread | None = None
        self.searching = Searching(self)
        self._context_of_app = Context()
        self.leaving = threading.Event()
        self.importing: Importing | None = None
        #: What ended while something was typed or lay over the list, and its kind: said once more when that is over.
        self.untold: tuple[str, str] | None = None
        #: What is to be said when the reader has been left, or "".
        self.farewell = ""

    def theme_named(self, name: str) -> str:
        """The theme of this name; where there is none, that which suits the terminal."""
        if name in self.available_themes:
            return name
        return LIGHT_THEME if light_background() else DEFAULT_THEME

    def _begin_with_theme(self, name: str) -> None:
        """Set the first theme without a watcher: changing it would parse the style sheet a second time."""
        self.set_reactive(App.theme, name)
        self._themed = True
        if not self.current_theme.dark:
            # An app begins with the class of a dark theme; touching it costs a second pass over the styles.
            self.set_class(False, "-dark-mode")
            self.set_class(True, "-light-mode")
        self.stylesheet.set_variables(self.get_css_variables())

    def use(self, settings: Settings) -> None:
        """Take other settings: all but the mouse takes effect at once."""
        self.settings = settings
        self.options = options_of(settings)
        if not self.no_color:
            self.theme = self.theme_named(settings.theme)
        keys, _problems = check_keys(settings.keys, settings.preset)
        self.main.use(self.options, Keymap(keys, settings.preset), settings.sidebar_width)

    # Textual's life ------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys and pasted text go straight to the main screen; in its queue they would wait for two turns more."""
        if isinstance(event, events.Key | events.Paste) and self.screen_stack and self.screen is self.main:
            if isinstance(event, events.Key):
                self.main.on_key(event)
            else:
                self.main.on_paste(event)
            return
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that was small for a moment has lost what stood there, and Textual would paint nothing."""
        if event.size == self.main.size:
            self.screen.refresh()

    def get_default_screen(self) -> MainScreen:
        """The reader is the first screen, so that nothing is drawn before it."""
        return self.main

    def on_mount(self) -> None:
        """Catch the signals that would end the process without a word, and start the clock."""
        loop = asyncio.get_running_loop()
        # Textual finds the app in a context variable, which other threads do not have.
        self._context_of_app = copy_context()
        loop.set_exception_handler(self._failed_aside)
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGHUP):
                try:
                    loop.add_signal_handler(number, self._leave, 128 + number)
                except (ValueError, RuntimeError):
                    # Not the main thread (a test): nothing to catch.
                    break
        if self.problems:
            more = f" (and {len(self.problems) - 1} more: paperreader config)" if len(self.problems) > 1 else ""
            self.session.say(self.problems[0] + more, "error")
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """After the first paint: what start-up made is not garbage, and the search can be prepared."""
        gc.freeze()
        gc.enable()
        self.set_interval(TICK, self._tick)
        threading.Thread(target=self._learn_to_read, daemon=True).start()
        threading.Thread(target=self._keep_house, args=(self.session.catalog.unclean,), daemon=True).start()
        if self.session.notice and self.session.message is None:
            self._say(self.session.notice)
        self.searching.go_on()

    def _learn_to_read(self) -> None:
        """Load what makes marked-up text readable. It takes as long as a fifth of the start, so it comes after it."""
        import paperreader.ui.actions  # noqa: I001  (the first key needs them first)
        import paperreader.text.pipeline
        import paperreader.ui.screens.cover
        import paperreader.ui.screens.picker  # noqa: F401  (the first list to choose from need not wait for it)

        self.later(self.main.show_readable)

    def _keep_house(self, unclean: bool) -> None:
        from paperreader.session.housekeeping import keep_house

        def told(words: str) -> None:
            self.later(partial(self._say, words))

        self._move_theme()
        try:
            problems = keep_house(places(), self.leaving.is_set, told, check=unclean)
        except Exception as error:  # noqa: BLE001  (a fault of ours in a thread must reach the log and the user)
            self.later(partial(self.failed_beside, error, "housekeeping"))
        else:
            for problem in problems:
                self.later(partial(self._say, problem, "error"))

    def _move_theme(self) -> None:
        """A theme that was kept beside the settings goes where themes belong, unless one stands there already."""
        from paperreader.session.settings import keep_setting

        saved = self.session.saved
        if not saved.theme or "theme" in self.settings.given:
            return
        try:
            keep_setting(places().settings, "theme", saved.theme, only_new=True)
        except PaperreaderError:
            return  # It stays where it is, and in force.
        saved.theme = ""

    def _say(self, words: str, kind: str = "info") -> None:
        self.session.say(words, kind)
        self.main.paint()

    def later(self, call: Callable[[], None]) -> None:
        """Run a call in the app's own turn; may be called from any thread, also after the reader was left."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
            self._loop.call_soon_threadsafe(call, context=self._context_of_app.copy())

    def _leave(self, code: int) -> None:
        self.exit(return_code=code)

    def on_unmount(self) -> None:
        """Leave nothing unsaved and nothing running."""
        self.leaving.set()
        try:
            self.save()
        finally:
            self.searching.close()
            if self.importing is not None:
                self.importing.stop()
                self.farewell = self.importing.farewell

    def _fatal_error(self) -> None:
        """An error of ours: the traceback goes to the log, the user gets words and a sane terminal."""
        error = self._exception
        log = places().log
        kept = log_error(log, error, doing="reader") if error is not None else False
        where = f"; the details are in {log}" if kept else ""
        words = str(error) if isinstance(error, PaperreaderError) else f"something went wrong ({type(error).__name__})"
        self.exit(return_code=1, message=Content(clean(f"paperreader: {words}{where}.")))

    # The clock -----------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.main.guarded(self._look_around)

    def _look_around(self) -> None:
        self.session.poll()
        if self.untold is not None and self.main.idle and self.session.message is None:
            words, self.untold = self.untold, None
            self._say(*words)
        self.save(aside=True)

    def save(self, *, aside: bool = False) -> None:
        """Write what lies open, if it has changed; `aside` in a thread, so that no key waits for the disk."""
        if self._saver is not None:
            if aside and self._saver.is_alive():
                return  # The disk is slower than the clock: the next turn writes what is newest.
            self._saver.join()
            self._saver = None
        saved = deepcopy(self.main.saved())
        if saved == self._stored:
            return
        self._stored = saved
        if aside:
            self._saver = threading.Thread(target=self._store, args=(saved,), daemon=True)
            self._saver.start()
        else:
            self._store(saved)

    def _store(self, saved: Saved) -> None:
        if not store(places().session, saved):
            self._stored = None  # To be tried again.

    # Looks ---------------------------------------------------------------------------------------------------------

    def get_css_variables(self) -> dict[str, str]:
        """Textual's colours of the theme, and ours made from them; none before the first theme is known."""
        if not self._themed:
            return {}
        variables = super().get_css_variables()
        return {**variables, **ink_variables(self.current_theme, variables)}

    @property
    def ink(self) -> Ink:
        """The styles of the theme in force, shared by all panes."""
        if self._ink is None:
            self._ink = Ink(self.stylesheet, ansi=self.current_theme.ansi, no_color=self.no_color)
        return self._ink

    def notify_style_update(self) -> None:
        """The theme changed."""
        super().notify_style_update()
        self._ink = None

    def write_raw(self, sequence: str) -> None:
        """Write a control sequence of our own (the clipboard's) to the terminal."""
        if self._driver is not None:
            self._driver.write(sequence)

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Give the terminal to something else, and take it back whatever comes of that: Textual's own would not."""
        failure: BaseException | None = None
        with super().suspend():
            try:
                yield
            except BaseException as error:  # noqa: BLE001  (it is raised again, once the terminal is the reader's)
                failure = error
        # Nothing of ours stands on the screen any more.
        self.main.frame.layout_due()
        if failure is not None:
            raise failure

    # Beside the keys ------------------------------------------------------------------------------------------------

    def words_of(self, error: BaseException, doing: str) -> str:
        """What to say of an error; the traceback of one that is a fault of ours goes to the log."""
        if isinstance(error, PaperreaderError):
            return str(error)
        log_error(places().log, error, doing=doing)
        return f"the {doing} failed ({type(error).__name__}); paperreader locate shows the log"

    def failed_beside(self, error: BaseException, doing: str = "search") -> None:
        """Something failed that no key was waiting for."""
        self.main.tell(self.words_of(error, doing))
        self.main.paint()

    def _failed_aside(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something failed outside of Textual's own messages: asyncio would print a traceback over the screen."""
        error = context.get("exception")
        error = error or RuntimeError(str(context.get("message")))
        self.later(partial(self.failed_beside, error, "reader's background work"))

    def export(self, numbers: Sequence[int], name: str, path: Path, *, over: bool) -> None:
        """Write papers to a file in the background, `over` one that is there."""
        from paperreader.ui import exporting

        exporting.start(self, numbers, name, path, over=over)

    def import_file(self, name: str) -> None:
        """Import a file in the background, with a report at the end."""
        if not name:
            return
        if self.importing is not None:
            self.session.say("one import at a time; Esc twice in the list stops it", "error")
            return
        if not os.path.exists(path := typed(name)):  # noqa: PTH110  (no name is too long for it)
            # At once, while the line that was typed can still be mended.
            self.session.say(f"{clean_line(str(path))} does not exist; check the name", "error")
            return
        from paperreader.ui.importing import Importing

        self.importing = Importing(self, path)
        self.importing.start()
