"""RIS, as reference managers, publishers and databases write it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from paperreader.formats import kinds
from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.fields import listed
from paperreader.formats.names import person, turn
from paperreader.formats.tagged import Dialect, Raw, every, first, items, looks_like
from paperreader.paper import NO_MARKS, OTHERS, Marks, Paper, Record

_DIALECT = Dialect(re.compile(r"\s{0,3}([A-Z][A-Z0-9])\s{0,3}-\s?(.*)"), frozenset({"TY"}), frozenset({"ER"}))
_DOI = re.compile(r"\b10\.\d{4,9}/\S+")
_URL = re.compile(r"https?://[^\s;<>\"]+")
#: What our own export keeps of a paper where RIS has no tag: a note with our name before it.
_OWN = re.compile(r"paperreader (decision|area|tldr|kind): (.*)", re.DOTALL)


def sniff(head: bytes, name: str) -> int:
    """A `TY  - ` line."""
    return 95 if looks_like(decoded(head), _DIALECT.tag, ("TY",)) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an entry, ended or not."""
    return items(stream, origin, _DIALECT, _known)


def _known(raw: Raw) -> dict[str, object]:
    values = raw.values()
    own = {match[1]: match[2] for note in values.get("N1", ()) if (match := _OWN.fullmatch(note))}
    doi = first(values, "DO") or next(
        (m[0] for v in every(values, "M3", "N1", "UR", "L3") if (m := _DOI.search(v))), ""
    )
    names = [value for tag, parts in raw.order if tag in ("AU", "A1") and (value := " ".join(parts).strip())]
    title = first(values, "TI", "T1", "CT", "ST") or (
        "" if first(values, "AB", "N2") else first(values, "BT", "T2", "ID")
    )
    return {
        "title": title,
        # In reading order, an institution's with commas and all.
        "authors": [{"literal": turn(name)} for name in names or every(values, "A2", "ED")],
        "abstract": first(values, "AB", "N2"),
        "venue": first(values, "T2", "JF", "JO", "JA", "J2", "BT", "C3", "T3"),
        "year": first(values, "PY", "DA", "Y1"),
        "keywords": every(values, "KW") if len(values.get("KW", ())) != 1 else values["KW"][0],
        "doi": doi,
        "url": [match[0] for value in every(values, "UR", "L2", "LK") for match in _URL.finditer(value)],
        "pdf": [match[0] for value in every(values, "L1") for match in _URL.finditer(value)],
        "code": [match[0] for value in every(values, "L4") for match in _URL.finditer(value)],
        "isbn": "; ".join(every(values, "SN")),
        "kind": _kind(first(values, "TY"), first(values, "M3")),
        "volume": first(values, "VL", "VO"),
        "issue": first(values, "IS", "CP"),
        "first_page": first(values, "SP"),
        "last_page": first(values, "EP"),
        "publisher": first(values, "PB"),
        **own,
    }


def _kind(stated: str, more: str) -> str:
    """Return the kind that `TY` states; what kind of thesis stands in `M3`, the type of the work."""
    own = kinds.named(more)
    return own if stated == "THES" and own.endswith("thesis") else kinds.named(stated)


def _author(name: str) -> str:
    """Return a person's name as `Family, Given, Suffix`; a group's, and what would not come back, as it is."""
    if parts := person(name):
        given, particle, family, suffix = parts
        written = ", ".join(filter(None, (f"{particle} {family}".lstrip(), given, suffix)))
        if turn(written) == name:
            return written
    # A name with a comma that is no family name, an institution's, ends in one.
    return name if turn(name) == name else f"{name},"


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one entry a paper. White space inside a value is one space: RIS knows no line breaks."""
    for paper in papers:
        own = marks.get(paper.uid, NO_MARKS) if isinstance(paper, Paper) else NO_MARKS
        kind = kinds.of(paper)
        rows = [("TY", kind.ris), ("TI", paper.title)]
        rows += [("AU", _author(name)) for name in paper.authors]
        rows += [("AU", "et al.")] if OTHERS in paper.uncertain else []
        rows += [("T2", paper.venue), ("PY", str(paper.year or "")), ("AB", paper.abstract)]
        volume, issue, pages, publisher = paper.imprint
        begin, _, end = pages.partition("-") if pages.count("-") == 1 else (pages, "", "")
        # Two that are the same would be taken for one.
        begin, end = (begin, end) if begin != end else (pages, "")
        rows += [("VL", volume), ("IS", issue), ("SP", begin), ("EP", end), ("PB", publisher)]
        # One keyword alone could be taken for a list.
        rows += [("KW", word) for word in (paper.keywords if len(paper.keywords) != 1 else [listed(paper.keywords)])]
        tags = {"doi": "DO", "isbn": "SN"}
        rows += [(tags[ident.scheme], ident.value) for ident in paper.idents if ident.scheme in tags]
        tags = {"web": "UR", "pdf": "L1", "code": "L4"}
        rows += [(tags.get(link.kind, "L2"), link.url) for link in paper.links]
        rows += [
            ("N1", f"paperreader {name}: {value}")
            for name, value in (
                ("decision", paper.decision),
                ("area", paper.area),
                ("tldr", paper.tldr),
                ("kind", "" if kinds.named(kind.ris) == kind.name else kind.name),
            )
            if value
        ]
        rows += [("RN", own.note)]
        text = "".join(f"{tag}  - {' '.join(value.split())}\n" for tag, value in rows if value.strip())
        yield f"{text}ER  - \n\n"
