"""A text that knows where each of its characters comes from.

Repairing, unwrapping and composing change a text step by step; highlights, links and styles still have to name their
place in the source. `Traced` keeps, beside the text, the few offsets at which it and its origin stop running in step.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable


class Traced:
    """`text`, and for each offset in it an offset in the text it was made from. Immutable.

    `offsets` and `origins` rise together and end with the two lengths. Between two entries the texts run in step, as
    far as the origin's stretch reaches.
    """

    __slots__ = ("offsets", "origins", "text")

    def __init__(self, text: str, offsets: list[int] | None = None, origins: list[int] | None = None) -> None:
        self.text = text
        self.offsets = [0, len(text)] if offsets is None else offsets
        self.origins = [0, len(text)] if origins is None else origins

    def origin(self, offset: int) -> int:
        """Where the character at `offset` (0 to the length of the text) comes from."""
        place = bisect_right(self.offsets, offset) - 1
        if place >= len(self.offsets) - 1:
            return self.origins[-1]
        return min(self.origins[place] + offset - self.offsets[place], self.origins[place + 1])

    def sub(self, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str | None]) -> Traced:
        """Every match replaced; a replacement of None keeps the match. Returns itself when nothing changes."""
        maker: TracedMaker | None = None
        for match in pattern.finditer(self.text):
            new = replacement if isinstance(replacement, str) else replacement(match)
            if new is None or new == match.group():
                continue
            if maker is None:
                maker = TracedMaker(self)
            maker.keep_to(match.start())
            maker.put(new, match.end())
        return self if maker is None else maker.done()


class TracedMaker:
    """Builds a new `Traced` from an old one, from left to right: keep a stretch, put something in place of the next."""

    def __init__(self, old: Traced) -> None:
        self._old = old
        self._pieces: list[str] = []
        self._offsets: list[int] = []
        self._origins: list[int] = []
        self._length = 0
        self._at = 0
        self._entry = 0  # the first entry of the old offsets that is beyond self._at

    def keep_to(self, end: int) -> None:
        """Take over the old text up to `end`."""
        old, start = self._old, self._at
        if end <= start:
            return
        self._mark(old.origin(start))
        offsets = old.offsets
        while self._entry < len(offsets) and offsets[self._entry] <= start:
            self._entry += 1
        while self._entry < len(offsets) and offsets[self._entry] < end:
            self._offsets.append(self._length + offsets[self._entry] - start)
            self._origins.append(old.origins[self._entry])
            self._entry += 1
        self._pieces.append(old.text[start:end])
        self._length += end - start
        self._at = end

    def put(self, text: str, end: int) -> None:
        """`text` in place of the old text up to `end`."""
        if text:
            self._mark(self._old.origin(self._at))
            self._pieces.append(text)
            self._length += len(text)
        self._at = end
        self._mark(self._old.origin(end))

    def done(self) -> Traced:
        """The new text, the rest of the old one kept."""
        self.keep_to(len(self._old.text))
        self._mark(self._old.origins[-1])
        return Traced("".join(self._pieces), self._offsets, self._origins)

    def _mark(self, origin: int) -> None:
        if self._offsets and self._offsets[-1] == self._length:
            self._origins[-1] = origin
        else:
            self._offsets.append(self._length)
            self._origins.append(origin)
