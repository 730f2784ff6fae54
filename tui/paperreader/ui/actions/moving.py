"""Moving: in whatever pane is active."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from paperreader.ui.actions import ACTIONS, action

if TYPE_CHECKING:
    from paperreader.ui.screens.main import MainScreen

#: More than any list or text has.
_FAR = 1 << 40


def _move(screen: MainScreen, rows: int, lines: int) -> None:
    """Move by list rows, or by lines of the reader or the sidebar."""
    if screen.pane == "reader":
        screen.reader.scroll_to_line(screen.reader.top + lines)
        read_to_end(screen)
    elif screen.pane == "sidebar":
        screen.sidebar.move(lines)
    else:
        screen.session.move(rows)


def _mover(of: Callable[[MainScreen], tuple[int, int]]) -> Callable[[MainScreen], None]:
    def run(screen: MainScreen) -> None:
        _move(screen, *of(screen))

    return run


action("down")(_mover(lambda _: (1, 1)))
action("up")(_mover(lambda _: (-1, -1)))
action("top")(_mover(lambda _: (-_FAR, -_FAR)))
action("bottom")(_mover(lambda _: (_FAR, _FAR)))
action("half-down")(_mover(lambda screen: (max(1, screen.list.rows // 2), max(1, screen.reader.page // 2))))
action("half-up")(_mover(lambda screen: (-max(1, screen.list.rows // 2), -max(1, screen.reader.page // 2))))
action("page-down")(_mover(lambda screen: (screen.list.rows, max(1, screen.reader.page - 1))))
action("page-up")(_mover(lambda screen: (-screen.list.rows, -max(1, screen.reader.page - 1))))


def _seeker(what: str, step: int) -> Callable[[MainScreen], None]:
    return lambda screen: screen.session.seek(what, step)


for _what in ("undecided", "unread", "starred"):
    action(f"next-{_what}")(_seeker(_what, 1))
    action(f"previous-{_what}")(_seeker(_what, -1))


def read_to_end(screen: MainScreen) -> None:
    """The reader was scrolled: by the default rule its end, reached, makes a paper read."""
    reader = screen.reader
    if screen.options.read_policy == "opened" and reader.at_end and not reader.fits:
        screen.session.read_by_rule()


@action("reader-down")
def _reader_down(screen: MainScreen) -> None:
    screen.reader.scroll_to_line(screen.reader.top + 1)
    read_to_end(screen)


@action("reader-up")
def _reader_up(screen: MainScreen) -> None:
    screen.reader.scroll_to_line(screen.reader.top - 1)


@action("read-on")
def _read_on(screen: MainScreen) -> None:
    """A page on; at the end of the text, the next paper."""
    reader = screen.reader
    if screen.form == "small" and screen.pane != "reader":
        # What is not on the screen cannot be read on: show it first.
        ACTIONS["open"](screen)
        return
    if not reader.at_end:
        reader.scroll_to_line(reader.top + max(1, reader.page - 1))
        read_to_end(screen)
        return
    # The end was reached by reading on: a text that fits the screen is read when the reader goes on from it.
    if screen.options.read_policy == "opened":
        screen.session.read_by_rule()
    if screen.session.cursor + 1 < len(screen.session.order):
        screen.session.move(1)
    else:
        screen.session.say("the end of the list")


@action("next-match")
def _next_match(screen: MainScreen) -> None:
    _match(screen, 1)


@action("previous-match")
def _previous_match(screen: MainScreen) -> None:
    _match(screen, -1)


def _match(screen: MainScreen, step: int) -> None:
    if not screen.session.query:
        screen.session.say("no query to match; / filters")
    elif not screen.reader.next_match(step):
        screen.session.say("no match in this text")
