"""The interface, floor 6: a Textual app that draws a session and turns keys into commands.

No logic of papers, marks or queries may enter here; it belongs to the session. Nothing is imported until `run` is
called, so that the command line never pays for Textual.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperreader.config import Settings
    from paperreader.session import Session

__all__ = ["prepare", "run", "theme_names"]


def _before_textual() -> None:
    """Set what Textual reads when it is imported."""
    # It waits for its refresh timer before it paints: 60 frames a second would add up to 16 ms to every key. The timer
    # runs only while something is to be painted, so a fast one costs nothing.
    os.environ.setdefault("TEXTUAL_FPS", "1000")


def theme_names() -> list[str]:
    """The names of the themes, the program's own first."""
    _before_textual()
    from paperreader.ui.themes import THEMES

    return THEMES


def prepare() -> None:
    """Import what `run` needs, the longest part of a start. What follows until the first paint collects no garbage."""
    import gc

    _before_textual()
    # Nothing that start-up makes is garbage: collecting it costs a tenth of the time to the first paint.
    gc.disable()
    import paperreader.ui.app  # noqa: F401


def run(session: Session, settings: Settings, problems: list[str] | None = None) -> int:
    """Open the reader on a session and return the exit code when the user leaves it.

    `problems` are sentences about the settings, shown at the start. The session is closed at the end.
    """
    import gc

    prepare()
    from paperreader.ui.app import PaperreaderApp

    app = PaperreaderApp(session, settings, problems or [])
    try:
        app.run(mouse=settings.mouse)
    finally:
        gc.enable()
        session.close()
    if app.farewell:
        with contextlib.suppress(OSError):  # the terminal may be what went
            sys.stderr.write(f"paperreader: {app.farewell}\n")
    return app.return_code or 0
