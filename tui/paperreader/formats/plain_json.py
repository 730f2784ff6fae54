"""A paper as an object with our own field names: what the JSON and JSON Lines exports hold, and read back exactly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from paperreader.formats.fields import as_list
from paperreader.formats.names import names
from paperreader.paper import NO_MARKS, Marks, Paper, Record

_FIELDS = (
    "title",
    "former_title",
    "abstract",
    "venue",
    "year",
    "decision",
    "kind",
    "area",
    "tldr",
)


def dumps(value: object, indent: int | None = None) -> str:
    """Return JSON that holds every character as it is, those that could control a terminal as `\\u` escapes."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable() or text.replace("\n", "").isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def as_object(paper: Record, marks: Mapping[str, Marks]) -> dict[str, object]:
    """Return the fields that are not empty; reading state under `marks`, where it is no field of the paper."""
    found: dict[str, object] = {}
    if isinstance(paper, Paper):
        found["uid"] = paper.uid
    for name in _FIELDS:
        if value := getattr(paper, name):
            found[name] = list(value) if isinstance(value, tuple) else value
    if paper.authors:
        found["authors"] = [name if names([name]) == (name,) else {"literal": name} for name in paper.authors]
    if paper.keywords:
        found["keywords"] = as_list(paper.keywords)
    if paper.idents:
        found["idents"] = [str(ident) for ident in paper.idents]
    if paper.links:
        found["links"] = [link._asdict() for link in paper.links]
    found |= {name: value for name, value in paper.imprint._asdict().items() if value}
    if paper.scores:
        found["scores"] = list(paper.scores)
    if paper.submission is not None:
        found["submission"] = paper.submission
    if paper.title_derived:
        found["title_derived"] = True
    if paper.uncertain:
        found["uncertain"] = list(paper.uncertain)
    if isinstance(paper, Paper) and (own := marks.get(paper.uid, NO_MARKS)) != NO_MARKS:
        found["marks"] = {
            name: list(value) if isinstance(value, tuple) else value
            for name in Marks._fields
            if (value := getattr(own, name)) not in (False, None, 0, (), "") or (name == "later" and value is not None)
        }
    return found


def lines(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one line of JSON a paper."""
    for paper in papers:
        yield dumps(as_object(paper, marks)) + "\n"


def array(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield an array of JSON, one paper a line."""
    opening = "[\n"
    for paper in papers:
        yield opening + dumps(as_object(paper, marks))
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"
