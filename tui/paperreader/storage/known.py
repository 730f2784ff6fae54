"""What the library remembers of papers with marks, so that they keep a name and an identity without the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from paperreader.paper import Paper
from paperreader.storage.database import fetch, text_array
from paperreader.storage.log import unicode_text
from paperreader.storage.opened import Opened


class Known(NamedTuple):
    """What was known of a paper when it was last marked: enough to name it and to recognise it."""

    uid: str
    title: str
    idents: tuple[str, ...]
    author: str
    year: int | None


class Remembering(Opened):
    """The part of a library that remembers papers."""

    def titles(self, uids: Iterable[str]) -> dict[str, str]:
        """Return the titles that were known of papers, for those that the catalogue has lost."""
        keys = tuple(uids)
        if not keys:
            return {}
        with self._database.decoding() as connection:
            return {
                str(uid): str(title)
                for uid, title in connection.execute(
                    "SELECT uid, title FROM known WHERE uid IN (SELECT value FROM carray(?))",
                    (text_array(keys),),
                )
            }

    def known(self) -> list[Known]:
        """Return what is remembered of every paper that was ever marked."""
        with self._database.decoding() as connection:
            found = fetch(connection, "SELECT uid, title, idents, author, year FROM known ORDER BY uid")
        return [Known(uid, title, tuple(idents.split()), author, year) for uid, title, idents, author, year in found]

    def aliases(self) -> dict[str, str]:
        """Return the merged uids and what each was merged into."""
        with self._database.decoding() as connection:
            return {str(uid): str(target) for uid, target in connection.execute("SELECT uid, target FROM alias")}


def remember(connection: apsw.Connection, papers: Iterable[Paper]) -> None:
    """Note what is known of papers that are being marked. Inside a transaction."""
    connection.executemany(
        "INSERT INTO known VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET title = excluded.title,"
        " idents = excluded.idents, author = excluded.author, year = excluded.year"
        " WHERE title <> excluded.title OR idents <> excluded.idents OR author <> excluded.author"
        " OR year IS NOT excluded.year",
        (
            (
                paper.uid,
                unicode_text(paper.title[:500]),
                " ".join(map(str, paper.idents)),
                unicode_text(paper.authors[0][:200]) if paper.authors else "",
                paper.year,
            )
            for paper in papers
        ),
    )
