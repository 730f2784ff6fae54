"""What lies open: moving, views, queries, marks, undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperreader.errors import Full, UsageError
from paperreader.paper import BUILTIN_VIEWS, View
from paperreader.paths import Places
from paperreader.session import Session, open_session
from paperreader.session.marking import tag_changes
from paperreader.session.saved import load, store


def uids(session: Session) -> list[str]:
    return [session.paper(number).uid for number in session.order]


def counts(session: Session) -> dict[str, int | None]:
    return {view.name: session.count(view) for view in session.views()}


def view(name: str) -> View:
    return next(view for view in BUILTIN_VIEWS if view.name == name)


def test_opens_on_the_undecided_seeds(session: Session) -> None:
    assert session.view.name == "Undecided"
    assert len(session.order) == session.marks.total == 38
    assert counts(session) == {
        "Undecided": 38, "Unread": 38, "Starred": 0, "Later": 0, "Dismissed": 0, "All": 38,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "flags"),
    [("keep", (True, False, False)), ("later", (False, True, False)), ("dismiss", (False, False, True))],
)
def test_deciding_sets_one_mark_clears_the_others_and_goes_on(
    session: Session, verb: str, flags: tuple[bool, ...]
) -> None:
    number = session.number()
    assert number is not None
    for other in ("keep", "later", "dismiss"):
        session.move_to(0)
        session.decide(other)
    session.move_to(0)
    session.decide(verb)
    marks = session.marks.of(number)
    assert (marks.starred, marks.later is not None, marks.dismissed) == flags
    assert session.cursor == 1
    assert not marks.undecided
    session.move_to(0)
    session.decide("clear")
    assert session.marks.of(number).undecided


def test_star_and_read_toggle_in_place(session: Session) -> None:
    number = session.number()
    assert number is not None
    session.toggle("starred")
    session.toggle("read")
    assert session.cursor == 0
    assert session.marks.of(number).starred
    assert session.marks.of(number).read
    session.toggle("starred")
    assert not session.marks.of(number).starred
    assert session.marks.of(number).read


def test_a_row_stays_until_the_view_is_left(session: Session) -> None:
    before = uids(session)
    session.decide("keep")
    assert uids(session) == before
    assert counts(session)["Undecided"] == 37
    session.open_view(view("Starred"))
    assert uids(session) == before[:1]
    session.open_view(view("Undecided"))
    assert uids(session) == before[1:]


def test_undo_and_redo_take_the_cursor_along(session: Session) -> None:
    number = session.number()
    assert number is not None
    session.decide("dismiss")
    session.decide("keep")
    session.undo()
    assert session.cursor == 1
    session.undo()
    assert session.cursor == 0
    assert session.marks.of(number).undecided
    assert session.message is not None
    assert "dismissed" in session.message.text
    session.redo()
    assert session.marks.of(number).dismissed
    session.undo()
    session.undo()
    assert session.message is not None
    assert session.message.text == "nothing to undo"


def test_undo_takes_back_what_the_user_did_not_what_a_rule_did(session: Session) -> None:
    number = session.number()
    assert number is not None
    session.toggle("starred")
    session.read_by_rule(quietly=True)
    assert session.marks.of(number).read
    assert session.message is not None
    assert session.message.text.startswith("starred")
    session.hush()
    session.undo()
    assert not session.marks.of(number).starred
    assert session.marks.of(number).read


def test_a_line_that_offers_to_take_back_a_rules_mark_keeps_its_word(session: Session) -> None:
    number = session.number()
    assert number is not None
    session.toggle("starred")
    session.read_by_rule()
    session.hush()
    session.undo()
    assert session.marks.of(number).starred
    assert not session.marks.of(number).read
    session.read_by_rule()
    session.hush()
    session.move(1)
    session.hush()
    session.undo()
    assert not session.marks.of(number).starred
    assert session.marks.of(number).read


def test_a_selection_is_marked_and_undone_as_one(session: Session) -> None:
    session.select()
    session.move(1)
    session.select_range()
    assert len(session.selection) == 3
    session.decide("keep")
    assert counts(session)["Starred"] == 3
    session.undo()
    assert counts(session)["Starred"] == 0
    session.select_all()
    assert len(session.selection) == 38
    session.select_all()
    assert not session.selection


def test_typing_filters_and_clearing_restores_the_view_and_the_cursor(session: Session) -> None:
    session.move_to(20)
    number = session.number()
    for end in range(1, len("sparse") + 1):
        session.type("sparse"[:end])
    assert 0 < session.result.total < 38
    assert session.cursor == 0
    titles = [session.paper(found).title for found in session.order]
    assert any("parse" in title for title in titles)
    session.type("")
    assert len(session.order) == 38
    assert session.number() == number


def test_a_query_that_does_not_parse_keeps_the_last_good_result(session: Session) -> None:
    session.type("sparse")
    good = list(session.order)
    session.type('sparse "')
    session.type("sparse (")
    assert session.query_error is not None
    assert list(session.order) == good
    session.type("sparse")
    assert session.query_error is None


def test_seeking_passes_over_the_others(session: Session) -> None:
    for _ in range(3):
        session.decide("keep")
    session.move_to(0)
    session.seek("undecided", 1)
    assert session.cursor == 3
    session.seek("starred", -1)
    assert session.cursor == 2
    session.move_to(0)
    session.seek("undecided", -1)
    assert session.cursor == 0
    assert session.message is not None
    assert session.message.text == "no undecided paper above"


def test_tags_are_words_between_blanks_and_commas() -> None:
    assert tag_changes("+a -b, c,d") == ["+a", "-b", "+c", "+d"]
    assert tag_changes('-"old') == ['-"old']
    for wrong in ('"two words"', "+", "a -", " , ", ""):
        with pytest.raises(UsageError):
            tag_changes(wrong)


def test_a_tag_that_is_none_is_said(session: Session) -> None:
    session.tag('+good "two words"')
    assert session.message is not None
    assert session.message.text == 'a tag is one word without quotation marks, not "two; try: two-words'
    assert session.marks.tag_counts() == []


def test_tags_notes_and_ratings(session: Session) -> None:
    number = session.number()
    assert number is not None
    session.tag("+rl to-cite")
    session.note("compare with MInference")
    session.rate(4)
    marks = session.marks.of(number)
    assert marks.tags == ("rl", "to-cite")
    assert marks.note == "compare with MInference"
    assert marks.rating == 4
    session.tag("-rl")
    assert session.marks.tag_counts() == [("to-cite", 1)]
    for _ in range(4):
        session.undo()
    assert session.marks.of(number).tags == ()


def test_what_changes_nothing_is_said_to(session: Session) -> None:
    def said() -> str:
        return session.message.text if session.message is not None else ""

    assert session.note("")
    assert said().startswith("note unchanged: ")
    assert session.note("a word")
    assert session.note("a word")
    assert said().startswith("note unchanged: ")
    session.tag("+rl")
    session.tag("+rl")
    assert said().startswith("already tagged +rl: ")
    assert len(session.library.history()) == 2


def test_own_views_can_be_saved_moved_renamed_and_deleted(session: Session) -> None:
    session.type("sparse")
    hits = session.result.total
    session.save_view("Sparse")
    session.open_view(view("All"))
    session.save_view("Everything")
    names = [view.name for view in session.own_views]
    assert names == ["Sparse", "Everything"]
    assert session.message.text == "saved the view Everything"
    session.type("graph")
    session.save_view("Everything")
    assert session.message.text == "replaced the view Everything"
    session.undo()
    assert [view.query for view in session.own_views] == ["is:undecided sparse", ""]
    session.open_view(view("All"))
    session.move_view("Everything", -1)
    session.rename_view("Sparse", "Sparsity")
    assert [view.name for view in session.own_views] == ["Everything", "Sparsity"]
    session.open_digit(7)
    assert session.view.name == "Sparsity"
    assert len(session.order) == hits
    session.delete_view("Sparsity")
    assert [view.name for view in session.own_views] == ["Everything"]
    session.undo()
    assert [view.name for view in session.own_views] == ["Everything", "Sparsity"]


def test_the_sort_is_part_of_the_query(session: Session) -> None:
    session.open_view(view("All"))
    session.sort("title")
    titles = [session.paper(number).title.casefold() for number in session.order]
    assert titles == sorted(titles)
    session.reverse()
    assert [session.paper(number).title.casefold() for number in session.order] == titles[::-1]
    session.sort("")
    assert session.query == ""


def test_a_write_that_fails_changes_nothing_and_says_so(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise Full("the disk is full; nothing was changed; make room and try again")

    number = session.number()
    assert number is not None
    monkeypatch.setattr(session.library, "apply", full)
    session.decide("keep")
    assert session.marks.of(number).undecided
    assert session.cursor == 0
    assert session.message is not None
    assert session.message.kind == "error"
    assert session.message.text.startswith("not saved: the disk is full")


def test_what_lay_open_comes_back(folders: Places) -> None:
    session = open_session(folders)
    session.open_view(view("Unread"))
    session.move_to(7)
    session.toggle("read")
    paper = session.current()
    assert paper is not None
    store(folders.session, session.save())
    session.close()

    again = open_session(folders, restore=True)
    assert again.view.name == "Unread"
    assert again.cursor == 7
    current = again.current()
    assert current is not None
    # It is read now, so the view no longer has it, but it stays in sight.
    assert current.uid == paper.uid
    assert len(again.order) == 38
    again.open_view(view("Unread"))
    assert paper.uid not in uids(again)
    again.close()


def test_after_a_sudden_end_it_goes_on_behind_what_was_decided(folders: Places) -> None:
    session = open_session(folders)
    for _ in range(20):
        session.decide("dismiss")
    store(folders.session, session.save())
    for _ in range(3):
        session.decide("keep")
    wanted = session.current()
    session.close()  # and nothing is saved of the screen

    again = open_session(folders, restore=True)
    assert len(again.order) == 15
    assert again.cursor == 0
    assert again.current() == wanted
    again.close()


def test_a_starred_paper_under_the_cursor_comes_back_between_those_that_are_left(folders: Places) -> None:
    session = open_session(folders)
    for _ in range(10):
        session.decide("dismiss")
    session.move(5)
    session.toggle("starred")
    left = uids(session)[10:]
    paper = session.current()
    store(folders.session, session.save())
    session.close()

    again = open_session(folders, restore=True)
    assert uids(again) == left
    assert again.current() == paper
    again.close()


def test_a_query_that_lay_open_comes_back_with_the_paper_under_the_cursor(folders: Places) -> None:
    session = open_session(folders)
    session.type("sparse")
    session.toggle("starred")
    paper = session.current()
    assert paper is not None
    store(folders.session, session.save())
    session.close()

    again = open_session(folders, restore=True)
    assert again.query == "sparse"
    current = again.current()
    assert current is not None
    assert current.uid == paper.uid
    again.close()


def test_a_damaged_session_file_gives_the_defaults(folders: Places) -> None:
    folders.session.parent.mkdir(parents=True)
    for text in ("", "{", "[]", '{"view": 3, "queries": [1, "a"], "sidebar": true}', "\x00\xff"):
        folders.session.write_text(text)
        assert load(folders.session).view == "Undecided"
        session = open_session(folders, restore=True)
        assert len(session.order) == 38
        session.close()


def test_another_terminals_marks_appear_and_no_row_moves(folders: Places) -> None:
    here, there = open_session(folders), open_session(folders)
    before = uids(here)
    here.move_to(5)
    there.decide("dismiss")
    assert here.poll()
    assert not here.poll()
    assert uids(here) == before
    assert here.cursor == 5
    assert counts(here)["Dismissed"] == 1
    here.close()
    there.close()


def test_papers_that_another_terminal_imports_come_last_and_no_row_moves(folders: Places, tmp_path: Path) -> None:
    from paperreader.sources import import_path

    here, there = open_session(folders), open_session(folders)
    before = uids(here)
    here.move_to(3)
    here.decide("dismiss")
    file = tmp_path / "new.jsonl"
    file.write_text('{"title": "A new paper on sparsity", "abstract": "Short."}')
    import_path(file, there.catalog)
    assert here.poll()
    assert uids(here)[:38] == before
    assert len(here.order) == here.marks.total == 39
    assert here.cursor == 4
    there.catalog.remove_source("new")
    assert here.poll()
    assert uids(here) == before
    here.close()
    there.close()


@pytest.mark.parametrize("noticed", [True, False])
def test_a_query_typed_after_an_import_is_answered_over_all_papers_in_its_order(
    folders: Places, tmp_path: Path, noticed: bool
) -> None:
    from paperreader.sources import import_path

    here, there = open_session(folders), open_session(folders)
    here.engine.prepare()
    file = tmp_path / "new.jsonl"
    file.write_text("".join(f'{{"title": "{letter} new paper on sparsity"}}\n' for letter in "ZAKTB"))
    import_path(file, there.catalog)
    if noticed:
        assert here.poll()
    here.open_view(view("All"))
    here.type("sort:title is:undecided")
    here.keep_query()
    here.move_to(7)
    here.decide("keep")
    kept, cursor = here.order[7], here.number()
    assert here.engine.prepare()
    here.poll()
    here.catch_up()
    titles = [here.paper(number).title.casefold() for number in here.order]
    assert len(titles) == 43
    assert kept in here.order
    assert here.number() == cursor
    # As it would be asked for anew, but for the decided paper, whose row stays.
    order = [number for number in here.order if number != kept]
    here.type("")
    here.type("sort:title is:undecided")
    assert list(here.order) == order
    # From now on it is an open list, to whose end comes what is new.
    file.write_text('{"title": "A last paper"}')
    import_path(file, there.catalog)
    assert here.poll()
    assert here.engine.prepare()
    here.catch_up()
    assert here.paper(here.order[-1]).title == "A last paper"
    here.close()
    there.close()


def test_a_paper_that_left_the_catalogue_keeps_its_marks(folders: Places) -> None:
    session = open_session(folders)
    paper = session.current()
    assert paper is not None
    session.toggle("starred")
    session.catalog.remove_source("seeds")
    session.close()
    again = open_session(folders)
    assert again.marks.total == 0
    assert again.library.marks()[paper.uid].starred
    again.close()


def test_the_verbs_of_the_command_line_are_those_of_the_session() -> None:
    from paperreader.cli.mark import VERBS as TYPED
    from paperreader.session.marking import VERBS

    assert set(TYPED) == set(VERBS)
