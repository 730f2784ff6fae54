"""Where a record belongs: the rules of `identity`, applied to what the catalogue knows.

Nothing is merged here. A record is given to the paper that its identifiers prove, or to a new one; whatever else looks
alike becomes a suggestion.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import apsw

from paperreader.paper import Ident, Record
from paperreader.storage import identity, rows
from paperreader.storage.database import fetch
from paperreader.storage.identity import Keys
from paperreader.storage.tables import ROW, Placed, enter, settle


class Placing:
    """Places the records of one run of one source; works inside the caller's transaction."""

    def __init__(self, connection: apsw.Connection, source: int, run: int) -> None:
        self.connection = connection
        self.execute = connection.execute
        self.source = source
        self.run = run

    def place(self, record: Record, generation: int) -> Placed:
        idents = record.idents or (identity.fingerprint(record),)
        keys = identity.keys(record)
        hits: dict[Ident, int] = {}
        for ident in idents:
            number = self.execute("SELECT number FROM ident WHERE ident = ?", (str(ident),)).get
            if number is not None:
                hits[ident] = number
        if hits:
            return self._place_known(record, keys, idents, hits, generation)
        suggests: list[tuple[str, str]] = []
        same = self._same_title(record, keys, idents, suggests)
        if same is not None:
            return self._attach(same, record, keys, idents, hits, ())
        return self._found(record, keys, idents, hits, tuple(suggests), generation)

    def _place_known(
        self, record: Record, keys: Keys, idents: tuple[Ident, ...], hits: dict[Ident, int], generation: int
    ) -> Placed:
        """Place a record of which at least one identifier is known."""
        papers = {number: self._paper(number) for number in hits.values()}
        chosen = next(iter(hits.values()))
        if len(set(papers.values())) > 1:
            # Several papers claim it: the one of that title has it; which is meant is for the user to say.
            key = keys.title
            titled = [number for number in papers if key is not None and self._title_hash(number) == key]
            chosen = titled[0] if titled else chosen
        others = [number for number in papers if papers[number] != papers[chosen]]
        if self._is_stranger(record, chosen):
            mark = identity.fingerprint(record)
            known = self.execute("SELECT number FROM ident WHERE ident = ?", (str(mark),)).get
            if known is not None:
                return self._attach(known, record, keys, idents, hits, ())
            if not self._is_renewed(chosen):
                reasons = tuple((self._uid(number), "share an identifier") for number in papers)
                return self._found(record, keys, (*idents, mark), hits, reasons, generation)
        reasons = tuple((self._uid(number), "one record names both") for number in others)
        return self._attach(chosen, record, keys, idents, hits, reasons)

    def _is_stranger(self, record: Record, number: int) -> bool:
        """Whether a record that has a paper's identifier may nevertheless be another paper's (`identity.strangers`)."""
        row = self.execute(f"SELECT {ROW} FROM paper WHERE number = ?", (self._paper(number),)).get  # noqa: S608
        return row is not None and identity.strangers(record, rows.record_of_row(row))

    def _is_renewed(self, number: int) -> bool:
        """Whether this source spoke of a paper in an earlier run and not yet in this one.

        Then the record is that paper's, whatever became of its title and authors.
        """
        return bool(
            self.execute(
                "SELECT count(*) FROM record WHERE number = ? AND source = ? AND seen < ?",
                (number, self.source, self.run),
            ).get
        )

    def _same_title(
        self, record: Record, keys: Keys, idents: tuple[Ident, ...], suggests: list[tuple[str, str]]
    ) -> int | None:
        """Return the one identity that has this title, year and author and that no identifier contradicts.

        Of a title that many works share it has to have the place in print as well, or it is another work.
        Others of that title that may well be the same are put into `suggests`.
        """
        key, year, author = keys
        if key is None:
            return None
        found: list[int] = []
        for number, uid, other_year, other_author in fetch(
            self.connection,
            "SELECT number, uid, year, author FROM identity WHERE title_hash = ?1"
            " AND (author = ?2 OR author = '' OR ?2 = '') AND (year IS NULL OR ?3 IS NULL OR abs(year - ?3) <= 1)"
            " ORDER BY number LIMIT 20",
            (key, author, year),
        ):
            theirs = [Ident(*text.split(":", 1)) for text in self._idents(number)]
            certain = bool(author and other_author and year is not None and other_year is not None)
            same = self._is_at(number, identity.fingerprint(record)) if identity.shared(record.title) else certain
            if same and not identity.contradict(idents, theirs):
                found.append(number)
            elif certain or identity.telling(record.title):
                suggests.append((uid, "same title"))
        if len(found) == 1:
            return found[0]
        suggests.extend((self._uid(number), "same title") for number in found)
        return None

    def _is_at(self, number: int, mark: Ident) -> bool:
        """Whether a record of the paper has this fingerprint, in which the place of a shared title is."""
        paper = self._paper(number)
        told = fetch(
            self.connection,
            "SELECT r.data FROM identity i JOIN record r ON r.number = i.number WHERE i.paper = ?",
            (paper,),
        )
        for (data,) in told:
            if data is None:
                row = self.execute(f"SELECT {ROW} FROM paper WHERE number = ?", (paper,)).get  # noqa: S608
                record = rows.record_of_row(row)
            else:
                record = rows.record_of(json.loads(data))
            if identity.fingerprint(record) == mark:
                return True
        return False

    def _attach(
        self,
        number: int,
        record: Record,
        keys: Keys,
        idents: tuple[Ident, ...],
        hits: dict[Ident, int],
        suggests: tuple[tuple[str, str], ...],
    ) -> Placed:
        """Give the record to a known identity, with the identifiers that nobody else has."""
        if number < 0:
            settled = settle(self.connection, number)
            hits = {ident: settled if owner == number else owner for ident, owner in hits.items()}
            number = settled
        paper = self._paper(number)
        own = tuple(ident for ident in idents if ident not in hits or self._paper(hits[ident]) == paper)
        claims = self._claim(number, (ident for ident in idents if ident not in hits))
        present = self.execute("SELECT present FROM identity WHERE number = ?", (number,)).get
        kept = tuple(ident for ident in own if ident in record.idents)
        return Placed(number, paper, self._uid(number), not present, kept, claims, suggests, keys)

    def _found(
        self,
        record: Record,
        keys: Keys,
        idents: tuple[Ident, ...],
        hits: dict[Ident, int],
        suggests: tuple[tuple[str, str], ...],
        generation: int,
    ) -> Placed:
        """Make a new identity."""
        free = tuple(ident for ident in idents if ident not in hits)
        number = None
        for uid in identity.new_uid(free, record):
            number = enter(self.connection, uid, generation, keys)
            if number is not None:
                break
        assert number is not None  # there is no end of uids
        claims = self._claim(number, free or (Ident(*uid.split(":", 1)),))
        kept = tuple(ident for ident in free if ident in record.idents)
        return Placed(number, number, uid, True, kept, claims, suggests, keys, entered=True)

    def _claim(self, number: int, idents: Iterable[Ident]) -> tuple[str, ...]:
        """Give an identity the identifiers that nobody has; return those it got."""
        got = []
        for ident in idents:
            self.execute("INSERT INTO ident VALUES (?, ?) ON CONFLICT DO NOTHING", (str(ident), number))
            if self.connection.changes():
                got.append(str(ident))
        return tuple(got)

    def _paper(self, number: int) -> int:
        paper = self.execute("SELECT paper FROM identity WHERE number = ?", (number,)).get
        return int(paper)

    def _uid(self, number: int) -> str:
        return str(self.execute("SELECT uid FROM identity WHERE number = ?", (number,)).get)

    def _title_hash(self, number: int) -> int | None:
        found: int | None = self.execute("SELECT title_hash FROM identity WHERE number = ?", (number,)).get
        return found

    def _idents(self, number: int) -> list[str]:
        """All identifiers of the paper that an identity belongs to."""
        return [
            text
            for (text,) in self.execute(
                "SELECT ident FROM ident WHERE number IN"
                " (SELECT number FROM identity WHERE paper = (SELECT paper FROM identity WHERE number = ?))",
                (number,),
            )
        ]
