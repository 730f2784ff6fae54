"""Settings changed in the reader: in force at once, kept in the file, or else said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paperreader.config import Settings, load
from paperreader.paths import places
from paperreader.session.saved import Saved, store
from paperreader.session.saved import load as load_saved


async def choose(reader, command: str, *words: str) -> None:
    """Give a command of the palette, then choose what these words find, list after list."""
    await reader.press("ctrl+p")
    for word in (command, *words):
        before = reader.overlay
        await reader.until(lambda: reader.overlay is not None)
        await reader.type(word)
        await reader.press("enter")
        await reader.until(lambda before=before: reader.overlay is not before)
    await reader.until(lambda: reader.overlay is None)


def written(text: str) -> Path:
    file = places().settings
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


async def test_a_theme_is_kept_in_the_file(start) -> None:
    file = written("# calm\nmeasure = 70  # narrow\n")
    async with start(settings=load(file)[0]) as reader:
        await choose(reader, "theme", "nord")
        assert reader.app.theme == "nord"
        await reader.until(lambda: "theme nord: kept in config.toml" in reader.hint)
    assert file.read_text() == '# calm\nmeasure = 70  # narrow\ntheme = "nord"\n'
    assert load_saved(places().session).theme == ""
    async with start(settings=load(file)[0]) as reader:
        assert reader.app.theme == "nord"


async def test_a_theme_that_was_only_looked_at_is_not_kept(start) -> None:
    async with start() as reader:
        await reader.press("ctrl+p")
        await reader.type("theme")
        await reader.press("enter")
        await reader.until(lambda: "Theme" in reader.text)
        await reader.press("down")
        await reader.until(lambda: reader.app.theme == "paper")
        await reader.press("escape")
        await reader.until(lambda: reader.app.theme == "ink")
    assert not places().settings.exists()


async def test_what_is_changed_is_in_force_at_once(start) -> None:
    async with start(140, 30) as reader:
        await reader.press("j")
        for words, seen in (
            (("row_form", "compact"), lambda: reader.main.list.row_height == 1),
            (("icons", "ascii"), lambda: reader.main.list.glyphs.starred == "*"),
            (("math", "basic"), lambda: reader.main.reader.glyph_mode == "basic"),
            (("preset", "arrows"), lambda: reader.main.keymap.find("list", "j") is None),
        ):
            await choose(reader, "settings", *words)
            assert seen(), words
        await reader.press("k")
        assert reader.session.cursor == 1
        assert ">" in reader.lines[2]
    settings, problems = load(places().settings)
    assert problems == []
    assert (settings.row_form, settings.icons, settings.math, settings.preset) == (
        "compact",
        "ascii",
        "basic",
        "arrows",
    )


async def test_a_value_without_a_list_is_asked_for_and_a_wrong_one_refused(start) -> None:
    async with start(140, 30) as reader:
        await choose(reader, "settings", "measure")
        await reader.press("ctrl+u")
        await reader.type("7")
        await reader.press("enter")
        assert "measure: 7 is not a whole number from 40 to 200" in reader.hint
        await reader.press("escape")
        await choose(reader, "settings", "measure")
        await reader.press("ctrl+u")
        await reader.type("50")
        await reader.press("enter")
        assert reader.main.reader.measure == 50
        await choose(reader, "settings", "read_policy", "after N")
        await reader.press("ctrl+u")
        await reader.type("2.5")
        await reader.press("enter")
        await reader.until(lambda: "read policy after 2.5: kept in config.toml" in reader.hint)
        await choose(reader, "settings", "opener")
        await reader.type('["firefox", "--new-tab"]')
        await reader.press("enter")
        await reader.until(lambda: "opener firefox --new-tab: kept" in reader.hint)
    settings, problems = load(places().settings)
    assert problems == []
    assert (settings.measure, settings.read_policy, settings.read_seconds) == (50, "after", 2.5)
    assert settings.opener == ("firefox", "--new-tab")


async def test_a_file_that_cannot_be_written_is_said_and_the_theme_kept_beside_it(start, monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(30, os.strerror(30))

    monkeypatch.setattr("paperreader.system.files.write_atomic", refuse)
    async with start() as reader:
        await choose(reader, "theme", "nord")
        said = "config.toml cannot be written (Read-only file system); theme nord until you quit"
        await reader.until(lambda: said in reader.hint)
        assert reader.app.theme == "nord"
        assert reader.session.saved.theme == "nord"


@pytest.mark.parametrize(
    ("in_file", "shown", "text"),
    [("", "nord", 'theme = "nord"\n'), ('theme = "paper"\n', "paper", 'theme = "paper"\n')],
    ids=["it moves into the file", "the file wins"],
)
async def test_a_theme_kept_beside_the_settings(start, in_file: str, shown: str, text: str) -> None:
    file = written(in_file)
    store(places().session, Saved(theme="nord"))
    async with start(restore=True, settings=load(file)[0]) as reader:
        assert reader.app.theme == shown
        await reader.until(lambda: reader.session.saved.theme == "")
    assert file.read_text() == text
    assert load_saved(places().session).theme == ""


async def test_what_the_environment_set_is_said_to_go_before(start) -> None:
    once = Settings(theme="paper", given=frozenset(["theme"]))
    async with start(settings=once) as reader:
        await choose(reader, "theme", "nord")
        await reader.until(lambda: "PAPERREADER_THEME or an option goes before it" in reader.hint)
    assert load(places().settings)[0].theme == "nord"
