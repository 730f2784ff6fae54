"""Many terminals at one library: starting at once, writing at once, killed at any moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the herd is forked")

Measure = Callable[[str, Any], None]


def herd(mode: str, folder: Path, first: int, second: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("herd.py")), mode, str(folder), str(first), str(second)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=1_800,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_sixteen_first_starts_at_once(tmp_path: Path, long_form: bool, record_property: Measure) -> None:
    rounds = 20 if long_form else 3
    told = herd("starts", tmp_path, 16, rounds)
    record_property("measured", f"16 first starts at once, {rounds} times: {told['started']} of {told['of']} started")
    assert told["wrong"] == []
    assert told["started"] == told["of"] == 16 * rounds


def test_eight_writers_lose_nothing(tmp_path: Path, long_form: bool, record_property: Measure) -> None:
    operations = 1_500 if long_form else 60
    told = herd("writers", tmp_path, 8, operations)
    record_property(
        "measured",
        f"8 processes x {operations} operations on 50 papers: {told['lost']} updates lost, no lock shown,"
        f" {told['of'] / told['seconds']:.0f} a second, the slowest waited {told['slowest']:.0f} ms",
    )
    assert told["wrong"] == []
    assert told["lost"] == 0
    assert told["commands"] == told["of"]


@pytest.mark.parametrize("writers", [1, 4])
def test_killed_at_any_moment(writers: int, tmp_path: Path, long_form: bool, record_property: Measure) -> None:
    rounds = 100 if long_form else 8
    told = herd("kills", tmp_path, writers, rounds)
    record_property(
        "measured",
        f"kill -9 of {writers} writers, {rounds} times: {told['acknowledged']} commands acknowledged, 0 lost,"
        f" 0 half done, opened again in at most {told['slowest_open']} ms",
    )
    assert told["wrong"] == []
    assert told["acknowledged"] > rounds
    # Generous: the machine that runs the tests may be busy. The figure is printed.
    assert told["slowest_open"] < 1_000


def test_a_mark_does_not_wait_for_an_import(tmp_path: Path, long_form: bool, record_property: Measure) -> None:
    papers = 20_000 if long_form else 3_000
    told = herd("importing", tmp_path, papers, 0)
    assert told["wrong"] == []
    record_property(
        "measured",
        f"a mark and a page of papers while {papers} papers are imported: 99 % within {told['p99']:.0f} ms,"
        f" the slowest of {told['marks']} {told['slowest']:.0f} ms",
    )
    assert told["marks"] > 20
    assert told["p99"] < 250
