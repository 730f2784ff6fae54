"""Writing BibTeX: entries that LaTeX typesets, that JabRef and Zotero read, and that come back as the same paper.

The arXiv id is written beside the venue (`eprint`), reading state as JabRef has it (`readstatus`, `ranking`,
`relevance`, `groups`, `comment`). Text goes out as it is, with what TeX would stumble over escaped; reading undoes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from paperreader.formats import kinds
from paperreader.formats.bibtex_fields import DERIVED, KIND
from paperreader.formats.citekeys import Keys
from paperreader.formats.fields import listed
from paperreader.formats.names import person
from paperreader.formats.tex import balanced, encode
from paperreader.paper import NO_MARKS, OTHERS, Marks, Paper, Record

#: Between two pages, not within the number of one (`A-12`).
_RANGE = re.compile(r"(?<=\d)-(?=\w*\d)")


def entries(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one entry a paper, in the order given."""
    keys = Keys()
    for paper in papers:
        own = marks.get(paper.uid, NO_MARKS) if isinstance(paper, Paper) else NO_MARKS
        yield entry(paper, keys.key(paper), own)


def entry(paper: Record, key: str, marks: Marks = NO_MARKS) -> str:
    """Return one entry, with a blank line after it."""
    values: list[tuple[str, str]] = [("title", encode(paper.title, protect=True))]
    if paper.title_derived:
        values.append((DERIVED, "derived"))
    if paper.authors:
        others = ["others"] if OTHERS in paper.uncertain else []
        values.append(("author", " and ".join([*map(_author, paper.authors), *others])))
    kind = kinds.of(paper)
    if paper.venue:
        # An address in `howpublished` is taken for one.
        field = "organization" if kind.venue == "howpublished" and "://" in paper.venue else kind.venue
        values.append((field, encode(paper.venue)))
    if paper.year:
        values.append(("year", str(paper.year)))
    volume, issue, pages, publisher = map(encode, paper.imprint)
    pages = _RANGE.sub("--", pages)
    printed = (("volume", volume), ("number", issue), ("pages", pages), ("publisher", publisher))
    values += [(name, value) for name, value in printed if value]
    identifiers = _identifiers(paper)
    # BibTeX knows no preprints; without a venue, an entry with an arXiv id is read as one.
    if kind.name in ("preprint", "misc"):
        read_as = "preprint" if not paper.venue and any(name == "eprint" for name, _ in identifiers) else "misc"
        values += [(KIND, kind.name)] if read_as != kind.name else []
    values += identifiers
    values += [
        (name, value)
        for name, value in (
            ("abstract", encode(paper.abstract)),
            # A semicolon separates them.
            ("keywords", listed([encode(word.replace(";", ",")) for word in paper.keywords])),
            ("decision", encode(paper.decision)),
            ("area", encode(paper.area)),
            ("tldr", encode(paper.tldr)),
        )
        if value
    ]
    values += _state(marks)
    lines = "".join(f"  {name:<10} = {{{value}}},\n" for name, value in values)
    return f"@{'misc' if kind.name == 'preprint' else kind.name}{{{key},\n{lines}}}\n\n"


def _author(name: str) -> str:
    """Return a name so that BibTeX takes it as one; a family name is its last word, or the last before a suffix."""
    text = encode(name)
    parts = person(name)
    if re.search(r"\band\b|\bothers\b", name, re.IGNORECASE) or (parts is None and " " in name):
        return f"{{{text}}}"
    if parts is not None and parts.suffix:
        family = f"{parts.particle} {parts.family}".lstrip()
        return encode(f"{family}, {parts.suffix}, {parts.given}")
    return text


def _identifiers(paper: Record) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    by_scheme = dict(reversed(paper.idents))
    if doi := by_scheme.get("doi"):
        found.append(("doi", _address(doi)))
    if arxiv := by_scheme.get("arxiv"):
        found += [("eprint", arxiv), ("archiveprefix", "arXiv")]
    if pmid := by_scheme.get("pmid"):
        found.append(("pmid", pmid))
    if isbns := [ident.value for ident in paper.idents if ident.scheme == "isbn"]:
        found.append(("isbn", ", ".join(isbns)))
    # The page that states the venue's own identifier, else the first one.
    pages = [link.url for link in paper.links if link.kind == "web"]
    own = [url for url in pages if "openreview.net/" in url or "aclanthology.org/" in url]
    for url in (own or pages)[:1]:
        found.append(("url", _address(url)))
    for kind in ("pdf", "code"):
        found += [(kind, _address(link.url)) for link in paper.links if link.kind == kind][:1]
    return found


def _address(text: str) -> str:
    """Return an identifier or address as it is; braces that do not close, which neither may hold, percent-encoded."""
    return text if balanced(text) else text.replace("{", "%7B").replace("}", "%7D")


def _state(marks: Marks) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if marks.read:
        found.append(("readstatus", "read"))
    if marks.rating:
        found.append(("ranking", f"rank{marks.rating}"))
    if marks.starred:
        found.append(("relevance", "relevant"))
    if marks.tags:
        found.append(("groups", encode(", ".join(marks.tags))))
    if marks.note:
        found.append(("comment", encode(marks.note)))
    return found
