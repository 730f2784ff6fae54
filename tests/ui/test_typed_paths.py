"""Names of files as people type them: what can be no file is told in words, and the reader goes on."""

from __future__ import annotations

import pytest

from paperreader.errors import Busy
from paperreader.ui.screens.export import Export
from paperreader.ui.screens.picker import Picker

NAMES = ["~nobody-has-this-name/x.bib", "x" * 300 + ".bib"]


def said(reader) -> str:
    """All of the last words: the hint line cuts a long name off."""
    message = reader.session.message
    return "" if message is None else message.text


async def open_export(reader, text: str) -> Export:
    await reader.press("X")
    await reader.until(lambda: isinstance(reader.overlay, Export))
    reader.overlay.editor.set(text)
    return reader.overlay


@pytest.mark.parametrize("name", NAMES)
async def test_an_export_to_a_name_that_can_be_none(start, name: str) -> None:
    async with start() as reader:
        await open_export(reader, name)
        await reader.press("tab", "enter")
        assert reader.hint.startswith(("there is no folder ~nobody-has-this-name", "File name too long: "))
        assert isinstance(reader.overlay, Export)


@pytest.mark.parametrize("name", NAMES)
async def test_an_import_of_a_name_that_can_be_none(start, name: str) -> None:
    async with start() as reader:
        await reader.press("I")
        await reader.type(name)
        await reader.press("tab", "enter")
        await reader.until(lambda: "does not exist" in said(reader) or "cannot be read" in said(reader))


async def test_what_fails_in_an_overlay_is_said_there(start, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise Busy("another program holds the catalogue; try again")

    async with start() as reader:
        overlay = await open_export(reader, "x.bib")
        monkeypatch.setattr(overlay, "_turn", fail)
        await reader.press("down")
        assert "another program holds the catalogue" in reader.hint
        await reader.press("escape", "S")
        assert "another program" not in reader.text
        picker = reader.overlay
        assert isinstance(picker, Picker)
        monkeypatch.setattr(picker.sheet, "move", fail)
        monkeypatch.setattr(picker.sheet.editor, "insert", fail)
        await reader.press("down")
        foot = reader.lines[picker.sheet.place_on_screen.bottom - 1]
        assert "another program holds the catalogue; try again" in foot
        await reader.press("left")
        assert "another program" not in reader.text
        await reader.paste("x")
        assert "another program" in reader.text
