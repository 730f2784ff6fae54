"""The harness sees what a terminal would show, and tells when a program leaves it in disorder."""

import os
import re
import signal
from collections.abc import Callable

import pytest
from harness import Harness, key

Run = Callable[..., Harness]

RAW = "import sys, os, tty; tty.setraw(0); out = lambda s: os.write(1, s.encode())\n"


def test_it_shows_what_is_drawn_and_how(run: Run) -> None:
    program = run("import sys; sys.stdout.write('\\x1b[3;5H\\x1b[1;31m論文 é\\x1b[0m.'); sys.stdout.flush(); input()")
    program.wait_for("論文 é.")
    assert program.find("論文") == (4, 2)
    assert program.find("é") == (9, 2)
    assert program.find(".") == (10, 2)
    assert program.attributes(4, 2).bold
    assert program.attributes(4, 2).fg == "red"
    assert not program.attributes(10, 2).bold
    assert program.lines[2] == "    論文 é."
    assert program.cursor == (11, 2)


def test_keys_arrive_as_a_terminal_sends_them(run: Run) -> None:
    program = run(RAW + "out('ready')\nwhile (b := os.read(0, 20)) != b'q': out('<' + b.hex() + '>')", size=(80, 10))
    program.wait_for("ready")
    for name, sent in {"down": "1b5b42", "ctrl+r": "12", "alt+x": "1b78", "é": "c3a9", "shift+tab": "1b5b5a"}.items():
        program.press(name)
        program.wait_for(f"<{sent}>")
    program.click(3, 4)
    program.wait_for("1b5b3c303b343b354d")
    program.press("q")
    assert program.wait_exit() == 0


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(ValueError, match="no key is called 'hyper'"):
        key("hyper")


def test_it_waits_for_patterns_and_functions_and_for_what_goes(run: Run) -> None:
    program = run("print('n = 12'); input(); print('\\x1b[2J\\x1b[Hdone'); input()")
    program.wait_for(re.compile(r"n = \d+"))
    program.press("enter")
    program.wait_until_gone("n =")
    program.wait_for(lambda terminal: terminal.lines[0] == "done")


def test_waiting_in_vain_shows_the_screen(run: Run) -> None:
    program = run("print('something else')")
    with pytest.raises(AssertionError, match=r"(?s)waited in vain for 'never'.*something else.*ended with 0"):
        program.wait_for("never")


def test_an_unfinished_frame_is_not_looked_at(run: Run) -> None:
    program = run(RAW + "out('\\x1b[?2026hhalf'); os.read(0, 1); out(' whole\\x1b[?2026l'); os.read(0, 1)")
    with pytest.raises(AssertionError, match="waited in vain"):
        program.wait_for("half", timeout=0.3)
    program.press("x")
    program.wait_for("half whole")


def test_the_alternate_screen_is_another(run: Run) -> None:
    code = "print('shell'); out('\\x1b[?1049h\\x1b[Hfull'); os.read(0, 1); out('\\x1b[?1049l'); os.read(0, 1)"
    program = run(RAW.replace("tty.setraw(0);", "") + code)
    program.wait_for("full")
    assert "shell" not in program.text
    program.press("enter")
    program.wait_for("shell")
    assert "full" not in program.text


def test_resize_reaches_the_program(run: Run) -> None:
    code = "out = lambda thing: os.write(1, str(thing).encode())\n"
    code += "signal.signal(signal.SIGWINCH, lambda *_: out(os.get_terminal_size()))\nout('ready')\n"
    program = run("import os, signal, time\n" + code + "while True: time.sleep(0.02)")
    program.wait_for("ready")
    program.resize(60, 12)
    program.wait_for("columns=60, lines=12")
    assert len(program.lines) == 12


def test_questions_are_answered(run: Run) -> None:
    code = (
        "out('\\x1b[?2026$p\\x1b[c'); got = b''\nwhile not got.endswith(b'c'): got += os.read(0, 99)\nprint(got.hex())"
    )
    program = run(RAW + code)
    program.wait_for((b"\x1b[?2026;2$y" + b"\x1b[?62;22c").hex()[:30])
    program.wait_exit()


def test_a_tidy_program_leaves_a_sane_terminal(run: Run) -> None:
    program = run("print('\\x1b[?1049h\\x1b[?25l\\x1b[>1u\\x1b[1mx\\x1b[0m\\x1b[<u\\x1b[?25h\\x1b[?1049l')")
    assert program.wait_exit() == 0
    program.assert_sane()


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("import tty; tty.setraw(0)", "line discipline"),
        ("import termios as t; a = t.tcgetattr(0); a[3] &= ~t.ECHO; t.tcsetattr(0, 0, a)", "line discipline"),
        ("print('\\x1b[?1049h')", "1049"),
        ("print('\\x1b[?25l')", "25"),
        ("print('\\x1b[?7l')", "'7'"),
        ("print('\\x1b[?1000;1006h')", "1000"),
        ("print('\\x1b[?2004h')", "2004"),
        ("print('\\x1b[>1u')", "kitty"),
        ("print('\\x1b[31mred')", "style"),
    ],
)
def test_an_untidy_program_is_found_out(code: str, complaint: str, run: Run) -> None:
    program = run(code)
    assert program.wait_exit() == 0
    with pytest.raises(AssertionError, match=complaint):
        program.assert_sane()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_a_program(number: signal.Signals, run: Run) -> None:
    program = run("print('ready', flush=True); input()")
    program.wait_for("ready")
    program.signal(number)
    assert program.wait_exit() == -number


def test_closing_the_window_sends_sighup(run: Run) -> None:
    program = run("print('ready', flush=True); input()")
    program.wait_for("ready")
    program.hang_up()
    assert program.wait_exit() == -signal.SIGHUP


def test_leaving_kills_the_program(run: Run) -> None:
    with run(
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\nprint('ready', flush=True); input()"
    ) as program:
        program.wait_for("ready")
        pid = program.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_every_byte_is_kept(run: Run) -> None:
    program = run("import sys; sys.stdout.buffer.write(b'\\x1b]52;c;eA==\\x07\\x9b31m')")
    program.wait_exit()
    assert bytes(program.log) == b"\x1b]52;c;eA==\x07\x9b31m"
