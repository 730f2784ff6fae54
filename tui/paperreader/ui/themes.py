"""The program's own themes, and the colours that every theme must have to be legible here.

Any of Textual's themes can be chosen. What recedes (`dim`, `faint`) and what is coloured (accent, math, notes, links)
is computed from the theme's ground, so that its contrast is at least 4.5 : 1 on every ground that a pane uses.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

#: The least contrast of text (WCAG 2.1, level AA).
LEAST_CONTRAST = 4.5

INK = Theme(
    name="ink",
    primary="#7aa2c4",
    secondary="#9a8fb8",
    accent="#d7a65f",
    warning="#d7a65f",
    error="#e0787a",
    success="#8fb573",
    foreground="#d6d4ce",
    background="#16181b",
    surface="#1d2024",
    panel="#2a2e34",
    dark=True,
)
PAPER = Theme(
    name="paper",
    primary="#2f5f8a",
    secondary="#6a5a8f",
    accent="#9a5b10",
    warning="#9a5b10",
    error="#b02a2f",
    success="#3f6f2a",
    foreground="#26241f",
    background="#faf8f3",
    surface="#f1eee6",
    panel="#e4dfd2",
    dark=False,
)
OWN_THEMES = (INK, PAPER)
DEFAULT_THEME, LIGHT_THEME = INK.name, PAPER.name
#: Every theme that can be chosen, by name.
THEMES = [theme.name for theme in OWN_THEMES] + sorted(BUILTIN_THEMES)


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)


def legible(color: Color, grounds: list[Color], towards: Color) -> Color:
    """The colour, moved towards another one just as far as its contrast on all grounds asks for."""
    for step in range(21):
        mixed = color.blend(towards, step / 20)
        if all(contrast(mixed, ground) >= LEAST_CONTRAST for ground in grounds):
            return mixed
    return towards


def ink_variables(theme: Theme, colors: dict[str, str]) -> dict[str, str]:
    """The `$ink-…` variables of `styles.tcss` for a theme; `colors` are the colours that Textual made from it."""
    if theme.ansi:
        # The terminal's own sixteen colours: their contrast is the terminal's business, so only pairs that terminals
        # keep apart are used, and nothing is said by a ground alone.
        return {
            "ink-text": "ansi_default",
            "ink-dim": "ansi_default",
            "ink-faint": "ansi_bright_black" if theme.dark else "ansi_black",
            "ink-accent": "ansi_yellow" if theme.dark else "ansi_magenta",
            "ink-good": "ansi_green",
            "ink-math": "ansi_cyan",
            "ink-note": "ansi_green",
            "ink-link": "ansi_blue" if not theme.dark else "ansi_bright_blue",
            "ink-error": "ansi_red",
            "ink-rule": "ansi_bright_black",
            "ink-selection": "ansi_blue" if theme.dark else "ansi_cyan",
            "ink-side": "ansi_default",
            "ink-heading": "ansi_default",
            "ink-active": "ansi_blue",
            "ink-on-active": "ansi_bright_white",
        }
    background, surface, panel = (Color.parse(colors[name]) for name in ("background", "surface", "panel"))
    foreground = Color.parse(colors["foreground"])
    far = Color.parse("#ffffff" if theme.dark else "#000000")
    grounds = [background, surface, panel]
    text = legible(foreground, grounds, far)

    def colored(name: str) -> str:
        return legible(Color.parse(colors[name]), grounds, text).hex

    return {
        "ink-text": text.hex,
        "ink-dim": legible(background.blend(text, 0.66), grounds, text).hex,
        "ink-faint": legible(background.blend(text, 0.5), grounds, text).hex,
        "ink-accent": colored("accent"),
        "ink-good": colored("success"),
        "ink-math": colored("primary"),
        "ink-note": colored("success"),
        "ink-link": colored("primary"),
        "ink-error": colored("error"),
        "ink-rule": background.blend(text, 0.22).hex,
        "ink-selection": background.blend(Color.parse(colors["primary"]), 0.35).hex,
        "ink-side": surface.hex,
        "ink-heading": surface.hex,
        "ink-active": panel.hex,
        "ink-on-active": text.hex,
    }
