"""CSL-JSON: what Zotero, Pandoc and citation processors exchange. Read as JSON (`shapes`), written here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from paperreader.formats import json_document, kinds, plain_json
from paperreader.formats.base import Item, Origin
from paperreader.formats.citekeys import Keys
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import without_markup
from paperreader.formats.fields import listed
from paperreader.formats.finish import PUBLISHED_BY_VENUE, csl_kind
from paperreader.formats.names import names, person
from paperreader.paper import OTHERS, Marks, Record

#: What it writes has control characters as escapes: it comes back exactly.
ESCAPES = True


def sniff(head: bytes, name: str) -> int:
    """An array whose objects have CSL's `type` and `id`."""
    text = decoded(head).lstrip()
    if not text.startswith("["):
        return 0
    return 88 if '"type"' in text and '"id"' in text and ('"issued"' in text or '"container-title"' in text) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an object."""
    return json_document.read(stream, origin)


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield an array; what CSL has no name for is kept under `custom`, as CSL allows."""
    keys = Keys()
    opening = "[\n"
    for paper in papers:
        yield opening + plain_json.dumps(_item(paper, keys.key(paper)))
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def _item(paper: Record, key: str) -> dict[str, object]:
    idents = dict(reversed(paper.idents))
    web = [link.url for link in paper.links if link.kind == "web"]
    kind = kinds.of(paper)
    volume, issue, pages, publisher = paper.imprint
    venue = paper.venue
    # A school or institution is the publisher in CSL; one that is not is said to be none.
    from_within = kind.csl in PUBLISHED_BY_VENUE and not (venue and publisher)
    custom = {
        "publisher": publisher if from_within else "",
        "decision": paper.decision,
        "kind": "" if csl_kind(kind.csl, paper.venue) == kind.name else kind.name,
        "area": paper.area,
        "tldr": paper.tldr,
        "idents": [str(ident) for ident in paper.idents],
        "links": [link._asdict() for link in paper.links],
        "scores": list(paper.scores),
        "title_derived": paper.title_derived,
    }
    item: dict[str, object] = {
        "id": key,
        "type": kind.csl,
        "title": _escaped(paper.title),
        # As Pandoc has it, whose styles make "et al." of it.
        "author": [*map(_name, paper.authors), *([{"literal": "others"}] if OTHERS in paper.uncertain else [])],
        "container-title": "" if from_within else venue,
        "issued": {"date-parts": [[paper.year]]} if paper.year else None,
        "volume": volume,
        "number" if kind.csl == "report" else "issue": issue,
        "page": pages,
        "publisher": publisher or (venue if from_within else ""),
        "abstract": _escaped(paper.abstract),
        "keyword": listed(paper.keywords),
        "DOI": idents.get("doi"),
        "PMID": idents.get("pmid"),
        "ISBN": " ".join(ident.value for ident in paper.idents if ident.scheme == "isbn"),
        "URL": web[0] if web else None,
        "custom": {name: value for name, value in custom.items() if value},
    }
    return {name: value for name, value in item.items() if value}


def _escaped(text: str) -> str:
    """Return a text so that what looks like markup in it, which CSL has in titles, is text."""
    return text if without_markup(text) == text else html.escape(text, quote=False)


def _name(name: str) -> dict[str, str]:
    # What is no person's, and what would not come back as it is, goes as it is.
    parts = person(name)
    if parts is None:
        return {"literal": name}
    given, particle, family, suffix = parts
    named = {"family": family, "given": given, "non-dropping-particle": particle, "suffix": suffix}
    named = {part: value for part, value in named.items() if value}
    return named if names([named]) == (name,) else {"literal": name}
