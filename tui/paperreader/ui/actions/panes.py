"""Panes: which is active, which are shown, how wide they are; and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperreader.ui.actions import action
from paperreader.ui.arrange import sidebar_shown
from paperreader.ui.widgets.bookmarks import Item

if TYPE_CHECKING:
    from paperreader.ui.screens.main import MainScreen


@action("open")
def _open(screen: MainScreen) -> None:
    if screen.pane == "sidebar":
        item = screen.sidebar.current
        if item is not None:
            open_bookmark(screen, item)
        return
    if screen.session.number() is None:
        screen.session.say("no paper here")
        return
    screen.rearrange(pane="reader")
    if screen.options.read_policy == "opened":
        screen.session.read_by_rule()


def open_bookmark(screen: MainScreen, item: Item) -> None:
    """Go to what a line of the sidebar stands for: a view, a starred paper, a tag."""
    if item.view is not None:
        screen.session.open_view(item.view)
    elif item.number is not None:
        screen.session.go_to(item.number)
    elif item.tag:
        screen.session.open_tag(item.tag)
    elif item.area:
        screen.session.narrow(item.area)
    screen.rearrange(pane="list")


def escape_stops(screen: MainScreen) -> bool:
    """Whether there is nothing else for Esc to leave or clear than an import."""
    session = screen.session
    left = screen.arrangement.zen or screen.pane != "list" or not screen.idle
    return not (left or session.selection or session.aside or session.query)


@action("back")
def _back(screen: MainScreen) -> None:
    """Out of the reader or the sidebar; in the list clear the selection, then the query."""
    session = screen.session
    importing = screen.app.importing  # type: ignore[attr-defined]
    if screen.arrangement.zen:
        screen.rearrange(zen=False, pane="list")
    elif screen.pane == "list" and not session.clear_selection():
        if session.aside:
            session.go_back()
        elif session.query:
            session.type("")
        elif importing is not None:
            importing.escape()
    elif screen.pane != "list":
        screen.rearrange(pane="list")


@action("previous-list")
def _previous_list(screen: MainScreen) -> None:
    if not screen.session.go_back():
        screen.session.say("no list was open before this one")
    screen.rearrange(pane="list")


def _cycle(screen: MainScreen, step: int) -> None:
    panes = ["sidebar", "list", "reader"] if sidebar_shown(screen.form, screen.arrangement) else ["list", "reader"]
    if screen.arrangement.zen:
        panes = ["reader"]
    place = panes.index(screen.pane) if screen.pane in panes else 0
    screen.rearrange(pane=panes[(place + step) % len(panes)])


@action("next-pane")
def _next_pane(screen: MainScreen) -> None:
    _cycle(screen, 1)


@action("previous-pane")
def _previous_pane(screen: MainScreen) -> None:
    _cycle(screen, -1)


@action("sidebar")
def _sidebar(screen: MainScreen) -> None:
    """On a small screen the sidebar is a screen of its own, so showing it means going there."""
    if screen.form == "small":
        screen.rearrange(zen=False, pane="list" if screen.pane == "sidebar" else "sidebar")
    elif sidebar_shown(screen.form, screen.arrangement):
        screen.rearrange(sidebar="hidden", pane="list" if screen.pane == "sidebar" else screen.pane)
    else:
        screen.rearrange(sidebar="shown", zen=False)


@action("zen")
def _zen(screen: MainScreen) -> None:
    zen = not screen.arrangement.zen
    screen.rearrange(zen=zen, pane="reader" if zen else "list")


@action("narrower")
def _narrower(screen: MainScreen) -> None:
    _widen(screen, -4)


@action("wider")
def _wider(screen: MainScreen) -> None:
    _widen(screen, 4)


def _widen(screen: MainScreen, columns: int) -> None:
    if screen.form != "wide":
        screen.session.say("the reader already has the whole width")
        return
    delta = screen.arrangement.reader_delta + columns
    if abs(delta) <= screen.size.width // 2:
        screen.rearrange(reader_delta=delta)


@action("source")
def _source(screen: MainScreen) -> None:
    screen.reader.source = not screen.reader.source
    screen.reader.show(keep_place=True)


@action("redraw")
def _redraw(screen: MainScreen) -> None:
    screen.refresh()


@action("quit")
def _quit(screen: MainScreen) -> None:
    """Close what is open; at the top level, leave. Everything is saved already, so nothing is asked."""
    if screen.arrangement.zen or (screen.form == "small" and screen.pane != "list"):
        screen.rearrange(zen=False, pane="list")
    elif (importing := screen.app.importing) is not None and not importing.cancelled:  # type: ignore[attr-defined]
        importing.cancel()
        screen.session.say("the import stops, what is in stays, and importing it again goes on; q quits")
    else:
        screen.app.exit(0)
