"""The terminal is handed to the user's editor, or to the shell, and taken back whatever they do."""

import re
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from harness import Harness, environment
from steps import cursor_on, opened

Start = Callable[..., Harness]

needs_vi = pytest.mark.skipif(shutil.which("vi") is None, reason="needs vi")


def _goes_on(terminal: Harness) -> None:
    """The reader hears keys, and leaves the terminal as it was."""
    terminal.press("j")
    terminal.wait_for(cursor_on("ProstaTD"))
    terminal.press("q")
    assert terminal.wait_exit() == 0, terminal.picture()
    terminal.assert_sane()


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("false", "ended with 1"),
        ("/nonexist/ed", "was not found"),
        ('"unclosed', "is no command"),
        ("/", "cannot be run"),
        ("sh -c 'kill -INT 0'", "ended with"),
    ],
)
def test_an_editor_that_fails_gives_the_terminal_back(reader: Start, editor: str, words: str) -> None:
    terminal = opened(reader(EDITOR=editor))
    terminal.press("E")
    terminal.wait_for(words)
    terminal.wait_for(cursor_on("MaskPro"))
    _goes_on(terminal)


@needs_vi
def test_an_editor_that_is_left_without_saving_gives_the_terminal_back(reader: Start) -> None:
    terminal = opened(reader(EDITOR="vi"))
    terminal.press("E")
    terminal.wait_for(re.compile(r"note\.md"))
    terminal.type(":cq\r")
    terminal.wait_for("the note is as it was")
    _goes_on(terminal)


@pytest.fixture
def shell(stack: ExitStack, tmp_path: Path) -> Harness:
    """A shell with job control, as the one from which a person starts the reader."""
    terminal = stack.enter_context(Harness(["/bin/sh", "-i"], environment(tmp_path, PS1="here> ", ENV=""), (80, 24)))
    terminal.wait_for("here>")
    return terminal


def _job(shell: Harness) -> int:
    """The process that the shell started."""
    (child,) = Path(f"/proc/{shell.pid}/task/{shell.pid}/children").read_text().split()
    return int(child)


def _state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
@pytest.mark.parametrize(
    ("before", "shown"),
    [("k", "1/38"), ("/", "Enter keep"), ("e", "note:"), ("?", "runs it")],
    ids=["list", "filter", "note", "keys"],
)
def test_stopped_and_continued_by_the_shell(shell: Harness, before: str, shown: str) -> None:
    prompt_modes, prompt_line = set(shell.modes), shell.line_now
    shell.type(f"{sys.executable} -m paperreader\r")
    opened(shell)
    shell.press("j")
    shell.wait_for("2/38")
    shell.press(before)
    shell.wait_for(shown)
    seen = shell.lines

    shell.press("ctrl+z")
    reader = _job(shell)
    shell.wait_for(lambda t: _state(reader) == "T" and "Stopped" in t.text)
    assert (set(shell.modes), shell.line_now) == (prompt_modes, prompt_line)
    shell.type("echo $((6 * 7)) is shown\r")
    shell.wait_for("42 is shown")

    shell.type("fg\r")
    shell.wait_for(lambda t: t.lines == seen, message=lambda: "the screen is not as it was")
    assert _state(reader) != "T"
    if before != "k":
        shell.press("escape")
    shell.press("G")
    shell.wait_for("38/38")
    shell.press("q")
    # What is typed before the shell is back would be the reader's.
    shell.wait_for(lambda t: t.text.rstrip().splitlines()[-1:] == ["here>"])
    shell.type("echo status $?\r")
    shell.wait_for("status 0")


def test_without_a_shell_it_is_not_stopped(reader: Start) -> None:
    terminal = opened(reader())
    terminal.press("ctrl+z")
    terminal.wait_for("there is no shell here")
    _goes_on(terminal)
