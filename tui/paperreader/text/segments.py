"""Where the parts of a text lie that are not plain prose: addresses, links, code, list lines, groups, dollars.

One pass over the repaired text, before it is read; nothing is changed here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from . import math_symbols as symbols
from .lazy import lazy
from .math_atoms import MAX_DEPTH, TooDeep

#: What ends the address in running text. A backslash only stands in one before `_ % # & ~`.
_ADDRESS = lazy(
    r"""
    (?<![\w@/.-])
    (?: (?:https?|ftp)://
      | www\.
      | (?:[a-z0-9-]+\.)+(?:com|org|net|io|edu|ai|dev|gov|de|ch|uk|fr|cn|jp|me|co|app|info|science|page|site|tech)/
    )
    (?:[^\s<>"{}|\\^`$\[\]“”‘’—…\ufffc]|\\[_%\#&~])+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_AFTER_ADDRESS = ".,;:!?'*_"
_ADDRESS_ESCAPE = lazy(r"\\([_%#&~])")

_EVENT = lazy(r"[\\${}`\[]|[\^_](?=\{)")
_BRACE = lazy(r"\\.|[{}]", re.DOTALL)
_LIST_LINE = lazy(r"^[ \t]*([-*+•]|[0-9]{1,2}[.)])[ \t]+(?=\S)", re.MULTILINE)

#: `[text](address)`; the address must be one, since `f[i](x)` is mathematics.
MARKDOWN_LINK = lazy(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?((?:https?://|ftp://|www\.|mailto:)[^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?"
    r"(?:\s+\"[^\"\n]*\")?\s*\)"
)
_CODE = lazy(r"`([^`\s](?:[^`\n]{0,200}[^`\s])?)`(?!`)")
#: A quote that closes what a backtick opened: after a character, not inside a word.
_CLOSING_QUOTE = lazy(r"(?<=\S)'(?!\w)")
_DOLLAR = lazy(r"\\([A-Za-z]+)\s*(\{)|\\.|\$", re.DOTALL)
_HIDING_DOLLARS = symbols.TEXT | symbols.UPRIGHT


class Bullet(NamedTuple):
    """The mark of a list line: where it ends, and how it is shown."""

    end: int
    label: str


class Segments:
    """The places of one repaired text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.braces, self._unclosed = _pairs_of_braces(text) if "{" in text else ({}, [])
        self.addresses = _addresses(text)
        self.bullets = _bullets(text) if "\n" in text else {}
        starts = {match.start() for match in _EVENT.finditer(text)}
        starts.update(self.addresses, self.bullets)
        self._events = sorted(starts)
        self._found: dict[str, tuple[int, int]] = {}

    def next_event(self, start: int, end: int) -> int:
        """The next place from `start` where something begins that is not prose, or `end`."""
        place = bisect_left(self._events, start)
        if place < len(self._events) and self._events[place] < end:
            return self._events[place]
        return end

    def find(self, mark: str, start: int) -> int:
        """The next place of `mark` from `start`, -1 when there is none; does not scan twice what it scanned."""
        asked, found = self._found.get(mark, (len(self.text) + 1, 0))
        if asked > start or 0 <= found < start:
            found = self.text.find(mark, start)
            self._found[mark] = start, found
        return found

    def before_unclosed(self, start: int, end: int) -> int:
        """`end`, or the first brace from `start` that never closes if that comes before it."""
        place = bisect_left(self._unclosed, start)
        return min(end, self._unclosed[place]) if place < len(self._unclosed) else end

    def code(self, start: int, end: int) -> int | None:
        """Where the code ends that the backtick at `start` opens; None when it opens a quotation or nothing."""
        match = _CODE.match(self.text, start, end)
        if match is None:
            return None
        quote = _CLOSING_QUOTE.search(self.text, start + 1, match.end() - 1)
        return None if quote else match.end()

    def closing_dollar(self, start: int, end: int) -> int | None:
        """The partner of a dollar whose formula begins at `start`: dollars inside `\\text{…}` belong to that."""
        at = start
        while match := _DOLLAR.search(self.text, at, end):
            if match.group() == "$":
                return match.start()
            at = match.end()
            if match[2] and match[1] in _HIDING_DOLLARS:
                close = self.braces.get(match.end() - 1)
                if close is not None and close < end and _dollars(self.text, at, close) % 2 == 0:
                    at = close + 1
        return None


def plain_address(text: str) -> str:
    """An address without LaTeX's escapes (rule T11)."""
    return _ADDRESS_ESCAPE.sub(r"\1", text) if "\\" in text else text


def address_target(text: str) -> str:
    """What a link to the address opens."""
    return text if re.match(r"[a-z]+:", text, re.IGNORECASE) else "https://" + text


def _dollars(text: str, start: int, end: int) -> int:
    return text.count("$", start, end) - text.count("\\$", start, end)


def _pairs_of_braces(text: str) -> tuple[dict[int, int], list[int]]:
    """Where each brace that closes does so, and the ones that never do."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
            if len(opened) > MAX_DEPTH:
                raise TooDeep
        elif match.group() == "}" and opened:
            pairs[opened.pop()] = match.start()
    return pairs, opened


def _addresses(text: str) -> dict[int, int]:
    if "://" not in text and "www." not in text and "/" not in text:
        return {}
    found = {}
    for match in _ADDRESS.finditer(text):
        address = match.group()
        length = len(address)
        while length and _is_behind_address(address, length):
            length -= 1
        if length:
            found[match.start()] = match.start() + length
    return found


def _is_behind_address(address: str, length: int) -> bool:
    """Whether the last of the first `length` characters is the sentence's, not the address's."""
    last = address[length - 1]
    if last == ")":
        return address.count("(", 0, length) < address.count(")", 0, length)
    return last in _AFTER_ADDRESS and not (last == "_" and address[length - 2 : length - 1] == "\\")


def _bullets(text: str) -> dict[int, Bullet]:
    """Markdown list lines, when there are two of one kind or more (rule T8)."""
    matches = list(_LIST_LINE.finditer(text))
    signs = [match for match in matches if not match[1][0].isdigit()]
    numbers = [match for match in matches if match[1][0].isdigit()]
    found = {}
    for group in (signs, numbers):
        if len(group) >= 2:
            for match in group:
                label = match[1] if match[1][0].isdigit() else "•"
                found[match.start()] = Bullet(match.end(), label)
    return found
