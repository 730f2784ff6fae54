"""What starts: how little is imported, what is said when nothing can be done, and that no traceback is shown."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader import __version__
from paperreader.cli.names import COMMANDS, module

from .conftest import Done, environment

Run = Callable[..., Done]


def imported(*args: str) -> tuple[set[str], set[str]]:
    """Modules that a command imports: (all, only the top-level packages outside the standard library)."""
    code = (
        "import sys; before = set(sys.modules); sys.argv = ['paperreader', *sys.argv[1:]]\n"
        "from paperreader.cli import main\n"
        "code = main()\n"
        "sys.stderr.write(' '.join(set(sys.modules) - before) + '\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, env=environment(), check=True, timeout=60
    )
    names = set(done.stderr.splitlines()[-1].split())
    return names, {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"paperreader"}


def test_version_imports_nothing() -> None:
    names, foreign = imported("--version")
    assert not foreign
    assert {name for name in names if name.startswith("paperreader")} == {"paperreader", "paperreader.cli"}
    assert len(names) < 10, sorted(names)


@pytest.mark.parametrize("args", [("--help",), ("keys",), ("locate",), ("list", "--help")])
def test_the_plain_commands_import_click_and_little_else(args: tuple[str, ...]) -> None:
    names, foreign = imported(*args)
    # Of rich, only what measures the width of a character that is not ASCII.
    assert foreign <= {"click", "platformdirs", "rich"}
    assert not any(name.startswith(("rich.console", "rich.table", "rich.text")) for name in names)


def test_a_list_needs_neither_textual_nor_numpy() -> None:
    _names, foreign = imported("list")
    assert foreign <= {"click", "platformdirs", "rich", "apsw", "rapidfuzz"}


def test_help_imports_no_command() -> None:
    names, _foreign = imported("--help")
    assert not names & {module(name) for name in COMMANDS}


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(process: Run, option: str) -> None:
    assert process(option) == Done(0, f"paperreader {__version__}\n", "")
    assert process("list", "--version").code == 2


def test_version_is_quick() -> None:
    """At most five bare Pythons, as `benchmarks/interface.py` has it too; medians of alternating runs."""
    bare, ours = [], []
    for _ in range(7):
        for command, times in ((["-c", "pass"], bare), (["-m", "paperreader", "--version"], ours)):
            began = time.perf_counter()
            subprocess.run([sys.executable, *command], env=environment(), check=True, capture_output=True)
            times.append(time.perf_counter() - began)
    assert statistics.median(ours) <= 5 * statistics.median(bare)


def test_help_tells_every_command(paperreader: Run) -> None:
    done = paperreader("--help")
    assert done.code == 0
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line[:40])}", done.out, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(paperreader: Run, name: str) -> None:
    done = paperreader(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: paperreader {name}")
    assert "Examples:\n" in done.out
    assert done.out == paperreader(name, "-h").out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("lst",), "paperreader: there is no command 'lst'; did you mean \"list\"?\nTry: paperreader --help\n"),
        (("qqqqqq",), "paperreader: there is no command 'qqqqqq'\nTry: paperreader --help\n"),
        (("./nowhere",), "paperreader: there is no file ./nowhere, and no command of that name\n"),
        (("keys", "--fromat", "json"), "paperreader: keys has no option --fromat; did you mean --format?\nTry: paperreader keys --help\n"),
        (("--verison",), "paperreader: paperreader has no option --verison; did you mean --version?\nTry: paperreader --help\n"),
        (("locate", "libary"), "paperreader: nothing of paperreader is called 'libary'; did you mean \"library\"?; try: paperreader locate\n"),
    ],
)  # fmt: skip
def test_a_wrong_command_line_names_the_nearest(paperreader: Run, args: tuple[str, ...], message: str) -> None:
    done = paperreader(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err == message


@pytest.mark.parametrize(
    ("line", "message", "help_of"),
    [
        ("list --limit x", "list --limit: 'x' is not a whole number, 0 or more", " list"),
        ("list --limit -3", "list --limit: '-3' is not a whole number, 0 or more", " list"),
        ("list --limit", "list --limit needs a value: N", " list"),
        ("list --format", "list --format needs a value: one of table, plain, ids, json, jsonl, csv", " list"),
        ("list --format jsn", "list --format: 'jsn' is none of table, plain, ids, json, jsonl, csv; did you mean \"json\"?", " list"),
        ("list --raw=1", "list --raw takes no value", " list"),
        ("list -is:read", "list has no option -i; put -- before a query that starts with -", " list"),
        ("list --zzz", "list has no option --zzz", " list"),
        ("duplicates --keep-apart a", "duplicates --keep-apart needs 2 values: ID ID", " duplicates"),
        ("show", "show: ID… is missing", " show"),
        ("completion tcsh", "completion SHELL: 'tcsh' is none of bash, zsh, fish", " completion"),
        ("views move A 0", "views move PLACE: '0' is not a whole number, 1 or more", " views move"),
        ("views renam", "views has no command 'renam'; did you mean \"rename\"?; there are: list, save, rename, move, delete", " views"),
        ("restore a b c", "restore: 'b c' is more than it takes", " restore"),
        ("--set", "paperreader --set needs a value: SETTING=VALUE", ""),
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_told_in_words_of_the_house(
    paperreader: Run, line: str, message: str, help_of: str
) -> None:
    done = paperreader(*line.split(" "))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"paperreader: {message}\nTry: paperreader{help_of} --help\n"


def test_escapes_in_what_was_typed_do_not_come_back(paperreader: Run) -> None:
    done = paperreader("\x1b]52;c;aGk=\x07")
    assert done.code == 2
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.err)


@pytest.mark.parametrize("args", [(), ("view",)])
def test_without_a_terminal_the_reader_says_what_it_needs(process: Run, args: tuple[str, ...]) -> None:
    done = process(*args)
    assert (done.code, done.out) == (2, "")
    assert "terminal" in done.err
    assert "paperreader list" in done.err
    assert "textual" not in done.err


def test_a_fault_goes_to_the_log_and_its_traceback_nowhere_else(home: Path, tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "import paperreader.cli as cli\n"
        "def broken(args): raise KeyError('\\x1b[31m boom')\n"
        "cli._run = broken\n"
        "sys.exit(cli.main(['list']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False)
    log = home / "state" / "paperreader.log"
    assert done.returncode == 70
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert str(log) in done.stderr
    assert "\x1b" not in done.stderr
    written = log.read_text("utf-8")
    assert "Traceback" in written
    assert "running ['list']" in written
    assert "\x1b" not in written
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.parent.stat().st_mode & 0o777 == 0o700


def test_a_fault_is_told_where_no_log_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = "import sys, paperreader.cli as cli\ncli._run = lambda args: 1 // 0\nsys.exit(cli.main(['list']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env=environment(PAPERREADER_HOME=str(tmp_path / "file" / "x")),
    )  # fmt: skip
    assert done.returncode == 70
    assert "ZeroDivisionError" in done.stderr
    assert "could not be written" in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "paperreader", "keys"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_an_output_that_lacks_characters_gets_question_marks(process: Run) -> None:
    done = process("keys", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "?" in done.out
