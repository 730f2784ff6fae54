"""Atom, RSS and RDF feeds: arXiv's API and daily lists, journals, anybody's.

feedparser was compared: it reads a whole document and hands its DTD to `xml.sax`; entries are cut out here instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from paperreader.formats import limits
from paperreader.formats.base import Item, Origin
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import entries, parsed, spaced, tag, without_markup, words
from paperreader.formats.names import names

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: What arXiv's RSS puts before the abstract.
_ANNOUNCED = re.compile(r"(?<!\s)\s*arXiv:\S{1,40}\s+Announce Type:\s*\S{1,40}\s*(?:Abstract:)?\s*", re.IGNORECASE)
#: RSS's `author` is an address with a name in parentheses.
_MAILED = re.compile(r"(?<![^\s@])[^\s@]+@[^\s@]+\s*\(([^()]+)\)")
_FEED = re.compile(r"<(?:[\w.-]+:)?feed[\s>]")
_FEED_AUTHOR = re.compile(r"<((?:[\w.-]{1,60}:)?author)(?=[\s>])[^<>]{0,500}>.{1,2000}?</\1\s{0,20}>", re.DOTALL)
#: What arXiv's old RSS puts behind the title.
_OLD_TITLE = re.compile(r"(?:\.|(?<![\s.]))\s*\(arXiv:\S{1,40} \[[^\]]{1,40}\][^)]{0,80}\)\s*$")


def sniff(head: bytes, name: str) -> int:
    """A root `feed`, `rss` or `rdf:RDF`."""
    text = decoded(head)
    if _FEED.search(text[:4000]) or re.search(r"<rss[\s>]", text[:4000]):
        return 92
    if re.search(r"<rdf:RDF[\s>]", text[:4000]) and "<item" in text:
        return 90
    return 60 if "<entry" in text and "http://www.w3.org/2005/Atom" in text else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an entry. One of Atom that names no author has the feed's (RFC 4287, 4.2.1)."""
    of_all: list[str] = []

    def known(entry: Element) -> dict[str, object]:
        found = _known(entry)
        return found if found["authors"] else found | {"authors": of_all}

    def opening(text: str) -> None:
        for author in _FEED_AUTHOR.finditer(text) if _FEED.search(text) else ():
            with suppress(ValueError):
                of_all.extend(_authors(parsed(f"<entry>{author[0]}</entry>")))

    return entries(stream, ("entry", "item"), origin, known, opening=opening)


def _known(entry: Element) -> dict[str, object]:
    summary = without_markup(_text(entry, "summary", "content", "description", "content:encoded", "dc:description"))
    title = _OLD_TITLE.sub("", without_markup(_text(entry, "title", "dc:title")))
    web, pdf = _links(entry)
    categories = [child.get("term") or spaced(child) for child in entry.iter("category")]
    primary = entry.find(tag("arxiv:primary_category"))
    return {
        # A title over several lines is one that was wrapped.
        "title": " ".join(title.split()),
        "authors": _authors(entry),
        "abstract": _ANNOUNCED.sub("", summary, count=1),
        "venue": _text(entry, "arxiv:journal_ref", "prism:publicationName", "dc:source"),
        "volume": _text(entry, "prism:volume"),
        "issue": _text(entry, "prism:number"),
        "first_page": _text(entry, "prism:startingPage"),
        "last_page": _text(entry, "prism:endingPage"),
        "publisher": _text(entry, "dc:publisher"),
        "year": _text(entry, "published", "issued", "pubDate", "dc:date", "prism:publicationDate", "updated"),
        "area": (primary.get("term") or "") if primary is not None else categories[0] if categories else "",
        "keywords": [category for category in categories if category][: limits.KEYWORDS],
        "doi": _text(entry, "arxiv:doi", "arxiv:DOI", "prism:doi") or _doi(_text(entry, "dc:identifier")),
        "url": [url for url in (*web, _text(entry, "id", "guid")) if url.startswith("http")],
        "pdf": pdf,
    }


def _doi(text: str) -> str:
    return text if "10." in text else ""


def _text(entry: Element, *tags: str) -> str:
    """Return the text of the first child with one of these names that has any."""
    for name in tags:
        for child in entry.findall(tag(name)):
            if text := words(child):
                return text
    return ""


def _authors(entry: Element) -> list[str]:
    found: list[str] = []
    for child in entry.findall("author"):
        name = spaced(child.find("name")) if child.find("name") is not None else "" if len(child) else spaced(child)
        found += names(_MAILED.sub(r"\1", name))
    for child in entry.findall(tag("dc:creator")) if not found else ():
        found += names(without_markup(words(child)))
    for child in entry.findall("source/author/name") if not found else ():
        found += names(spaced(child))
    return found


def _links(entry: Element) -> tuple[list[str], list[str]]:
    web: list[str] = []
    pdf: list[str] = []
    for child in entry.findall("link"):
        url = child.get("href") or words(child)
        is_pdf = child.get("type") == "application/pdf" or child.get("title") == "pdf"
        if url and (is_pdf or child.get("rel", "alternate") in ("alternate", "related")):
            (pdf if is_pdf else web).append(url)
    return web, pdf
