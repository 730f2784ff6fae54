"""What Textual itself costs: the least app there is, and the least app with three panes.

`python benchmarks/bare.py` shows one line of text; `python benchmarks/bare.py three` a sidebar, a list and a reading
pane of fixed text. Any key but `q` does nothing. They are the baselines of `interface.py`; keep them free of anything
that a bare app does not need.
"""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

READY = "bare and ready"


class Bare(App[None]):
    """One line of text."""

    BINDINGS: ClassVar = [("q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        yield Static(READY, markup=False)


class ThreePanes(Bare):
    """Three panes of text that is there from the start."""

    CSS = "#sidebar { width: 24; } #list { width: 1fr; } #reader { width: 1fr; }"

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static("\n".join(f"view {n}" for n in range(38)), id="sidebar", markup=False)
            yield Static("\n".join(f"a paper with the number {n}" for n in range(38)), id="list", markup=False)
            yield Static(f"{READY}\n" + "some words of an abstract " * 60, id="reader", markup=False)


if __name__ == "__main__":
    (ThreePanes if sys.argv[1:] == ["three"] else Bare)().run()
