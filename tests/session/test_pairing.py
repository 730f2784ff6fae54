"""Papers that may be one: found as pairs, merged or kept apart by the user alone, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from paperreader.errors import Busy
from paperreader.paper import Ident, Record
from paperreader.paths import places
from paperreader.session import Session, open_session
from paperreader.session.pairing import Pair
from paperreader.storage.joined import join, merge, suggestions


@dataclass(frozen=True)
class Entry:
    record: Record
    raw: bytes
    where: str = ""


def entry(arxiv: str, title: str, **fields: object) -> Entry:
    record = Record(title=title, authors=("Ada Lovelace",), idents=(Ident("arxiv", arxiv),), **fields)  # type: ignore[arg-type]
    return Entry(record, arxiv.encode())


@pytest.fixture
def twins(session: Session) -> Session:
    """The seeds and three papers, two of which have one title, and a fourth of another."""
    papers = [
        entry("2401.00001", "Sparse Graphs", year=2024), entry("2401.00002", "Sparse Graphs", year=2024),
        entry("2402.00001", "Dense Graphs", year=2024), entry("2402.00002", "Dense Graphs", year=2025),
    ]  # fmt: skip
    session.catalog.add("twins", papers)
    session.catch_up()
    return session


def named(session: Session, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    return [(first.uid, second.uid) for first, second in map(session.both, pairs)]


def uids(session: Session) -> list[tuple[str, str]]:
    return named(session, session.pairs())


SPARSE, DENSE = ("arxiv:2401.00001", "arxiv:2401.00002"), ("arxiv:2402.00001", "arxiv:2402.00002")


def test_there_are_none_in_the_seeds(session: Session) -> None:
    assert session.pairs() == []


def test_a_pair_is_merged_and_taken_back(twins: Session) -> None:
    assert uids(twins) == [SPARSE, DENSE]
    sparse = twins.pairs()[0]
    first, second = sparse.numbers
    twins.open_digit(0)
    twins.go_to(second)
    twins.toggle("starred")
    done = twins.merge_pair(sparse)
    assert uids(twins) == [DENSE]
    assert second not in twins.order
    assert twins.marks.of(first).starred
    assert twins.marks.total == 38 + 3
    assert twins.message is not None
    assert twins.message.text == "merged Sparse Graphs"
    assert not twins.take_back(done)
    assert uids(twins) == [SPARSE, DENSE]
    assert (twins.marks.of(first).starred, twins.marks.of(second).starred) == (False, True)
    assert second in twins.order
    twins.redo()
    assert twins.marks.of(first).starred
    assert second not in twins.order


def test_a_pair_is_kept_apart_for_good_and_taken_back(twins: Session) -> None:
    done = twins.keep_pair_apart(twins.pairs()[0])
    assert uids(twins) == [DENSE]
    assert [(pair.first, pair.second) for pair in suggestions(twins.library, twins.catalog)] == [DENSE]
    assert not twins.take_back(done)
    assert uids(twins) == [SPARSE, DENSE]


def refuse(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program holds the catalogue."""

    def busy(_aliases: object, **_how: object) -> bool:
        raise Busy("the catalogue is in use by another program; nothing was changed: try again in a moment")

    monkeypatch.setattr(session.catalog, "follow", busy)


