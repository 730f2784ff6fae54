"""EndNote's XML export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import entries, spaced
from paperreader.formats.names import turn

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def sniff(head: bytes, name: str) -> int:
    """A `record` with the parts that only EndNote's have."""
    text = decoded(head)
    return (
        93 if re.search(r"<records?[\s>]", text) and re.search(r"<ref-type|<foreign-keys|<contributors>", text) else 0
    )


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record."""
    return entries(stream, ("record",), origin, _known)


def _known(record: Element) -> dict[str, object]:
    def text(*paths: str) -> str:
        return next((found for path in paths if (found := spaced(record.find(path)))), "")

    kind = record.find("ref-type")
    name = (kind.get("name") or "") if kind is not None else ""
    urls = [spaced(node) for node in record.findall("urls//url")]
    return {
        "title": text("titles/title", "titles/short-title", "titles/secondary-title"),
        "authors": [turn(spaced(node)) for node in record.findall("contributors/authors/author")]
        or [turn(spaced(node)) for node in record.findall("contributors/secondary-authors/author")],
        "abstract": text("abstract"),
        "venue": text("periodical/full-title", "titles/secondary-title", "titles/alt-title", "periodical/abbr-1"),
        "year": text("dates/year", "dates//date"),
        "keywords": [spaced(node) for node in record.findall("keywords/keyword")],
        "doi": text("electronic-resource-num"),
        "url": [part for url in urls for part in url.split()],
        "kind": name,
        "volume": text("volume"),
        "issue": text("number", "issue"),
        "pages": text("pages"),
        "publisher": text("publisher"),
        "isbn": text("isbn"),
    }
