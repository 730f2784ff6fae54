"""What the interface itself does for a command: one function an id, taking the main screen.

Commands about papers and marks are methods of the session; these are about panes, lines being typed, other programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperreader.ui.screens.main import MainScreen

Action = Callable[["MainScreen"], None]
ACTIONS: dict[str, Action] = {}


def action(command: str) -> Callable[[Action], Action]:
    """Register the function that carries out the command of this id."""

    def register(function: Action) -> Action:
        ACTIONS[command] = function
        return function

    return register


from paperreader.ui.actions import finding, moving, out, panes, settings, typing  # noqa: E402, F401  (they register themselves)
