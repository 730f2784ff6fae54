"""What lies below an overlay is dimmed once a style; it must look as if Textual had dimmed it, piece by piece."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import groupby

import pytest
from rich.style import Style
from textual import events
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.strip import Strip

from paperreader.config import Settings
from paperreader.ui.actions.out import _SORTS


def looks(strips: Iterable[Strip]) -> list[list[object]]:
    """Every cell with how it looks, whatever pieces it came in."""
    lines = []
    for strip in strips:
        cells = [(char, _seen(segment.style)) for segment in strip for char in segment.text]
        lines.append([(look, len(list(same))) for look, same in groupby(cells)])
    return lines


def _seen(style: Style | None) -> tuple[object, ...]:
    style = style or Style.null()
    return style.color, style.bgcolor, style.bold, style.italic, style.underline, style.dim, style.reverse


def below(reader) -> list[list[object]]:
    """What is seen of the panes around the picker."""
    place = reader.overlay.sheet.place_on_screen
    strips = reader.app.screen._compositor.render_strips()
    return looks([strip for y, strip in enumerate(strips) if not place.y <= y < place.bottom]) + looks(
        [part for strip in strips[place.y : place.bottom] for part in (strip.crop(0, place.x), strip.crop(place.right))]
    )


async def as_textual_dims(reader, place: Region) -> list[list[object]]:
    """The same parts below a modal screen of Textual's own."""
    cover, reader.main.frame.cover = reader.main.frame.cover, None
    modal: ModalScreen[None] = ModalScreen()
    await reader.app.push_screen(modal)
    visible_screen_stack.set(reader.app._background_screens)
    strips = modal.render_lines(modal.region)
    await reader.app.pop_screen()
    reader.main.frame.cover = cover
    return looks([strip for y, strip in enumerate(strips) if not place.y <= y < place.bottom]) + looks(
        [part for strip in strips[place.y : place.bottom] for part in (strip.crop(0, place.x), strip.crop(place.right))]
    )


@pytest.mark.parametrize("theme", ["ink", "paper", "ansi-dark"])
async def test_what_lies_below_is_dimmed_as_textual_does_it(start, theme: str) -> None:
    async with start(settings=Settings(theme=theme)) as reader:
        await reader.press("/")
        await reader.type("learning")
        await reader.press("enter", "S")
        assert below(reader) == await as_textual_dims(reader, reader.overlay.sheet.place_on_screen)
        # Something changes below while the overlay is there.
        reader.session.say("something happened below")
        reader.main.paint()
        assert "something happened below" in reader.hint


