"""DBLP: answers of its search (`hit`) and records of its dump (`article`, `inproceedings` …)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import entries, spaced
from paperreader.formats.kinds import named

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_KINDS = ("article", "inproceedings", "proceedings", "book", "incollection", "phdthesis", "mastersthesis")
#: DBLP tells people of one name apart by a number behind it.
_NUMBERED = re.compile(r" \d{4}$")


def sniff(head: bytes, name: str) -> int:
    """A `dblp` root, or hits with DBLP's `info`."""
    text = decoded(head)
    if re.search(r"<dblp(?:person)?[\s>]", text):
        return 94
    return 93 if "<hits" in text and re.search(r"<hit\b[^<>]*>\s*<info>", text) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record."""
    return entries(stream, ("info", *_KINDS), origin, _known)


def _kind(info: Element) -> str:
    """Return the kind: a hit says it in words, a record by its name; what is in CoRR is a preprint."""
    if spaced(info.find("journal")) == "CoRR" or info.get("publtype") == "informal":
        return "preprint"
    return named(spaced(info.find("type")), info.tag)


def _known(info: Element) -> dict[str, object]:
    names = info.findall("authors/author") or info.findall("author") or info.findall("editor")
    return {
        # DBLP ends every title with a full stop.
        "title": spaced(info.find("title")).removesuffix("."),
        "authors": [_NUMBERED.sub("", spaced(node)) for node in names],
        "venue": spaced(info.find("venue")) or spaced(info.find("booktitle")) or spaced(info.find("journal")),
        "year": spaced(info.find("year")),
        "doi": spaced(info.find("doi")),
        "kind": _kind(info),
        "volume": spaced(info.find("volume")),
        "issue": spaced(info.find("number")),
        "pages": spaced(info.find("pages")),
        "publisher": spaced(info.find("publisher")),
        "url": [spaced(node) for path in ("ee", "url") for node in info.findall(path)],
    }
