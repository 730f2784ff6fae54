"""OPML lists of feeds. They name addresses, not papers, and nothing is fetched on the way in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from paperreader.errors import FormatError
from paperreader.formats import limits
from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import fragments, parsed


class Feed(NamedTuple):
    """A feed in a list; other attributes (commands, paths) are never read."""

    title: str
    url: str


def sniff(head: bytes, name: str) -> int:
    """An `opml` root."""
    return 95 if "<opml" in decoded(head)[:4000] else 0


def feeds(stream: BinaryIO, name: str) -> Iterator[Feed]:
    """Yield the feeds with an http(s) address, however deep they lie in folders."""
    for fragment in fragments(stream, ("outline",), name):
        text = fragment.text
        start = text[: text.find(">") + 1]
        if not start:
            continue
        try:
            outline = parsed(start if start.endswith("/>") else start[:-1] + "/>")
        except ValueError:
            # An outline that is no XML names no feed either.
            continue
        url = outline.get("xmlUrl") or outline.get("url") or ""
        if url.lower().startswith(("https://", "http://")) and len(url) <= limits.URL and url.isprintable():
            yield Feed(limits.cut(outline.get("title") or outline.get("text") or url, limits.LINE), url)


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Raise `FormatError`: says how many feeds the list names."""
    count = sum(1 for _ in feeds(stream, origin.name))
    many = "1 feed" if count == 1 else f"{count:,} feeds"
    raise FormatError(f"{origin.name} lists {many} and no papers; save a feed as a file and import that")
