"""OAI-PMH: what repositories (arXiv, HAL, universities) hand to harvesters, as Dublin Core or as arXiv has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import entries, spaced, tag, words
from paperreader.formats.kinds import named

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DELETED = re.compile(r"<header[^<>]*\bstatus\s*=\s*[\"']deleted")


def sniff(head: bytes, name: str) -> int:
    """An `OAI-PMH` root, or records with Dublin Core in them."""
    text = decoded(head)
    return 94 if re.search(r"<OAI-PMH[\s>]|<oai_dc:dc[\s>]", text) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record; one that the repository deleted is none."""
    return entries(stream, ("record",), origin, _known, none=_DELETED)


def _known(record: Element) -> dict[str, object]:
    for name in ("arXiv", "arXivRaw"):
        if (found := next(record.iter(name), None)) is not None:
            return _arxiv(found)

    def every(name: str) -> list[str]:
        return [text for node in record.iter(tag(f"dc:{name}")) if (text := spaced(node))]

    stated = every("identifier") + every("relation")
    return {
        "title": next(iter(every("title")), ""),
        "authors": every("creator"),
        "abstract": next(iter(sorted(every("description"), key=len, reverse=True)), ""),
        "venue": next(iter(every("source")), ""),
        "year": next(iter(every("date")), None),
        "keywords": every("subject"),
        "kind": named(*(word.rsplit("/", 1)[-1] for word in every("type"))),
        "doi": next((text for text in stated if re.match(r"(?:doi:|https?://(?:dx\.)?doi\.org/|10\.)", text)), ""),
        "url": [text for text in stated if text.startswith("http")],
    }


def _arxiv(found: Element) -> dict[str, object]:
    def text(name: str) -> str:
        return spaced(found.find(name))

    people = [[spaced(person.find(part)) for part in ("keyname", "forenames")] for person in found.iter("author")]
    return {
        "id": text("id"),
        "title": text("title"),
        "authors": [" ".join(filter(None, (given, family))) for family, given in people] or text("authors"),
        "abstract": words(found.find("abstract")),
        "venue": text("journal-ref"),
        "doi": text("doi"),
        "categories": text("categories"),
    }
