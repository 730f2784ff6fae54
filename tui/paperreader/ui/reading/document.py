"""A paper as the reader shows it: blocks in order, then lines at a width.

A place in the document is an anchor, `block:offset`, so that it survives another width, theme or terminal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from paperreader.paper import OTHERS, Link, Marks, Paper
from paperreader.text.clean import clean, clean_line
from paperreader.text.readable import readable
from paperreader.text.styled import Run, Span, StyledText
from paperreader.text.titles import UNTITLED, title_of
from paperreader.ui.reading.wrap import wrap

#: The order of a paper's own links, so that the same digit opens the same kind of thing.
_LINK_ORDER = {"web": 0, "pdf": 1, "code": 2}
#: Authors drawn; a collaboration of thousands must not fill the screen.
AUTHORS_DRAWN = 20


class Block(NamedTuple):
    """One piece of a paper: a styled text, how it looks as a whole, and which field of the query it answers to."""

    name: str
    text: StyledText
    style: tuple[str, ...] = ()
    """Names of `ui.ink` that lie under the text's own styles."""
    field: str = ""
    label: str = ""
    """A word before its first line, such as `TL;DR`; the other lines hang below it."""
    gap: bool = True
    """A blank line before it."""
    links: tuple[str, ...] = ()


class DocLine(NamedTuple):
    """One line: which block (None for a blank line), which offsets of its text, whether it is its first."""

    block: Block | None
    start: int
    end: int
    first: bool


class Document:
    """The blocks of one paper and, for one width, its lines."""

    def __init__(self, blocks: list[Block], links: list[Link]) -> None:
        self.blocks = blocks
        self.links = links
        self.lines: list[DocLine] = []
        self.width = 0

    def lay_out(self, width: int) -> None:
        """Break the blocks into lines of at most `width` cells."""
        self.width = width
        lines: list[DocLine] = []
        for block in self.blocks:
            if block.gap:
                lines.append(DocLine(None, 0, 0, False))
            room = max(8, width - self.indent(block))
            for number, (start, end) in enumerate(wrap(block.text.plain, room, block.text.spans)):
                lines.append(DocLine(block, start, end, number == 0))
        self.lines = lines

    @staticmethod
    def indent(block: Block) -> int:
        """Cells before the text of a block with a label."""
        return len(block.label) + 2 if block.label else 0

    def anchor(self, line: int) -> str:
        """The place of a line, `name:offset`; "" for the top."""
        for candidate in self.lines[max(0, line) :]:
            if candidate.block is not None:
                return "" if line <= 0 else f"{candidate.block.name}:{candidate.start}"
        return ""

    def line_of(self, anchor: str) -> int:
        """The line at a place; 0 if there is no such place any more."""
        name, _, offset = anchor.partition(":")
        if not offset.isdecimal():
            return 0
        found = 0
        for number, line in enumerate(self.lines):
            if line.block is not None and line.block.name == name and line.start <= int(offset):
                found = number
        return found

    def place(self, block: Block, offset: int) -> int:
        """The line of an offset in a block."""
        numbers = [number for number, line in enumerate(self.lines) if line.block is block]
        starts = [self.lines[number].start for number in numbers]
        return numbers[max(0, bisect_right(starts, offset) - 1)] if numbers else 0


_PLAIN: frozenset[str] = frozenset()


def runs_between(text: StyledText, runs: list[Run], start: int, end: int) -> Iterator[Run]:
    """The runs of a styled text, cut to a range; `runs` are all of them."""
    if not text.spans:
        yield Run(start, end, _PLAIN, None)
        return
    for run in runs[bisect_right(runs, start, key=_run_end) :]:
        if run.start >= end:
            return
        yield Run(max(run.start, start), min(run.end, end), run.styles, run.link)


def _run_end(run: Run) -> int:
    return run.end


