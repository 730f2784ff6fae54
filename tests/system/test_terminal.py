"""What is known of a terminal, and how it is put back."""

import asyncio
import os
import pty
import signal
import sys
import termios
from collections.abc import Iterator

import pytest

from paperreader.system import terminal as module
from paperreader.system.terminal import (
    TRUE_COLOUR,
    light_background,
    on_end,
    remember,
    restore_sequences,
    signs_and_math,
    terminal,
)


@pytest.fixture
def tty() -> Iterator[tuple[int, int]]:
    master, slave = pty.openpty()
    yield master, slave
    os.close(slave)
    os.close(master)


def test_a_terminal_has_keys_and_a_screen(tty: tuple[int, int]) -> None:
    _master, slave = tty
    read, write = os.pipe()
    try:
        assert terminal({"TERM": "xterm"}, stdin=slave, stdout=slave).interactive
        assert not terminal({"TERM": "xterm"}, stdin=read, stdout=slave).interactive
        assert not terminal({"TERM": "xterm"}, stdin=slave, stdout=write).interactive
        assert not terminal({"TERM": "dumb"}, stdin=slave, stdout=slave).interactive
    finally:
        os.close(read)
        os.close(write)
    assert not terminal({"TERM": "xterm"}, stdin=read, stdout=slave).interactive, "a closed descriptor"


def test_size(tty: tuple[int, int]) -> None:
    _master, slave = tty
    assert terminal({}, stdin=slave, stdout=slave)[-2:] == (80, 24), "never told its size"
    termios.tcsetwinsize(slave, (12, 40))
    assert terminal({}, stdin=slave, stdout=slave)[-2:] == (40, 12)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "en_US.utf8"}, True),
        ({"LANG": "de_DE@euro"}, False),
        ({"LANG": "sr_RS.UTF-8@latin"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "ja_JP.eucJP", "LC_CTYPE": ""}, False),
    ],
)
def test_utf8(environ: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    assert terminal(environ).utf8 is expected
    assert terminal(environ).unicode is expected


def test_the_console_of_linux_gets_ascii_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    console = terminal({"TERM": "linux", "LANG": "C.UTF-8"})
    assert console.utf8
    assert console.console
    assert not console.unicode


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm"}, 16),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE_COLOUR),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, TRUE_COLOUR),
        ({"TERM": "xterm-kitty"}, TRUE_COLOUR),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
    ],
)
def test_colours(environ: dict[str, str], expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    assert terminal(environ).colours == expected


def test_remember_puts_line_and_modes_back(tty: tuple[int, int]) -> None:
    master, slave = tty
    before = termios.tcgetattr(slave)
    restore = remember(slave, slave)
    raw = termios.tcgetattr(slave)
    raw[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
    termios.tcsetattr(slave, termios.TCSANOW, raw)
    assert termios.tcgetattr(slave) != before
    restore()
    restore()
    assert termios.tcgetattr(slave) == before
    assert os.read(master, 10_000).decode() == restore_sequences() * 2


def test_remember_bears_a_terminal_that_is_gone() -> None:
    master, slave = pty.openpty()
    restore = remember(slave, slave)
    os.close(master)
    restore()
    os.close(slave)
    restore()


def test_remember_writes_nothing_where_there_is_no_terminal() -> None:
    read, write = os.pipe()
    remember(read, write)()
    os.close(write)
    assert os.read(read, 10) == b""
    os.close(read)


def test_the_keyboard_is_given_back_before_the_screen() -> None:
    sequences = restore_sequences()
    assert sequences.index("\x1b[<u") < sequences.index("\x1b[?1049l")
    assert sequences.endswith("\x1b[?25h")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_on_end(number: signal.Signals) -> None:
    async def main() -> int:
        loop = asyncio.get_running_loop()
        left: asyncio.Future[int] = loop.create_future()
        remove = on_end(loop, left.set_result)
        os.kill(os.getpid(), number)
        got = await asyncio.wait_for(left, 20)
        assert signal.getsignal(number) is signal.SIG_DFL, "a second signal ends the process at once"
        remove()
        return got

    assert asyncio.run(main()) == number
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "de_DE.UTF-8", "TERM": "xterm-256color"}, ("unicode", "unicode")),
        ({"LANG": "C", "TERM": "xterm-256color"}, ("ascii", "basic")),
        ({"LANG": "de_DE.UTF-8", "TERM": "linux"}, ("ascii", "basic")),
    ],
)
def test_auto_takes_what_the_terminal_can_draw(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], expected: tuple[str, str]
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    if sys.platform not in ("win32", "darwin"):
        assert signs_and_math("auto", "auto") == expected
    assert signs_and_math("ascii", "source") == ("ascii", "source")


@pytest.mark.parametrize(
    ("value", "light"), [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False), ("x", False)]
)
def test_a_light_background_is_noticed(value: str, light: bool) -> None:
    assert light_background({"COLORFGBG": value}) is light
