"""Links: what is passed on, what is refused, and that a fake opener sees the address as one plain argument."""

import ast
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from paperreader.errors import ExternalError
from paperreader.system import opener
from paperreader.system.opener import LONGEST, open_external, openable

#: What must not reach another program, whatever the platform.
REFUSED = [
    "",
    " ",
    "-",
    "--version",
    "-https://example.org/",
    "--new-window https://example.org/",
    " https://example.org/",
    "https://example.org/ -P evil",
    "https://example.org/a b",
    "https://example.org/\ttab",
    "https://example.org/\n--help",
    "https://example.org/\r\nHost: evil",
    "https://example.org/\x00",
    "https://example.org/\x07",
    "https://example.org/\x1b]52;c;ZXZpbA==\x07",
    "https://example.org/\x1b[2J",
    "https://example.org/\x7f",
    "https://example.org/\x9b31m",
    "https://example.org/\x85",
    "https://example.org/\u00a0",
    "https://example.org/\u2028",
    "https://example.org/\u202egnp.exe",
    "https://example.org/\u2066x\u2069",
    "https://example.org/\u200b",
    "https://example.org/\ufeff",
    "https://example.org/\udc80",
    "https://example.org/\U000e0041",
    "https://example.org/" + "a" * LONGEST,
    "https:",
    "https:/example.org",
    "https://",
    "https:///etc/passwd",
    "https://-oProxyCommand=evil/",
    "https://?q",
    "https://arxiv.org@evil.example/",
    "https://user:secret@example.org/",
    "https://arxiv.org\\@evil.example/",
    "https://exa%20mple.org/",
    "https://example.org:99999999/",
    "https://$(touch evil)/",
    "https://`touch evil`/",
    "https://;touch evil/",
    "https;//example.org",
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox",
    "ftp://example.org/",
    "ssh://-oProxyCommand=touch%20evil/",
    "smb://example.org/share",
    "ms-msdt:/id%20PCWDiagnostic",
    "search-ms:query=evil",
    "view-source:https://example.org",
    "x-man-page://ls",
    "/usr/bin/id",
    "C:\\Windows\\System32\\calc.exe",
    "\\\\evil.example\\share",
    "example.org",
    "//example.org/",
    "mailto:",
    "mailto:nobody",
    "mailto:-a@example.org",
    "mailto:%2Da@example.org",
    "mailto:a@example.org?attach=/etc/passwd",
    "mailto:a@example.org?subject=x&ATTACH=/etc/passwd",
    "mailto:a@example.org?%61ttach=/etc/passwd",
    "mailto:a@example.org?subject=x%0d%0aBcc:%20b@example.org",
    "mailto:a@example.org?bcc=b@example.org",
]

#: What is passed on, and how the opener gets it. Shell characters are harmless: there is no shell.
PASSED = {
    "https://openreview.net/forum?id=m3HXHQYmZu": None,
    "http://example.org": None,
    "HTTPS://EXAMPLE.ORG/": None,
    "https://example.org:8443/x#frag": None,
    "https://[2001:db8::1]:80/x": None,
    "https://bücher.example/straße": None,
    "https://日本語.example/論文": None,
    "https://example.org/%00%0a": None,
    "https://example.org/$(touch evil)".replace(" ", "%20"): None,
    "https://example.org/;touch${IFS}evil": "https://example.org/;touch$%7BIFS%7Devil",
    "https://example.org/&calc.exe": None,
    "https://example.org/?a=1&b=%s": None,
    "https://example.org/`id`": "https://example.org/%60id%60",
    "https://example.org/|id": "https://example.org/%7Cid",
    "https://example.org/'x'": None,
    'https://example.org/"--evil"': "https://example.org/%22--evil%22",
    "https://example.org/a\\b": "https://example.org/a%5Cb",
    "https://example.org/*?~!": None,
    "https://example.org/--version": None,
    "https://doi.org/10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2": (
        "https://doi.org/10.1002/(SICI)1097-0258(19980815)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2"
    ),
    "https://example.org/" + "a" * (LONGEST - 20): None,
    "mailto:author@example.org": None,
    "mailto:author@example.org?subject=Your%20paper&body=Dear%20author": None,
    "mailto:a@example.org,b@example.org?cc=c@example.org": None,
}

CASES = 60


def test_there_are_enough_payloads() -> None:
    assert len(REFUSED) + len(PASSED) >= CASES


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """An opener that writes its arguments, each ended by NUL, beside itself and ends with 7, so that `failed` tells."""
    return script(tmp_path / "fake-opener", "seen")


