"""A merge is a command: marks are united, the other uid still leads there, undo separates them again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paperreader.errors import UsageError
from paperreader.paper import Ident, Marks
from paperreader.storage import joined
from paperreader.storage.catalog import Catalog
from paperreader.storage.joined import follow, join, keep_apart, suggestions
from paperreader.storage.library import Applied, Library
from paperreader.storage.log import Change, folded, stored_fold

from .made import entry

ONE, TWO, THREE = "openreview:paper1", "openreview:paper2", "openreview:paper3"


def merge(library: Library, catalog: Catalog, uids: list[str]) -> Applied | None:
    """As every caller does it."""
    applied = joined.merge(library, catalog, uids)
    assert follow(library, catalog, applied) == ""
    return applied


def split(library: Library, catalog: Catalog, uid: str) -> Applied | None:
    applied = joined.split(library, uid)
    assert follow(library, catalog, applied) == ""
    return applied


@pytest.fixture(autouse=True)
def papers(catalog: Catalog) -> None:
    catalog.add(
        "one",
        [entry(1, tldr="short"), entry(2, abstract="", idents=(Ident("openreview", "paper2"), Ident("doi", "10.1/2")))],
    )
    catalog.add("two", [entry(3, decision="oral")])


@pytest.fixture
def uids(catalog: Catalog) -> list[str]:
    return [paper.uid for paper in catalog.papers([1, 2, 3])]


def test_marks_are_united_and_undo_separates_them(library: Library, catalog: Catalog, uids: list[str]) -> None:
    one, two, _ = uids
    library.apply([Change(one, "dismissed", True), Change(one, "note", "first"), Change(one, "tag", "+a")], "one")
    library.apply([Change(two, "starred", True), Change(two, "note", "second"), Change(two, "tag", "+b")], "two")
    library.apply([Change(two, "later", 3.0), Change(two, "rating", 4), Change(two, "read", True)], "two")
    before, papers = library.marks(), catalog.papers([1, 2, 3])
    applied = merge(library, catalog, [two, one])
    assert applied is not None
    assert applied.merges
    assert library.marks() == {
        one: Marks(read=True, starred=True, later=3.0, rating=4, tags=("a", "b"), note="first\n\nsecond")
    }
    assert (catalog.count(), list(catalog.numbers())) == (2, [1, 3])
    assert catalog.number(two) == catalog.number(one) == 1
    assert catalog.numbers_of([one, two]) == {one: 1, two: 1}
    assert catalog.paper(1).uid == one
    assert Ident("doi", "10.1/2") in catalog.paper(1).idents
    assert catalog.paper(1).tldr == "short"
    assert library.aliases() == {two: one}
    undone = library.undo()
    assert undone is not None
    assert undone.merges
    join(library, catalog)
    assert library.marks() == before
    assert catalog.papers([1, 2, 3]) == papers
    assert library.redo() is not None
    join(library, catalog)
    assert catalog.number(two) == 1


def test_a_merge_beside_another_terminals_leaves_no_marks_behind(
    open_library: Callable[..., Library], catalog: Catalog, uids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one merged what this one is about to merge into something else: all of it becomes one paper."""
    first, second, third = uids
    one, two = open_library(), open_library()
    one.apply([Change(third, "starred", True)], "star")
    real = two._writing

    def late() -> object:
        assert merge(one, catalog, [first, second]) is not None
        return real()

    monkeypatch.setattr(two, "_writing", late)
    assert merge(two, catalog, [second, third]) is not None
    assert two.marks() == {first: Marks(starred=True)}
    join(two, catalog)
    assert list(catalog.numbers()) == [1]
    assert catalog.number(third) == 1


def test_a_mark_under_the_merged_uid_goes_to_the_paper(library: Library, catalog: Catalog, uids: list[str]) -> None:
    one, two, _ = uids
    merge(library, catalog, [one, two])
    applied = library.apply([Change(two, "starred", True)], "star")
    assert applied is not None
    assert applied.uids == (one,)
    assert {event.uid for event in library.history(one)} == {one, two}


def test_chains_and_splitting(library: Library, catalog: Catalog, uids: list[str]) -> None:
    one, two, three = uids
    merge(library, catalog, [two, three])
    merge(library, catalog, [one, two])
    assert catalog.numbers_of(uids) == dict.fromkeys(uids, 1)
    assert catalog.paper(1).decision == "oral"
    split(library, catalog, two)
    assert catalog.numbers_of(uids) == {one: 1, two: 2, three: 2}
    assert split(library, catalog, one) is None
    connection = library._database.connection
    ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
    assert folded(ops) == stored_fold(connection)


def test_a_record_that_comes_later_goes_to_the_united_paper(
    library: Library, catalog: Catalog, uids: list[str]
) -> None:
    one, two, _ = uids
    merge(library, catalog, [one, two])
    catalog.add("four", [entry(2, idents=(Ident("doi", "10.1/2"),), area="a new area")])
    assert catalog.paper(1).area == "a new area"
    library.undo()
    join(library, catalog)
    assert (catalog.paper(1).area, catalog.paper(2).area) == ("", "a new area")


def test_what_cannot_be_merged(library: Library, catalog: Catalog, uids: list[str]) -> None:
    for wrong in ([], [uids[0]], [uids[0], "arxiv:none"]):
        with pytest.raises(UsageError):
            merge(library, catalog, wrong)
    assert merge(library, catalog, [uids[0], uids[0]]) is None
    assert library.commands() == []


def test_papers_that_are_not_the_same_are_not_suggested_again(library: Library, catalog: Catalog) -> None:
    catalog.add("four", [entry(1, idents=(Ident("arxiv", "9"),), authors=())])
    (pair,) = suggestions(library, catalog)
    assert keep_apart(library, pair.second, pair.first) is not None
    assert keep_apart(library, pair.first, pair.second) is None
    assert suggestions(library, catalog) == []
    assert library.marks() == {}
    applied = library.undo()
    assert applied is not None
    assert applied.uids == ()
    assert suggestions(library, catalog) == [pair]
    library.redo()
    assert suggestions(library, catalog) == []
    connection = library._database.connection
    ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
    assert folded(ops) == stored_fold(connection)


def test_suggestions_that_were_merged_are_gone(library: Library, catalog: Catalog) -> None:
    catalog.add("four", [entry(1, idents=(Ident("arxiv", "9"),), authors=())])
    (pair,) = catalog.suggestions()
    merge(library, catalog, [pair.first, pair.second])
    assert catalog.suggestions() == []