def test_a_merge_is_saved_although_the_catalogue_cannot_follow(twins: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    sparse = twins.pairs()[0]
    first, second = sparse.numbers
    twins.open_digit(0)
    twins.go_to(second)
    twins.toggle("starred")
    with monkeypatch.context() as patch:
        refuse(twins, patch)
        done = twins.merge_pair(sparse)
    assert len(done) == 1
    assert twins.message is not None
    assert twins.message.kind == "error"
    assert twins.message.text == (
        "merged Sparse Graphs; saved, but the list follows later: the catalogue is in use by another program"
    )
    # The marks are those of the library, and the pair is not asked about again.
    assert (twins.marks.of(first).starred, twins.marks.of(second).starred) == (True, False)
    assert uids(twins) == [DENSE]
    assert not twins.take_back(done)
    assert uids(twins) == [SPARSE, DENSE]
    assert (twins.marks.of(first).starred, twins.marks.of(second).starred) == (False, True)


def test_taking_a_merge_back_is_saved_although_the_catalogue_cannot_follow(
    twins: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = twins.merge_pair(twins.pairs()[0])
    with monkeypatch.context() as patch:
        refuse(twins, patch)
        assert not twins.take_back(done)
    assert twins.library.aliases() == {}
    assert twins.message is not None
    assert "saved, but" in twins.message.text
    join(twins.library, twins.catalog)  # as the next start does
    assert uids(twins) == [SPARSE, DENSE]


def test_the_reader_follows_a_merge_as_soon_as_it_can(twins: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    second = twins.pairs()[0].numbers[1]
    twins.open_digit(0)
    with monkeypatch.context() as patch:
        refuse(twins, patch)
        twins.merge_pair(twins.pairs()[0])
        assert twins.marks.total == 42
        assert second in twins.order
        twins.poll()
        assert second in twins.order, "the catalogue is still in use"
    assert twins.poll()
    assert twins.marks.total == 41
    assert second not in twins.order
    assert not twins.poll()


def test_the_reader_follows_a_merge_that_another_terminal_did_not_end(twins: Session) -> None:
    second = twins.pairs()[0].numbers[1]
    twins.open_digit(0)
    twins.move_to(5)
    before = list(twins.order)
    there = open_session(places())
    merge(there.library, there.catalog, SPARSE)  # and there it ends, before the catalogue is told
    there.close()
    assert twins.poll()
    assert list(twins.order) == [number for number in before if number != second]
    assert twins.cursor == 5
    assert uids(twins) == [DENSE]


def test_looking_around_does_not_wait_for_a_catalogue_that_is_in_use(
    twins: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paperreader.storage import database

    waited: list[int] = []
    monkeypatch.setattr(database, "pause", lambda: waited.append(1))
    there = open_session(places())
    merge(there.library, there.catalog, SPARSE)
    with there.catalog._database.writing():
        twins.poll()
        assert twins.marks.total == 42
    assert waited == []
    assert twins.poll()
    assert twins.marks.total == 41
    there.close()


def test_what_cannot_be_saved_is_said_and_nothing_is_done(twins: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    from paperreader.errors import Full

    def full(*_: object, **__: object) -> None:
        raise Full("the disk is full")

    monkeypatch.setattr(twins.library, "command", full)
    pair = twins.pairs()[0]
    assert twins.merge_pair(pair) == ()
    assert twins.message is not None
    assert twins.message.text == "not saved: the disk is full"
    assert twins.keep_pair_apart(pair) == ()
    assert twins.message.kind == "error"
    assert uids(twins) == [SPARSE, DENSE]


def test_what_is_left_after_a_verdict_is_what_asking_again_gives(session: Session) -> None:
    """Three papers of one title are three pairs; merging two of them makes one pair of the rest."""
    three = [entry(f"2401.{number:05}", "Sparse Graphs", year=2024) for number in range(1, 4)]
    other = [entry(f"2402.{number:05}", "Dense Graphs", year=2024) for number in (1, 2)]
    session.catalog.add("three", [*three, *other])
    session.catch_up()
    pairs = session.pairs()
    assert len(pairs) > 2
    for verdict in (session.merge_pair, session.keep_pair_apart):
        decided = pairs[0]
        assert verdict(decided)
        pairs = session.pairs_left(pairs, decided)
        assert pairs == session.pairs()
    assert named(session, pairs) == [DENSE]


@pytest.mark.parametrize("many", [10, 300])
def test_a_verdict_looks_at_its_own_papers_however_many_pairs_there_are(
    session: Session, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    def title(number: int) -> str:
        return (
            f"A Study of {'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10 % 10]}{'uvwxyz'[number // 100]} Graphs"
        )

    papers = [entry(f"24{copy:02}.{number:05}", title(number)) for number in range(many) for copy in (1, 2)]
    session.catalog.add("many", papers)
    session.catch_up()
    looked: list[int] = []
    fetch, places = session.catalog.papers, session.catalog.places_of
    monkeypatch.setattr(session.catalog, "papers", lambda numbers: looked.extend(numbers) or fetch(numbers))
    monkeypatch.setattr(session.catalog, "places_of", lambda uids: looked.extend(uids) or places(uids))
    pairs = session.pairs()
    assert len(pairs) == many
    assert len(looked) == 2 * many, "who they are, and not one paper"
    asked: list[int] = []
    monkeypatch.setattr(session.catalog, "suggestions", lambda: asked.append(1) or [])
    for verdict in (session.keep_pair_apart, session.merge_pair):
        decided = pairs[0]
        looked.clear()
        session.both(decided)
        assert verdict(decided)
        pairs = session.pairs_left(pairs, decided)
        assert len(looked) < 12
    assert len(pairs) == many - 2
    assert asked == []
