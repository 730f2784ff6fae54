"""CSV and TSV: a first row of field names, our own or their synonyms, then one paper a row.

Which column was taken for what is said by `guess`, so that a user can see it. Writing puts an apostrophe before cells
that a spreadsheet would run as a formula; reading takes it away.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import BinaryIO

from paperreader.errors import FormatError
from paperreader.formats import fields, limits
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import decoded, pieces
from paperreader.formats.guess import STATE, Guess
from paperreader.formats.names import names
from paperreader.formats.synonyms import field_of
from paperreader.paper import NO_MARKS, OTHERS, Marks, Paper, Record
from paperreader.text.clean import clean, clean_line

#: What a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS = (
    "uid", "title", "authors", "venue", "year", "decision", "kind", "area", "keywords", "tldr", "abstract",
    "volume", "issue", "pages", "publisher",
    "doi", "arxiv", "openreview", "acl", "pmid", "isbn", "url", "pdf", "code",
    "submission", "scores", "former_title", "title_derived",
    "read", "starred", "later", "dismissed", "rating", "tags", "note",
)  # fmt: skip


#: Web of Science's tab-separated export has its two-letter tags for names.
_TAGS = {
    "TI": "title", "AF": "author full names", "AU": "authors", "AB": "abstract", "SO": "venue", "PY": "year",
    "DE": "keywords", "DI": "doi", "PM": "pmid", "DT": "kind", "PT": "publication type",
    "VL": "volume", "IS": "issue", "BP": "first page", "EP": "last page", "PU": "publisher",
}  # fmt: skip
#: The names stand in one of the first lines: before them may stand what a program says of itself, or `sep=;`.
_PREAMBLE = 5


def _names(row: list[str]) -> list[str]:
    """Return the names of columns that a row holds, in words where they are Web of Science's tags."""
    names = [name.strip().lstrip("\ufeff") for name in row]
    return [_TAGS.get(name, name) for name in names] if {"PT", "TI", "SO"} <= set(names) else names


def guess(header: list[str]) -> dict[str, str]:
    """Return our field for each column that is known: `{"Paper Title": "title"}`."""
    return {name: known[0] for name in header if (known := field_of(name))}


def _header(lines: list[str]) -> tuple[int, str, list[str]]:
    """Return where among the first lines of a file its names stand, how they are separated, and which they are.

    The line is -1 when none of them names a column of titles or abstracts.
    """
    for place, line in enumerate(lines[:_PREAMBLE]):
        delimiter = max(",;\t|", key=line.count)
        try:
            names = _names(next(csv.reader([line], delimiter=delimiter), []))
        except csv.Error:
            continue
        if {"title", "abstract"} & set(guess(names).values()):
            return place, delimiter, names
    return -1, ",", []


