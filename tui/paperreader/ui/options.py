"""How the reader is to look and behave: the settings, as the interface needs them."""

from __future__ import annotations

from typing import NamedTuple

from paperreader.config import Settings
from paperreader.system.terminal import signs_and_math
from paperreader.ui.glyphs import ASCII, UNICODE, Glyphs


class Options(NamedTuple):
    """Everything that the panes ask for."""

    glyphs: Glyphs = UNICODE
    compact: bool = False
    measure: int = 88
    math: str = "unicode"
    read_policy: str = "opened"
    """`off`, `opened`, or `after`: then `read_seconds` of stillness mark a paper as read."""
    read_seconds: float = 3.0
    opener: tuple[str, ...] = ()
    clipboard: tuple[str, ...] = ()


def options_of(settings: Settings) -> Options:
    """The options that settings mean on this terminal."""
    icons, math = signs_and_math(settings.icons, settings.math)
    return Options(
        glyphs=ASCII if icons == "ascii" else UNICODE,
        compact=settings.row_form == "compact",
        measure=settings.measure,
        math=math,
        read_policy=settings.read_policy,
        read_seconds=settings.read_seconds,
        opener=settings.opener,
        clipboard=settings.clipboard,
    )
