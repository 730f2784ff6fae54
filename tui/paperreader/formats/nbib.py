"""PubMed's MEDLINE format (`nbib`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.kinds import named
from paperreader.formats.names import turn
from paperreader.formats.tagged import Dialect, Raw, every, first, items, looks_like

_DIALECT = Dialect(
    re.compile(r"([A-Z]{2,4}) {0,2}-\s?(.*)"),
    starts=frozenset({"PMID"}),
    blank_ends=True,
    anywhere=True,
    continued=re.compile(r"\s+\S"),
)
_DOI = re.compile(r"(10\.\d{4,9}/\S+)")


def sniff(head: bytes, name: str) -> int:
    """A `PMID-` line, or tags padded to four letters."""
    text = decoded(head)
    if looks_like(text, _DIALECT.tag, ("PMID", "PMCR")):
        return 92
    return 60 if looks_like(text, re.compile(r"([A-Z]{2,4}) {0,2}- "), ("OWN", "STAT", "PMC", "TI", "FAU", "JT")) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a record."""
    return items(stream, origin, _DIALECT, _known)


def _kind(types: list[str]) -> str:
    """Return the kind among PubMed's types of publication: it calls a preprint an article too."""
    return "preprint" if "Preprint" in types else named(*types)


def _known(raw: Raw) -> dict[str, object]:
    values = raw.values()
    located = [value for value in every(values, "LID", "AID") if "[doi]" in value or value.lower().startswith("doi:")]
    doi = next((match[1] for value in located if (match := _DOI.search(value))), "")
    title = " ".join(every(values, "TI")) or first(values, "BTI", "CTI", "TT")
    known: dict[str, object] = {
        "title": title,
        "authors": [turn(name) for name in every(values, "FAU") or every(values, "AU")] + every(values, "CN"),
        "abstract": " ".join(every(values, "AB")) or first(values, "OAB"),
        "venue": first(values, "JT", "TA", "BTI"),
        "year": first(values, "DP", "DEP", "EDAT", "DA"),
        "keywords": [word.lstrip("*").replace("/*", "/") for word in every(values, "OT") or every(values, "MH")],
        "doi": doi,
        "pmid": first(values, "PMID"),
        "kind": _kind(every(values, "PT")),
        "volume": first(values, "VI"),
        "issue": first(values, "IP"),
        "pages": first(values, "PG"),
        "publisher": first(values, "PB"),
    }
    if not title and not known["abstract"]:
        # Shown by its number rather than lost.
        known |= {"title": next((f"PMID {v}" for v in every(values, "PMID")), doi), "title_derived": True}
    return known
