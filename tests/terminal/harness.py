"""A program in a real pseudo-terminal, seen as a person sees it: keys in, a screen out.

`Harness` starts any program with the pseudo-terminal as its controlling terminal, answers the questions that programs
ask a terminal at start (as an xterm with synchronised output would), draws what it writes on a pyte screen, keeps every
byte, and knows the private modes and the line discipline, so that a test can say how the terminal was left. Waiting is
always for something on the screen, never for time; a test that waits in vain fails with the screen in the message.
"""

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
from control import Control
from display import SANE, Display, Screen

#: Seconds to wait for anything. Far more than is ever needed: the machines that run tests are busy.
PATIENCE = float(os.environ.get("TERMINAL_PATIENCE", "60"))
_NAMED = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "insert": "\x1b[2~",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    # As kitty's protocol has it. The byte alone is an escape only if nothing follows for a while.
    "escape": "\x1b[27u",
    "bare escape": "\x1b",
    "space": " ",
    "backspace": "\x7f",
    "f1": "\x1bOP",
}

Wanted = str | re.Pattern[str] | Callable[["Harness"], object]


def key(name: str) -> str:
    """Return what a terminal sends for a key: one character, a name such as `pagedown`, `ctrl+r` or `alt+x`."""
    if name in _NAMED:
        return _NAMED[name]
    modifier, _, base = name.rpartition("+")
    if modifier == "ctrl":
        return chr(ord(base.upper()) & 0x1F)
    if modifier == "alt":
        return "\x1b" + key(base)
    if len(name) == 1:
        return name
    raise ValueError(f"no key is called {name!r}")