def compose(
    paper: Paper, marks: Marks, *, glyphs: str = "unicode", dot: str = "·", source: bool = False, welcome: str = ""
) -> Document:
    """Make the document of a paper; `glyphs` as in `text.readable`, `dot` stands between short facts.

    `source` shows title and abstract as they came; `welcome` stands above the paper.
    """
    between = f" {dot} "

    def read(text: str) -> StyledText:
        return _plain(clean(text), text) if source else readable(text, glyphs)

    title = title_of(paper.title, "source" if source else glyphs)
    unsure = ("unsure",) if paper.title_derived or "title" in paper.uncertain else ()
    blocks = [Block("welcome", _plain(welcome), ("note",))] if welcome else []
    if title is UNTITLED:
        blocks.append(Block("title", title))
    else:
        blocks.append(Block("title", title, ("bold", *unsure), "title"))
    if paper.authors:
        drawn = [clean_line(author) for author in paper.authors[:AUTHORS_DRAWN]]
        more = len(paper.authors) - len(drawn)
        others = " and others" if OTHERS in paper.uncertain else ""
        people = ", ".join(drawn) + (f" and {more:,} more" if more else others)
        style = ("unsure",) if "authors" in paper.uncertain else ()
        blocks.append(Block("authors", _plain(people), style, "authors", gap=False))
    place = paper.imprint.place("-" if dot.isascii() else "\N{EN DASH}")
    printed = " ".join(part for part in (read(paper.venue).line, clean_line(place)) if part)
    venue = between.join(part for part in (printed, clean_line(paper.decision)) if part)
    if not paper.venue and paper.year:
        venue = between.join(part for part in (str(paper.year), venue) if part)
    if paper.scores:
        venue += f"{between if venue else ''}scores {' '.join(f'{score:g}' for score in paper.scores)}"
    if venue:
        blocks.append(Block("venue", _plain(venue), ("dim",), "venue", gap=False))
    if paper.area:
        blocks.append(Block("area", _plain(read(paper.area).line), ("dim",), "area", gap=False))
    ids = between.join(identifiers(paper))
    if ids:
        blocks.append(Block("ids", _plain(ids), ("faint",), "id", gap=False))
    if paper.tldr:
        blocks.append(Block("tldr", read(paper.tldr), (), "tldr", "TL;DR"))
    if paper.abstract:
        blocks.append(Block("abstract", read(paper.abstract), (), "abstract"))
    else:
        blocks.append(Block("abstract", _plain("No abstract."), ("dim",)))
    if paper.keywords:
        words = between.join(readable(word, glyphs).line for word in paper.keywords)
        blocks.append(Block("keywords", _plain(words), ("dim",), "keywords"))
    links = links_of(paper, blocks)
    for number, link in enumerate(links, 1):
        blocks.append(Block(f"link{number}", _shown_link(link), ("dim",), "", f"[{number}]", number == 1, (link.url,)))
    gap = True
    for name, text in _remarks(paper, marks):
        blocks.append(Block(name, _plain(clean(text)), ("note",) if name == "note" else ("dim",), name, name, gap))
        gap = False
    return Document(blocks, links)


def links_of(paper: Paper, blocks: list[Block]) -> list[Link]:
    """The links that the reader numbers: the paper's own, then those in its text."""
    links = sorted(paper.links, key=lambda link: _LINK_ORDER.get(link.kind, len(_LINK_ORDER)))
    seen = {link.url for link in links}
    for block in blocks:
        for span in block.text.spans:
            if span.style == "link" and span.data and span.data not in seen:
                seen.add(span.data)
                links.append(Link("other", span.data))
    return links


def _plain(text: str, source: str | None = None) -> StyledText:
    return StyledText(text, (), text if source is None else source)


def _shown_link(link: Link) -> StyledText:
    """The address without what every address has, and what it leads to where that is not a page."""
    address = clean_line(link.url).removeprefix("https://").removeprefix("http://").removeprefix("www.")
    kind = f"  {link.kind}" if link.kind in ("pdf", "code") else ""
    return StyledText(address + kind, (Span(0, len(address), "link", link.url),), link.url)


def identifiers(paper: Paper) -> Iterator[str]:
    """A paper's identifiers as people write them."""
    names = {"arxiv": "arXiv", "openreview": "OpenReview", "doi": "doi", "pmid": "PMID", "acl": "ACL", "isbn": "ISBN"}
    for ident in paper.idents:
        if ident.scheme in names:
            yield f"{names[ident.scheme]} {clean_line(ident.value)}"
    if paper.submission:
        yield f"submission {paper.submission}"


def _remarks(paper: Paper, marks: Marks) -> Iterator[tuple[str, str]]:
    """What stands below the paper: the user's own words first, then what is uncertain about the record."""
    if marks.note:
        yield "note", marks.note
    if marks.tags:
        yield "tags", "  ".join(f"#{tag}" for tag in marks.tags)
    if paper.former_title:
        yield "formerly", readable(paper.former_title).line
    if paper.title_derived:
        yield "title", "derived from the abstract; the source has none"
    elif "title" in paper.uncertain:
        yield "title", "from one source, unconfirmed"
    if "authors" in paper.uncertain and OTHERS not in paper.uncertain:
        yield "authors", "their order rests on one source"
