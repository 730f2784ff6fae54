"""EndNote's refer format (`.enw`): `%T title`, `%A author`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.names import turn
from paperreader.formats.tagged import Dialect, Raw, every, first, items, looks_like

_DIALECT = Dialect(
    re.compile(r"%([0-9A-Za-z@!$&()*+,<=>?\[\]^~#'%/])(?:\s+(.*)|$)"),
    starts=frozenset({"0"}),
    blank_ends=True,
    anywhere=True,
)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_URL = re.compile(r"https?://\S+")


def sniff(head: bytes, name: str) -> int:
    """A `%0` line, or other tags with the right name."""
    text = decoded(head)
    if looks_like(text, _DIALECT.tag, ("0",)):
        return 92
    tags = looks_like(text, re.compile(r"%([A-Z]) \S"), ("A", "T"))
    return (80 if name.lower().endswith((".enw", ".refer")) else 40) if tags else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record."""
    return items(stream, origin, _DIALECT, _known)


def _known(raw: Raw) -> dict[str, object]:
    values = raw.values()
    kind = first(values, "0").lower()
    links = [match[0] for value in every(values, "U", "R", ">") for match in _URL.finditer(value)]
    return {
        "title": first(values, "T", "!"),
        "authors": [turn(name) for name in raw.lines("A") or raw.lines("E")],
        "abstract": first(values, "X"),
        "venue": first(values, "J", "B", "S"),
        "year": first(values, "D", "8"),
        "keywords": [word for line in raw.lines("K") for word in re.split(r"[;,]", line)],
        "doi": next((match[0] for value in every(values, "R", "U") if (match := _DOI.search(value))), ""),
        "url": links,
        "kind": kind,
        "volume": first(values, "V"),
        "issue": first(values, "N"),
        "pages": first(values, "P"),
        "publisher": first(values, "I"),
        "isbn": "; ".join(every(values, "@")),
    }
