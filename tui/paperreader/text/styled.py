"""Styled text: what `readable` makes and every pane draws.

Plain values; how a style looks is the theme's business, where a line breaks the pane's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

#: Every style that a span may have. `smallcaps` and `color` are facts about the source that need not be drawn;
#: `unknown` and `comment` ask to be dimmed.
STYLES = (
    "italic",
    "bold",
    "underline",
    "strike",
    "code",
    "smallcaps",
    "link",
    "cite",
    "note",
    "math",
    "unknown",
    "macro",
    "color",
    "comment",
    "list",
)


class Span(NamedTuple):
    """A style on the characters `start` to `end` (exclusive) of `plain`."""

    start: int
    end: int
    style: str
    data: str | None = None
    """The target of a `link`."""
    source_start: int = 0
    source_end: int = 0
    """Where in the source the styled text comes from, its markup included."""


class Run(NamedTuple):
    """A piece of `plain` with one set of styles."""

    start: int
    end: int
    styles: frozenset[str]
    link: str | None
    """The target when `link` is among the styles."""


_NO_STYLES: frozenset[str] = frozenset()


class StyledText(NamedTuple):
    """A text as it is shown, and the spans that say how.

    `plain` is NFC and holds no control character but `"\\n"`. `spans` are sorted by start, the longer first; they may
    nest and overlap.
    """

    plain: str
    spans: tuple[Span, ...]
    source: str

    @property
    def line(self) -> str:
        """`plain` on one line."""
        return " ".join(self.plain.split()) if "\n" in self.plain else self.plain

    def runs(self) -> Iterator[Run]:
        """Pieces that tile `plain` from its start to its end, each with all of its styles."""
        if not self.spans:
            if self.plain:
                yield Run(0, len(self.plain), _NO_STYLES, None)
            return
        borders = sorted({0, len(self.plain), *(s.start for s in self.spans), *(s.end for s in self.spans)})
        open_spans: list[Span] = []
        coming = iter(self.spans)
        upcoming = next(coming, None)
        for start, end in pairwise(borders):
            while upcoming is not None and upcoming.start <= start:
                open_spans.append(upcoming)
                upcoming = next(coming, None)
            open_spans = [span for span in open_spans if span.end > start]
            link = next((span.data for span in reversed(open_spans) if span.style == "link"), None)
            yield Run(start, end, frozenset(span.style for span in open_spans), link)
