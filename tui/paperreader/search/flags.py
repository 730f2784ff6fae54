"""Queries about read, starred, later and dismissed alone: answered from one byte a paper, at once, without an index.

A tree over four bits is a table of 16 answers; `bytes.translate` applies it to every paper in one pass in C.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from paperreader.paper import DECIDED, DISMISSED, LATER, READ, STARRED

from .tree import And, Every, Node, Not, Or, State

_MASKS = {"read": READ, "starred": STARRED, "later": LATER, "dismissed": DISMISSED, "decided": DECIDED}


def holds(state: str, flags: int) -> bool:
    """Whether a paper with these marks has a state of `table.MARK_STATES`."""
    if state == "unread":
        return not flags & READ
    if state == "undecided":
        return not flags & DECIDED
    return bool(flags & _MASKS[state])


def decide(tree: Node, flags: int) -> bool:
    """Whether a paper with these marks is selected by a tree of states alone."""
    if isinstance(tree, State):
        return holds(tree.name, flags)
    if isinstance(tree, And):
        return all(decide(part, flags) for part in tree.parts)
    if isinstance(tree, Or):
        return any(decide(part, flags) for part in tree.parts)
    if isinstance(tree, Not):
        return not decide(tree.part, flags)
    assert isinstance(tree, Every)
    return True


def answers(tree: Node) -> bytes:
    """For each value of the flags byte, 1 if the tree selects it, else 0."""
    sixteen = bytes([decide(tree, flags) for flags in range(16)])
    return sixteen * 16


def select(tree: Node, flags: bytearray, numbers: Sequence[int]) -> Sequence[int]:
    """The numbers that a tree of states selects, in the given order; the same object when it selects all.

    100,000 papers take 2 ms, and nothing when they all have the same answer. A list: an array costs a third more.
    """
    chosen = selectors(tree, flags, numbers)
    count = chosen.count(1)
    if count == len(numbers):
        return numbers
    if not count:
        return ()
    return list(compress(numbers, chosen))


def count(tree: Node, flags: bytearray, numbers: Sequence[int]) -> int:
    """How many numbers a tree of states selects: 50 µs for 100,000 papers."""
    return selectors(tree, flags, numbers).count(1)


def selectors(tree: Node, flags: bytearray, numbers: Sequence[int]) -> bytes:
    """One byte for each of the numbers: 1 where the tree selects it."""
    table = answers(tree)
    if not numbers:
        return b""
    last = numbers[-1]
    by_number = flags[: last + 1].translate(table)
    if len(by_number) <= last:
        by_number += table[:1] * (last + 1 - len(by_number))
    if isinstance(numbers, range) and numbers.step == 1:
        return bytes(by_number[numbers.start : numbers.stop])
    return bytes(map(by_number.__getitem__, numbers))
