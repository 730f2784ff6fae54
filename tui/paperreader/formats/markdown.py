"""Markdown for people: one list, or one file a paper with front matter (for Obsidian and its like). Written only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from paperreader.formats.citekeys import Keys
from paperreader.paper import NO_MARKS, OTHERS, Marks, Paper, Record
from paperreader.system.targets import safe_name

_SPECIAL = re.compile(r"([\\`*_\[\]<>])")
_LINE_START = re.compile(r"^([^\S\n]*)([#>+-]|\d+[.)])(?=\s)", re.MULTILINE)


def escaped(text: str) -> str:
    """Return a text on one line that Markdown shows as it is; mathematics between dollars stays."""
    parts = re.split(r"(\$[^$]+\$)", " ".join(text.split()))
    parts[::2] = [_SPECIAL.sub(r"\\\1", part) for part in parts[::2]]
    return _LINE_START.sub(r"\1\\\2", "".join(parts))


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one list item a paper: title with its link, authors, venue, marks, TL;DR."""
    for paper in papers:
        own = marks.get(paper.uid, NO_MARKS) if isinstance(paper, Paper) else NO_MARKS
        url = next((link.url for link in paper.links if link.kind == "web"), "")
        title = escaped(paper.title)
        authors = ", ".join(paper.authors[:5]) + (
            " et al." if len(paper.authors) > 5 or OTHERS in paper.uncertain else ""
        )
        printed = escaped(", ".join(filter(None, (paper.venue, *paper.imprint.facts()))))
        facts = " · ".join(filter(None, (escaped(authors), printed, str(paper.year or ""), paper.decision)))
        yield f"- {'★ ' if own.starred else ''}{f'[{title}](<{url}>)' if url and '>' not in url else title}\n"
        for text in (facts, escaped(paper.tldr), f"Note: {escaped(own.note)}" if own.note else ""):
            if text:
                yield f"  {text}  \n"


def files(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[tuple[str, str]]:
    """Yield (file name, text) a paper: front matter in YAML, then abstract and note."""
    keys = Keys()
    for paper in papers:
        own = marks.get(paper.uid, NO_MARKS) if isinstance(paper, Paper) else NO_MARKS
        matter: dict[str, object] = {
            "title": paper.title,
            "authors": list(paper.authors),
            "venue": paper.venue,
            "year": paper.year,
            **paper.imprint._asdict(),
            "decision": paper.decision,
            "area": paper.area,
            "keywords": list(paper.keywords),
            "ids": [str(ident) for ident in paper.idents],
            "url": next((link.url for link in paper.links if link.kind == "web"), ""),
            "pdf": next((link.url for link in paper.links if link.kind == "pdf"), ""),
            "tags": list(own.tags),
            "read": own.read,
            "starred": own.starred,
            "rating": own.rating or None,
        }
        # JSON's strings and lists are YAML's; nothing in a title can end the front matter or add a key.
        yaml = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in matter.items() if value)
        body = f"# {escaped(paper.title)}\n\n{paper.abstract}\n" + (f"\n## Note\n\n{own.note}\n" if own.note else "")
        yield safe_name(keys.key(paper), ".md"), f"---\n{yaml}---\n\n{body}"
