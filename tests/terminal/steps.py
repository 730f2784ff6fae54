"""What tests of the reader do again and again."""

import re
from collections.abc import Callable

from harness import Harness


def opened(terminal: Harness) -> Harness:
    """Wait for the cursor in the list, and for the last line: the frame may come in several pieces."""
    terminal.wait_for(lambda t: any("▌" in line for line in t.lines) and t.lines[-1].strip())
    return terminal


def cursor_on(words: str) -> Callable[[Harness], bool]:
    """The row of the list that has the cursor begins with these words."""

    def look(terminal: Harness) -> bool:
        return words in row(terminal)

    look.__qualname__ = f"the cursor on {words!r}"
    return look


def row(terminal: Harness) -> str:
    """The first line of the row that has the cursor, from the cursor's sign to the pane's end."""
    for line in terminal.lines:
        _, sign, text = line.partition("▌")
        if sign:
            return re.split(r" [│|]", text)[0]
    return ""


def done(terminal: Harness) -> None:
    """Wait until all keys so far were answered: `^C` changes nothing but the last line, and comes after them."""
    terminal.press("ctrl+c")
    terminal.wait_for(lambda t: t.lines[-1].rstrip().endswith("q quits"))
