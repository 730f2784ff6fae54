"""The terminal is handed to the user's editor, or to the shell, and taken back whatever they do."""

import re
import shutil
from collections.abc import Callable

import pytest
from harness import Harness
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