def sniff(head: bytes, name: str) -> int:
    """A first line with a title column and at least one other known one, or the right name and a title column."""
    lines = [line for line in decoded(head).lstrip("\ufeff").splitlines() if line.strip()][:_PREAMBLE]
    if not lines or lines[0][0] in "{[<%@" or max(map(len, lines)) > 64 * 1024:
        return 0
    place, delimiter, names = _header(lines)
    if place < 0:
        return 0
    if name.lower().endswith((".csv", ".tsv")):
        return 90
    # A sentence may hold the words, and commas.
    whole = all(len(column) < 60 for column in names) and delimiter in lines[place]
    return 65 if whole and len(set(guess(names).values())) >= (2 if place == 0 else 5) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a row. Raises `FormatError` when no column holds titles or abstracts."""
    csv.field_size_limit(limits.ENTRY)
    text = pieces(stream)
    first = next(text, "").removeprefix("\ufeff")
    begun = first[: 8 * limits.ABSTRACT].splitlines()
    place, delimiter, _ = _header(begun)
    if place < 0:
        line = clean_line(begun[0][:200]) if begun else ""
        columns = ", ".join(line.split(max(",;\t|", key=line.count)))
        raise FormatError(f"{origin.name} has no column of titles (its columns are: {columns}); call one of them title")
    # What stands above the names is passed over by the line: it need not be a table, so a quote there opens nothing.
    rows = csv.reader(islice(_lines(first, text), place, None), delimiter=delimiter)
    try:
        header = _names(next(rows, []))
    except csv.Error as error:
        raise FormatError(
            f"{origin.name}: line {place + 1}: the names of the columns cannot be read ({error})"
        ) from error
    # A rating or tags in our own export are the user's, not the paper's.
    dropped = STATE if {"uid", "starred"} <= set(header) else frozenset()
    taken = Guess()
    taken.see(dict.fromkeys(name for name in header if name and name not in dropped))
    if remark := taken.remark(f"{origin.name}: line {place + 1}"):
        yield remark
    while True:
        where = f"{origin.name}: line {place + rows.line_num + 1}"
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield broken(where, str(error), b"")
            continue
        if row is None:
            return
        if not any(cell.strip() for cell in row):
            continue
        raw = _row(row).encode("utf-8", "replace")
        try:
            cells = {name: _unescaped(cell) for name, cell in zip(header, row, strict=False) if name not in dropped}
            yield Entry(fields.record(_typed(cells)), raw, where)
        except ValueError as error:
            yield broken(where, str(error), raw)


def _lines(first: str, rest: Iterator[str]) -> Iterator[str]:
    held = first
    for piece in rest:
        held += piece
        *whole, held = held.splitlines(keepends=True) or [""]
        yield from whole
        if len(held) > limits.ENTRY:
            held = ""
    yield from held.splitlines(keepends=True)


def _typed(cells: dict[str, str]) -> dict[str, object]:
    """Return the cells as values: our own export writes a truth value as `yes`."""
    return {
        name: value.lower() in ("yes", "true", "1") if field_of(name) == ("title_derived", 0) else value
        for name, value in cells.items()
    }


def _unescaped(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell


def _row(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield the header, then one row a paper."""
    for row in _rows(papers, marks):
        yield _row([_escaped(clean(cell)) for cell in row])


def write_raw(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield the same with cells that look like formulas as they are, for programs that run none."""
    for row in _rows(papers, marks):
        yield _row(row)


def _rows(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[list[str]]:
    yield list(_COLUMNS)
    for paper in papers:
        uid = paper.uid if isinstance(paper, Paper) else ""
        own = marks.get(uid, NO_MARKS)
        idents = dict(reversed(paper.idents))
        links: dict[str, str] = {}
        for link in paper.links:
            links.setdefault(link.kind, link.url)
        cells = {
            "uid": uid,
            "title": paper.title,
            "authors": _people((*paper.authors, "et al.") if OTHERS in paper.uncertain else paper.authors),
            "venue": paper.venue,
            "year": str(paper.year or ""),
            "decision": paper.decision,
            "kind": paper.kind,
            "area": paper.area,
            "keywords": fields.listed(paper.keywords),
            "tldr": paper.tldr,
            "abstract": paper.abstract,
            **paper.imprint._asdict(),
            "url": links.get("web", ""),
            "pdf": links.get("pdf", ""),
            "code": links.get("code", ""),
            "submission": "" if paper.submission is None else str(paper.submission),
            "scores": "; ".join(f"{score:g}" for score in paper.scores),
            "former_title": paper.former_title,
            "title_derived": "yes" if paper.title_derived else "",
            "read": "yes" if own.read else "",
            "starred": "yes" if own.starred else "",
            "later": "" if own.later is None else f"{own.later:g}",
            "dismissed": "yes" if own.dismissed else "",
            "rating": str(own.rating or ""),
            "tags": "; ".join(own.tags),
            "note": own.note,
            **{scheme: value for scheme, value in idents.items() if scheme in _COLUMNS},
            "isbn": "; ".join(ident.value for ident in paper.idents if ident.scheme == "isbn"),
        }
        yield [cells.get(name, "") for name in _COLUMNS]


def _people(authors: tuple[str, ...]) -> str:
    """Return authors with "; " between them, or as a list in JSON where they would be read as others."""
    text = "; ".join(authors)
    return text if names(text) == authors else json.dumps([{"literal": name} for name in authors], ensure_ascii=False)


def _escaped(cell: str) -> str:
    # Also where the text itself has apostrophes before it: one more, which reading takes away.
    return f"'{cell}" if cell.lstrip("'").startswith(_FORMULA) else cell
