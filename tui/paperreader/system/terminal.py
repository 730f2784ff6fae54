"""What the terminal can do, and how it is left as it was found.

Answers come from the environment and the file descriptors alone, so that they cost nothing before the first paint; the
terminal itself is not asked. Nothing is drawn here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

#: Colours of a terminal that shows every one.
TRUE_COLOUR = 1 << 24
#: Private modes that a full-screen program sets and a shell does not expect, in the order in which they are taken back:
#: synchronised output, mouse (X10, buttons, drags, moves, UTF-8, SGR, urxvt, pixels), focus reports, bracketed paste,
#: resize reports.
_MODES_OFF = (2026, 9, 1000, 1002, 1003, 1005, 1006, 1015, 1016, 1004, 2004, 2048)


class Terminal(NamedTuple):
    """What is known of the terminal that the program was started in."""

    interactive: bool
    """Keys can be read and a screen can be drawn: standard input and output are both a terminal."""
    utf8: bool
    """The locale encodes text as UTF-8."""
    console: bool
    """The console of Linux itself: UTF-8, but a font of a few hundred glyphs."""
    colours: int
    """0 (none, or `NO_COLOR` is set), 16, 256 or `TRUE_COLOUR`."""
    columns: int
    rows: int

    @property
    def unicode(self) -> bool:
        """Whether signs such as `★ ◔ ▌` can be drawn; else their ASCII forms are."""
        return self.utf8 and not self.console


def signs_and_math(icons: str, math: str) -> tuple[str, str]:
    """What the settings `icons` and `math` mean in this terminal: `auto` is decided by what it can draw."""
    able = terminal().unicode if "auto" in (icons, math) else True
    return (
        icons if icons != "auto" else "unicode" if able else "ascii",
        math if math != "auto" else "unicode" if able else "basic",
    )


def light_background(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal says that its background is light: rxvt, Konsole and others set `COLORFGBG`, "0;15"."""
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")


def terminal(environ: Mapping[str, str] = os.environ, *, stdin: int = 0, stdout: int = 1) -> Terminal:
    """Look at the terminal on two file descriptors. Never raises; where nothing is known, 80 columns by 24 rows."""
    columns, rows = _size(stdout)
    return Terminal(
        interactive=_is_terminal(stdin) and _is_terminal(stdout) and environ.get("TERM") != "dumb",
        utf8=_utf8(environ),
        console=environ.get("TERM") == "linux",
        colours=_colours(environ),
        columns=columns,
        rows=rows,
    )


def _is_terminal(fd: int) -> bool:
    try:
        return os.isatty(fd)
    except OSError:
        return False


def _size(fd: int) -> tuple[int, int]:
    try:
        columns, rows = os.get_terminal_size(fd)
    except (OSError, ValueError):
        columns = rows = 0
    # A terminal that was never told its size says 0 × 0.
    return columns or 80, rows or 24


def _utf8(environ: Mapping[str, str]) -> bool:
    """By POSIX the first of these that is not empty decides; where none is set, as in most containers, UTF-8 is right
    far more often than wrong. On Windows and macOS terminals are UTF-8 whatever the locale."""
    if sys.platform in ("win32", "darwin"):
        return True
    names = (environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((name for name in names if name), "C.UTF-8")
    return locale.lower().replace("-", "").partition("@")[0].endswith("utf8")


def _colours(environ: Mapping[str, str]) -> int:
    """By <https://no-color.org>, `COLORTERM`, and the name of the terminal."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term == "dumb":
        return 0
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or sys.platform == "win32":
        return TRUE_COLOUR
    if term.endswith(("-direct", "-kitty", "-ghostty")):
        return TRUE_COLOUR
    return 256 if "256color" in term else 16


def restore_sequences() -> str:
    """What takes a terminal out of every mode that a reader could have left on, back to a shell's line.

    In this order: modes off, the kitty keyboard stack popped (it belongs to the alternate screen, so while that is
    shown), line wrap on, plain style, alternate screen left, cursor shown. Only for a terminal that is in full-screen
    mode: on another the cursor would jump to where it was last saved.
    """
    modes = "".join(f"\x1b[?{mode}l" for mode in _MODES_OFF)
    return f"{modes}\x1b[<u\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"


def remember(stdin: int = 0, stdout: int = 1) -> Callable[[], None]:
    """Note how the terminal is set up now and return a function that puts it back.

    The function writes `restore_sequences` at once, past every buffer and thread, and restores the line discipline
    (echo, canonical mode, signals). It may be called from a signal handler, more than once, and when the terminal is
    gone; it never raises. Where there is no terminal it does nothing.
    """
    if not _is_terminal(stdout) or sys.platform == "win32":
        return _nothing
    import termios

    try:
        attributes = termios.tcgetattr(stdin)
    except (OSError, termios.error):
        attributes = None
    sequences = restore_sequences().encode("ascii")

    def restore() -> None:
        try:
            os.write(stdout, sequences)
            if attributes is not None:
                termios.tcsetattr(stdin, termios.TCSANOW, attributes)
        except (OSError, termios.error):
            return  # The terminal is gone: nobody is left to see it.

    return restore


def _nothing() -> None:
    """Restore nothing."""


def on_end(loop: AbstractEventLoop, leave: Callable[[int], object]) -> Callable[[], None]:
    """Call `leave(signal number)` on the loop when the process is asked to end (SIGTERM) or its terminal went (SIGHUP).

    Without this both end the process with neither `finally` nor an exit handler run. Returns a function that takes the
    handlers away again. A second signal of the same kind, while leaving hangs, has its default effect. Windows has
    neither signal on its loops: nothing is installed there.
    """
    if sys.platform == "win32":
        return _nothing
    import signal

    ends = (signal.SIGTERM, signal.SIGHUP)

    def handle(number: signal.Signals) -> None:
        loop.remove_signal_handler(number)
        leave(int(number))

    def remove() -> None:
        if not loop.is_closed():
            for number in ends:
                loop.remove_signal_handler(number)

    for number in ends:
        loop.add_signal_handler(number, handle, number)
    return remove
