"""What keys painted, bit by bit, is what painting the whole screen anew would show."""

import random
import signal
from collections.abc import Callable

import pytest
from harness import Harness
from steps import done, opened

from paperreader.ui.screens.panes import SETTLED

Start = Callable[..., Harness]

#: Keys that open nothing to type into and start no other program.
KEYS = (
    *("j", "j", "j", "k", "G", "g g", "ctrl+d", "ctrl+u", "pagedown", "n", "N", "space", "J", "K", "l", "h", "tab"),
    *("a", "w", "d", "x", "s", "r", "u", "u", "ctrl+r", "v", "V", "*", "escape", "R 3", "R 0", "1", "2", "3", "0"),
    *("\\", "B", "Z", "<", ">", "g s", "] u", "[ s", "/ l i n enter", "/ enter"),
)


def cells(terminal: Harness) -> list[str]:
    """Every cell of the screen with its looks, one text a row."""
    columns = terminal.display.screen.columns
    rows = range(len(terminal.lines))
    return ["".join(map(repr, (terminal.attributes(x, y) for x in range(columns)))) for y in rows]


def assert_painted_as_anew(terminal: Harness, pressed: list[str]) -> None:
    """What is on the screen now is what painting it as a whole shows."""
    columns, rows = terminal.display.screen.columns, terminal.display.screen.lines
    # The last line answers at once; panes that change places follow a moment later, and the areas in the sidebar only
    # when the list has stood for a while.
    while terminal.pump(SETTLED + 1.0):
        pass
    painted = cells(terminal)
    shown = terminal.picture()
    # One column more, until it is painted, and back: two sizes that came at once would be one, and nothing to paint.
    terminal.resize(columns + 1, rows)
    terminal.wait_for(lambda t: t.attributes(columns, 0).bg != "default")
    frames = terminal.frames
    terminal.resize(columns, rows)
    terminal.wait_for(lambda t: t.frames > frames)
    terminal.wait_for(
        lambda t: cells(t) == painted,
        message=lambda: (
            f"after {pressed}\nrows {[y for y, row in enumerate(cells(terminal)) if row != painted[y]]} were\n{shown}"
        ),
    )


@pytest.mark.parametrize(("size", "seed"), [((120, 40), 1), ((140, 30), 2), ((90, 30), 3), ((50, 14), 4)])
def test_any_keys(size: tuple[int, int], seed: int, reader: Start) -> None:
    terminal = opened(reader(size=size))
    draw = random.Random(seed)
    pressed = []
    for _ in range(2):
        for _ in range(40):
            keys = draw.choice(KEYS)
            pressed.append(keys)
            terminal.press(*keys.split())
        terminal.press("?")
        terminal.wait_for("  Keys")
        terminal.press("escape")
        terminal.wait_until_gone("  Keys")
        terminal.press(*["escape"] * 4)
        done(terminal)
        assert_painted_as_anew(terminal, pressed)


@pytest.mark.parametrize(("size", "seed"), [((120, 40), 1), ((90, 30), 2), ((50, 14), 3)])
def test_any_keys_in_a_list_over_the_panes(size: tuple[int, int], seed: int, reader: Start) -> None:
    terminal = opened(reader(size=size))
    terminal.press("j", "s", "j")
    draw = random.Random(seed)
    pressed = []
    for opening, title in (("?", "  Keys"), ("S", "  Sort"), ("ctrl+p", "  Go to"), ("F", "  Facets")):
        terminal.press(opening)
        terminal.wait_for(title)
        pressed.append(opening)
        for _ in range(12):
            keys = draw.choice(("down", "down", "pagedown", "up", "pageup", "e", "s", "backspace", "ctrl+u"))
            pressed.append(keys)
            terminal.press(keys)
        assert_painted_as_anew(terminal, pressed)
        terminal.press("escape")
        terminal.wait_until_gone(title)
        done(terminal)
        assert_painted_as_anew(terminal, pressed)


@pytest.mark.parametrize("how", ["resized", "key"])
def test_what_the_terminal_lost_is_painted_again(how: str, reader: Start) -> None:
    terminal = opened(reader(size=(120, 36)))
    terminal.press("j")  # the first key takes the lines of help away
    terminal.wait_for("Areas")  # nothing is painted later than they
    while terminal.pump(0.3):
        pass
    before = terminal.lines
    # Smaller, and as it was again before the program has heard of it.
    terminal.display.resize(60, 20)
    terminal.display.resize(120, 36)
    assert terminal.lines != before
    if how == "resized":
        terminal.signal(signal.SIGWINCH)
    else:
        terminal.press("ctrl+l")
    terminal.wait_for(lambda t: t.lines == before)
