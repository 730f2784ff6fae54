"""ISI / Web of Science exports: two-letter tags, continued by indented lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.names import turn
from paperreader.formats.tagged import Dialect, Raw, first, items, looks_like

_DIALECT = Dialect(
    re.compile(r"([A-Z][A-Z0-9])(?:[ \t]+(.*)|$)"),
    starts=frozenset({"PT"}),
    ends=frozenset({"ER", "EF"}),
    continued=re.compile(r"\s+\S"),
)

#: `PT`, where the document type `DT` says nothing.
_TYPES = {"J": "article", "B": "book", "S": "article", "P": "patent", "C": "inproceedings"}


def sniff(head: bytes, name: str) -> int:
    """`FN …` and `VR …` at the start, or `PT` followed by another tag."""
    text = decoded(head).lstrip()
    if re.match(r"FN [^\n]*\r?\nVR ", text):
        return 95
    return (
        70
        if looks_like(text, re.compile(r"([A-Z][A-Z0-9]) \S"), ("PT",)) and re.search(r"^(?:TI|SO) ", text, re.M)
        else 0
    )


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record."""
    return items(stream, origin, _DIALECT, _known)


def _known(raw: Raw) -> dict[str, object]:
    values = raw.values()
    names = raw.lines("AF") or raw.lines("AU") or raw.lines("BE", "ED")
    return {
        "title": first(values, "TI"),
        "authors": [turn(name) for line in names for name in line.split(";") if name.strip()],
        "abstract": first(values, "AB"),
        "venue": first(values, "SO", "CT", "JI"),
        "year": first(values, "PY", "PD"),
        "keywords": "; ".join(value for tag in ("DE", "ID") for value in values.get(tag, ())),
        "doi": first(values, "DI"),
        "pmid": first(values, "PM"),
        "volume": first(values, "VL"),
        "issue": first(values, "IS"),
        "first_page": first(values, "BP", "AR"),
        "last_page": first(values, "EP"),
        "publisher": first(values, "PU"),
        "kind": [*first(values, "DT").split(";"), _TYPES.get(first(values, "PT"), "")],
    }
