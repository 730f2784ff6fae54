"""With ASCII signs nothing that the program itself draws is outside of ASCII; what it quotes stays as it is."""

from __future__ import annotations

import string
from contextlib import closing
from dataclasses import dataclass

import pytest
from rich.style import Style
from textual.strip import Strip

from paperreader.commands import BY_ID
from paperreader.config import SCHEMA, Settings
from paperreader.paper import Ident, Link, Record
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.text.signs import in_ascii
from paperreader.ui.glyphs import ASCII, UNICODE
from paperreader.ui.line import Line
from paperreader.ui.widgets.drawing import Drawing


@dataclass(frozen=True)
class Entry:
    record: Record
    raw: bytes
    where: str = ""


def records() -> list[Record]:
    """Papers of ASCII text, long enough to be cut everywhere; the first two may be one paper."""
    words = " ".join(string.ascii_lowercase)
    return [
        Record(
            title=f"Sparse Attention {n // 2} over {words}", authors=("Ada Lovelace", "Grace Hopper", "Alan Turing"),
            abstract=f"{words}. " * 30, venue="ICLR 2026", decision="poster", year=2026, area=f"applications to {words}",
            keywords=("sparse", "attention"), tldr="Short.", scores=(6.0, 8.0), submission=n,
            idents=(Ident("arxiv", f"2401.{n:05}"),), links=(Link("web", f"https://example.org/{n}"),),
            title_derived=n == 5, former_title="Dense" if n == 4 else "",
        )
        for n in range(8)
    ]  # fmt: skip


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is drawn outside of ASCII from here on: each such character, and a line that has it."""
    found: dict[str, str] = {}
    finish = Drawing._finish

    def look(pane: Drawing, y: int) -> Strip:
        strip = finish(pane, y)
        for character in strip.text:
            if not character.isascii():
                found.setdefault(character, f"{type(pane).__name__}: {strip.text}")
        return strip

    monkeypatch.setattr(Drawing, "_finish", look)
    return found


@pytest.fixture
def plain_corpus() -> None:
    """Nothing but papers of ASCII text."""
    with closing(open_session(places())) as session:
        session.catalog.remove_source("seeds")
        session.catalog.add("plain", [Entry(record, b"%d" % n) for n, record in enumerate(records())])


async def everywhere(reader) -> None:
    """Go through all that there is to see."""
    main = reader.main

    async def opened(command: str) -> None:
        main.run_command(BY_ID[command])
        await reader.until(lambda: reader.overlay is not None, f"{command} opens something")

    async def closed() -> None:
        await reader.until(lambda: reader.overlay is not None)
        await reader.press("escape")
        await reader.until(lambda: reader.overlay is None)

    await reader.press("s", "j", "w", "j", "d", "j", "a", "u", "v", "v", "escape", "h", "W")
    await reader.press("enter", "J", "\\", "Z", "Z", "tab", "B", "B", "h")
    await reader.press("R", "4", "t", *"+rl", "enter", "e", *"why", "enter", "g", "v", *"mine", "enter", "0")
    await reader.press("/", *"ar", "tab", "escape", "/", *"year:x", "escape", "/", *"zzzz", "enter", "escape", "y", "t")
    for command in (
        "help",
        "palette",
        "sort",
        "like-author",
        "like-keyword",
        "export",
        "facets",
        "theme",
        "duplicates",
    ):
        await opened(command)
        await reader.press("pagedown", "x")
        await closed()
    for setting in SCHEMA:
        await opened("settings")
        picker = reader.overlay
        picker.paste(setting.name)
        await reader.press("enter")
        await reader.until(lambda picker=picker: reader.overlay is not picker)
        if reader.overlay is not None:
            await closed()
        await reader.press("escape")
    for prefix in ("g", "y", "f", "O", "R", "]"):
        await reader.press(prefix)
        await reader.until(lambda: main.hint.pending != "")
        await reader.press("escape")
    reader.app.import_file("missing.bib")
    await reader.until(lambda: reader.app.importing is None)


@pytest.mark.parametrize(("width", "height"), [(140, 40), (40, 12)])
async def test_all_that_is_drawn_is_ascii(
    start, plain_corpus: None, drawn: dict[str, str], width: int, height: int
) -> None:
    async with start(width, height, settings=Settings(icons="ascii", math="basic")) as reader:
        await everywhere(reader)
    assert drawn == {}


async def test_the_same_draws_signs_where_they_can_be_shown(start, plain_corpus: None, drawn: dict[str, str]) -> None:
    async with start(140, 40, settings=Settings(icons="unicode")) as reader:
        await everywhere(reader)
    assert set("…·↑★◔×│▌⇧") <= set(drawn)


def test_what_is_quoted_stays_as_it_is() -> None:
    def text(line: Line) -> str:
        return line.strip().text.rstrip()

    plain = Style.null()
    assert text(Line(40, plain, ASCII).add("importing … · “x” ↑↓ ⇧Tab")) == 'importing ... - "x" Up/Down S-Tab'
    assert text(Line(40, plain, ASCII).quote("a · b … “c”")) == "a · b … “c”"
    assert text(Line(40, plain, ASCII).quote("a · b … “c”", plain, 8)) == "a · b..."
    assert text(Line(40, plain, UNICODE).add("a · b … “c”", plain, 6)) == "a · b…"
    assert text(Line(3, plain, ASCII).add("abcdef", plain, 2)) == ".."


def test_every_sign_has_a_form_in_ascii() -> None:
    assert in_ascii("".join(UNICODE)).isascii()
    assert in_ascii("Ñandú") == "Ñandú"
