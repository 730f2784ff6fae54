"""A piece of finished text with its styles, while it is being put together."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """A style on a stretch of a strip; `source_start` and `source_end` are in the text that was parsed."""

    start: int
    end: int
    style: str
    data: str | None
    source_start: int
    source_end: int


class Strip:
    """Text that grows to the right; two spaces never meet in it."""

    __slots__ = ("_pieces", "last", "length", "styles")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.length = 0
        self.last = ""
        self.styles: list[Style] = []

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._pieces)

    def add(self, text: str) -> None:
        """Append `text`. A space does not follow a space or a break, and goes before a break."""
        if not text:
            return
        if text[0] == " " and self.last in (" ", "\n"):
            text = text.lstrip(" ")
            if not text:
                return
        elif text[0] == "\n" and self.last == " ":
            self.drop_space()
        self._pieces.append(text)
        self.length += len(text)
        self.last = text[-1]

    def drop_space(self) -> None:
        """Take back a space at the end."""
        if self.last == " ":
            piece = self._pieces.pop()[:-1]
            self.length -= 1
            if piece:
                self._pieces.append(piece)
                self.last = piece[-1]
            else:
                self.last = self._pieces[-1][-1] if self._pieces else ""

    def new_line(self) -> None:
        """Begin a line, unless one begins here."""
        self.drop_space()
        if self.last not in ("", "\n"):
            self.add("\n")

    def space(self) -> None:
        """Append a space, unless it ends in one or is empty."""
        if self.last not in ("", " "):
            self.add(" ")

    def join(self, other: Strip, text: str | None = None) -> None:
        """Append another strip with its styles; `text` may replace its text by one of the same length."""
        text = other.text if text is None else text
        if text.startswith("\n"):
            self.drop_space()
        shift = self.length
        if self.last in (" ", "\n") and text.startswith(" "):
            shift -= len(text) - len(text.lstrip(" "))
        for style in other.styles:
            start, end = max(style.start + shift, self.length), style.end + shift
            if start < end:
                self.styles.append(style._replace(start=start, end=end))
        self.add(text)
