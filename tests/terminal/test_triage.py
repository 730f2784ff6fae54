"""Papers decided one after the other, the program killed in between: every decision once, and on from the right paper.

The long form, over catalogues of any size and at a fixed pace, is `benchmarks/triage.py`.
"""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path

from harness import Harness
from steps import opened, row

from paperreader.formats.base import Entry
from paperreader.paper import DISMISSED, LATER, STARRED
from paperreader.paths import Places
from paperreader.sources.seeds import seeds
from paperreader.storage.library import Library
from paperreader.text.readable import readable

FLAGS = {"a": STARRED, "w": LATER, "d": DISMISSED}
KEYS = "adwddawdadwwdadaddwadwdaad"


def decided(home: Path) -> int:
    """How many papers the library on the disk has as decided."""
    where = Places(home / "config", home / "data", home / "state", home / "cache")
    with Library.open(where.library, backups=where.backups, device=where.device, read_only=True) as library:
        return sum(bool(marks.flags & (STARRED | LATER | DISMISSED)) for marks in library.marks().values())


def on(terminal: Harness) -> str:
    """The title under the cursor, as far as it fits into the list."""
    return row(terminal).strip(" •★◔×…")


def undecided(terminal: Harness) -> int:
    """How many papers the sidebar counts as undecided."""
    found = re.search(r"1 Undecided +(\d+)", terminal.text)
    return int(found[1]) if found else -1


def test_killed_again_and_again_no_decision_is_lost(reader: Callable[..., Harness], tmp_path: Path) -> None:
    home = tmp_path / "paperreader"
    session = home / "state" / "session.json"
    titles = [readable(entry.record.title).line for entry in seeds() if isinstance(entry, Entry)]
    assert len(titles) == 38
    here = 0
    for target, seen in ((9, 4), (18, 14), (len(KEYS), len(KEYS))):
        terminal = opened(reader())
        assert on(terminal)
        assert titles[here].startswith(on(terminal)), f"on {on(terminal)!r} instead of {titles[here]!r}"
        # What lies open is saved now and then. The decisions from here on come after that, or before the next time.
        terminal.press(KEYS[here])
        terminal.wait_for(lambda _: session.exists() and json.loads(session.read_text())["uid"])
        for key in KEYS[here + 1 : target]:
            terminal.press(key)
        terminal.wait_for(lambda t, seen=seen: undecided(t) <= 38 - seen)
        shown = 38 - undecided(terminal)
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_exit() == -signal.SIGKILL
        here = decided(home)
        assert shown <= here <= target

    assert here == len(KEYS)
    terminal = opened(reader())
    assert titles[here].startswith(on(terminal))
    for view, flag in (("3", STARRED), ("4", LATER), ("5", DISMISSED)):
        chosen = [title for title, key in zip(titles, KEYS, strict=False) if FLAGS[key] == flag]
        terminal.press(view, "g", "g")
        terminal.wait_for(re.compile(rf"1/{len(chosen)}\b"))
        for title in chosen:
            terminal.wait_for(lambda t, title=title: on(t) and title.startswith(on(t)))
            terminal.press("j")
