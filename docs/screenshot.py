"""Make `docs/screenshot.svg`, the picture in the README: the app itself, on the seeds, in a folder of its own.

Run it with `python docs/screenshot.py` after `make setup`, and look at what came out.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: What a user might have done: a star, two decisions, a tag, a note, and the cursor on the next paper.
KEYS = ["j", "s", "j", "r", "j", "a", "w", "d", "k", "k", "k", "k", "t", *"+memory", "enter", "j", "j", "j", "j"]


async def picture(columns: int = 140, rows: int = 38) -> str:
    """Run the reader without a terminal and return its screen as SVG."""
    from paperreader.config import Settings
    from paperreader.paths import places
    from paperreader.session import open_session
    from paperreader.ui.app import PaperreaderApp

    session = open_session(places())
    app = PaperreaderApp(session, Settings(), [])
    async with app.run_test(size=(columns, rows)) as pilot:
        while app.main.reader.glyph_mode != app.options.math or not session.engine.ready:
            await pilot.pause(0.01)
        session.pace.words = lambda left: ""  # type: ignore[method-assign]
        await pilot.press(*KEYS)
        while not app.main.sidebar.areas:
            await pilot.pause(0.1)
        await pilot.pause(0.1)
        svg = app.export_screenshot()
    session.close()
    # The fonts that the exporter names are on other people's servers; every system has a monospaced one.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace")


def main() -> None:
    """Write the picture beside this file."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["PAPERREADER_HOME"] = home
        (HERE / "screenshot.svg").write_text(asyncio.run(picture()), "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent / "tui"))
    main()
