"""A view of just the papers that a script gave."""

from __future__ import annotations

from typing import NamedTuple

from paperreader.paper import Ident, Record
from paperreader.session import Session


class Entry(NamedTuple):
    record: Record
    raw: bytes = b""


def test_queries_search_among_the_given_papers(session: Session) -> None:
    everything = list(session.catalog.numbers())
    given = everything[20:2:-3]
    session.open_papers(given, "script")
    assert session.order == given
    assert session.result.total == len(given)
    session.type("sort:title")
    assert sorted(session.order) == sorted(given)
    assert session.order != given
    session.type("attention")
    found = list(session.order)
    session.open_view(session.views()[-1])
    session.type("attention")
    assert set(found) == set(session.order) & set(given)
    assert len(session.order) > len(found) > 0


def test_it_lasts_as_long_as_the_view(session: Session) -> None:
    session.open_papers([3, 2], "script")
    saved = session.save()
    assert (saved.view, saved.view_query) == ("Undecided", "is:undecided")
    session.save_view("mine")
    assert session.message is not None
    assert session.message.kind == "error"
    assert session.own_views == []
    session.open_digit(0)
    assert len(session.order) == 38


def test_the_work_grows_as_the_number_of_papers_does(session: Session) -> None:
    """Thousands are given in an order of their own: none of them is looked for among the others."""
    session.catalog.add("many", [Entry(Record(title=f"Paper {n}", idents=(Ident("x", str(n)),))) for n in range(1_000)])
    session.catch_up()
    compared = 0

    class Number(int):
        """A paper's number that counts how often it is compared."""

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return int(self) == other

        __hash__ = int.__hash__

    given = [Number(number) for number in reversed(session.catalog.numbers())]
    assert len(given) == 1_038
    session.open_papers(given, "script")
    for query in ("paper", ""):
        session.type(query)
    assert 0 < compared < 20 * len(given)
    assert list(map(int, session.order)) == list(map(int, given))