def script(path: Path, seen: str) -> Path:
    path.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > "{path.parent}/{seen}"\nexit 7\n')
    path.chmod(0o700)
    return path


class Told:
    """Collects what `failed` is told, and lets a test wait for it."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.message = ""

    def __call__(self, message: str) -> None:
        self.message = message
        self.event.set()

    def wait(self) -> str:
        assert self.event.wait(20), "the opener never ended"
        return self.message


def seen(path: Path) -> list[str]:
    return (path / "seen").read_bytes().decode().split("\0")[:-1]


@pytest.mark.parametrize("url", REFUSED, ids=ascii)
def test_refused(url: str, fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *args, **kwargs: started.append(args))
    assert not openable(url)
    with pytest.raises(ExternalError, match="no plain web or mail address") as caught:
        open_external(url, [str(fake)])
    assert started == []
    assert str(caught.value).isprintable(), "a refused address is shown without its controls"
    assert len(str(caught.value)) < 2_600


@pytest.mark.parametrize(("url", "argument"), PASSED.items(), ids=ascii)
def test_passed_as_one_argument(url: str, argument: str | None, fake: Path, tmp_path: Path) -> None:
    told = Told()
    assert openable(url)
    open_external(url, [str(fake)], failed=told)
    message = told.wait()
    assert seen(tmp_path) == [argument or url]
    assert url in message
    assert "7" in message
    assert not (tmp_path / "evil").exists()


def test_the_placeholder_is_replaced_inside_an_argument(fake: Path, tmp_path: Path) -> None:
    told = Told()
    open_external("https://example.org/%s", [str(fake), "--url=%s", "%s", "last"], failed=told)
    told.wait()
    assert seen(tmp_path) == ["--url=https://example.org/%s", "https://example.org/%s", "last"]


@pytest.mark.skipif(os.name != "posix", reason="the fake opener is a shell script")
@pytest.mark.parametrize(
    ("browser", "expected"),
    [
        ("fake-opener", ["https://example.org/"]),
        ("no-such-browser:fake-opener --new-tab", ["--new-tab", "https://example.org/"]),
        ("fake-opener -u '%s' &", ["-u", "https://example.org/"]),
        ("'unbalanced:fake-opener", ["https://example.org/"]),
        ("::fake-opener 'two words'", ["two words", "https://example.org/"]),
    ],
)
def test_browser_variable(
    browser: str, expected: list[str], fake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", browser)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    told = Told()
    open_external("https://example.org/", failed=told)
    told.wait()
    assert seen(tmp_path) == expected


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, [["xdg-open"]]),
        ("darwin", {}, [["open"]]),
        ("win32", {}, []),
        (
            "linux",
            {"WSL_DISTRO_NAME": "Debian"},
            [["wslview"], ["rundll32.exe", "url.dll,FileProtocolHandler"], ["xdg-open"]],
        ),
        ("linux", {"BROWSER": "w3m"}, [["w3m"], ["xdg-open"]]),
    ],
)
def test_openers_of_platforms(
    platform: str, environ: dict[str, str], expected: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opener.sys, "platform", platform)
    assert opener._candidates(environ) == expected


def test_windows_uses_no_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(opener.sys, "platform", "win32")
    monkeypatch.setattr(os, "startfile", asked.append, raising=False)
    monkeypatch.delenv("BROWSER", raising=False)
    open_external('https://example.org/"&calc.exe')
    assert asked == ["https://example.org/%22&calc.exe"]


def test_no_opener_names_the_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("BROWSER", "no-such-browser")
    with pytest.raises(ExternalError, match=r"https://example\.org/x"):
        open_external("https://example.org/x")


def test_an_opener_that_cannot_start_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "not-executable"
    broken.write_text("")
    broken.chmod(stat.S_IRUSR)
    with pytest.raises(ExternalError, match=r"not-executable could not be started .*https://example\.org/x"):
        open_external("https://example.org/x", [str(broken)])


@pytest.mark.skipif(os.name != "posix", reason="sessions are POSIX's")
def test_detached_from_the_terminal(tmp_path: Path) -> None:
    probe = (
        "import os, sys\n"
        "null = os.stat(os.devnull).st_rdev\n"
        "facts = [os.getsid(0), *(os.fstat(fd).st_rdev == null for fd in range(3))]\n"
        f"open({str(tmp_path / 'seen')!r}, 'w').write(repr(facts))\n"
        "sys.exit(7)"
    )
    told = Told()
    open_external("https://example.org/", [sys.executable, "-c", probe], failed=told)
    told.wait()
    session, *streams = ast.literal_eval((tmp_path / "seen").read_text())
    assert session != os.getsid(0)
    assert streams == [True, True, True]
