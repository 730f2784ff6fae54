"""Plain text for people, mail and paper: a paper a block, formulas as they read. Written only."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping

from paperreader.paper import NO_MARKS, OTHERS, Marks, Paper, Record

#: Columns of running text.
WIDTH = 80


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield a block a paper, two empty lines apart: title, authors, venue, address, TL;DR, abstract, tags, note."""
    gap = ""
    for paper in papers:
        own = marks.get(paper.uid, NO_MARKS) if isinstance(paper, Paper) else NO_MARKS
        yield gap + "\n".join(_lines(paper, own)) + "\n"
        gap = "\n\n"


def _lines(paper: Record, marks: Marks) -> Iterator[str]:
    from paperreader.text.readable import readable

    yield _wrapped(("* " if marks.starred else "") + readable(paper.title).line)
    if paper.authors:
        yield _wrapped(", ".join(paper.authors) + (" et al." if OTHERS in paper.uncertain else ""))
    # A venue often names its year.
    year = str(paper.year) if paper.year and str(paper.year) not in paper.venue else ""
    if facts := ", ".join(filter(None, (paper.venue, *paper.imprint.facts(), year, paper.decision))):
        yield _wrapped(facts)
    address = next((link.url for link in paper.links if link.kind == "web"), "")
    yield from filter(None, [address or " ".join(map(str, paper.idents))])
    for text in (f"TL;DR: {readable(paper.tldr).plain}" if paper.tldr else "", readable(paper.abstract).plain):
        if text:
            yield ""
            yield from map(_wrapped, text.split("\n"))
    mine = [f"Rating: {marks.rating}"] if marks.rating else []
    mine += [f"Tags: {', '.join(marks.tags)}"] if marks.tags else []
    mine += [f"Note: {marks.note}"] if marks.note else []
    if mine:
        yield ""
        yield from map(_wrapped, mine)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
