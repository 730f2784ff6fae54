"""What RIS, PubMed's nbib, EndNote's refer format and ISI exports have in common: lines that start with a tag.

A dialect says what a tag looks like, and when an entry starts and ends. Text outside entries is nothing; a line without
a tag continues the value before it. Memory is bounded by one entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from paperreader.formats import fields, limits
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import lines

Values = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one tagged format writes its entries."""

    tag: re.Pattern[str]
    """Groups: the tag, the value."""
    starts: frozenset[str]
    """Tags that begin an entry, also when the one before was not ended."""
    ends: frozenset[str] = frozenset()
    """Tags that end an entry."""
    blank_ends: bool = False
    """A blank line ends an entry."""
    anywhere: bool = False
    """An entry may begin with any tag."""
    continued: re.Pattern[str] = field(default=re.compile(r"\s*\S"))
    """What a line looks like that continues the value before it."""


@dataclass(slots=True)
class Raw:
    """One entry as it stands in the file."""

    line: int
    order: list[tuple[str, list[str]]]
    text: list[str]
    size: int = 0

    def values(self) -> Values:
        """Return the values by tag in the order of the file, lines of one value joined with a space."""
        found: Values = {}
        for tag, parts in self.order:
            if value := " ".join(part.strip() for part in parts).strip():
                found.setdefault(tag, []).append(value)
        return found

    def lines(self, *tags: str) -> list[str]:
        """Return the lines of these tags one by one, for values where a line is a list item."""
        return [part.strip() for tag, parts in self.order if tag in tags for part in parts if part.strip()]


def entries(stream: BinaryIO, dialect: Dialect) -> Iterator[Raw]:
    """Yield the entries of a stream."""
    current: Raw | None = None
    number = 0
    for line in lines(stream):
        number += 1
        match = dialect.tag.match(line)
        tag = match[1] if match else ""
        if match and (tag in dialect.starts or (current is None and dialect.anywhere)):
            if current is not None:
                yield current
            current = Raw(number, [], [])
        if current is None:
            continue
        if tag in dialect.ends or (dialect.blank_ends and not line.strip()):
            yield current
            current = None
            continue
        current.size += len(line)
        if current.size > limits.ENTRY:
            # Not an entry any more; what it holds so far is shown, the rest is left out.
            continue
        current.text.append(line)
        if match:
            current.order.append((tag, [match[2] or ""]))
        elif current.order and dialect.continued.match(line):
            current.order[-1][1].append(line)
    if current is not None:
        yield current


def items(
    stream: BinaryIO, origin: Origin, dialect: Dialect, known: Callable[[Raw], dict[str, object]]
) -> Iterator[Item]:
    """Yield one item an entry; `known` turns an entry into fields under our names."""
    for raw in entries(stream, dialect):
        where = f"{origin.name}: line {raw.line}"
        data = "\n".join(raw.text).encode("utf-8", "replace")
        try:
            yield Entry(fields.record(known(raw)), data, where)
        except ValueError as error:
            yield broken(where, str(error), data)


def first(values: Values, *tags: str) -> str:
    """Return the first value of the first of these tags that has one, or ""."""
    return next((values[tag][0] for tag in tags if tag in values), "")


def every(values: Values, *tags: str) -> list[str]:
    """Return all values of these tags, tag by tag."""
    return [value for tag in tags for value in values.get(tag, ())]


def looks_like(text: str, tag: re.Pattern[str], opening: Iterable[str]) -> bool:
    """Say whether a line of the text is one of the `opening` tags with another tag on the next line."""
    wanted = set(opening)
    rows = [line for line in re.split(r"\r\n|\n|\r", text) if line.strip()][:400]
    for line, following in zip(rows, [*rows[1:], ""], strict=False):
        match = tag.match(line)
        if match and match[1] in wanted and (not following or tag.match(following)):
            return True
    return False
