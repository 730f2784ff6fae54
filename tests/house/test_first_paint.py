"""What is in memory when the reader is first painted: nothing that only later, or only something else, needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

#: Never before the first paint; each costs more than a frame (milliseconds measured: numpy 66 to 120, Markdown 34, click
#: 27, rapidfuzz 17, pygments and httpx more than any), or is for a file that is not there.
LATER = (
    "numpy", "rapidfuzz", "markdown_it", "pygments", "httpx", "click", "tomllib", "tomlkit", "importlib.metadata", "argparse",
    "sqlite3", "multiprocessing", "concurrent.futures.process", "xml", "http", "urllib.request", "webbrowser",
    "textual.widgets._markdown", "textual.widgets._footer", "textual.widgets._data_table",
    "paperreader.cli.group", "paperreader.formats.jsonl", "paperreader.storage.backup",
)  # fmt: skip

CODE = """
import asyncio, json, sys
from paperreader.cli import view
view.check_terminal = lambda: None

import paperreader.ui
def run(session, settings, problems=()):
    from paperreader.ui.app import PaperreaderApp
    painted = []
    class Watched(PaperreaderApp):
        def _painted(self):
            painted.append(sorted(sys.modules))
            super()._painted()
    async def main():
        before = set(sys.modules)
        async with Watched(session, settings, list(problems)).run_test(size=(120, 40)) as pilot:
            await pilot.pause()
        return before
    asyncio.run(main())
    session.close()
    print(json.dumps(painted[0]))
    return 0
paperreader.ui.run = run

from paperreader.cli import main
sys.exit(main([]))
"""


def modules(home: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return set(json.loads(done.stdout))


def test_nothing_is_loaded_before_the_first_paint_that_can_wait(home: Path) -> None:
    modules(home)  # the first start imports the seeds
    loaded = modules(home)
    assert "textual.app" in loaded
    found = {name for name in loaded if any(name == later or name.startswith(later + ".") for later in LATER)}
    assert found == set()
