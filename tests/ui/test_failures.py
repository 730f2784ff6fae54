"""What goes wrong inside reaches the user as words and the log as a traceback."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paperreader.errors import Busy, Corrupt, Full
from paperreader.paths import places
from paperreader.ui.actions import ACTIONS


async def test_a_failure_in_the_background_is_told_and_logged(start) -> None:
    async with start() as reader:
        reader.faulty = True

        def fail(_cancelled: object) -> None:
            raise ZeroDivisionError("in a worker")

        reader.app.searching.count(fail)
        await reader.until(lambda: "the search failed (ZeroDivisionError)" in reader.hint)
        assert "in a worker" in places().log.read_text()


async def test_a_failure_of_a_callback_prints_nothing_over_the_screen(
    start, capsys: pytest.CaptureFixture[str]
) -> None:
    async with start() as reader:
        reader.faulty = True

        def fail() -> None:
            raise ZeroDivisionError("in a callback")

        asyncio.get_running_loop().call_soon(fail)
        await reader.until(lambda: "failed (ZeroDivisionError)" in reader.hint)
        assert "in a callback" in places().log.read_text()
        assert reader.app.is_running
    assert "Traceback" not in capsys.readouterr().err


async def test_a_failure_of_the_screen_ends_in_words(
    start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ZeroDivisionError):  # the test harness raises it again; a terminal gets the words
        async with start() as reader:

            def fail() -> None:
                raise ZeroDivisionError("on the screen")

            monkeypatch.setattr(reader.main, "paint", fail)
            await reader.pilot.press("j")
            await reader.pilot.pause()
    assert reader.app.return_code == 1
    assert "on the screen" in places().log.read_text()
    printed = capsys.readouterr().err
    assert "something went wrong (ZeroDivisionError)" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    ("where", "does"),
    [
        ("list", "move_to"), ("sidebar", "open_view"), ("filter", ""), ("a key", ""), ("a picker", ""),
        ("a typed letter", "type"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [Busy, ZeroDivisionError])
async def test_what_fails_at_a_key_or_a_click_is_told_and_ends_nothing(
    start, monkeypatch: pytest.MonkeyPatch, where: str, does: str, kind: type[Exception]
) -> None:
    words = "try again" if kind is Busy else "the command failed (ZeroDivisionError); paperreader locate shows the log"

    def fail(*_: object, **__: object) -> None:
        raise kind("another program holds it; try again")

    async with start() as reader:
        reader.faulty = True
        main, session = reader.main, reader.session
        match where:
            case "list":
                monkeypatch.setattr(session, does, fail)
                await reader.pilot.click(main.list, offset=(5, 9))
            case "sidebar":
                monkeypatch.setattr(session, does, fail)
                await reader.pilot.click(main.sidebar, offset=(5, 3))
            case "filter":
                monkeypatch.setitem(ACTIONS, "filter", fail)
                await reader.pilot.click(main.filter, offset=(5, 0))
            case "a key":
                monkeypatch.setitem(ACTIONS, "sort", fail)
                await reader.press("S")
            case "a picker":
                monkeypatch.setattr("paperreader.ui.screens.picker.PickerSheet.fill", fail)
                await reader.press("S")
                assert reader.overlay is None
            case "a typed letter":
                await reader.press("/")
                monkeypatch.setattr(session, does, fail)
                await reader.press("x")
        await reader.until(lambda: words in reader.hint, reader.hint)
        assert reader.app.is_running
        assert places().log.exists() == (kind is ZeroDivisionError)


async def test_a_note_goes_to_the_paper_that_was_asked_about(start) -> None:
    async with start() as reader:
        session = reader.session
        first = session.number()
        await reader.press("e")
        await reader.type("mine")
        await reader.pilot.click(reader.main.list, offset=(5, 9))
        session.move_to(7)
        await reader.press("enter")
        assert session.marks.note(first) == "mine"
        assert session.marks.note(session.number()) == ""


async def test_a_note_that_cannot_be_saved_stays_in_the_line(start, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start() as reader:

        def full(*_: object, **__: object) -> None:
            raise Full("the disk is full; nothing was changed")

        with monkeypatch.context() as broken:
            broken.setattr(reader.session.library, "apply", full)
            await reader.press("e")
            await reader.type("an hour of thought")
            await reader.press("enter")
            assert "note: not saved: the disk is full" in reader.hint
            await reader.press("end")
            assert "an hour of thought" in reader.hint
        await reader.press("enter")
        assert reader.session.marks.note(reader.session.number()) == "an hour of thought"


async def test_papers_that_come_in_while_a_query_does_not_parse_end_nothing(start, tmp_path: Path) -> None:
    from paperreader.sources import import_path
    from paperreader.storage.catalog import Catalog

    file = tmp_path / "new.jsonl"
    file.write_text('{"title": "A new paper", "abstract": "Short."}')
    async with start() as reader:
        await reader.press("/")
        await reader.type("sparse (")
        with Catalog.open(places().catalog, records=places().records) as catalog:
            import_path(file, catalog)
        await reader.until(lambda: reader.session.marks.total == 39)
        assert reader.app.is_running
        assert reader.session.query_error is not None


async def test_papers_from_another_terminal_can_be_found(start, tmp_path: Path) -> None:
    from paperreader.sources import import_path
    from paperreader.storage.catalog import Catalog

    file = tmp_path / "new.jsonl"
    file.write_text('{"title": "A paper on zebras and sparsity", "abstract": "Short."}')
    async with start() as reader:
        await reader.press("/")
        await reader.type("sparsity")
        before = reader.session.result.total
        with Catalog.open(places().catalog, records=places().records) as catalog:
            import_path(file, catalog)
        await reader.until(lambda: reader.session.result.total == before + 1)


async def test_a_storage_error_beside_a_command_is_told_and_ends_nothing(
    start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise Corrupt("catalog.db is damaged; your marks are safe; paperreader doctor --rebuild makes it anew")

    async with start() as reader:
        with monkeypatch.context() as broken:
            broken.setattr(reader.session.catalog, "paper", fail)
            broken.setattr(reader.session.catalog, "papers", fail)
            reader.session._papers.clear()
            await reader.press("G")
            assert reader.app.is_running
            assert "your marks are safe" in reader.hint
        await reader.press("g", "g")
        assert "MaskPro" in reader.text


async def test_a_query_that_does_not_parse_is_not_saved_as_a_view(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("sparse (")
        await reader.press("enter", "g", "v")
        await reader.type("bad")
        await reader.press("enter")
        assert reader.session.own_views == []
        assert "cannot be saved" in reader.hint


async def test_a_view_saved_from_an_or_is_what_was_on_the_screen(start) -> None:
    async with start() as reader:
        await reader.press("d", "d", "/")
        await reader.type("learning | models")
        await reader.press("enter")
        shown = list(reader.session.order)
        await reader.press("g", "v")
        await reader.type("both")
        await reader.press("enter")
        assert sorted(reader.session.order) == sorted(shown)


async def test_the_reader_is_left_with_h_while_an_import_runs(start, tmp_path: Path) -> None:
    import json

    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(json.dumps({"title": f"Paper {n}", "abstract": "x" * 200}) for n in range(3000)))
    async with start() as reader:
        reader.app.import_file(str(file))
        await reader.press("enter", "h")
        assert reader.main.pane == "list"
        assert reader.app.importing is None or not reader.app.importing.cancelled
        if reader.app.importing is not None:
            await reader.press("q")
            assert reader.app.is_running
            await reader.until(lambda: reader.app.importing is None)


def test_an_editor_that_is_no_command_is_told() -> None:
    from paperreader.errors import PaperreaderError
    from paperreader.system.editor import command

    with pytest.raises(PaperreaderError, match="which is no command"):
        command({"EDITOR": "vim 'x"})


def test_a_note_that_cannot_be_kept_stays_in_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from paperreader.system.editor import edit

    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "kept" > "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    left = edit("", keep=lambda _note: False)
    assert Path(left).read_text() == "kept"
    assert edit("", keep=lambda _note: True) == ""


async def test_a_message_that_does_not_fit_keeps_its_advice_and_is_shown_whole_when_asked_for(start) -> None:
    words = "not saved: there is no room left on the disk for what you wrote about this paper; make room and try again"
    async with start(80) as reader:
        await reader.press("g", "<")
        assert "every message so far fitted" in reader.hint
        reader.session.say(words, "error")
        reader.main.paint()
        await reader.until(lambda: reader.hint.endswith("…; make room and try again"))
        await reader.press("g", "<")
        shown = " ".join(" ".join(line.split()) for line in reader.lines)
        assert "for what you wrote about this paper; make room" in shown


@pytest.mark.parametrize(
    ("keys", "text", "words"),
    [
        (("t",), 'a"b', "without quotation marks"),
        (("g", "v"), "All", "All"),
        (("I",), "/nowhere/a.bib", "does not exist; check the name"),
    ],
    ids=["tags", "view", "import"],
)
async def test_what_was_refused_is_told_and_asked_again(start, keys: tuple[str, ...], text: str, words: str) -> None:
    async with start(80) as reader:
        await reader.press(*keys)
        await reader.type(text)
        await reader.press("enter")
        assert words in reader.hint
        assert reader.session.message is not None
        assert reader.session.message.kind == "error"
        # The next key shows the line again, as it was.
        await reader.press("left")
        assert text in reader.hint
        assert words == text or words not in reader.hint
        await reader.press("escape")
        assert reader.main.idle


async def test_a_proposed_name_is_shown_as_selected_until_something_is_typed(start) -> None:
    async with start(80) as reader:
        await reader.press("X")
        line = reader.overlay.sheet.draw(2)
        assert [part.text for part in line if part.style and part.style.reverse and part.text.strip()]
        await reader.type("mine.ris")
        assert reader.overlay.editor.text == "mine.ris"
        assert reader.overlay.format.name == "ris"
        await reader.press("escape", "X", "home")
        await reader.type("x")
        assert reader.overlay.editor.text.startswith("xundecided.")


async def test_the_break_of_a_note_is_seen_while_it_is_edited_and_kept(start) -> None:
    async with start() as reader:
        number = reader.session.number()
        reader.session.note("one\ntwo", [number])
        await reader.press("e")
        assert "note: one⏎two" in reader.hint
        await reader.type("!")
        await reader.press("enter")
        assert reader.session.marks.note(number) == "one\ntwo!"


async def test_the_name_of_a_view_has_the_room_that_nothing_else_needs(start) -> None:
    name = "a view whose name is as long as the line has room for"
    async with start(80) as reader:
        await reader.press("g", "v")
        await reader.type(name)
        await reader.press("enter")
        assert name in reader.lines[0]


async def test_a_family_of_keys_is_told_by_what_it_does(start) -> None:
    async with start() as reader:
        await reader.press("O")
        await reader.until(lambda: "1…9" in reader.hint)
        assert "open a numbered link of the reader" in reader.hint
        await reader.press("escape", "R")
        await reader.until(lambda: "0…5" in reader.hint)
        assert "rate from 0 (none) to 5" in reader.hint
