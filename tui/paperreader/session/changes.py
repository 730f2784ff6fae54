"""What a call of the session changed, for the interface to paint, and the line that says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Message(NamedTuple):
    """A line for the hint line; `kind` is `info`, `error` or `undo` (something that `u` takes back)."""

    text: str
    kind: str = "info"
    offer: int = 0
    """The command that `u` takes back while this line stands, where that is not what the user did last."""


@dataclass(slots=True)
class Changes:
    """What a call changed, for the interface to paint."""

    order: bool = False
    """The rows of the list, all of them."""
    cursor: bool = False
    views: bool = False
    """The sidebar: views, counts, starred papers, tags."""
    query: bool = False
    selection: bool = False
    numbers: set[int] = field(default_factory=set)
    """Papers whose marks changed."""
