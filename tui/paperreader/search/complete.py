"""Completion in the filter box: names of fields, and values of the field that stands before the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from paperreader.text.folding import fold

from . import table, words
from .query import quote
from .states import States

#: So many values are offered.
MOST = 12


class Completion(NamedTuple):
    """Put `text` in place of the characters `start` to `end` of the query; `label` and `help` are to be shown."""

    start: int
    end: int
    text: str
    label: str
    help: str


class Values(Protocol):
    """What an index knows of the values of papers."""

    def values(self, column: str) -> Mapping[str, int]:
        """The values of venue, decision, area, sources, or year, with how many papers have each."""

    def words_starting(self, field: str, prefix: str) -> list[tuple[str, int]]:
        """Words of authors or keywords that start so, with how many papers have each."""


def complete(text: str, cursor: int, index: Values | None, states: States) -> list[Completion]:
    """What may stand where the cursor is. `index` is None while there is none: then only the language is completed."""
    start, field, typed = _at(text, cursor)
    if field is None:
        if not typed.isalpha():
            return []
        names = {known.name: known.help for known in table.FIELDS} | {table.SORT: "the order of the list"}
        return [
            Completion(start, cursor, f"{name}:", f"{name}:", help_)
            for name, help_ in names.items()
            if name.startswith(typed.lower())
        ]
    found = []
    for value, help_ in _values(field, typed, index, states):
        written = value if field in ("is", "has", "no", table.SORT, "year") else quote(value)
        found.append(Completion(start, cursor, written + " ", value, help_))
    return found[:MOST]


def _at(text: str, cursor: int) -> tuple[int, str | None, str]:
    """Where the part before the cursor starts, its field (None: a bare word), and what is typed of it."""
    start = cursor
    quoted = text.count('"', 0, cursor) % 2 == 1
    if quoted:
        start = text.rindex('"', 0, cursor)
    while start > 0 and not text[start - 1].isspace() and text[start - 1] not in "(|":
        start -= 1
    part = text[start:cursor]
    signs = len(part) - len(part.lstrip("-!"))
    start, part = start + signs, part[signs:]
    name, colon, value = part.partition(":")
    name = name.lower()
    if not colon or (name not in table.BY_NAME and name != table.SORT):
        # Inside the parentheses of a field, values are completed too.
        opened = text.rfind("(", 0, start)
        words_before = text[: max(opened, 0)].split() if ")" not in text[max(opened, 0) : cursor] else []
        before = words_before[-1].lstrip("-!(") if words_before else ""
        inside = before.removesuffix(":").lower()
        if before.endswith(":") and inside in table.BY_NAME:
            return start, table.BY_NAME[inside].name, part.lstrip('"')
        return start, None, part
    field = name if name == table.SORT else table.BY_NAME[name].name
    start += len(name) + 1
    signs = len(value) - len(value.lstrip("-!")) if field not in ("id", table.SORT) else 0
    return start + signs, field, value[signs:].lstrip('"')


def _values(field: str, typed: str, index: Values | None, states: States) -> list[tuple[str, str]]:
    """The values of a field that begin like what is typed, the likeliest first, with a word about each."""
    fixed = {"is": table.STATES, "has": table.THINGS, "no": table.THINGS}.get(field)
    if fixed is not None:
        return [(value, help_) for value, help_ in fixed.items() if value.startswith(typed.lower())]
    if field == table.SORT:
        sign = "-" if typed.startswith("-") else ""
        wanted = typed.lstrip("-").lower()
        return [(sign + name, help_) for name, help_ in table.SORTS.items() if name.startswith(wanted)]
    if field == "tag":
        counts: dict[str, int] = {}
        for number in states.numbers_with("tag"):
            for tag in states.tags(number):
                counts[tag] = counts.get(tag, 0) + 1
    elif index is None:
        return []
    elif field in ("author", "keyword"):
        prefix = "".join(words.split(typed)[-1:])
        return [(word, _papers(count)) for word, count in index.words_starting(field, prefix)] if prefix else []
    elif field in ("venue", "decision", "area", "source", "year"):
        counts = dict(index.values("sources" if field == "source" else field))
    else:
        return []
    wanted = fold(typed)
    good = [
        value
        for value in counts
        if value and (fold(value).startswith(wanted) or any(word.startswith(wanted) for word in words.split(value)))
    ]
    good.sort(key=lambda value: (not fold(value).startswith(wanted), -counts[value], value))
    return [(value, _papers(counts[value])) for value in good]


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count:,} papers"
