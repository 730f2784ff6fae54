"""A parsed query: its tree, its order, what it depends on; the conjunction of two; writing one back as text."""

from __future__ import annotations

from . import levels, table
from .tree import And, Every, Has, Named, Node, Not, Notice, Or, Range, Sort, State, Text, all_of, leaves


class Query:
    """What was asked. Immutable; equal to another with the same tree and sorts.

    `text` is the query as it was typed (of a conjunction: written anew, and it parses to the same tree). `notices`
    are things worth saying although the query is valid.
    """

    __slots__ = ("_instant", "_needs", "_words", "notices", "sorts", "text", "tree")

    def __init__(self, text: str, tree: Node, sorts: tuple[Sort, ...] = (), notices: tuple[Notice, ...] = ()) -> None:
        self.text = text
        self.tree = tree
        self.sorts = sorts
        self.notices = notices
        self._needs: frozenset[str] | None = None
        self._words: tuple[Text, ...] | None = None
        self._instant: bool | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self.tree == other.tree and self.sorts == other.sorts

    def __hash__(self) -> int:
        return hash((self.tree, self.sorts))

    def __repr__(self) -> str:
        return f"Query({self.text!r})"

    @property
    def needs_marks(self) -> frozenset[str]:
        """The marks that the result depends on: `read`, `starred`, `later`, `dismissed`, `rating`, `tag`, `note`."""
        if self._needs is None:
            needs: set[str] = set()
            for leaf, _ in leaves(self.tree):
                if isinstance(leaf, State):
                    if leaf.name in ("undecided", "decided"):
                        needs.update(("starred", "later", "dismissed"))
                    elif leaf.name in table.MARK_STATES:
                        needs.add("read" if leaf.name == "unread" else leaf.name)
                elif isinstance(leaf, Has) and leaf.name in table.MARK_THINGS:
                    needs.add(leaf.name)
                elif isinstance(leaf, (Named, Text, Range)) and leaf.field in ("tag", "note", "rating"):
                    needs.add(leaf.field)
            needs.update(sort.field for sort in self.sorts if sort.field in table.MARK_SORTS)
            self._needs = frozenset(needs)
        return self._needs

    @property
    def words(self) -> tuple[Text, ...]:
        """The words and phrases that give the result its order by relevance (those under a negation do not)."""
        if self._words is None:
            self._words = tuple(
                leaf
                for leaf, negated in leaves(self.tree)
                if not negated and isinstance(leaf, Text) and leaf.field in levels.SCORED
            )
        return self._words

    @property
    def has_words(self) -> bool:
        """Whether the result has an order by relevance."""
        return bool(self.words)

    @property
    def free_words(self) -> tuple[str, ...]:
        """The texts of the words and phrases that belong to no field and are not excluded."""
        return tuple(word.text for word in self.words if not word.field)

    def parted(self) -> tuple[list[Text], Node]:
        """The forgiving words of a conjunction, of which a paper may lack some, and all that it may not lack."""
        parts = self.tree.parts if isinstance(self.tree, And) else ()
        words = [part for part in parts if isinstance(part, Text) and part.forgiving]
        return words, all_of([part for part in parts if part not in words])

    @property
    def instant(self) -> bool:
        """Whether the four flags alone answer it, in catalogue order or that of the later queue."""
        if self._instant is None:
            sorted_by = [sort.field for sort in self.sorts]
            self._instant = all(
                isinstance(leaf, Every) or (isinstance(leaf, State) and leaf.name in table.MARK_STATES)
                for leaf, _ in leaves(self.tree)
            ) and all(field in ("later", "relevance", "number") for field in sorted_by)
        return self._instant

    def __and__(self, other: Query) -> Query:
        """Both: what this one selects and the other one too. The other's sort wins if it has one."""
        tree = all_of([self.tree, other.tree])
        sorts = other.sorts or self.sorts
        return Query(render(tree, sorts), tree, sorts, other.notices)

    def with_sort(self, field: str, descending: bool = False) -> Query:
        """The same query in another order; `field` is one of `table.SORTS`."""
        if field not in table.SORTS:
            raise ValueError(f"no such sort: {field}")
        sorts = (Sort(field, descending),)
        return Query(render(self.tree, sorts), self.tree, sorts, self.notices)

    def without_sort(self) -> Query:
        """The same query in its own order."""
        return Query(render(self.tree, ()), self.tree, (), self.notices)


def quote(value: str) -> str:
    """A value as it must be written after `field:` to be taken as it is."""
    plain = value.replace('"', " ").strip()
    if plain and all(char.isalnum() or char in "-_./+:#@" for char in plain) and plain[0] not in "-":
        return plain
    return f'"{plain}"'


def render(tree: Node, sorts: tuple[Sort, ...] = ()) -> str:
    """The tree as text; parsing it gives the tree again."""
    parts = []
    if not isinstance(tree, Every):
        parts.append(_write(tree, inside=False))
    parts.extend(str(sort) for sort in sorts)
    return " ".join(parts)


def _write(node: Node, inside: bool) -> str:
    """One node; `inside` means that a bar or a list must be wrapped in parentheses."""
    if isinstance(node, And):
        written = " ".join([_write(part, inside=True) for part in node.parts])
        return _wrap(written) if inside else written
    if isinstance(node, Or):
        written = " | ".join([_write(part, inside=isinstance(part, Or)) for part in node.parts])
        return _wrap(written) if inside else written
    if isinstance(node, Not):
        return "-" + _write(node.part, inside=True)
    if isinstance(node, Text):
        return _write_text(node)
    if isinstance(node, Named):
        return f"{node.field}:{quote(node.value)}"
    if isinstance(node, Range):
        return f"{node.field}:{_write_range(node)}"
    if isinstance(node, State):
        return f"is:{node.name}"
    if isinstance(node, Has):
        return f"has:{node.name}"
    return "()"


def _wrap(written: str) -> str:
    """In parentheses; a word that ends with an open one of its own must not swallow ours."""
    return f"({written} )" if "(" in written.rpartition(" ")[2] else f"({written})"


def _write_text(node: Text) -> str:
    if node.mode == "word":
        text = node.text
    elif node.mode == "exact":
        text = "'" + node.text
    else:
        text = f'"{node.text}"'
    written = ("^" if node.start else "") + text + ("$" if node.end else "")
    return f"{node.field}:{written}" if node.field else written


def _write_range(node: Range) -> str:
    def number(value: float) -> str:
        if node.field == "added":
            return _write_time(value, node.age)
        return f"{value:.10g}"

    low, high = node.low, node.high
    if low is not None and high is not None:
        if low == high and not (node.open_low or node.open_high):
            return number(low)
        return f"{number(low)}..{number(high)}"
    if low is not None:
        return (">" if node.open_low else ">=") + number(low)
    assert high is not None
    return ("<" if node.open_high else "<=") + number(high)


def _write_time(value: float, age: bool) -> str:
    if age:
        return f"{value / 3600:.10g}h"
    from datetime import UTC, datetime

    return datetime.fromtimestamp(value, UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