async def test_without_colour_what_lies_below_has_none(start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with start() as reader:
        await reader.press("S")
        styles = [segment.style for strip in reader.app.screen._compositor.render_strips() for segment in strip]
        assert any(style and style.bold for style in styles)
        assert all(style is None or (style.color is None and style.bgcolor is None) for style in styles)


async def test_a_theme_that_is_tried_changes_what_lies_below(start) -> None:
    async with start(settings=Settings(theme="ink")) as reader:
        await reader.press("S")
        before = below(reader)
        reader.app.theme = "paper"
        await reader.until(lambda: below(reader) != before)
        assert below(reader) == await as_textual_dims(reader, reader.overlay.sheet.place_on_screen)


async def test_the_mouse_is_the_overlays_while_there_is_one(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("S")
        place = reader.overlay.sheet.place_on_screen
        # Beside the sheet lies the list, which must not hear of it.
        await reader.pilot.click(offset=(place.x - 5, place.y + 4))
        assert reader.overlay is not None
        assert reader.session.cursor == 0
        await reader.pilot.click(offset=(place.x + 5, place.y + 3))
        assert reader.overlay is None
        assert reader.session.query == "sort:-year"
        assert reader.main.pane == "list"


async def test_a_double_click_in_an_overlay_is_not_for_the_list(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("S")
        place = reader.overlay.sheet.place_on_screen
        await reader.pilot.double_click(offset=(40, place.y + 3))
        assert reader.session.query == "sort:-year"
        assert (reader.session.cursor, reader.main.pane) == (0, "list")
        # The next one is a click like any other.
        await reader.pilot.click(offset=(40, place.y + 3))
        assert reader.session.cursor > 0


async def test_what_is_pasted_or_wheeled_to_is_tried(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("ctrl+p")
        for letter in "theme":
            await reader.press(letter)
        await reader.press("enter")
        begun = reader.app.theme
        reader.main._forward_event(events.MouseScrollDown(None, 60, 20, 0, 1, 0, False, False, False))
        await reader.pilot.pause()
        wheeled = reader.app.theme
        reader.main.post_message(events.Paste("nord"))
        await reader.pilot.pause()
        assert begun != wheeled != reader.app.theme == "nord"
        await reader.press("escape")
        assert reader.app.theme == begun


async def test_counting_that_fails_is_told_where_it_is_waited_for(start, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start(120, 36) as reader:
        monkeypatch.setattr(reader.session.engine, "facets", lambda *_, **__: 1 / 0)
        await reader.press("F")
        await reader.until(lambda: "the counting failed" in reader.text)
        reader.faulty = True
        assert "counting …" not in reader.text
        await reader.press("enter", "escape")
        assert reader.overlay is None


async def test_the_wheel_moves_in_the_overlay(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("?")
        before, top = reader.overlay.sheet.cursor, reader.session.top
        for kind in (events.MouseScrollDown, events.MouseScrollUp):
            reader.main._forward_event(kind(None, 60, 20, 0, 1, 0, False, False, False))
            moved = reader.overlay.sheet.cursor
            assert (moved > before) if kind is events.MouseScrollDown else (moved == before)
        assert reader.session.top == top


@pytest.mark.parametrize(
    ("size", "whole_width", "whole_height"),
    [((120, 40), False, False), ((111, 44), True, False), ((80, 24), True, True), ((40, 12), True, True)],
)
async def test_no_stumps_are_left_beside_a_picker(start, size: tuple[int, int], whole_width, whole_height) -> None:
    async with start(*size) as reader:
        await reader.press("?")
        place = reader.overlay.sheet.place_on_screen
        assert (place.width == size[0]) == whole_width
        assert (place.height == size[1]) == whole_height
        beside, above = place.x, place.y
        assert whole_width or beside >= 8
        assert whole_height or above >= 2
        assert "Esc close" in reader.lines[place.y] or size[0] == 40


async def test_another_size_is_another_place(start) -> None:
    async with start(120, 40) as reader:
        await reader.press("S", "down")
        await reader.pilot.resize_terminal(80, 24)
        assert [len(line) for line in reader.lines] == [80] * 24
        (title,) = [line for line in reader.lines if "Sort" in line]
        assert title.startswith("  Sort")
        await reader.press("escape")
        assert "Sort" not in reader.text


async def test_an_overlay_costs_nothing_a_paper_before_it_is_painted(start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Facets are counted by a worker; the list is there before, and says so."""
    begun, go_on = threading.Event(), threading.Event()

    async with start() as reader:
        await reader.until(lambda: reader.session.engine.ready)
        counted = reader.session.engine.facets

        def slow(*arguments: object, **named: object) -> object:
            begun.set()
            assert threading.current_thread() is not threading.main_thread()
            go_on.wait()
            return counted(*arguments, **named)

        monkeypatch.setattr(reader.session.engine, "facets", slow)
        await reader.press("F")
        try:
            assert "counting" in reader.text
            await reader.type("post")
            await reader.press("enter")
            assert reader.overlay is not None
        finally:
            go_on.set()
        await reader.until(lambda: "counting" not in reader.text)
        assert "37" in reader.text
        await reader.press("enter")
        assert reader.overlay is None
        assert "decision:poster" in reader.session.query


async def test_home_and_end_move_in_the_list_while_nothing_is_typed(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("S", "end")
        sheet = reader.overlay.sheet
        assert sheet.current.value == _SORTS[-1][1]
        await reader.press("home")
        assert sheet.current.value == _SORTS[0][1]
        await reader.type("first")
        await reader.press("end", "home", "x")
        assert sheet.editor.text == "xfirst"


async def test_the_hint_to_a_key_can_be_clicked(start) -> None:
    async def click(words: str) -> None:
        place = reader.overlay.sheet.place_on_screen
        y = next(y for y in range(place.y, place.bottom) if words in reader.lines[y])
        await reader.pilot.click(offset=(reader.lines[y].index(words), y))

    async with start(120, 36) as reader:
        await reader.press("S", "down")
        assert "Enter" not in reader.text
        await click("Esc close")
        assert reader.overlay is None
        await reader.press("?")
        await reader.type("undo")
        assert "Enter runs it" in reader.text
        await reader.press("escape", "F")
        await reader.until(lambda: "Areas" in reader.text)
        await reader.type("optimization")
        await click("^X exclude")
        assert reader.session.query == "-area:optimization"
        await reader.press("X")
        await reader.until(lambda: "Export" in reader.text)
        await click("Esc leave")
        assert reader.overlay is None


async def test_a_sort_is_found_by_its_word_in_a_query(start) -> None:
    async with start(120, 36) as reader:
        await reader.press("S")
        await reader.type("year")
        assert "sort:-year" in reader.text
        assert "oldest first" in reader.text
        await reader.press("enter")
        assert reader.session.query == "sort:-year"


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 36)])
async def test_what_is_cut_of_a_setting_is_said_in_full_below(start, size: tuple[int, int]) -> None:
    async with start(*size) as reader:
        await reader.press("ctrl+p")
        await reader.type("settings")
        await reader.press("enter")
        sheet = reader.overlay.sheet
        for choice in list(sheet.choices):
            assert sheet.current == choice
            place = sheet.place_on_screen
            lines = [line[place.x : place.right].strip() for line in reader.lines[place.y : place.bottom]]
            assert choice.detail in " ".join(lines)
            await reader.press("down")
