"""The main job in a real terminal: open, filter, star, read, undo, leave, come back; and nothing is lost on the way."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from harness import Harness
from steps import cursor_on, opened, row

Start = Callable[..., Harness]

FIRST, SECOND = "MaskPro", "ProstaTD"


def leave(terminal: Harness) -> None:
    """Quit, and check how the terminal is left."""
    terminal.press("q")
    assert terminal.wait_exit() == 0, terminal.picture()
    terminal.assert_sane()


def test_filter_star_read_undo_quit_and_come_back(reader: Start) -> None:
    terminal = opened(reader())
    assert FIRST in row(terminal)
    assert terminal.attributes(*terminal.find(FIRST)).bold, "an unread paper is bright"

    terminal.press("/")
    terminal.type("surgical triplet")
    terminal.wait_for(cursor_on(SECOND))
    terminal.press("enter", "s")
    terminal.wait_for(lambda t: "★" in row(t))
    terminal.wait_for("★ ProstaTD")
    terminal.press("r")
    terminal.wait_for(re.compile(r"starred · read"))
    terminal.press("u")
    terminal.wait_until_gone(re.compile(r"starred · read"))
    terminal.wait_for(lambda t: "★" in row(t))
    terminal.press("r")
    terminal.wait_for(re.compile(r"starred · read"))
    leave(terminal)

    again = opened(reader())
    again.wait_for("surgical triplet")
    again.wait_for(cursor_on(SECOND))
    assert "★" in row(again)
    again.wait_for(re.compile(r"starred · read"))
    again.press("u")
    again.wait_until_gone(re.compile(r"starred · read"))
    again.press("escape")
    again.wait_for(cursor_on(SECOND))
    leave(again)


def test_view_cursor_and_place_in_the_text_are_kept(reader: Start) -> None:
    terminal = opened(reader(size=(100, 24)))
    terminal.press("0")
    terminal.wait_for("All")
    terminal.press("G", "k")
    terminal.wait_for("37/38")
    terminal.press("l", "j", "j", "j")
    terminal.wait_until_gone("top")
    title = row(terminal)
    shown = terminal.lines[10:23]
    leave_from_reader(terminal)

    again = opened(reader(size=(100, 24)))
    again.wait_for("37/38")
    again.wait_for("All")
    again.wait_for(lambda t: row(t) == title)
    again.wait_for(lambda t: t.lines[10:23] == shown)


def leave_from_reader(terminal: Harness) -> None:
    """`q` closes what is open first."""
    for _ in range(3):
        terminal.press("q")
        terminal.pump(0.2)
    assert terminal.wait_exit() == 0, terminal.picture()
    terminal.assert_sane()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a place where nobody can write")
def test_where_nothing_can_be_kept_an_empty_list_says_so(reader: Start) -> None:
    terminal = reader(size=(100, 24), PAPERREADER_HOME="/proc/paperreader")
    terminal.wait_for("No papers: none can be kept here.")
    terminal.wait_for("PAPERREADER_HOME set to a folder that can be written mends it")
    leave(terminal)


def test_decisions_go_on_to_the_next_paper(reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("a")
    terminal.wait_for(cursor_on(SECOND))
    terminal.press("w")
    terminal.wait_for(cursor_on("TusoAI"))
    terminal.press("d")
    terminal.wait_for("dismissed TusoAI")
    for view in ("1 Undecided +35", "3 Starred +1", "4 Later +1", "5 Dismissed +1"):
        terminal.wait_for(re.compile(view))
    terminal.press("u", "u", "u")
    terminal.wait_for(re.compile("1 Undecided +38"))
    terminal.press("ctrl+r")
    terminal.wait_for(re.compile("1 Undecided +37"))
    terminal.wait_for("★ MaskPro")
    terminal.press("j")
    terminal.wait_for("1 decided of 38")
    leave(terminal)


def test_killed_after_a_star_nothing_is_lost(reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("j", "s")
    terminal.wait_for("★ ProstaTD")
    terminal.signal(signal.SIGKILL)
    assert terminal.wait_exit() == -signal.SIGKILL

    again = opened(reader())
    again.wait_for("★ ProstaTD")
    again.press("3")
    again.wait_for(cursor_on(SECOND))
    leave(again)


def test_killed_it_comes_back_to_where_it_was_a_second_ago(reader: Start, tmp_path: Path) -> None:
    terminal = opened(reader())
    terminal.press("0", "j", "j")
    terminal.wait_for(cursor_on("TusoAI"))
    session = tmp_path / "paperreader" / "state" / "session.json"
    terminal.wait_for(lambda _: session.exists() and json.loads(session.read_text())["index"] == 2, timeout=20)
    terminal.signal(signal.SIGKILL)
    terminal.wait_exit()
    again = opened(reader())
    again.wait_for(cursor_on("TusoAI"))
    again.wait_for("3/38")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_sane(number: signal.Signals, reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("j", "s")
    terminal.wait_for("★ ProstaTD")
    terminal.signal(number)
    assert terminal.wait_exit(20) == 128 + number
    terminal.assert_sane()
    again = opened(reader())
    again.wait_for("★ ProstaTD")
    again.wait_for(cursor_on(SECOND))


def test_a_closed_window_ends_the_program(reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("j", "s")
    terminal.wait_for("★ ProstaTD")
    terminal.hang_up()
    # Python itself ends with 120 when it cannot flush its output to a terminal that is gone.
    assert terminal.wait_exit(20) in (128 + signal.SIGHUP, 120)
    again = opened(reader())
    again.wait_for("★ ProstaTD")
    again.wait_for(cursor_on(SECOND))


def test_smaller_and_back(reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("j", "j")
    terminal.wait_for(cursor_on("TusoAI"))
    terminal.wait_for("Areas")  # counted aside, so they come when they come
    wide = terminal.lines
    terminal.resize(40, 12)
    terminal.wait_for(lambda t: "│" not in t.text and cursor_on("TusoAI")(t))
    assert "Bookmarks" not in terminal.text
    terminal.resize(80, 24)
    terminal.wait_for("Alistair Turcan, Kexin Huang")
    assert cursor_on("TusoAI")(terminal)
    terminal.resize(120, 40)
    terminal.wait_for(lambda t: t.lines == wide)
    leave(terminal)


def test_the_smallest_screen_shows_a_list_and_a_reader(reader: Start) -> None:
    terminal = opened(reader(size=(40, 12)))
    assert FIRST in row(terminal)
    terminal.press("l")
    terminal.wait_for("Yan Sun")
    terminal.press("q")
    terminal.wait_for(cursor_on(FIRST))
    leave(terminal)


def test_the_mouse(reader: Start) -> None:
    terminal = opened(reader())
    column, line = terminal.find("TusoAI")
    terminal.click(column, line)
    terminal.wait_for(cursor_on("TusoAI"))
    terminal.wheel(column, line)
    terminal.wait_for(cursor_on("Proving"))
    terminal.press("s")
    terminal.wait_for("★ Proving")
    terminal.click(*terminal.find("Starred"))
    terminal.wait_for("1/1")
    terminal.wait_for(cursor_on("Proving"))
    terminal.click(*terminal.find("All"))
    terminal.wait_for("/38")
    terminal.click(*terminal.find("★ Proving"))
    terminal.wait_for(cursor_on("Proving"))
    leave(terminal)


def test_a_file_is_imported_and_opened(reader: Start, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"title": "A paper of mine", "abstract": "About things."}\n{"title": "Another one"}\n')
    terminal = reader(path)
    terminal.wait_for(cursor_on("A paper of mine"))
    terminal.wait_for("1/2")
    leave(terminal)


def test_without_a_terminal_it_says_what_it_needs(reader: Start) -> None:
    terminal = reader(TERM="dumb")
    assert terminal.wait_exit() == 2
    assert "needs a terminal" in terminal.text
    terminal.assert_sane()


def test_a_key_waits_for_no_other_frame(reader: Start) -> None:
    """One key is one frame: the screen never shows a cursor without its paper."""
    terminal = opened(reader())
    terminal.press("j")
    terminal.wait_for(cursor_on(SECOND))
    terminal.press("k")
    terminal.wait_for(cursor_on(FIRST))
    for name in ("ProstaTD", "TusoAI", "Proving"):
        before = terminal.frames
        terminal.press("j")
        terminal.wait_for(cursor_on(name))
        assert terminal.frames == before + 1
        assert name in terminal.text.replace(row(terminal), "")
