"""Completion: the scripts in their shells, and what they are answered."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Done, environment

Run = Callable[..., Done]

#: A line up to the cursor, and the words that may stand at its end.
LINES: list[tuple[str, set[str]]] = [
    ("exp", {"export"}),
    ("--no", {"--no-mouse"}),
    ("history --for", {"--format"}),
    ("list --format js", {"json", "jsonl"}),
    ("completion ", {"bash", "zsh", "fish"}),
    ("list auth", {"author:"}),
    ("list is:st", {"is:starred"}),
    ("list is:unread key", {"keyword:"}),
    ("list -- -is:rea", {"-is:read"}),
    ("list sort:-ye", {"sort:-year"}),
    ("list tag:r", {"tag:rl", "tag:robots"}),
    ("list source:s", {"source:seeds"}),
    ("facets --field ven", {"venue"}),
    ("export --format bib", {"bibtex"}),
    ("import --format csl", {"csl-json"}),
    ("mark st", {"star"}),
    ("mark star is:unr", {"is:unread"}),
    ("mark tag +ro", {"+robots"}),
    ("mark tag +x is:unr", {"is:unread"}),
    ('tag "+a -r', {"+a -rl", "+a -robots"}),
    ("sources remove s", {"seeds"}),
    ("views delete M", {"Mine", "My diff"}),
    ("--set meas", {"measure="}),
    ("locate lib", {"library"}),
]


@pytest.fixture
def used(paperreader: Run, tmp_path: Path) -> Run:
    """A home with tags and views, and the command on the path."""
    for args in (("tag", "rl robots", "attention"), ("views", "save", "Mine", "x"), ("views", "save", "My diff", "y")):
        assert paperreader(*args).code == 0
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "paperreader"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paperreader "$@"\n')
    script.chmod(0o755)
    (tmp_path / "a file.bib").touch()
    return paperreader


def answers(line: str, shell: str, folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "paperreader"], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=True,
        env=environment(COMP_LINE=f"paperreader {line}", _PAPERREADER_COMPLETE=f"{shell}_complete"), timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_every_line_is_answered(used: Run, tmp_path: Path) -> None:
    found = {}
    for line, _wanted in LINES:
        answered = (answer.partition(",") for answer in answers(line, "fish", tmp_path))
        found[line] = {value.partition("\t")[0] for kind, _comma, value in answered if kind in ("plain", "part")}
    assert found == dict(LINES)


def test_an_empty_word_of_a_query_is_offered_the_fields(used: Run, tmp_path: Path) -> None:
    offered = {answer.partition("\t")[0] for answer in answers("list ", "fish", tmp_path)}
    assert {"part,title:", "part,author:", "part,is:"} <= offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_of_that_shell(paperreader: Run, shell: str) -> None:
    done = paperreader("completion", shell)
    assert done.code == 0
    assert f"_PAPERREADER_COMPLETE={shell}_complete" in done.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.out, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("list is:st", ["starred"]),  # bash has parted the word at the colon
        ("list 'is:st", ["is:starred"]),
        ("list auth", ["author:"]),
        ("views delete My", [r"My\ diff"]),
        ('views delete "My', ["My diff"]),
        ("--set meas", ["measure="]),
    ],
)
def test_bash(used: Run, tmp_path: Path, line: str, reply: list[str]) -> None:
    whole = f"paperreader {line}"
    script = (
        # What bash sets for a function that completes; `compopt` works only while it does.
        f'compopt() {{ :; }}; eval "$(paperreader completion bash)"; COMP_LINE={shlex.quote(whole)}; '
        "COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'; _paperreader_completion paperreader; "
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=tmp_path, env=_with_path(tmp_path), capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert (done.stdout.splitlines(), done.stderr) == (reply, "")


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(
    ("line", "reply"),
    [("list is:st", {"is:starred"}), ("views delete 'My", {"My diff"}), ("import a", {"a file.bib"})],
)
def test_fish(used: Run, tmp_path: Path, line: str, reply: set[str]) -> None:
    script = f"paperreader completion fish | source; complete -C {shlex.quote(f'paperreader {line}')}"
    done = subprocess.run(
        ["fish", "--no-config", "-c", script], cwd=tmp_path, env=_with_path(tmp_path), capture_output=True, text=True,
        check=True, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert {answer.partition("\t")[0] for answer in done.stdout.splitlines()} == reply


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("list is:st", "paperreader list is:starred "),
        ("list auth", "paperreader list author:"),
        ("views delete My", "paperreader views delete My\\ diff "),
        ("import a", "paperreader import a\\ file.bib "),
    ],
)
def test_zsh(used: Run, tmp_path: Path, line: str, wanted: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    shell = pexpect.spawn(
        "zsh", ["-f", "-i"], cwd=str(tmp_path), env={**_with_path(tmp_path), "TERM": "dumb", "HOME": str(tmp_path)},
        encoding="utf-8", timeout=60, dimensions=(24, 200),
    )  # fmt: skip
    try:
        # A widget completes and prints the line, so that nothing need be read off a screen.
        shell.sendline(
            "PS1= ; autoload -U compinit && compinit -u -D; source <(paperreader completion zsh); unsetopt list_beep beep;"
            " told() { zle complete-word; print -r -- \"<<${BUFFER}>>\" > answer; }; zle -N told; bindkey '^T' told;"
            " print rea''dy"
        )
        shell.expect("ready")
        shell.send(f"paperreader {line}\x14")
        answer = tmp_path / "answer"
        from time import monotonic, sleep

        deadline = monotonic() + 60
        while not (answer.exists() and answer.read_text().endswith(">>\n")):
            assert monotonic() < deadline, "zsh did not answer"
            sleep(0.05)
        assert answer.read_text() == f"<<{wanted}>>\n"
    finally:
        shell.close(force=True)


def _with_path(folder: Path) -> dict[str, str]:
    env = environment()
    return {**env, "PATH": f"{folder / 'bin'}{os.pathsep}{env['PATH']}"}
