"""The parsed text: a string in which every part that is not plain prose is one placeholder, and those parts.

Typography and emphasis work on the string alone and can neither touch what is inside a formula, a link or code, nor be
cut off by it. Only values here; parsing is in `latex` and `segments`, drawing in `compose`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .math_atoms import Atom
from .traced import Traced

#: Stands for one node in the string of a flow. The repair step has made sure that no text has it.
PLACEHOLDER = "\ufffc"


@dataclass(slots=True)
class Node:
    """Something opaque. `start` and `end` are its range in the repaired text, markup included."""

    start: int
    end: int


@dataclass(slots=True)
class Literal(Node):
    """Characters that are shown as they are: an escaped mark, a URL, code, keys of a citation, an unknown macro."""

    text: str
    style: str | None = None
    data: str | None = None
    spaced: bool = False
    """One space is wanted before it, unless there is one or it follows an opening bracket."""


@dataclass(slots=True)
class Styled(Node):
    """A flow of its own with a style on all of it (None: no style, but still a unit)."""

    flow: Flow
    style: str | None
    data: str | None = None
    before: str = ""
    after: str = ""
    spaced: bool = False


@dataclass(slots=True)
class Formula(Node):
    """A formula, parsed."""

    atoms: list[Atom]
    attached: bool = False
    """It is a script of the text before it: a space between them goes."""


@dataclass(slots=True)
class Item(Node):
    """The mark of a list line, which begins a new line; with an empty label the line just ends."""

    label: str


@dataclass(slots=True)
class Mark:
    """A style on a stretch of a flow's string, found by typography or emphasis, with the range of its delimiters."""

    start: int
    end: int
    style: str
    outer_start: int
    outer_end: int


@dataclass(slots=True)
class Flow:
    """`text` traced to the repaired text; `nodes` in the order of their placeholders.

    `marks` and `cuts` (stretches that are not shown) are filled in by the typographic steps.
    """

    text: Traced
    nodes: list[Node]
    marks: list[Mark] = field(default_factory=list)
    cuts: list[tuple[int, int]] = field(default_factory=list)


class FlowMaker:
    """Builds a flow from a region of the repaired text, from left to right."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._offsets: list[int] = []
        self._origins: list[int] = []
        self._length = 0
        self._end = 0
        self.nodes: list[Node] = []

    def keep(self, start: int, end: int) -> None:
        """The source from `start` to `end` as it is."""
        if start < end:
            self._piece(self._source[start:end], start, end)

    def put(self, text: str, start: int, end: int) -> None:
        """`text` in place of the source from `start` to `end`."""
        if text:
            self._piece(text, start, end)

    def node(self, node: Node) -> None:
        """A node."""
        self.nodes.append(node)
        self._piece(PLACEHOLDER, node.start, node.end)

    def last(self) -> str:
        """The last character so far, a placeholder for a node, "" at the start."""
        return self._pieces[-1][-1] if self._pieces else ""

    def done(self) -> Flow:
        """The flow."""
        self._offsets.append(self._length)
        self._origins.append(self._end)
        return Flow(Traced("".join(self._pieces), self._offsets, self._origins), self.nodes)

    def _piece(self, text: str, start: int, end: int) -> None:
        self._offsets.append(self._length)
        self._origins.append(start)
        self._pieces.append(text)
        self._length += len(text)
        self._end = end
