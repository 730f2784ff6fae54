"""A tree over an index: which docs it selects. The same walk for the index in memory and the one on disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from .tree import And, Every, Node, Not, Or

D = TypeVar("D")


class Sets(Protocol[D]):
    """The algebra of sets of docs that an index has."""

    @property
    def every(self) -> D:
        """All docs."""

    def none(self) -> D:
        """No doc."""

    def both(self, first: D, second: D) -> D:
        """The docs of both."""

    def either(self, first: D, second: D) -> D:
        """The docs of either."""

    def others(self, docs: D) -> D:
        """The docs that are not among these."""

    def docs(self, leaf: Any) -> D:
        """The docs that a leaf selects."""


def select(tree: Node, index: Sets[D], instead: Mapping[Node, D] | None = None) -> D:
    """The docs that a tree selects. `instead`: the docs of some leaves, where they do not stand under a negation."""
    if isinstance(tree, And):
        docs = select(tree.parts[0], index, instead)
        for part in tree.parts[1:]:
            docs = index.both(docs, select(part, index, instead))
        return docs
    if isinstance(tree, Or):
        docs = select(tree.parts[0], index, instead)
        for part in tree.parts[1:]:
            docs = index.either(docs, select(part, index, instead))
        return docs
    if isinstance(tree, Not):
        return index.others(select(tree.part, index))
    if isinstance(tree, Every):
        return index.every
    if instead is not None and tree in instead:
        return instead[tree]
    return index.docs(tree)
