"""The styles that panes draw with, resolved once a theme.

`styles.tcss` says what each looks like, as a class of its own; asking Textual's style sheet for every line is what
makes a line-drawing pane slow. Grounds are whole styles, everything else is laid over a ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from textual.css.stylesheet import Stylesheet

#: Grounds, whole styles: list and reader, sidebar and last line, title lines and the cursor in a pane that is not
#: active, the same in the active pane. The second name is the class that says how it looks.
GROUNDS = {
    "ground": "ground", "page": "ground", "side": "side", "bar": "side", "heading": "heading", "cursor": "heading",
    "heading-active": "active", "cursor-active": "active",
}  # fmt: skip
#: Inks, laid over a ground, and the class of each.
INKS = {
    "unread": "unread", "selected": "selected", "match": "match", "link": "link", "error": "error", "note": "note",
    "rule": "rule", "selection": "selection", "math": "math", "code": "math", "dim": "dim", "cite": "dim",
    "unknown": "dim", "faint": "faint", "decided": "faint", "accent": "accent", "key": "accent", "starred": "accent",
}  # fmt: skip
#: Inks that are the same in every theme.
PLAIN_INKS = {
    "text": Style.null(), "bold": Style(bold=True), "italic": Style(italic=True), "unsure": Style(italic=True),
    "underline": Style(underline=True), "strike": Style(strike=True), "caret": Style(reverse=True),
}  # fmt: skip

#: Grounds that stand out. With sixteen colours or none nobody knows what is legible on them, so inks lose their
#: colour there and keep what else they are.
_SOLID = frozenset(("cursor-active", "heading-active"))
_REVERSE = Style(reverse=True)
_UNDERLINE = Style(underline=True)


class Ink:
    """Named Rich styles; `ink["dim"]` is a partial style, `ink.on("cursor", "dim")` a whole one.

    `ansi`: the theme uses the terminal's own sixteen colours. `no_color`: no colour at all, so what stands out is
    reversed.
    """

    def __init__(self, sheet: Stylesheet, *, ansi: bool = False, no_color: bool = False) -> None:
        self._styles: dict[str, Style] = {}
        self._mixed: dict[tuple[str, ...], Style] = {}
        self._plain_on = _SOLID if ansi or no_color else frozenset()
        for name, component in GROUNDS.items():
            style = _said_of(sheet, component)
            if no_color:
                style = style.without_color + (_REVERSE if name in _SOLID else Style.null())
            self._styles[name] = style
        for name, component in INKS.items():
            style = _said_of(sheet, component)
            if no_color:
                style = _REVERSE if name == "selection" else style.without_color
            self._styles[name] = style
        self._styles.update(PLAIN_INKS)
        if no_color:
            # On a reversed line a reversed cell would not be seen.
            self._styles["caret"] = _UNDERLINE

    def __getitem__(self, name: str) -> Style:
        return self._styles[name]

    def on(self, ground: str, *names: str) -> Style:
        """The styles laid over a ground, in this order."""
        key = (ground, *names)
        style = self._mixed.get(key)
        if style is None:
            style = self._styles[ground]
            for name in names:
                ink = self._styles[name]
                style = style + (ink.without_color if ground in self._plain_on else ink)
            self._mixed[key] = style
        return style


def _said_of(sheet: Stylesheet, name: str) -> Style:
    """What the style sheet says of a class. Raises KeyError if it says nothing.

    Textual's way to ask, component classes, makes a node for each and looks for all rules that it may match: together
    a thirtieth of the time to the first paint.
    """
    style = Style.null()
    for rules in sheet.rules_map[f".ink--{name}"]:
        said = rules.styles.get_rules()
        color, ground = said.get("color"), said.get("background")
        style += Style(
            color=color.rich_color if color is not None else None,
            bgcolor=ground.rich_color if ground is not None else None,
        )
        style += Style.parse(str(said.get("text_style", "")))
    return style