class Harness:
    """One program in one terminal. Use it as a context manager: leaving kills whatever still runs."""

    def __init__(
        self,
        argv: Sequence[str | os.PathLike[str]],
        env: Mapping[str, str],
        size: tuple[int, int] = (120, 40),
        cwd: str | os.PathLike[str] | None = None,
    ) -> None:
        """Start a program. `size` is columns and rows; `env` is the whole environment, but for the terminal's part."""
        columns, rows = size
        self.log = bytearray()
        """Every byte that the program wrote."""
        self.display = Display(columns, rows)
        self.gone = False
        """The other end of the terminal was closed, by the program's end or by `hang_up`."""
        self._control = Control()
        self._master, self._slave = os.openpty()
        self._set_size(columns, rows)
        self.line_before = termios.tcgetattr(self._slave)
        """The line discipline before the program started."""
        # A session leader without a terminal gets the first one that it opens as its controlling terminal; the shell
        # does that and becomes the program. (`preexec_fn` could too, but is not safe beside threads.)
        launch = 'exec "$@" <>"$0" >&0 2>&0'
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", launch, os.ttyname(self._slave), *argv],
            env={"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **env},
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.set_blocking(self._master, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # What is on the screen

    @property
    def _screen(self) -> Screen:
        return self.display.screen

    @property
    def modes(self) -> set[str]:
        """The private modes in force."""
        return self.display.modes

    @property
    def lines(self) -> list[str]:
        """The screen, one string a row, without blanks at the ends."""
        return [line.rstrip() for line in self._screen.texts()]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def frames(self) -> int:
        """How many synchronised frames the program has finished."""
        return self.display.frames

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Column and row of the cursor, from 0; None while it is hidden."""
        return (self._screen.cursor.x, self._screen.cursor.y) if "25" in self.modes else None

    def find(self, wanted: str | re.Pattern[str]) -> tuple[int, int]:
        """Column and row, from 0, of the first place of a text on the screen; fails if it is not there."""
        for row, line in enumerate(self._screen.texts()):
            found = re.search(re.escape(wanted) if isinstance(wanted, str) else wanted, line)
            if found:
                return self._column(row, found.start()), row
        raise AssertionError(f"{wanted!r} is not on the screen\n{self.picture()}")

    def _column(self, row: int, offset: int) -> int:
        """The column of a character: wide ones take two, and the text of a row holds them once."""
        line, seen = self._screen.buffer[row], 0
        for column in range(self._screen.columns):
            if seen >= offset:
                return column
            seen += len(line[column].data)
        return self._screen.columns - 1

    def attributes(self, column: int, row: int) -> pyte.screens.Char:
        """The character of a cell with its colours and styles (`fg`, `bg`, `bold`, `italics`, `underscore`,
        `reverse`)."""
        return self._screen.buffer[row][column]

    def picture(self) -> str:
        """The screen in a frame and the state of the program, for messages."""
        state = self._process.poll()
        about = "runs" if state is None else f"ended with {state}"
        rule = "+" + "-" * self._screen.columns + "+"
        body = "\n".join(f"|{line}|" for line in self._screen.texts())
        return f"{rule}\n{body}\n{rule}\nthe program {about}; modes {sorted(self.modes)}"

    # What a person does

    def press(self, *names: str) -> None:
        """Press keys, one write each."""
        for name in names:
            self.send(key(name))

    def type(self, text: str) -> None:
        """Type a text."""
        for char in text:
            self.send(char)

    def send(self, characters: str) -> None:
        """Send characters as they are."""
        data = characters.encode()
        while data and not self.gone:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                self.pump(0.05)
            except OSError:
                self.gone = True

    def click(self, column: int, row: int) -> None:
        """Press and release the left button on a cell, counted from 0."""
        self.send(f"\x1b[<0;{column + 1};{row + 1}M")
        self.send(f"\x1b[<0;{column + 1};{row + 1}m")

    def wheel(self, column: int, row: int, *, down: bool = True) -> None:
        """Turn the wheel by one notch over a cell."""
        self.send(f"\x1b[<{65 if down else 64};{column + 1};{row + 1}M")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the program gets SIGWINCH."""
        self.pump(0)
        self.display.resize(columns, rows)
        self._set_size(columns, rows)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program alone."""
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal's window: the program gets SIGHUP, and has no terminal any more."""
        self.pump(0)
        self.gone = True
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    # Waiting

    def wait_for(self, wanted: Wanted, timeout: float = PATIENCE, message: Callable[[], str] | None = None) -> None:
        """Wait until a text or pattern is on the screen, or a function of this harness returns something true.

        Screens that the program has not finished (inside synchronised output) are not looked at. `message` is asked
        for words if it was in vain.
        """
        self._wait(lambda: self._sees(wanted), timeout, message or (lambda: f"waited in vain for {wanted!r}"))

    def wait_until_gone(self, wanted: str | re.Pattern[str], timeout: float = PATIENCE) -> None:
        """Wait until a text or pattern is no longer on the screen."""
        self._wait(lambda: not self._sees(wanted), timeout, lambda: f"waited in vain for {wanted!r} to go")

    def wait_exit(self, timeout: float = PATIENCE) -> int:
        """Wait for the program's end and return its exit status (minus the signal's number if that ended it)."""
        self._wait(lambda: self._process.poll() is not None, timeout, lambda: "the program does not end")
        while self.pump(0.05):
            pass
        return self._process.returncode

    def _sees(self, wanted: Wanted) -> bool:
        if callable(wanted):
            return bool(wanted(self))
        return wanted in self.text if isinstance(wanted, str) else wanted.search(self.text) is not None

    def _wait(self, satisfied: Callable[[], bool], timeout: float, message: Callable[[], str]) -> None:
        end = time.monotonic() + timeout
        while True:
            if not self.display.unfinished and satisfied():
                return
            ended = self._process.poll() is not None
            # What a program wrote last can reach this end of the terminal a moment after it is gone.
            if not self.pump(0.05) and (ended or time.monotonic() > end):
                if not self.display.unfinished and satisfied():
                    return
                raise AssertionError(f"{message()}\n{self.picture()}")

    def pump(self, timeout: float) -> bool:
        """Take what the program wrote, waiting up to `timeout` seconds for the first of it; whether there was any."""
        if self.gone:
            if timeout:
                time.sleep(min(timeout, 0.01))
            return False
        if not select.select([self._master], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self.gone = True
            return False
        self.log += data
        self.send(self.display.take(self._control.feed(data)))
        return True

    # How the terminal is left

    @property
    def line_now(self) -> list[object]:
        """The line discipline now, to compare with `line_before`."""
        return termios.tcgetattr(self._slave)

    def assert_sane(self) -> None:
        """Fail unless the terminal is as it was before the program started, for the next command of a shell."""
        while self.pump(0):
            pass
        assert self.line_now == self.line_before, "the line discipline was not restored"
        assert self.modes == SANE, f"modes left on or off: {sorted(self.modes ^ SANE)}"
        assert self.display.keyboard <= 0, "the kitty keyboard protocol was left on"
        assert self.display.main.cursor.attrs == self.display.main.default_char, "a style was left on"

    def close(self) -> None:
        """Kill the program and everything in its session's group, and give the terminal back."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        self._master = self._slave = -1
        self.gone = True

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._process.pid

    # Inside the terminal

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def environment(home: Path, **more: str) -> dict[str, str]:
    """A user's environment of its own: nothing of the machine's but where programs are."""
    source = Path(__file__).parents[2] / "tui"
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "PAPERREADER_HOME": str(home / "paperreader"),
        "PYTHONPATH": str(source),
        **more,
    }
