"""Undo and redo: unlimited, for all terminals, across restarts, and only for what still holds."""

from __future__ import annotations

import random
from collections.abc import Callable

import apsw
import pytest

from paperreader.errors import UsageError
from paperreader.paper import NO_MARKS, Marks, View
from paperreader.storage.library import Library
from paperreader.storage.log import Change, folded, stored_fold


def star(library: Library, uid: str) -> int:
    applied = library.apply([Change(uid, "starred", True)], f"star {uid}")
    assert applied is not None
    return applied.command


def test_back_and_forth(library: Library) -> None:
    for uid in ("a:1", "b:2", "c:3"):
        star(library, uid)
    states = []
    while (applied := library.undo()) is not None:
        states.append((applied.words, set(library.marks())))
    assert states == [
        ("undone: star c:3", {"a:1", "b:2"}),
        ("undone: star b:2", {"a:1"}),
        ("undone: star a:1", set()),
    ]
    words = []
    while (applied := library.redo()) is not None:
        words.append(applied.words)
    assert words == ["redone: star a:1", "redone: star b:2", "redone: star c:3"]
    assert set(library.marks()) == {"a:1", "b:2", "c:3"}


def test_a_new_command_ends_redo(library: Library) -> None:
    star(library, "a:1")
    star(library, "b:2")
    library.undo()
    star(library, "c:3")
    assert library.redo() is None
    applied = [library.undo(), library.undo(), library.undo()]
    assert [one and one.words for one in applied] == ["undone: star c:3", "undone: star a:1", None]


def read_by_itself(library: Library, uid: str) -> int:
    applied = library.apply([Change(uid, "read", True)], f"read {uid}", by_itself=True)
    assert applied is not None
    return applied.command


def test_what_the_program_did_by_itself_is_logged_but_not_next_to_be_undone(library: Library) -> None:
    read_by_itself(library, "x:0")
    star(library, "a:1")
    read_by_itself(library, "a:1")
    assert [entry.words for entry in library.commands()] == ["read a:1", "star a:1", "read x:0"]
    applied = [library.undo(), library.undo()]
    assert [one and one.words for one in applied] == ["undone: star a:1", None]
    # Nor does it end what can be redone.
    read_by_itself(library, "b:2")
    redone = library.redo()
    assert redone is not None
    assert redone.words == "redone: star a:1"
    assert library.marks() == {"x:0": Marks(read=True), "a:1": Marks(read=True, starred=True), "b:2": Marks(read=True)}
    ops = library.rows("SELECT uid, field, value FROM op ORDER BY id")
    assert folded(ops) == stored_fold(library._database.connection)


def test_what_the_program_did_by_itself_is_undone_when_it_is_named(library: Library) -> None:
    star(library, "a:1")
    number = read_by_itself(library, "a:1")
    applied = library.undo(number)
    assert applied is not None
    assert applied.words == "undone: read a:1"
    assert library.marks() == {"a:1": Marks(starred=True)}
    with pytest.raises(UsageError):
        library.undo(number)
    # Who redoes it has done it: now it has its turn.
    redone = library.redo()
    assert redone is not None
    assert redone.words == "redone: read a:1"
    again = [library.undo(), library.undo(), library.undo()]
    assert [one and one.words for one in again] == ["undone: read a:1", "undone: star a:1", None]


