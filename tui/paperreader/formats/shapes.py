"""Shapes: how the objects of a service are recognised, and where each of our fields is found in them.

Declared once (`services`), used for JSON Lines and JSON documents alike. An object of no known shape is taken as named
fields (`fields`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

Object = Mapping[str, object]


class Shape(NamedTuple):
    """One service's kind of record."""

    name: str
    needs: tuple[str, ...]
    """Paths that such an object has, all of them."""
    paths: Mapping[str, str]
    """Our field → paths to its value, best first, separated by spaces."""
    finish: Callable[[Object, dict[str, object]], None] | None = None
    """What the paths cannot say."""


def at(value: object, path: str) -> object:
    """Return what lies at a dotted path, or None; a list on the way is entered at its first item."""
    for name in path.split("."):
        if isinstance(value, list):
            value = value[0] if value else None
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


@cache
def _beginnings() -> list[tuple[Shape, frozenset[str]]]:
    """Every shape with the names that its objects have at their top: most objects are told apart by those alone."""
    from paperreader.formats.services import SHAPES

    return [(shape, frozenset(path.partition(".")[0] for path in shape.needs)) for shape in SHAPES]


def known(entry: Object) -> Object:
    """Return an object's fields under our names when its shape is known, else the object itself."""
    names = entry.keys()
    for shape, beginnings in _beginnings():
        if beginnings <= names and all(at(entry, path) is not None for path in shape.needs):
            found: dict[str, object] = {}
            for field, paths in shape.paths.items():
                for path in paths.split():
                    value = at(entry, path)
                    if value not in (None, "", [], {}):
                        found[field] = value
                        break
            if shape.finish is not None:
                shape.finish(entry, found)
            return found
    return entry
