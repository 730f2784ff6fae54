"""The styles that panes draw with, resolved once a theme.

`styles.tcss` says what each looks like, as a component class of the main screen; asking Textual's style sheet for every
line is what makes a line-drawing pane slow. Grounds are whole styles, everything else is laid over a ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from textual.widget import Widget

#: Grounds, whole styles: list and reader, sidebar and last line, title lines and the cursor in a pane that is not
#: active, the same in the active pane. The second name is the component class that says how it looks: resolving one
#: costs a third of a millisecond before the first paint, so what looks alike shares one.
GROUNDS = {
    "ground": "ground", "page": "ground", "side": "side", "bar": "side", "heading": "heading", "cursor": "heading",
    "heading-active": "active", "cursor-active": "active",
}  # fmt: skip
#: Inks, laid over a ground, and the component class of each.
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

COMPONENTS = frozenset(f"ink--{name}" for name in (*GROUNDS.values(), *INKS.values()))


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

    def __init__(self, widget: Widget, *, ansi: bool = False, no_color: bool = False) -> None:
        self._styles: dict[str, Style] = {}
        self._mixed: dict[tuple[str, ...], Style] = {}
        self._plain_on = _SOLID if ansi or no_color else frozenset()
        for name, component in GROUNDS.items():
            style = widget.get_component_rich_style(f"ink--{component}")
            if no_color:
                style = style.without_color + (_REVERSE if name in _SOLID else Style.null())
            self._styles[name] = style
        for name, component in INKS.items():
            style = widget.get_component_rich_style(f"ink--{component}", partial=True)
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
