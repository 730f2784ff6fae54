"""One paper as search sees it: a row of `Corpus.search_rows`, with names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Row(NamedTuple):
    """The texts and values of one paper. Authors, keywords, sources and scores are joined by "; "."""

    number: int
    title: str
    authors: str
    abstract: str
    keywords: str
    area: str
    venue: str
    decision: str
    year: int | None
    tldr: str
    links: str
    """The kinds of its links: `web pdf code`."""
    idents: str
    """Its identifiers: `arxiv:2505.15489 doi:10.1/x`."""
    sources: str
    added: float
    """Seconds since 1970."""
    scores: str = ""


def row(values: tuple[Any, ...]) -> Row:
    """A row from the values as the catalogue gives them; what is missing is empty."""
    if len(values) == len(Row._fields) and values.count(None) == (values[8] is None):
        return Row._make(values)
    filled = [*values, *[""] * (len(Row._fields) - len(values))]
    for place in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14):
        if filled[place] is None:
            filled[place] = ""
    if filled[13] in (None, ""):
        filled[13] = 0.0
    return Row(*filled[: len(Row._fields)])


def columns(rows: Sequence[tuple[Any, ...]]) -> dict[str, Sequence[Any]]:
    """The values of some rows by field, as `row` would give them; one row at least."""
    found: dict[str, Sequence[Any]] = dict(zip(Row._fields, zip(*rows, strict=True), strict=False))
    found.setdefault("scores", [""] * len(rows))
    for name, values in found.items():
        if name != "year" and None in values:
            missing = 0.0 if name == "added" else ""
            found[name] = [missing if value is None else value for value in values]
    return found


def parts(joined: str) -> list[str]:
    """The parts of a list that was joined by "; "."""
    return joined.split("; ") if joined else []


def mean_score(scores: str) -> float | None:
    """The mean of reviewers' scores as a row has them, or None."""
    values = []
    for part in parts(scores):
        try:
            values.append(float(part))
        except ValueError:
            continue
    return sum(values) / len(values) if values else None
