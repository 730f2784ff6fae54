"""The command line as a user has it: its streams and its exit code."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from paperreader.cli.group import paperreader as root

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def commands(command: click.Command = root, names: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command that can be called, with its name."""
    if not isinstance(command, click.Group):
        yield " ".join(names), command
        return
    if names and command.invoke_without_command:
        yield " ".join(names), command
    context = click.Context(command)
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        yield from commands(child, (*names, name))


def environment(**more: str) -> dict[str, str]:
    """What a command runs in: this Python, this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "tui"), "TERM": "xterm-256color", **more}


def checked(done: Done) -> Done:
    """What holds of every command."""
    assert "Traceback" not in done.err
    assert "\x1b" not in done.out + done.err
    return done


@pytest.fixture
def process(home: Path, tmp_path: Path) -> Callable[..., Done]:
    """Run `paperreader ARGS…` as a process of its own, without a terminal."""

    def run(*args: str, stdin: str = "", **more: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "paperreader", *args], input=stdin, capture_output=True, text=True, encoding="utf-8",
            cwd=tmp_path, env=environment(**more), check=False, timeout=60,
        )  # fmt: skip
        return checked(Done(done.returncode, done.stdout, done.stderr))

    return run


@pytest.fixture
def paperreader(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """The same in this process, which takes a tenth of the time."""
    from paperreader.cli import main

    def run(*args: str, stdin: str = "", **more: str) -> Done:
        streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="\n") for data in (stdin.encode(), b"", b"")]
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                patch.setattr(sys, name, stream)
            for name, value in more.items():
                patch.setenv(name, value)
            code = main(list(args))
        texts = []
        for stream in streams[1:]:
            stream.flush()
            texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
        return checked(Done(code, texts[0], texts[1]))

    return run
