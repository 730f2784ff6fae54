"""BibTeX and BibLaTeX. One entry at a time in constant memory; a broken entry never takes its neighbours along.

Neither bibtexparser 2 nor pybtex fits: both hold the whole file (bibtexparser some thirty times its size), one loses
entries with a repeated key or a field without a value, the other stops at the first undefined `@string`. They are what
this reader is compared with (docs/formats.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from paperreader.formats import limits
from paperreader.formats.base import Broken, Entry, Item, Origin, Remark, broken
from paperreader.formats.bibtex_fields import Inherited, Values, record
from paperreader.formats.bibtex_scan import Block, blocks, fields
from paperreader.formats.decoding import decoded, pieces
from paperreader.paper import Marks, Record

#: Macros and entries that wait for their parents, at most.
_KEPT = 10_000


def sniff(head: bytes, name: str) -> int:
    """An entry at the start of a line: `@word{key,` with a field after it."""
    text = decoded(head)
    if not (match := re.search(r"^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(]", text, re.MULTILINE)):
        return 50 if name.lower().endswith((".bib", ".bibtex")) and re.search(r"@\w+\s*[{(]", text) else 0
    if match[1].lower() in ("comment", "preamble", "string"):
        return 85
    return 95 if re.match(r"\s*+[^\s,{}=]*+\s*+[,}]|[^{}]*=", text[match.end() :]) else 20


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an entry. `crossref` is followed also to a parent that comes later in the file."""
    inherited = Inherited()
    macros: dict[str, str] = {}
    waiting: list[tuple[Block, str, Values]] = []
    for block in blocks(pieces(stream)):
        if block.kind in ("comment", "preamble"):
            continue
        if block.kind == "string":
            for name, value in fields(f"string,{block.body}", macros)[1].items():
                if len(macros) < _KEPT:
                    macros[name] = value
            continue
        key, values, odd = fields(block.body, macros)
        if not block.closed and not values:
            yield broken(_where(block, origin), "not closed, and no field in it can be read", block.raw.encode())
            continue
        if not block.closed:
            yield Remark(_where(block, origin), "does not close; it was read up to the next entry, so look at it")
        inherited.offer(block.kind, key, values)
        if block.kind == "xdata":
            continue
        if not values and odd:
            yield broken(_where(block, origin), f"no field in it can be read: {odd[0]}", block.raw.encode())
        elif inherited.wanted(values) and len(waiting) < _KEPT:
            waiting.append((block, key, values))
        else:
            yield _item(block, key, inherited.complete(values), origin)
    for block, key, values in waiting:
        yield _item(block, key, inherited.complete(values), origin)


def _where(block: Block, origin: Origin) -> str:
    return f"{origin.name}: line {block.line}"


def _item(block: Block, key: str, values: Values, origin: Origin) -> Item:
    raw = block.raw.encode("utf-8", "replace")
    try:
        return Entry(record(block.kind, key, values), raw, _where(block, origin))
    except ValueError as error:
        return Broken(_where(block, origin), str(error), raw[: limits.RAW])


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one entry a paper, with stable, readable keys."""
    from paperreader.formats.bibtex_write import entries

    return entries(papers, marks)
