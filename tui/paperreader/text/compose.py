"""From flows to the finished text: styles become spans, white space is settled, formulas are laid out."""

from __future__ import annotations

import unicodedata

from .flow import PLACEHOLDER, Flow, Formula, Item, Literal, Node, Styled
from .lazy import lazy
from .math_atoms import Usage
from .math_layout import Layout
from .strip import Strip, Style
from .styled import Span
from .traced import Traced

#: A space that a citation or a note wants before it is not wanted behind these.
_OPENING = frozenset(("", " ", "\n", "(", "[", "{", "“", "‘", "/"))
_BLANKS = lazy(r"[ \t\n]+")


class Composer:
    """Draws the flows of one text."""

    def __init__(self, usage: Usage, *, basic: bool = False) -> None:
        self._layout = Layout(usage, self.draw, basic=basic)

    def draw(self, flow: Flow) -> Strip:
        """`flow` with everything in it, not trimmed at its ends."""
        strip = Strip()
        text = flow.text.text
        nodes = iter(flow.nodes)
        if not flow.nodes and not flow.marks and not flow.cuts:
            strip.add(text)
            return strip
        cuts = dict(flow.cuts)
        borders = _borders(flow)
        positions: dict[int, int] = {}
        at = 0
        for border in borders:
            if at < border:
                strip.add(text[at:border])
                at = border
            positions[border] = strip.length
            if border in cuts:
                at = cuts[border]
            elif border < len(text) and text[border] == PLACEHOLDER and at == border:
                self._node(strip, next(nodes))
                at = border + 1
        for mark in flow.marks:
            start, end = positions[mark.start], positions[mark.end]
            if start < end:
                origin = flow.text.origin
                strip.styles.append(
                    Style(start, end, mark.style, None, origin(mark.outer_start), origin(mark.outer_end))
                )
        return strip

    def _node(self, strip: Strip, node: Node) -> None:
        if isinstance(node, Formula):
            if node.attached:
                strip.drop_space()
            start = strip.length
            strip.join(self._layout.line(node.atoms))
            _style(strip, start, "math", None, node)
        elif isinstance(node, Item):
            strip.new_line()
            if node.label:
                start = strip.length
                strip.add(node.label)
                _style(strip, start, "list", None, node)
                strip.add(" ")
        elif isinstance(node, Literal):
            if node.spaced and strip.last not in _OPENING:
                strip.add(" ")
            start = strip.length
            # Keys and code come as they were written, line breaks and all.
            strip.add(_BLANKS.sub(" ", node.text))
            if node.style is not None:
                _style(strip, start, node.style, node.data, node)
        elif isinstance(node, Styled):
            if node.spaced and strip.last not in _OPENING:
                strip.add(" ")
            start = strip.length
            strip.add(node.before)
            strip.join(self.draw(node.flow))
            if node.after.strip():
                strip.drop_space()
            strip.add(node.after)
            if node.style is not None:
                _style(strip, start, node.style, node.data, node)


def _style(strip: Strip, start: int, style: str, data: str | None, node: Node) -> None:
    if start < strip.length:
        strip.styles.append(Style(start, strip.length, style, data, node.start, node.end))


def _borders(flow: Flow) -> list[int]:
    """Every offset at which something begins or ends."""
    text = flow.text.text
    borders = {len(text)}
    for mark in flow.marks:
        borders.update((mark.start, mark.end))
    for start, end in flow.cuts:
        borders.update((start, end))
    at = text.find(PLACEHOLDER)
    while at >= 0:
        borders.add(at)
        at = text.find(PLACEHOLDER, at + 1)
    return sorted(borders)


def finish(strip: Strip, repaired: Traced) -> tuple[str, tuple[Span, ...]]:
    """The plain text, trimmed and NFC, and its spans with their ranges in the source."""
    text = strip.text
    styles = [style for style in strip.styles if style.start < style.end]
    trimmed = text.strip()
    shift = len(text) - len(text.lstrip())
    moved = [(max(s.start - shift, 0), min(s.end - shift, len(trimmed)), s) for s in styles]
    if not unicodedata.is_normalized("NFC", trimmed):
        trimmed, moved = _normalize(trimmed, moved)
    spans = [
        Span(start, end, s.style, s.data, repaired.origin(s.source_start), repaired.origin(s.source_end))
        for start, end, s in moved
        if start < end
    ]
    spans.sort(key=lambda span: (span.start, -span.end))
    return trimmed, tuple(spans)


def _normalize(text: str, styles: list[tuple[int, int, Style]]) -> tuple[str, list[tuple[int, int, Style]]]:
    """NFC, with the offsets moved along. Rare: parts are NFC already, only their borders may compose."""
    borders = sorted({0, len(text), *(s[0] for s in styles), *(s[1] for s in styles)})
    moved: dict[int, int] = {}
    done = ""
    last = 0
    for border in borders:
        done = unicodedata.normalize("NFC", done + text[last:border])
        moved[border] = len(done)
        last = border
    return done, [(moved[start], moved[end], style) for start, end, style in styles]
