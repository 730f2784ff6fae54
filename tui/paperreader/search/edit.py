"""Change a query by one field: what the facets and `f` do. Text in, text out, so that the box shows what happened."""

from __future__ import annotations

from .parser import parse
from .query import quote, render
from .tree import And, Every, Has, Named, Node, Not, Or, Range, State, Text, all_of


def with_field(text: str, field: str, value: str, mode: str = "add") -> str:
    """The query `text` with `field:value`; `mode` is `add`, `exclude`, or `replace` (what it said about the field).

    `value` is a plain value, or what already stands in parentheses or quotation marks. Raises QueryError when `text`
    does not parse.
    """
    ready = value.startswith(('"', "(")) or field in ("is", "has", "no", "year", "score", "rating", "added")
    return with_part(text, f"{field}:{value if ready else quote(value)}", mode)


def with_part(text: str, part: str, mode: str = "add") -> str:
    """The query `text` with one more part of a query, such as `FacetValue.query`."""
    query = parse(text)
    added = parse(part).tree
    if mode == "exclude":
        part = f"-{part}"
        added = added.part if isinstance(added, Not) else Not(added)
    tree = query.tree
    if mode == "replace":
        tree = all_of([kept for kept in _parts(tree) if _field(kept) != _field(added)])
        text = render(tree, query.sorts)
    if added in _parts(tree):
        return text
    opposite = added.part if isinstance(added, Not) else Not(added)
    if opposite in _parts(tree):
        tree = all_of([kept for kept in _parts(tree) if kept != opposite])
        text = render(tree, query.sorts)
    if isinstance(tree, Or):
        return render(all_of([tree, added]), query.sorts)
    return f"{text.rstrip()} {part}".strip()


def _parts(tree: Node) -> list[Node]:
    if isinstance(tree, And):
        return list(tree.parts)
    return [] if isinstance(tree, Every) else [tree]


def _field(node: Node) -> str:
    """The one field that a part is about, or ""."""
    if isinstance(node, Not):
        return _field(node.part)
    if isinstance(node, (And, Or)):
        fields = {_field(part) for part in node.parts}
        return fields.pop() if len(fields) == 1 else ""
    if isinstance(node, (Text, Named, Range)):
        return node.field
    return {State: "is", Has: "has"}.get(type(node), "")
