"""Where the panes go: one pure function from the size of the screen to a region for each pane.

Wide: bookmarks, list, reader side by side. Medium: the list above, the reader below; the bookmarks, when shown, beside
the list. Small: one pane at a time. Nothing overlaps, so nothing is hidden by accident.
"""

from __future__ import annotations

from typing import NamedTuple

#: From this many columns on, three panes stand side by side.
WIDE = 120
#: Below this many columns, or rows, there is one pane at a time.
NARROW, LOW = 80, 16
#: No pane is made narrower than this by the `<` and `>` keys.
LEAST = 30


class Place(NamedTuple):
    """A pane's place on the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


# Named tuples here and elsewhere in this room: a frozen dataclass costs six times as much to make, and there are
# many before the first paint.


class Arrangement(NamedTuple):
    """What the user chose: which panes are shown, which has the focus, how wide the reader is."""

    pane: str = "list"
    sidebar: str = "auto"
    """`shown`, `hidden`, or `auto`: shown where three panes stand side by side."""
    zen: bool = False
    reader_delta: int = 0
    sidebar_width: int = 24
    typing: bool = False
    """A query is being typed: its line takes the whole width beside the sidebar."""


def form(width: int, height: int) -> str:
    """The form of the screen: `wide`, `medium` or `small`."""
    if width < NARROW or height < LOW:
        return "small"
    return "wide" if width >= WIDE else "medium"


def arrange(width: int, height: int, chosen: Arrangement) -> dict[str, Place]:
    """Return the place of every visible pane: `hint`, and what there is room for.

    The others are `sidebar`, `filter` (the title line of the list), `list`, `rule` (a
    column between list and reader) and `reader`. The places tile the screen.
    """
    rows = max(1, height - 1)
    places = {"hint": Place(0, rows, width, height - rows)}
    whole = Place(0, 0, width, rows)
    shape = form(width, height)
    if chosen.zen or (shape == "small" and chosen.pane == "reader"):
        places["reader"] = whole
    elif shape == "small":
        if chosen.pane == "sidebar":
            places["sidebar"] = whole
        else:
            _list(places, whole)
    elif shape == "medium":
        list_rows = max(5, min(rows - 6, round(rows * 0.4)))
        left = chosen.sidebar_width if sidebar_shown(shape, chosen) else 0
        if left:
            places["sidebar"] = Place(0, 0, left, list_rows)
        _list(places, Place(left, 0, width - left, list_rows))
        places["reader"] = Place(0, list_rows, width, rows - list_rows)
    else:
        left = chosen.sidebar_width if sidebar_shown(shape, chosen) else 0
        if left:
            places["sidebar"] = Place(0, 0, left, rows)
        room = width - left
        reader = max(LEAST, min(room - LEAST, round(room * 0.54) + chosen.reader_delta))
        _list(places, Place(left, 0, room - reader - 1, rows))
        below = 1 if chosen.typing else 0
        if chosen.typing:
            places["filter"] = Place(left, 0, room, 1)
        places["rule"] = Place(width - reader - 1, below, 1, rows - below)
        places["reader"] = Place(width - reader, below, reader, rows - below)
    return places


def sidebar_shown(shape: str, chosen: Arrangement) -> bool:
    """Whether a screen of this form has the sidebar beside the list."""
    return shape != "small" and (chosen.sidebar == "shown" or (chosen.sidebar == "auto" and shape == "wide"))


def _list(places: dict[str, Place], place: Place) -> None:
    """Give the list and its title line a place."""
    x, y, width, height = place
    places["filter"] = Place(x, y, width, 1)
    places["list"] = Place(x, y + 1, width, height - 1)
