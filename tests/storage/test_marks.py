"""Marks are one transaction each, logged, and seen by every terminal."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.errors import Corrupt, UsageError
from paperreader.paper import NO_MARKS, Ident, Marks, Paper
from paperreader.storage.database import UNTIDY
from paperreader.storage.library import Library
from paperreader.storage.log import Change, folded, stored_fold

UID = "openreview:abc"


def check_log(library: Library) -> None:
    """The invariant: the log adds up to the state."""
    connection = library._database.connection
    ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
    assert folded(ops) == stored_fold(connection)


@pytest.mark.parametrize(
    ("field", "value", "marks"),
    [
        ("read", True, Marks(read=True)),
        ("starred", True, Marks(starred=True)),
        ("dismissed", True, Marks(dismissed=True)),
        ("later", True, Marks(later=1.0)),
        ("later", 2.5, Marks(later=2.5)),
        ("rating", 4, Marks(rating=4)),
        ("note", "line one\nline “two” \x00", Marks(note="line one\nline “two” \x00")),
        ("tag", "+graphs", Marks(tags=("graphs",))),
    ],
)
def test_every_field_is_kept_and_taken_back(
    open_library: Callable[..., Library], field: str, value: object, marks: Marks
) -> None:
    library = open_library()
    applied = library.apply([Change(UID, field, value)], "a change")
    assert applied is not None
    assert applied.marks == {UID: marks}
    library.close()
    again = open_library()
    assert again.marks() == {UID: marks}
    undone = again.undo()
    assert undone is not None
    assert undone.words == "undone: a change"
    assert undone.marks == {UID: NO_MARKS}
    assert again.marks() == {}
    check_log(again)


def test_all_marks_are_those_of_each_paper(library: Library) -> None:
    assert library.all_marks() == ([], b"", {})
    changes = [Change("a:1", "read", True), Change("b:2", "starred", True), Change("b:2", "tag", "+x")]
    library.apply([*changes, Change("c:3", "later", True), Change("d:4", "note", "n"), Change("e:5", "read", True)], "")
    library.apply([Change("e:5", "dismissed", True)], "dismiss")
    uids, flags, more = library.all_marks()
    assert (uids, list(flags)) == (["a:1", "b:2", "c:3", "d:4", "e:5"], [1, 2, 4, 0, 9])
    assert sorted(more) == ["b:2", "c:3", "d:4"]
    assert library.marks() == library.marks_of(uids)


@pytest.mark.parametrize("nonsense", ["read = 99", "read = 1e9", "dismissed = -1"])
def test_marks_that_make_no_sense_are_damage(library: Library, nonsense: str) -> None:
    library.apply([Change("a:1", "read", True)], "read")
    library._database.connection.execute(f"UPDATE state SET {nonsense}")
    with pytest.raises(Corrupt, match="marks that make no sense"):
        library.marks()


def test_looking_round_folds_the_journal_which_no_mark_has_to(library: Library, tmp_path: Path) -> None:
    journal = tmp_path / "data" / "library.db-wal"
    sizes: list[int] = []

    def mark(count: int) -> list[int]:
        sizes.clear()
        for step in range(count):
            library.apply([Change(UID, "rating", step % 5 + 1)], "rate")
            sizes.append(journal.stat().st_size)
        return sizes

    grown = mark(UNTIDY)[-1]
    assert sizes == sorted(set(sizes))  # not one of them folded it
    assert library.poll() is None
    assert set(mark(UNTIDY - 1)) == {grown}  # folded, it is written from its beginning again
    library.poll()
    assert mark(UNTIDY)[-1] > grown  # too little was written to be worth it


def test_a_change_that_changes_nothing_is_no_command(library: Library) -> None:
    library.apply([Change(UID, "starred", True)], "star")
    assert library.apply([Change(UID, "starred", True), Change(UID, "tag", "-absent")], "again") is None
    assert [command.words for command in library.commands()] == ["star"]


def test_later_is_a_queue(library: Library) -> None:
    library.apply([Change(uid, "later", True) for uid in ("a:1", "b:2", "c:3")], "later")
    library.apply([Change("c:3", "later", 0.5)], "up")
    library.apply([Change("a:1", "later", True)], "again: stays where it is")
    queue = sorted(library.marks().items(), key=lambda item: item[1].later or 0)
    assert [(uid, marks.later) for uid, marks in queue] == [("c:3", 0.5), ("a:1", 1.0), ("b:2", 2.0)]


def test_tags_are_a_sorted_set(library: Library) -> None:
    library.apply([Change(UID, "tag", f"+{tag}") for tag in ("zeta", "alpha", "zeta")], "tag")
    assert library.marks()[UID].tags == ("alpha", "zeta")
    library.apply([Change(UID, "tag", "-alpha")], "untag")
    assert library.marks()[UID].tags == ("zeta",)
    check_log(library)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rating", 6),
        ("rating", "5"),
        ("tag", "graphs"),
        ("tag", "+two words"),
        ("tag", "+"),
        ("tag", "+a\x1b]0;x"),
        ("tag", "+" + "x" * 65),
        ("note", "x" * 65_537),
        ("later", float("nan")),
        ("colour", "red"),
    ],
)
def test_a_value_that_cannot_be_stored_is_refused_whole(library: Library, field: str, value: object) -> None:
    with pytest.raises(UsageError):
        library.apply([Change(UID, "starred", True), Change(UID, field, value)], "both")
    assert library.marks() == {}
    assert library.commands() == []


@pytest.mark.parametrize("uid", ["", "with space:1", "new\nline:1", "view:Mine"])
def test_what_is_no_uid_is_refused(library: Library, uid: str) -> None:
    with pytest.raises(UsageError):
        library.apply([Change(uid, "starred", True)], "star")


def test_marks_of_some(library: Library) -> None:
    library.apply([Change(UID, "note", "hello"), Change("b:2", "read", True)], "two")
    assert library.marks_of([UID, "c:3"]) == {UID: Marks(note="hello"), "c:3": NO_MARKS}
    assert library.marks_of([]) == {}


def test_another_terminal_sees_a_change(open_library: Callable[..., Library]) -> None:
    one, two = open_library(), open_library()
    assert two.poll() is None
    one.apply([Change(UID, "starred", True)], "star")
    one.save_view("Mine", "is:starred")
    assert two.poll() == {UID, "view:Mine"}
    assert two.poll() is None
    assert one.poll() is None


def test_a_change_seen_while_writing_is_still_told(open_library: Callable[..., Library]) -> None:
    one, two = open_library(), open_library()
    one.apply([Change("a:1", "starred", True)], "star")
    two.apply([Change("b:2", "starred", True)], "star")
    assert two.poll() == {"a:1"}
    assert one.poll() == {"b:2"}


def test_titles_are_remembered(library: Library) -> None:
    paper = Paper(title="A Title", uid=UID, number=7, authors=("Ann Author",), year=2026, idents=(Ident("arxiv", "1"),))
    library.apply([Change(UID, "starred", True)], "star", {UID: paper})
    assert library.titles([UID, "b:2"]) == {UID: "A Title"}
    (known,) = library.known()
    assert known == (UID, "A Title", ("arxiv:1",), "Ann Author", 2026)


def test_the_reading_place_is_outside_the_log(open_library: Callable[..., Library]) -> None:
    library = open_library()
    assert library.place(UID) == ""
    library.set_place(UID, "sentence 12")
    library.set_place(UID, "sentence 13")
    assert open_library().place(UID) == "sentence 13"
    assert library.undo() is None


def test_surrogate_halves_do_not_stop_a_note(library: Library) -> None:
    applied = library.apply([Change(UID, "note", "half \ud800 pair")], "note \udfff")
    assert applied is not None
    assert library.marks()[UID].note == "half \N{REPLACEMENT CHARACTER} pair"


def test_files_and_folders_are_private(library: Library, tmp_path: Path) -> None:
    library.apply([Change(UID, "read", True)], "read")
    library.backup()
    for path in [
        tmp_path / "data",
        tmp_path / "state",
        *(tmp_path / "data").rglob("*"),
        *(tmp_path / "state").rglob("*"),
    ]:
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path
