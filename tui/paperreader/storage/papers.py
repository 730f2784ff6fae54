"""Reading the catalogue: papers by number, by uid, by identifier, and what lists and searches need of all of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import apsw

from paperreader.paper import Paper
from paperreader.storage import rows
from paperreader.storage.database import Database, fetch, text_array
from paperreader.storage.opened import Opened

#: (number, title, authors, abstract, keywords, area, venue, decision, year, tldr, link kinds, identifiers, sources,
#: added, scores): lists joined by "; ", link kinds and identifiers by " ", added in seconds since 1970.
SearchRow = tuple[int, str, str, str, str, str, str, str, int | None, str, str, str, str, int, str]
BriefRow = tuple[int, str, str, str, str, str, int | None]
#: The kinds of links.
_KINDS = ("web", "pdf", "code", "other")
#: How many rows are read at a time, so that no cursor stays open while the caller works.
_PAGE = 500


class Suggestion(NamedTuple):
    """Two papers that may be one, by uid, and why it looks so. Only the user merges them."""

    first: str
    second: str
    reason: str


class Papers(Opened):
    """The part of a catalogue that is read."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._generation = -1
        self._data_version = -1

    @property
    def generation(self) -> int:
        """A number that grows whenever papers change, through whichever terminal; about 1 µs when nothing did."""
        with self._database.decoding() as connection:
            version = connection.execute("PRAGMA data_version").get
            if version != self._data_version:
                self._generation = self._meta("generation")
                self._data_version = version
        return self._generation

    def _meta(self, key: str) -> int:
        with self._database.decoding() as connection:
            return int(connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).get or 0)

    def count(self) -> int:
        """How many papers there are."""
        return self._meta("papers")

    def numbers(self) -> Sequence[int]:
        """The numbers of all papers in catalogue order; a `range` unless papers were removed or merged."""
        with self._database.decoding() as connection:
            count = self._meta("papers")
            last = connection.execute("SELECT max(number) FROM identity WHERE present AND number = paper").get or 0
            if last == count:
                return range(1, count + 1)
            text = connection.execute(
                "SELECT group_concat(number, ' ') FROM"
                " (SELECT number FROM identity WHERE present AND number = paper ORDER BY number)"
            ).get
        return array("q", map(int, text.split())) if text else range(0)

    def paper(self, number: int) -> Paper:
        """Return a paper. Raises KeyError when it has left the catalogue."""
        with self._database.decoding() as connection:
            row = connection.execute(f"SELECT {rows.COLUMNS} FROM paper WHERE number = ?", (number,)).get  # noqa: S608
            if row is not None:
                return rows.paper_of(row)
        raise KeyError(number)

    def papers(self, numbers: Iterable[int]) -> list[Paper]:
        """Return papers in the order asked for; those that have left the catalogue are left out."""
        wanted = list(numbers)
        if len(wanted) > _PAGE:
            return [
                paper for start in range(0, len(wanted), _PAGE) for paper in self.papers(wanted[start : start + _PAGE])
            ]
        sql = f"SELECT {rows.COLUMNS} FROM paper WHERE number IN ({','.join('?' * len(wanted))})"  # noqa: S608
        with self._database.decoding() as connection:
            found = {row[0]: rows.paper_of(row) for row in connection.execute(sql, wanted)}
        return [found[number] for number in wanted if number in found]

    def number(self, uid: str) -> int | None:
        """Return the number of the paper that a uid stands for, its own or that of a paper merged into it."""
        with self._database.decoding() as connection:
            found: int | None = connection.execute("SELECT paper FROM identity WHERE uid = ? AND present", (uid,)).get
        return found

    def numbers_of(self, uids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of many uids; unknown ones are absent."""
        keys = tuple(uids)
        return {uid: number for uid, number in zip(keys, self.places_of(keys), strict=True) if number}

    def places_of(self, uids: Sequence[str]) -> list[int]:
        """Return the number of each uid, 0 for an unknown one: 30,000 in about 15 ms, fastest when they are sorted."""
        if not uids:
            return []
        values = text_array(uids)
        with self._database.decoding() as connection:
            # One long string is much faster than 30,000 rows. LEFT JOIN keeps the order of the uids.
            text = connection.execute(
                "SELECT group_concat(coalesce(paper, 0)) FROM carray(?) k LEFT JOIN identity i"
                " ON i.uid = k.value AND present",
                (values,),
            ).get
            numbers: list[int] = json.loads(f"[{text}]")  # twice as fast as splitting
            return numbers

    def uids_of(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the uids of papers by number; those that have left the catalogue are absent."""
        keys = array("q", numbers)
        if not keys:
            return {}
        with self._database.decoding() as connection:
            return dict(
                fetch(
                    connection,
                    "SELECT number, uid FROM identity WHERE present AND number = paper"
                    " AND number IN (SELECT value FROM carray(?))",
                    (apsw.carray(keys, flags=apsw.SQLITE_CARRAY_INT64),),
                )
            )

    def find(self, text: str) -> list[int]:
        """Return the papers that a uid, an identifier (`arxiv:…`, a bare id) or an address may mean, likely first."""
        from paperreader.text.identifiers import meant

        found: dict[int, None] = {}
        with self._database.decoding() as connection:
            for name in meant(text):
                for sql in (
                    "SELECT paper FROM identity WHERE uid = ? AND present",
                    "SELECT i.paper FROM ident t JOIN identity i ON i.number = t.number WHERE ident = ? AND present",
                ):
                    number = connection.execute(sql, (name,)).get
                    if number is not None:
                        found[number] = None
        return list(found)

    def search_rows(self, after: int = 0, numbers: Iterable[int] | None = None) -> Iterator[SearchRow]:
        """Yield what is searched, in catalogue order, for papers numbered above `after` (or for `numbers`).

        Read in pages: an import that runs meanwhile may show in the later ones.
        """
        columns = "number,title,authors,abstract,keywords,area,venue,decision,year,tldr,links,idents,sources,added,more"
        if numbers is not None:
            wanted = iter(numbers)
            while page := list(islice(wanted, _PAGE)):
                marks = ",".join("?" * len(page))
                with self._database.decoding() as connection:
                    sql = f"SELECT {columns} FROM paper WHERE number IN ({marks}) ORDER BY number"  # noqa: S608
                    found = fetch(connection, sql, page)
                yield from map(_search_row, found)
            return
        while True:
            with self._database.decoding() as connection:
                sql = f"SELECT {columns} FROM paper WHERE number > ? ORDER BY number LIMIT {_PAGE}"  # noqa: S608
                found = fetch(connection, sql, (after,))
            if not found:
                return
            yield from map(_search_row, found)
            after = found[-1][0]

    def brief(self, numbers: Iterable[int]) -> Iterator[BriefRow]:
        """Yield what a line of a list shows of papers, in the order asked for: a fifth of the time of `papers`.

        `(number, uid, title, authors joined by "; ", venue, decision, year or None)`; missing papers are left out.
        """
        wanted = iter(numbers)
        while page := list(islice(wanted, _PAGE)):
            marks = ",".join("?" * len(page))
            with self._database.decoding() as connection:
                sql = f"SELECT number,uid,title,authors,venue,decision,year FROM paper WHERE number IN ({marks})"  # noqa: S608
                found = {row[0]: row for row in fetch(connection, sql, page)}
            for number in page:
                if number in found:
                    _, uid, title, authors, venue, decision, year = found[number]
                    yield number, uid, title, rows.joined(authors), venue, decision, year

    def changed(self, since: int) -> list[int]:
        """Return the numbers of papers that came, changed or went after generation `since` (about 10 ms at 100,000)."""
        with self._database.decoding() as connection:
            return [
                number
                for (number,) in connection.execute(
                    "SELECT paper FROM identity WHERE generation > ?1 AND +paper > 0 UNION"
                    " SELECT number FROM identity WHERE generation > ?1 AND +number > 0 ORDER BY 1",
                    (since,),
                )
            ]

    def suggestions(self) -> list[Suggestion]:
        """Return the pairs of papers that may be one and are not merged yet."""
        with self._database.decoding() as connection:
            return [
                Suggestion(*row)
                for row in connection.execute(
                    "SELECT first, second, reason FROM suggestion s JOIN identity a ON a.uid = first"
                    " JOIN identity b ON b.uid = second WHERE a.paper <> b.paper AND a.present AND b.present"
                    " ORDER BY a.number, b.number"
                )
            ]


def _search_row(row: tuple[Any, ...]) -> SearchRow:
    number, title, authors, abstract, keywords, area, venue, decision, year, tldr, links, idents, sources, *rest = row
    added, more = rest
    # A quotation mark inside a string is escaped, so that these can only be the kinds; the scores come first. Reading
    # them as JSON would take as long as all the rest.
    kinds = " ".join([kind for kind in _KINDS if f'["{kind}"' in links]) if links else ""
    scores = more[2 : more.index("]")].replace(",", "; ") if more else ""
    return (
        number, title, rows.joined(authors), abstract, rows.joined(keywords), area, venue, decision, year, tldr, kinds,
        idents, sources, added, scores,
    )  # fmt: skip
