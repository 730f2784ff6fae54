"""Ids through a pipe, keys from the terminal: `list | script | view -` in a real one."""

import sys
from contextlib import ExitStack
from pathlib import Path

from harness import Harness, environment


def test_the_reader_opens_on_what_a_script_returned(stack: ExitStack, tmp_path: Path) -> None:
    program = f'"{sys.executable}" -m paperreader'
    line = f"{program} list -f ids | tail -n 3 | sort -r | {program} view -; echo over $?"
    terminal = stack.enter_context(Harness(["/bin/sh", "-c", line], environment(tmp_path)))
    terminal.wait_for("standard input")
    terminal.wait_for("1/3")
    terminal.press("j", "j")
    terminal.wait_for("3/3")
    terminal.press("s", "q")
    terminal.wait_for("over 0")
    assert terminal.wait_exit() == 0
