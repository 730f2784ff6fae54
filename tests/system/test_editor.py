"""Which editor is opened."""

from __future__ import annotations

import os

import pytest

from paperreader.system.editor import command

DEFAULT = ["notepad" if os.name == "nt" else "vi"]


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({}, DEFAULT),
        ({"EDITOR": ""}, DEFAULT),
        ({"EDITOR": " "}, DEFAULT),
        ({"VISUAL": "\t", "EDITOR": "nano -w"}, ["nano", "-w"]),
        ({"VISUAL": "code --wait", "EDITOR": "nano"}, ["code", "--wait"]),
    ],
)
def test_a_variable_that_names_nothing_is_passed_over(environ: dict[str, str], words: list[str]) -> None:
    assert command(environ) == words
