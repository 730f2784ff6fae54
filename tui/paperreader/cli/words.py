"""A paper and its marks in words, cells and objects, as several commands print them."""

from __future__ import annotations

from typing import NamedTuple

from paperreader.paper import NO_MARKS, Marks, Paper


class Signs(NamedTuple):
    """The signs of a table, by mark, then what stands between short facts and where something was left out."""

    starred: str
    later: str
    dismissed: str
    unread: str
    dot: str
    more: str


UNICODE_SIGNS = Signs("★", "◔", "×", "•", " · ", "…")
ASCII_SIGNS = Signs("*", "~", "x", ".", " - ", "...")


def signs() -> tuple[Signs, str]:
    """The signs that the settings and the terminal allow, and how they want formulas."""
    from paperreader.config import load
    from paperreader.paths import places
    from paperreader.system.terminal import signs_and_math

    found, _problems = load(places().settings)  # the reader and `keys` tell of problems; here they would be noise
    icons, math = signs_and_math(found.icons, found.math)
    return UNICODE_SIGNS if icons == "unicode" else ASCII_SIGNS, math


def sign(marks: Marks, glyphs: Signs) -> str:
    """One sign for what was decided; none for what is read."""
    if marks.starred:
        return glyphs.starred
    if marks.later is not None:
        return glyphs.later
    if marks.dismissed:
        return glyphs.dismissed
    return " " if marks.read else glyphs.unread


def marks_words(marks: Marks) -> str:
    """The marks as words, apart by commas: `read,starred,rating=4,#rl`; `-` when there are none."""
    if marks is NO_MARKS:
        return "-"
    words = [word for word, on in (("read", marks.read), ("starred", marks.starred)) if on]
    words += [word for word, on in (("later", marks.later is not None), ("dismissed", marks.dismissed)) if on]
    words += [f"rating={marks.rating}"] if marks.rating else []
    words += [f"#{tag}" for tag in marks.tags]
    words += ["note"] if marks.note else []
    return ",".join(words) or "-"


def authors_short(paper: Paper) -> str:
    """The first author and how many more."""
    if not paper.authors:
        return ""
    more = len(paper.authors) - 1
    return paper.authors[0] + (f" +{more}" if more else "")


def venue(paper: Paper, math: str = "unicode") -> str:
    """Venue, year where the venue does not say it, decision; formulas in it as `math` has them (`text.readable`)."""
    from paperreader.text.readable import readable

    year = "" if paper.year is None or str(paper.year) in paper.venue else str(paper.year)
    return " ".join(part for part in (readable(paper.venue, math).line, year, paper.decision) if part)


def as_object(paper: Paper, marks: Marks) -> dict[str, object]:
    """All of a paper, for JSON. Empty fields are left out; an import reads it back as the same record."""
    fields: dict[str, object] = {
        "uid": paper.uid,
        "title": paper.title,
        "title_derived": paper.title_derived,
        "former_title": paper.former_title,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "decision": paper.decision,
        "kind": paper.kind,
        **paper.imprint._asdict(),
        "area": paper.area,
        "keywords": list(paper.keywords),
        "tldr": paper.tldr,
        "abstract": paper.abstract,
        "scores": list(paper.scores),
        "submission": paper.submission,
        "idents": [str(ident) for ident in paper.idents],
        "links": [link._asdict() for link in paper.links],
        "uncertain": list(paper.uncertain),
        "marks": as_marks(marks),
    }
    return {name: value for name, value in fields.items() if value or (value == 0 and name == "submission")}


def as_marks(marks: Marks) -> dict[str, object]:
    """The marks that are set."""
    fields: dict[str, object] = {
        "read": marks.read,
        "starred": marks.starred,
        "later": marks.later is not None,
        "dismissed": marks.dismissed,
        "rating": marks.rating,
        "tags": list(marks.tags),
        "note": marks.note,
    }
    return {name: value for name, value in fields.items() if value}
