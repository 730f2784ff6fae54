"""Links, the clipboard, importing and exporting, the lists to choose from: out of the panes, through the keys."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.commands import COMMANDS, Keymap, help_rows
from paperreader.config import Settings
from paperreader.ui.screens.export import Export


def test_the_help_has_every_command_once() -> None:
    rows = help_rows(Keymap())
    assert len({row[3].id for row in rows}) == len(rows)
    assert {command.id for command in COMMANDS if not command.family} <= {row[3].id for row in rows}


async def test_opening_links(start, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{opened}"\n')
    opener.chmod(0o755)
    async with start(settings=Settings(opener=(str(opener),))) as reader:
        await reader.press("o", "c", "O", "1")
        await reader.until(lambda: opened.exists() and len(opened.read_text().split()) == 3)
        # The programs run beside each other, so only what they were given is certain, not the order.
        assert sorted(opened.read_text().split()) == [
            "https://github.com/woodenchild95/Maskpro",
            "https://openreview.net/forum?id=0R06BghLJX",
            "https://openreview.net/forum?id=0R06BghLJX",
        ]
        await reader.press("p")
        await reader.press("O", "9")
        assert "no link has the number 9" in reader.hint


async def test_copying(start, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def copy(text: str, write: object, command: object) -> str:
        copied.append(text)
        return "is on the clipboard"

    monkeypatch.setattr("paperreader.system.clipboard.copy", copy)
    async with start() as reader:
        await reader.press("y", "u", "y", "t", "y", "m")
        assert copied == [
            "https://openreview.net/forum?id=0R06BghLJX",
            "MaskPro: Linear-Space Probabilistic Learning for Strict (N:M)-Sparsity on LLMs",
            (
                "[MaskPro: Linear-Space Probabilistic Learning for Strict (N:M)-Sparsity on LLMs]"
                "(https://openreview.net/forum?id=0R06BghLJX)"
            ),
        ]
        await reader.press("ctrl+c")
        assert "q quits" in reader.hint


async def test_the_mouse_selection_is_copied_as_it_reads(start, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(
        "paperreader.system.clipboard.copy", lambda text, write, command: copied.append(text) or "is copied"
    )
    async with start(120, 36) as reader:
        pane = reader.main.reader
        title = next(y for y, line in enumerate(reader.lines) if "MaskPro: Linear-Space" in line[pane.region.x :])
        await reader.pilot.mouse_down(pane, offset=(1, title))
        await reader.pilot.hover(pane, offset=(5, title + 1))
        await reader.pilot.mouse_up(pane, offset=(5, title + 1))
        await reader.press("ctrl+c")
        assert copied
        assert copied[0].startswith("MaskPro: Linear-Space Probabilistic Learning for")
        assert "\n" not in copied[0]


async def test_importing_a_file(start, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    rows = [{"title": f"Paper {n} on imports", "abstract": "An abstract.", "year": 2025} for n in range(3)]
    file.write_text("\n".join([*(json.dumps(row) for row in rows), "{broken"]))
    async with start() as reader:
        await reader.press("I")
        await reader.type(str(file))
        await reader.press("enter")
        await reader.until(lambda: reader.app.importing is None and len(reader.session.order) == 3)
        assert reader.session.marks.total == 41
        await reader.until(lambda: "mine.jsonl: line 4" in reader.text, reader.text)
        await reader.press("escape")
        assert "3 new" in reader.hint
        await reader.press("I")
        await reader.type(str(tmp_path / "missing.jsonl"))
        await reader.press("enter")
        await reader.until(lambda: reader.app.importing is None)
        assert "missing.jsonl" in reader.hint


async def test_help_is_searchable_and_runs_what_is_chosen(start) -> None:
    async with start() as reader:
        await reader.press("?")
        assert "Keys" in reader.text
        assert "One paper down" in reader.text
        await reader.type("bookmarks")
        await reader.press("enter")
        assert "Bookmarks" not in reader.lines[0]
        await reader.press("?", "escape")
        assert reader.overlay is None


async def test_the_palette_has_commands_views_and_themes(start) -> None:
    async with start() as reader:
        await reader.press("ctrl+p")
        await reader.type("view dismissed")
        await reader.press("escape", "ctrl+p")
        await reader.type("dismissed")
        await reader.press("enter")
        assert reader.session.view.name == "Dismissed"
        await reader.press("ctrl+p")
        await reader.type("theme paper")
        await reader.press("enter")
        assert reader.app.theme == "paper"


async def test_the_theme_follows_the_cursor_and_escape_takes_it_back(start) -> None:
    async with start() as reader:
        await reader.press("ctrl+p")
        await reader.type("choose a theme")
        await reader.press("enter")
        await reader.press("down")
        assert reader.app.theme == "paper"
        await reader.press("escape")
        assert reader.app.theme == "ink"


async def test_the_note_in_an_editor(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "a long note\\non two lines\\n" >> "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))

    @contextmanager
    def suspended(_app: object):
        yield

    async with start() as reader:
        # Without a terminal there is nothing to hand over.
        await reader.press("E")
        assert "cannot be handed to an editor" in reader.hint
        monkeypatch.setattr(type(reader.app), "suspend", suspended)
        await reader.press("E")
        number = reader.session.number()
        assert reader.session.marks.of(number).note == "a long note\non two lines"
        monkeypatch.setenv("EDITOR", str(tmp_path / "missing"))
        await reader.press("E")
        assert "was not found" in reader.hint
        assert reader.session.marks.of(number).note == "a long note\non two lines"


async def test_keys_typed_ahead_go_to_the_picker_and_then_to_the_list(start) -> None:
    from textual import events

    async with start() as reader:
        for key in ("S", "down", "enter", "j", "j"):
            reader.main.post_message(events.Key(key, key if len(key) == 1 else None))
        await reader.until(lambda: reader.session.query == "sort:-year" and reader.session.cursor == 2)
        assert reader.overlay is None


async def test_citations_are_copied(start, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(
        "paperreader.system.clipboard.copy", lambda text, write, command: copied.append(text) or "is copied"
    )
    async with start() as reader:
        await reader.press("y", "y", "y", "k", "y", "b")
        assert copied[0] == (
            "Yan Sun, Qixin Zhang, Zhiyuan Yu, Xikun Zhang, Li Shen, Dacheng Tao. MaskPro: Linear-Space Probabilistic "
            "Learning for Strict (N:M)-Sparsity on LLMs. ICLR 2026. https://openreview.net/forum?id=0R06BghLJX"
        )
        assert copied[1] == "sun2026maskpro"
        assert "sun2026maskpro" in copied[2]
        assert copied[2].lstrip().startswith("@")


async def test_an_import_that_leaving_stopped_is_told_afterwards(start, tmp_path: Path, monkeypatch) -> None:
    from paperreader.sources import ImportReport

    begun = threading.Event()

    def endless(path: Path, _catalog: object, *, cancelled: Callable[[], bool], **_: object) -> ImportReport:
        begun.set()
        while not cancelled():
            time.sleep(0.001)
        return ImportReport(path.stem, path.stem, 1234, 1200, 0, 34, 0, 0, (), True, 1.0)

    monkeypatch.setattr("paperreader.sources.import_path", endless)
    (tmp_path / "mine.jsonl").touch()
    async with start() as reader:
        await reader.press("I")
        await reader.type(str(tmp_path / "mine.jsonl"))
        await reader.press("enter")
        await reader.until(begun.is_set)
        monkeypatch.setattr(type(reader.app.importing), "_call", lambda *_: None)  # it ends when nobody hears it
        await reader.press("q")
        assert "importing it again goes on; q quits" in reader.hint
        await reader.press("q")
    said = "the import of mine.jsonl was stopped with 1,234 papers in; import it again, and the rest comes in"
    assert reader.app.farewell == said


async def test_what_may_be_double_is_said_after_an_import(start, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    same = {"title": "Attention over Sparse Graphs", "authors": ["Ada Lovelace"], "year": 2024}
    file.write_text("".join(json.dumps({**same, "arxiv": number}) + "\n" for number in ("2401.00001", "2401.00002")))
    async with start() as reader:
        await reader.press("I")
        await reader.type(str(file))
        await reader.press("enter")
        await reader.until(lambda: "1 may be duplicates (“duplicates” in the command palette" in reader.hint)


async def test_an_export_is_shown_before_it_is_written(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with start() as reader:
        await reader.press("X")
        await reader.until(lambda: "Export  38 papers, the list Undecided" in reader.text)
        assert "BibTeX" in reader.lines[1]
        assert reader.lines[2].split()[-1] == "undecided.bib"
        assert "@inproceedings{sun2026maskpro," in reader.lines[4]
        await reader.press("end", "pagedown", "pagedown", "pagedown", "pagedown", "pagedown", "pagedown")
        assert "(and 33 more)" in reader.text
        # The ending follows the format, and the format the ending.
        await reader.press("down")
        assert reader.lines[2].split()[-1] == "undecided.ris"
        assert "TY  - CPAPER" in reader.lines[4]
        await reader.press("ctrl+u")
        await reader.type("mine.csv")
        assert "CSV" in reader.lines[1]
        await reader.press("escape")
        await reader.until(lambda: reader.overlay is None)
    assert list(tmp_path.glob("*.*")) == []


async def test_what_is_written_is_what_was_shown(start, tmp_path: Path) -> None:
    file = tmp_path / "mine.bib"
    async with start() as reader:
        await reader.press("v", "v", "X")
        await reader.until(lambda: "Export  2 papers, selected" in reader.text)
        await reader.press("ctrl+u")
        await reader.type(str(file))
        shown = list(reader.overlay.preview)
        await reader.press("enter")
        await reader.until(file.exists)
        await reader.until(lambda: "2 papers are in" in reader.hint)
        assert file.read_text().splitlines() == shown
        assert file.read_text().count("@") == 2


async def test_a_file_is_written_over_only_when_that_was_confirmed(start, tmp_path: Path) -> None:
    file = tmp_path / "mine.ris"
    file.write_text("mine")
    async with start() as reader:
        for keys, kept in ((["escape"], True), (["left", "enter", "escape"], True), (["enter"], False)):
            await reader.press("X")
            await reader.until(lambda: "Export  38 papers" in reader.text)
            await reader.press("ctrl+u", "enter")
            assert "the file needs a name" in reader.hint
            await reader.type(str(tmp_path))
            await reader.press("enter")
            assert "is a folder" in reader.hint
            await reader.type("/mine.ris")
            await reader.press("enter")
            assert "Enter again writes over mine.ris, which is there" in reader.hint
            await reader.press(*keys)
            await reader.until(lambda: reader.overlay is None)
            if kept:
                assert file.read_text() == "mine"
        await reader.until(lambda: "38 papers are in" in reader.hint)
        assert file.read_text().count("TY  -") == 38


async def test_an_export_that_cannot_be_written_keeps_what_was_typed(start, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("a file")
    async with start(40, 12) as reader:
        await reader.press("X")
        await reader.until(lambda: isinstance(reader.overlay, Export))
        for name, words in (
            ("nodir/out.bib", "there is no folder …/nodir"),
            ("newdir/", "there is no folder …/newdir"),
            ("plain/out.bib", "that is no folder: …/plain"),
            ("x" * 300 + ".bib", "File name too long: …/xxx"),
            ("", "that is a folder; add the file's name"),
        ):
            reader.overlay.editor.set(str(tmp_path / name) + "/" * name.endswith("/"))
            await reader.press("enter")
            assert reader.hint.startswith(words)
        reader.overlay.editor.set(str(tmp_path / "nodir" / "out.bib"))
        await reader.press("enter", "j")
        assert reader.overlay.editor.text.endswith("out.bibj")
        assert reader.session.cursor == 0


async def test_the_help_finds_commands_by_their_names(start) -> None:
    async with start() as reader:
        await reader.press("?")
        await reader.type("undo")
        assert "Take back what you did last" in reader.text


async def test_the_report_of_an_import_names_what_could_not_be_read(start, tmp_path: Path) -> None:
    file = tmp_path / "half.jsonl"
    file.write_text('{"title": "One that is whole", "abstract": "An abstract."}\n{broken\n')
    async with start() as reader:
        await reader.press("I")
        await reader.type(str(tmp_path / "hal"))
        await reader.press("tab", "enter")
        await reader.until(lambda: "half.jsonl: line 2" in reader.text, reader.text)
        await reader.press("escape")
        assert reader.overlay is None


async def test_a_line_feed_is_enter_everywhere(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("sparse")
        await reader.press("ctrl+j")
        assert reader.main.typing is None
        await reader.press("ctrl+j")
        assert reader.main.pane == "reader"
        await reader.press("S", "down", "ctrl+j")
        assert "sort:-year" in reader.session.query


async def test_without_a_key_to_quit_the_palette_is_named(start) -> None:
    async with start(settings=Settings(keys={"quit": ()})) as reader:
        await reader.press("ctrl+c")
        assert "the command palette quits" in reader.hint


async def test_a_paper_that_another_terminal_removed_is_not_copied(start, monkeypatch: pytest.MonkeyPatch) -> None:
    from paperreader.paths import places
    from paperreader.storage.catalog import Catalog

    async with start() as reader:
        monkeypatch.setattr(reader.session, "poll", lambda: False)
        with Catalog.open(places().catalog, records=places().records) as catalog:
            catalog.remove_source("seeds")
        reader.session._papers.clear()
        await reader.press("y", "b")
        assert "no BibTeX to copy" in reader.hint


async def test_an_export_takes_nothing_that_has_come_between(start, tmp_path: Path) -> None:
    async with start() as reader:
        there = tmp_path / "there.bib"
        there.write_text("precious")
        reader.app.export(list(reader.session.order), "bibtex", there, over=False)
        await reader.until(lambda: "nothing was written over it" in str(reader.session.message))
        assert there.read_text() == "precious"
        reader.app.export(list(reader.session.order), "bibtex", there, over=True)
        await reader.until(lambda: "papers are in" in str(reader.session.message))
        assert there.read_text().startswith("@")
