"""No text of a paper reaches the terminal as control: every screen, every field, every payload of `hostile`.

What the program wrote is parsed byte by byte; nothing may be in it that the program does not write by itself.
"""

import base64
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from control import Control, foreign
from harness import Harness, environment
from hostile import CANARY, ESCAPES, MARKUP, PAYLOADS, title, write
from steps import done

from paperreader.errors import UsageError
from paperreader.sources.importing import import_path
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Change, Library
from paperreader.system.files import private_folder

#: The file's own name is hostile too: it becomes the name of the source.
NAME = f"leak\x1b]52;c;ZXZpbA==\x07\x9b{CANARY}m[@click=app.quit].jsonl"

Start = Callable[..., Harness]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A home in which the hostile papers are imported, and marked with hostile tags, notes and views; and the file."""
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / NAME
    write(path)
    data = tmp_path / "paperreader" / "data"
    private_folder(data)
    state = tmp_path / "paperreader" / "state"
    with Catalog.open(data / "catalog.db") as catalog:
        report = import_path(path, catalog)
        assert report.papers == len(PAYLOADS)
        assert report.broken == 1
        uids = [catalog.paper(number).uid for number in catalog.numbers()]
    with Library.open(data / "library.db", backups=data / "backups", device=state / "device") as library:
        for number, (uid, payload) in enumerate(zip(uids, PAYLOADS.values(), strict=True)):
            words = f"{payload}words{payload}"
            library.apply([Change(uid, "starred", True), Change(uid, "note", f"{payload}note{payload}")], words)
            # What is refused cannot be drawn; what is taken must be drawn safely.
            with suppress(UsageError):
                library.apply([Change(uid, "tag", f"+tag{payload}{number}")], words)
            with suppress(UsageError):
                library.save_view(f"view{payload}{number}", "is:starred")
    return path


def assert_clean(terminal: Harness) -> None:
    """Fail if anything foreign is among the bytes that were written."""
    data = bytes(terminal.log)
    assert not foreign(data)
    csis = [piece for piece in Control().feed(data) if piece.kind == "csi"]
    assert not [piece for piece in csis if CANARY in piece.parameters]


def on(number: int) -> Callable[[Harness], bool]:
    """The cursor is on the paper of this number."""
    return lambda terminal: any(f"▌{sign} {title(number)}" in terminal.text for sign in "•★◔× ")


def walk(terminal: Harness, *keys: str) -> None:
    """Go down the list from the top, pressing keys on every paper."""
    terminal.press("g", "g")
    for number in range(len(PAYLOADS)):
        if number:
            terminal.press("j")
        terminal.wait_for(on(number))
        terminal.press(*keys)


def open_hostile(start: Start, path: Path, **more: object) -> Harness:
    terminal = start(path, **more)
    terminal.wait_for(on(0))
    terminal.wait_for(f"1/{len(PAYLOADS)}")
    return terminal


def test_list_reader_and_source(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile)
    walk(terminal, "\\", "\\")
    terminal.press("\\")
    walk(terminal, "l", "G", "h")
    assert_clean(terminal)


def test_messages_links_and_undo(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile, BROWSER="true")
    walk(terminal, "s", "u", "o", "p", "c", *"O1O2O3O4O5O6")
    terminal.press("g", "g", "d")
    terminal.wait_for("dismissed Leak00")
    terminal.press("u")
    terminal.wait_for("undone")
    assert_clean(terminal)


def test_lines_being_typed(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile)
    walk(terminal, "e", "left", "escape", "t", "left", "tab", "escape")
    terminal.press("/")
    terminal.type("leak middle")
    terminal.wait_for(re.compile(r"middle +\d+ of \d+"))
    terminal.press("tab", "tab", "enter", *"j" * len(PAYLOADS))
    done(terminal)
    terminal.press("escape")
    for text in ("tag:", "venue:", "author:", '"', "source:leak"):
        terminal.press("/")
        terminal.type(text)
        terminal.press("tab", "down", "up", "escape", "escape")
    done(terminal)
    assert_clean(terminal)


def test_sidebar_palette_and_help(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile)
    terminal.press("shift+tab")
    lines = 6 + 3 * len(PAYLOADS)
    for _ in range(lines):
        terminal.press("j")
    terminal.press("enter")
    done(terminal)
    for key, heading in (("?", "  Keys"), ("S", "  Sort"), ("ctrl+p", "  Go to")):
        terminal.press(key)
        terminal.wait_for(heading)
        terminal.press(*["pagedown"] * 8, "escape")
        terminal.wait_until_gone(heading)
    terminal.press("ctrl+p")
    terminal.wait_for("  Go to")
    terminal.type("view")
    terminal.press("down", "down", "enter")
    terminal.wait_until_gone("  Go to")
    terminal.press("0")
    done(terminal)
    assert_clean(terminal)


@pytest.mark.parametrize(
    ("size", "env"),
    [
        ((80, 24), {}),
        ((40, 12), {}),
        ((250, 50), {"NO_COLOR": "1"}),
        ((120, 40), {"LC_ALL": "C", "LANG": "C"}),
    ],
    ids=str,
)
def test_other_sizes_and_terminals(size: tuple[int, int], env: dict[str, str], reader: Start, hostile: Path) -> None:
    terminal = reader(hostile, size=size, **env)
    terminal.wait_for(f"1/{len(PAYLOADS)}" if size[0] > 40 else title(0))
    for key in ("pagedown",) * 12 + (
        "l",
        "pagedown",
        "pagedown",
        "\\",
        "h",
        "B",
        "j",
        "j",
        "B",
        "G",
        "Z",
        "space",
        "Z",
    ):
        terminal.press(key)
    terminal.press("G")
    terminal.wait_for(title(len(PAYLOADS) - 1))
    terminal.resize(100, 30)
    terminal.wait_for(title(len(PAYLOADS) - 1))
    assert_clean(terminal)


def test_markup_is_shown_as_it_came(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile, size=(250, 50))
    first = len(ESCAPES)
    terminal.press("G")
    for number in reversed(range(first, len(PAYLOADS))):
        terminal.wait_for(on(number))
        name = list(PAYLOADS)[number].removeprefix("markup ")
        if name not in ("markdown", "escaped", "variable"):
            # Each whole title stands in the list; some have a reading of their own (LaTeX, Markdown).
            terminal.wait_for(f"{title(number)} {MARKUP[name]}middle{MARKUP[name]}"[:70])
        terminal.press("k")
    terminal.press("j")
    terminal.wait_for(on(first))
    for word in ("click", "app.quit", "middle"):
        terminal.click(*terminal.find(re.compile(rf"{word}[^│]*$")))
    terminal.press("h", "G")
    terminal.wait_for(on(len(PAYLOADS) - 1))
    assert_clean(terminal)


def test_what_is_copied_has_no_control(reader: Start, hostile: Path) -> None:
    terminal = open_hostile(reader, hostile, PATH=str(hostile.parent))
    walk(terminal, *"ytyuym")
    terminal.press("G", "y", "t")
    terminal.wait_for("sent to")
    copies = [piece.raw for piece in Control().feed(bytes(terminal.log)) if piece.raw.startswith("\x1b]52")]
    assert len(copies) >= len(PAYLOADS)
    for copy in copies:
        payload = re.fullmatch("\x1b\\]52;c;([A-Za-z0-9+/=]+)\x07", copy)
        assert payload is not None
        assert base64.b64decode(payload[1]).decode().isprintable()
    assert not foreign(bytes(terminal.log), strings=copies)


@pytest.mark.parametrize("command", [("list",), ("list", "--all"), ("show", "openreview:hostile005"), ("sources",)])
def test_the_command_line(command: tuple[str, ...], stack: ExitStack, tmp_path: Path, hostile: Path) -> None:
    argv = [sys.executable, "-m", "paperreader", *command]
    terminal = stack.enter_context(Harness(argv, environment(tmp_path)))
    terminal.wait_exit()
    assert not foreign(bytes(terminal.log))
