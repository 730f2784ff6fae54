"""Made-up records for the storage tests."""

from __future__ import annotations

from typing import Any, NamedTuple

from paperreader.paper import Ident, Record


class Entry(NamedTuple):
    """What a source yields, as far as storage needs it."""

    record: Record
    raw: bytes


def record(number: int = 1, **fields: Any) -> Record:
    """A made-up record with an OpenReview id."""
    values: dict[str, Any] = {
        "title": f"A Study of Thing Number {number}",
        "authors": (f"Ada Author{number}", "Second Person"),
        "abstract": f"We study thing {number} at length. " * 3,
        "venue": "ICLR 2026",
        "year": 2026,
        "idents": (Ident("openreview", f"paper{number}"),),
    }
    return Record(**{**values, **fields})


def entry(number: int = 1, **fields: Any) -> Entry:
    """A made-up entry."""
    made = record(number, **fields)
    return Entry(made, made.title.encode("utf-8", "replace"))