def test_undo_takes_back_another_terminals_command(open_library: Callable[..., Library]) -> None:
    one, two = open_library(), open_library()
    star(one, "a:1")
    star(two, "b:2")
    applied = one.undo()
    assert applied is not None
    assert applied.words == "undone: star b:2"
    assert two.poll() == {"a:1", "b:2"}
    assert two.marks_of(["b:2"]) == {"b:2": NO_MARKS}


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_what_is_undone_is_chosen_when_no_other_terminal_can_come_between(
    open_library: Callable[..., Library], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Two terminals at once: the other one is through just before this one has the lock."""
    one, two = open_library(), open_library()
    for uid in ("a:1", "b:2"):
        star(one, uid)
    if way == "redo":
        assert one.undo() is not None
        assert one.undo() is not None
    said = []
    real = two._writing

    def late() -> object:
        said.append(getattr(one, way)().words)
        return real()

    monkeypatch.setattr(two, "_writing", late)
    said.append(getattr(two, way)().words)
    stars = ["star b:2", "star a:1"] if way == "undo" else ["star a:1", "star b:2"]
    assert said == [f"{way.replace('do', 'done')}: {words}" for words in stars]
    assert set(two.marks()) == (set() if way == "undo" else {"a:1", "b:2"})


def test_an_older_command_is_undone_only_where_it_still_holds(library: Library) -> None:
    both = library.apply([Change("a:1", "rating", 2), Change("b:2", "rating", 2)], "rate two")
    assert both is not None
    library.apply([Change("a:1", "rating", 5)], "rate one")
    applied = library.undo(both.command)
    assert applied is not None
    assert applied.words == "undone: rate two (1 left: changed since)"
    assert applied.skipped == ("“a:1” was changed since: rating 5",)
    assert library.marks() == {"a:1": Marks(rating=5)}
    with pytest.raises(UsageError):
        library.undo(both.command)


def test_only_commands_can_be_undone(library: Library) -> None:
    with pytest.raises(UsageError):
        library.undo(99)
    star(library, "a:1")
    undone = library.undo()
    assert undone is not None
    with pytest.raises(UsageError):
        library.undo(undone.command)


def test_views_are_undone_too(library: Library) -> None:
    library.save_view("Mine", "is:starred")
    library.save_view("Yours", "is:read")
    library.rename_view("Mine", "Ours")
    library.move_view("Yours", 0)
    assert library.views() == [View("Yours", "is:read"), View("Ours", "is:starred")]
    library.delete_view("Yours")
    for _ in range(2):
        applied = library.undo()
        assert applied is not None
        assert applied.views
    assert library.views() == [View("Ours", "is:starred"), View("Yours", "is:read")]
    library.undo()
    assert [view.name for view in library.views()] == ["Mine", "Yours"]


def test_views_stay_in_order_however_often_they_move(library: Library) -> None:
    names = [f"V{number}" for number in range(6)]
    for name in names:
        library.save_view(name, name.lower())
    dice = random.Random(3)
    for _ in range(300):
        name, to = dice.choice(names), dice.randrange(6)
        library.move_view(name, to)
        names.remove(name)
        names.insert(to, name)
        assert [view.name for view in library.views()] == names


@pytest.mark.parametrize("name", ["", "  ", "All", "starred", "x" * 65, "a\x1bb"])
def test_bad_names_of_views(library: Library, name: str) -> None:
    with pytest.raises(UsageError):
        library.save_view(name, "")


def test_missing_views(library: Library) -> None:
    library.save_view("Mine", "")
    library.save_view("Yours", "")
    for call in (
        lambda: library.delete_view("Absent"),
        lambda: library.rename_view("Absent", "New"),
        lambda: library.rename_view("Mine", "Yours"),
        lambda: library.move_view("Absent", 0),
    ):
        with pytest.raises(UsageError):
            call()
    assert len(library.commands()) == 2


def test_history_says_what_and_what_was_undone(library: Library) -> None:
    star(library, "a:1")
    library.apply([Change("a:1", "note", "x"), Change("b:2", "tag", "+t")], "two")
    library.undo()
    assert [(event.uid, event.field, event.value, event.undone) for event in library.history("a:1")] == [
        ("a:1", "note", "", False),
        ("a:1", "note", "x", True),
        ("a:1", "starred", 1, False),
    ]
    assert [(one.words, one.kind, one.changes, one.undone) for one in library.commands()] == [
        ("undone: two", "undo", 2, False),
        ("two", "do", 2, True),
        ("star a:1", "do", 1, False),
    ]
    assert len(library.history(limit=2)) == 2


def test_the_log_cannot_be_rewritten(library: Library) -> None:
    star(library, "a:1")
    connection = library._database.connection
    for sql in ("DELETE FROM op", "UPDATE op SET value = 0", "DELETE FROM command", "UPDATE command SET words = ''"):
        with pytest.raises(apsw.ConstraintError):
            connection.execute(sql)


def any_change(dice: random.Random, uid: str) -> Change:
    return dice.choice(
        [
            Change(uid, "read", dice.random() < 0.5),
            Change(uid, "starred", dice.random() < 0.5),
            Change(uid, "later", dice.choice([None, True, dice.random()])),
            Change(uid, "rating", dice.randrange(6)),
            Change(uid, "tag", dice.choice("+-") + dice.choice("abc")),
            Change(uid, "note", dice.choice(["", "one", "two"])),
        ]
    )


def test_random_commands_undone_and_redone_end_where_they_were(library: Library) -> None:
    dice = random.Random(7)
    uids = [f"x:{number}" for number in range(12)]
    states = [library.marks()]
    for step in range(150):
        changes = [any_change(dice, uid) for uid in dice.sample(uids, dice.randint(1, 5))]
        if library.apply(changes, str(step)) is not None:
            states.append(library.marks())
    for state in reversed(states[:-1]):
        assert library.undo() is not None
        assert library.marks() == state
    assert library.undo() is None
    for state in states[1:]:
        applied = library.redo()
        assert applied is not None
        assert not applied.skipped
        assert library.marks() == state
    assert library.redo() is None
    connection = library._database.connection
    ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
    assert folded(ops) == stored_fold(connection)
