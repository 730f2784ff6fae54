"""Every theme is legible: contrast computed for themes with RGB colours, pairs asserted for the terminal's own."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from paperreader.config import Settings
from paperreader.ui.ink import GROUNDS, INKS, PLAIN_INKS
from paperreader.ui.themes import LEAST_CONTRAST, OWN_THEMES, contrast

RGB = [*(theme.name for theme in OWN_THEMES), *(name for name, theme in BUILTIN_THEMES.items() if not theme.ansi)]
#: Drawn over text only as a ground, or a line rather than text.
NO_TEXT = {"rule", "selection", "caret"}


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(Color.parse("#000"), Color.parse("#fff")) == pytest.approx(21)
    assert contrast(Color.parse("#777"), Color.parse("#fff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", RGB)
async def test_every_ink_can_be_read_on_every_ground(start, theme: str) -> None:
    async with start(settings=Settings(theme=theme)) as reader:
        ink = reader.app.ink
        for ground in GROUNDS:
            for name in (*(name for name in (*INKS, *PLAIN_INKS) if name not in NO_TEXT), None):
                style = ink.on(ground, name) if name else ink[ground]
                assert style.color is not None
                assert style.bgcolor is not None
                ratio = contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
                assert ratio >= LEAST_CONTRAST - 0.05, (theme, ground, name, round(ratio, 2))


#: Foreground on background, by the names of the sixteen colours, that terminals keep apart in their common palettes.
PAIRS = {
    "ansi-dark": {
        ("default", "default"), ("yellow", "default"), ("cyan", "default"), ("green", "default"), ("red", "default"),
        ("bright_blue", "default"), ("bright_black", "default"), ("bright_white", "blue"),
    },
    "ansi-light": {
        ("default", "default"), ("magenta", "default"), ("cyan", "default"), ("green", "default"), ("red", "default"),
        ("blue", "default"), ("bright_black", "default"), ("black", "default"), ("bright_white", "blue"),
    },
}  # fmt: skip


NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]


def named(color: RichColor | None) -> str:
    """The name of one of the sixteen colours."""
    assert color is not None
    if color.is_default:
        return "default"
    assert color.number is not None
    assert color.number < 16
    return ("bright_" if color.number > 7 else "") + NAMES[color.number % 8]


@pytest.mark.parametrize("theme", PAIRS)
async def test_the_terminals_own_colours_are_used_in_known_pairs(start, theme: str) -> None:
    async with start(settings=Settings(theme=theme)) as reader:
        ink = reader.app.ink
        for ground in GROUNDS:
            for name in (name for name in (*INKS, *PLAIN_INKS) if name not in {"selection", "caret"}):
                style = ink.on(ground, name)
                pair = (named(style.color), named(style.bgcolor))
                assert pair in PAIRS[theme], (ground, name, pair)


async def test_without_colour_there_is_none_and_what_stands_out_is_reversed(start, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    async with start() as reader:
        ink = reader.app.ink
        for ground in GROUNDS:
            for name in (*INKS, *PLAIN_INKS):
                style = ink.on(ground, name)
                assert style.color is None
                assert style.bgcolor is None
        assert ink["cursor-active"].reverse
        assert not ink["ground"].reverse


async def test_a_theme_that_does_not_exist_is_told(start) -> None:
    async with start(settings=Settings(theme="solarised")) as reader:
        assert reader.app.theme == "ink"
        assert 'no theme is called "solarised"' in reader.hint
