"""The typed tree that a query is parsed into. Values without behaviour; plain classes, cheap to import.

Every node can be compared, hashed and printed. `text` is always what was typed, not folded.
"""

from __future__ import annotations

from typing import Any


class Node:
    """A part of a query; equal to another of the same type with the same contents."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._values()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({inside})"


class Every(Node):
    """Every paper: the empty query."""

    __slots__ = ()


class And(Node):
    """All of the parts."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Node, ...]) -> None:
        self.parts = parts


class Or(Node):
    """At least one of the parts."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Node, ...]) -> None:
        self.parts = parts


class Not(Node):
    """What the part does not match; nothing in it is forgiving."""

    __slots__ = ("part",)

    def __init__(self, part: Node) -> None:
        self.part = part


class Text(Node):
    """Words that must stand in a text.

    `field` is a field of kind WORDS, or "" for the fields that a bare word searches. `mode` is "word" (the last word
    may go on), "exact" or "phrase" (whole words), or "open" (a phrase still being typed: its last word may go on).
    `start` and `end`: at the start or at the end of the title. `ended`: a blank follows, so the word is complete (it
    still matches longer words, but typos are not looked for in their beginnings). Several words of one `Text` must
    follow one another.
    """

    __slots__ = ("end", "ended", "field", "mode", "start", "text")

    def __init__(
        self,
        text: str,
        mode: str = "word",
        field: str = "",
        *,
        start: bool = False,
        end: bool = False,
        ended: bool = True,
    ) -> None:
        self.text = text
        self.mode = mode
        self.field = field
        self.start = start
        self.end = end
        self.ended = ended

    @property
    def forgiving(self) -> bool:
        """May match with typos and the like, when little matches without."""
        return self.mode == "word" and not (self.field or self.start or self.end)


class Named(Node):
    """A name out of a set, in full: a tag, an identifier."""

    __slots__ = ("field", "value")

    def __init__(self, field: str, value: str) -> None:
        self.field = field
        self.value = value


class Range(Node):
    """A number between two bounds; None is no bound, `open_low` and `open_high` leave the bound itself out.

    For the field `added` the bounds are seconds since 1970, or, when `age` is true, seconds before now.
    """

    __slots__ = ("age", "field", "high", "low", "open_high", "open_low")

    def __init__(
        self,
        field: str,
        low: float | None,
        high: float | None,
        open_low: bool = False,
        open_high: bool = False,
        age: bool = False,
    ) -> None:
        self.field = field
        self.low = low
        self.high = high
        self.open_low = open_low
        self.open_high = open_high
        self.age = age

    def holds(self, value: float) -> bool:
        """Whether a number lies within the bounds."""
        if self.low is not None and (value < self.low or (self.open_low and value == self.low)):
            return False
        return not (self.high is not None and (value > self.high or (self.open_high and value == self.high)))


class State(Node):
    """A value of `is:`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Has(Node):
    """A value of `has:`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Sort(Node):
    """An order; it selects nothing and never stands in a tree."""

    __slots__ = ("descending", "field")

    def __init__(self, field: str, descending: bool = False) -> None:
        self.field = field
        self.descending = descending

    def __str__(self) -> str:
        return f"sort:{'-' * self.descending}{self.field}"


class Notice(Node):
    """Something worth saying about a query that does parse: where, what, and the nearest valid word or ""."""

    __slots__ = ("length", "message", "nearest", "position")

    def __init__(self, position: int, length: int, message: str, nearest: str = "") -> None:
        self.position = position
        self.length = length
        self.message = message
        self.nearest = nearest


def all_of(parts: list[Node]) -> Node:
    """The conjunction, flattened: `Every` of none, the part itself of one."""
    flat: list[Node] = []
    for part in parts:
        if isinstance(part, And):
            flat.extend(part.parts)
        elif not isinstance(part, Every):
            flat.append(part)
    if not flat:
        return Every()
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def any_of(parts: list[Node]) -> Node:
    """The disjunction, flattened."""
    flat: list[Node] = []
    for part in parts:
        if isinstance(part, Or):
            flat.extend(part.parts)
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def leaves(node: Node, negated: bool = False) -> list[tuple[Node, bool]]:
    """Every leaf, with whether it stands under a negation, in the order of the query."""
    if isinstance(node, (And, Or)):
        found = []
        for part in node.parts:
            found.extend(leaves(part, negated))
        return found
    if isinstance(node, Not):
        return leaves(node.part, not negated)
    return [(node, negated)]
