"""arXiv's daily listing by e-mail: entries between lines of hyphens, each with its fields, then its abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from paperreader.formats import fields, limits
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import decoded, lines
from paperreader.formats.names import names

_RULE = re.compile(r"-{20,}\s*$|%%--%%.*")
_FIELD = re.compile(
    r"(Title|Authors?|Categories|Comments|Journal-ref|DOI|Date|Report-no|MSC-class|ACM-class|License):\s?(.*)"
)
_ID = re.compile(r"arXiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)


def sniff(head: bytes, name: str) -> int:
    """An entry's first lines: two backslashes, then the id."""
    text = decoded(head).replace("\r\n", "\n")
    return 94 if re.search(r"^\\\\\narXiv:", text, re.M) and re.search(r"^Title: ", text, re.M) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an entry."""
    block: list[str] = []
    number = begun = size = 0
    for line in lines(stream):
        number += 1
        if _RULE.match(line):
            yield from _item(block, f"{origin.name}: line {begun}")
            block, size = [], 0
            continue
        if not block:
            begun = number
        size += len(line)
        if size < limits.ENTRY:
            block.append(line)
    yield from _item(block, f"{origin.name}: line {begun}")


def _item(block: list[str], where: str) -> Iterator[Item]:
    """Yield the entry in a block, or nothing when the block is no entry (the letter's head and foot)."""
    if not any(line.startswith(("Title:", "arXiv:", "\\\\")) for line in block):
        return
    known: dict[str, str] = {}
    abstract: list[str] = []
    rules = 0
    current = ""
    for line in block:
        if line.startswith("\\\\"):
            rules += 1
            continue
        if rules >= 2:
            abstract.append(line.strip())
        elif match := _FIELD.match(line):
            current = match[1].rstrip("s") if match[1].startswith("Author") else match[1]
            known[current] = match[2].strip()
        elif match := _ID.match(line):
            known["id"] = match[1]
        elif current and line.startswith(" "):
            known[current] += f" {line.strip()}"
    raw = "\n".join(block).encode("utf-8", "replace")
    if rules < 2 and not known:
        return
    try:
        record = fields.record(
            {
                "title": known.get("Title", ""),
                "authors": names(known.get("Author", "")),
                "abstract": "\n".join(abstract),
                "venue": known.get("Journal-ref", ""),
                "area": known.get("Categories", "").split(" ")[0],
                "keywords": known.get("Categories", "").split(),
                "doi": known.get("DOI", ""),
                "arxiv": known.get("id", ""),
            }
        )
    except ValueError as error:
        yield broken(where, str(error), raw)
        return
    yield Entry(record, raw, where)
