"""Where the panes go, at every size that a terminal can have."""

from __future__ import annotations

import pytest

from paperreader.ui.arrange import Arrangement, Place, arrange, form

CHOICES = [
    Arrangement(pane, sidebar, zen, delta, typing=typing)
    for pane in ("list", "reader", "sidebar")
    for sidebar in ("auto", "shown", "hidden")
    for zen in (True, False)
    for delta in (-40, 0, 40)
    for typing in (True, False)
]


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (100, 30), (119, 40), (120, 36), (140, 40), (300, 90), (10, 3), (1, 1)])  # fmt: skip
def test_the_places_tile_the_screen(width: int, height: int) -> None:
    for chosen in CHOICES:
        places = arrange(width, height, chosen)
        cells = [
            (x, y)
            for place in places.values()
            for x in range(place.x, place.x + place.width)
            for y in range(place.y, place.y + place.height)
        ]
        assert len(cells) == len(set(cells)) == width * height, (chosen, places)


def test_forms() -> None:
    assert form(140, 40) == "wide"
    assert form(120, 16) == "wide"
    assert form(119, 40) == "medium"
    assert form(79, 40) == "small"
    assert form(140, 15) == "small"


def test_wide_is_three_panes_and_medium_puts_the_reader_below() -> None:
    wide = arrange(140, 40, Arrangement())
    assert wide["sidebar"].x < wide["list"].x < wide["reader"].x
    assert wide["reader"].height == 39
    medium = arrange(100, 30, Arrangement())
    assert medium["list"].width == medium["reader"].width == 100
    assert medium["reader"].y > medium["list"].y
    assert medium["reader"].height > medium["list"].height


def test_small_shows_the_active_pane_alone() -> None:
    for pane in ("list", "reader", "sidebar"):
        places = arrange(40, 12, Arrangement(pane))
        assert pane in places
        assert {"list", "reader", "sidebar"} & set(places) == {pane}


def test_zen_is_the_reader_alone() -> None:
    assert arrange(140, 40, Arrangement(zen=True)) == {"reader": Place(0, 0, 140, 39), "hint": Place(0, 39, 140, 1)}
