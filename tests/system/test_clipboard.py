"""Copying: which way a text goes on which machine, how it is wrapped, and that the words say so."""

import base64
import os
import re
import shutil
import stat
import sys
from pathlib import Path

import pytest

from paperreader.system import clipboard
from paperreader.system.clipboard import LONGEST, copy, osc52

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the fake tools are shell scripts")

TERM = {"TERM": "xterm-256color"}
SSH = {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}
TMUX = {"TMUX": "/run/tmux/default,1,0", "TERM": "tmux-256color"}
TEXT = "Größe “α” — x\nsecond\tline"


class Tools:
    """A folder of fake clipboard tools, the only one on `PATH`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, name: str, ends_with: int = 0, instead: str = "") -> None:
        path = self.folder / name
        take = f'printf "%s\\n" "$@" > "$0.args"; {shutil.which("cat", path=os.defpath)} > "$0.got"'
        path.write_text(f"#!/bin/sh\n{instead or take}\nexit {ends_with}\n")
        path.chmod(0o700)

    def got(self, name: str) -> bytes:
        return (self.folder / f"{name}.got").read_bytes()

    def args(self, name: str) -> list[str]:
        return (self.folder / f"{name}.args").read_text().split("\n")[:-1]

    def asked(self) -> set[str]:
        return {path.stem for path in self.folder.glob("*.got")}


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PAPERREADER_HOME", str(tmp_path / "home"))
    return Tools(folder)


@pytest.mark.parametrize(
    ("platform", "environ", "name", "args", "encoding"),
    [
        ("darwin", {}, "pbcopy", [""], "utf-8"),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wl-copy", [""], "utf-8"),
        ("linux", {"DISPLAY": ":0"}, "xclip", ["-selection", "clipboard", "-in"], "utf-8"),
        ("linux", {"WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"}, "clip.exe", [""], "utf-16-le"),
    ],
)
def test_native_tools(
    platform: str,
    environ: dict[str, str],
    name: str,
    args: list[str],
    encoding: str,
    tools: Tools,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tool in ("pbcopy", "wl-copy", "xclip", "xsel", "clip.exe", "tmux"):
        tools.make(tool)
    monkeypatch.setattr(clipboard.sys, "platform", platform)
    written: list[str] = []
    assert copy(TEXT, written.append, TERM | environ) == f"copied with {name}"
    assert tools.got(name).decode(encoding) == TEXT
    assert tools.args(name) == args
    assert tools.asked() == {name}
    assert written == []


def test_windows_has_its_own_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard.sys, "platform", "win32")
    assert clipboard._tools({}) == [(["clip.exe"], "utf-16-le")]
    assert clipboard._tools(SSH) == []


def test_the_users_own_program_goes_first(tools: Tools) -> None:
    tools.make("mine")
    tools.make("wl-copy")
    wayland = TERM | {"WAYLAND_DISPLAY": "wayland-0"}
    assert copy(TEXT, None, wayland, ("mine", "--primary")) == "copied with mine"
    assert (tools.got("mine").decode(), tools.args("mine"), tools.asked()) == (TEXT, ["--primary"], {"mine"})
    assert copy(TEXT, None, wayland, ("none-such",)) == "copied with wl-copy"


def test_a_tool_that_fails_gives_way_to_the_next(tools: Tools) -> None:
    tools.make("wl-copy", ends_with=1)
    tools.make("xsel")
    words = copy(TEXT, None, TERM | {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})
    assert words == "copied with xsel"
    assert tools.got("xsel").decode() == TEXT


def test_a_tool_that_hangs_gives_way_to_the_next(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_PATIENCE", 0.2)
    tools.make("wl-copy", instead=f"exec {shutil.which('sleep', path=os.defpath)} 30")
    tools.make("xclip")
    assert copy(TEXT, None, TERM | {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}) == "copied with xclip"


def test_over_ssh_the_terminal_is_asked_and_no_tool(tools: Tools) -> None:
    tools.make("xclip")
    written: list[str] = []
    words = copy(TEXT, written.append, TERM | SSH | {"DISPLAY": "localhost:10.0"})
    assert words == "sent to the terminal's clipboard (OSC 52)"
    assert written == [f"\x1b]52;c;{base64.b64encode(TEXT.encode()).decode()}\x07"]
    assert tools.asked() == set()


def test_inside_tmux_tmux_is_asked(tools: Tools) -> None:
    tools.make("tmux")
    written: list[str] = []
    assert copy(TEXT, written.append, TMUX | SSH) == "copied through tmux"
    assert tools.args("tmux") == ["load-buffer", "-w", "-"]
    assert tools.got("tmux").decode() == TEXT
    assert written == []


def test_an_old_tmux_gets_both_forms(tools: Tools) -> None:
    tools.make("tmux", ends_with=1)
    written: list[str] = []
    assert copy("x", written.append, TMUX | SSH) == "sent to the terminal's clipboard (OSC 52)"
    bare = "\x1b]52;c;eA==\x07"
    assert written == [bare + "\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\"]


@pytest.mark.parametrize("size", [0, 1, 500, 5_000, 40_000])
def test_screen_gets_strings_that_it_takes_whole(size: int) -> None:
    text = "".join(chr(33 + i % 90) for i in range(size))
    wrapped = osc52(text, {"TERM": "screen-256color", "STY": "1.tty.host"})
    strings = re.findall(r"\x1bP([^\x1b]*(?:\x1b][^\x1b]*)?)\x1b\\", wrapped)
    assert "".join(f"\x1bP{string}\x1b\\" for string in strings) == wrapped
    assert max(map(len, strings)) <= 768
    assert "".join(strings) == osc52(text, TERM)


@pytest.mark.parametrize(
    "environ",
    [{"TERM": "linux"}, {"TERM": "dumb"}, {}, {"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}],
    ids=str,
)
def test_terminals_without_osc_52_get_a_file(environ: dict[str, str], tools: Tools, tmp_path: Path) -> None:
    written: list[str] = []
    words = copy(TEXT, written.append, environ | SSH)
    assert written == []
    path = tmp_path / "home" / "state" / "copied.txt"
    assert words == f"saved in {path}, as no clipboard could be reached"
    assert path.read_text() == TEXT
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_second_copy_replaces_the_first_in_the_file(tools: Tools, tmp_path: Path) -> None:
    copy("first", None, SSH)
    copy("2nd", None, SSH)
    assert (tmp_path / "home" / "state" / "copied.txt").read_text() == "2nd"


def test_the_longest_text_still_goes_to_the_terminal_and_a_longer_one_to_the_file(tools: Tools) -> None:
    written: list[str] = []
    assert copy("é" * (LONGEST // 2), written.append, TERM | SSH).startswith("sent")
    assert len(written[0]) <= 100_000
    assert copy("é" * (LONGEST // 2 + 1), written.append, TERM | SSH).startswith("saved in ")
    assert len(written) == 1


def test_controls_never_reach_a_clipboard(tools: Tools) -> None:
    written: list[str] = []
    hostile = "a\x1b[201~\rrm -rf ~\x00\x07\x9b31m\x7f\x85b\n\tc"
    copy(hostile, written.append, TERM | SSH)
    payload = re.fullmatch("\x1b\\]52;c;([A-Za-z0-9+/=]*)\x07", written[0])
    assert payload is not None
    assert base64.b64decode(payload[1]).decode() == "a[201~rm -rf ~31mb\n\tc"


def test_a_lone_surrogate_does_not_stop_a_copy(tools: Tools) -> None:
    written: list[str] = []
    copy("a\udc80b", written.append, TERM | SSH)
    assert written == ["\x1b]52;c;YT9i\x07"]


def test_the_module_needs_no_process_machinery_to_be_imported() -> None:
    import subprocess

    code = "import sys, paperreader.system.clipboard, paperreader.system.opener; print('subprocess' in sys.modules)"
    environ = os.environ | {"PYTHONPATH": str(Path(clipboard.__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
