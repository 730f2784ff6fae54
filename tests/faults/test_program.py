"""`kill -9` of the real program in real terminals, one and four at a library: what a screen showed is in the library."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import folded, stored_fold

if sys.platform == "win32":
    pytest.skip("pseudo-terminals", allow_module_level=True)

sys.path.append(str(Path(__file__).resolve().parents[1] / "terminal"))

from harness import Harness, environment

#: Papers that each terminal has for itself, of the 38 that are shipped.
SHARE = 9


def row(terminal: Harness) -> str:
    """The line that has the cursor."""
    return next((line.partition("▌")[2] for line in terminal.lines if "▌" in line), "")


class Writer:
    """A terminal that stars and unstars its own papers, and knows what it was shown."""

    def __init__(self, terminal: Harness, share: int, shown: dict[int, bool], dice: random.Random) -> None:
        self.terminal = terminal
        self.papers = list(range(share * SHARE, (share + 1) * SHARE))
        self.shown = shown
        self.dice = dice
        self.at = -1
        self.flying: int | None = None

    def begin(self) -> None:
        self.terminal.wait_for("▌")
        self.terminal.press("0")
        self.terminal.wait_for("All")
        self.terminal.press("g", "g")
        self.at = 0

    def step(self, wait: bool) -> None:
        """Star or unstar one paper; `wait` until the screen shows it."""
        there = self.dice.choice(self.papers)
        self.terminal.press(*(["j"] * (there - self.at) + ["k"] * (self.at - there)))
        self.at = there
        wanted = not self.shown.get(there, False)
        before = len(self.terminal.log)
        self.flying = there
        self.terminal.press("s")
        if wait:
            self.terminal.wait_for(lambda t: len(t.log) > before and ("★" in row(t)) == wanted and self.is_at(t, there))
            self.shown[there] = wanted
            self.flying = None

    def is_at(self, terminal: Harness, there: int) -> bool:
        """Whether the list says that the cursor is on this row."""
        return any(f"{there + 1}/38" in line for line in terminal.lines)


def check(root: Path, shown: dict[int, bool], flying: list[int]) -> float:
    """Open the library as the next start would; return the milliseconds that took."""
    data = root / "data"
    begun = time.perf_counter()
    library = Library.open(data / "library.db", backups=data / "backups", device=root / "state" / "device")
    marks = library.marks()
    seconds = time.perf_counter() - begun
    with library, Catalog.open(data / "catalog.db") as catalog:
        connection = library._database.connection
        assert connection.execute("PRAGMA integrity_check").get == "ok"
        ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
        assert folded(ops) == stored_fold(connection)
        for there, starred in shown.items():
            found = catalog.paper(there + 1).uid in {uid for uid, mark in marks.items() if mark.starred}
            assert found == starred or there in flying, (
                f"paper {there + 1} was shown {'' if starred else 'not '}starred"
            )
            # What was on its way when the program died may have arrived.
            shown[there] = found
    return seconds * 1000


@pytest.mark.parametrize("writers", [1, 4])
def test_killed_in_the_terminal(
    writers: int, tmp_path: Path, long_form: bool, record_property: Callable[[str, Any], None]
) -> None:
    home = tmp_path / "home"
    env = environment(home)
    root = Path(env["PAPERREADER_HOME"])
    dice = random.Random(writers)
    shown: list[dict[int, bool]] = [{} for _ in range(writers)]
    rounds = (100 if writers == 1 else 25) if long_form else (4 if writers == 1 else 2)
    steps, slowest = 0, 0.0
    for _ in range(rounds):
        with ExitStack() as stack:
            terminals = [
                stack.enter_context(Harness([sys.executable, "-m", "paperreader"], env, (120, 40)))
                for _ in range(writers)
            ]
            herd = [Writer(terminal, share, shown[share], dice) for share, terminal in enumerate(terminals)]
            for writer in herd:
                writer.begin()
            for _ in range(dice.randrange(1, 8)):
                for writer in herd:
                    writer.step(wait=True)
                    steps += 1
            for writer in herd:
                writer.step(wait=False)
            time.sleep(dice.uniform(0, 0.06))
            for writer in herd:
                os.kill(writer.terminal.pid, signal.SIGKILL)
        # Leaving the block waited for them to be gone; what they wrote last may be half a frame, so nobody looks.
        for writer in herd:
            flying = [] if writer.flying is None else [writer.flying]
            if flying:
                writer.shown.setdefault(flying[0], False)
            slowest = max(slowest, check(root, writer.shown, flying))
    record_property(
        "measured",
        f"kill -9 of {writers} programs in terminals, {rounds} times: {steps} marks seen on the screen, 0 lost,"
        f" 0 half done, the library opened again in at most {slowest:.0f} ms",
    )
    assert steps >= rounds
    assert slowest < 1_000
