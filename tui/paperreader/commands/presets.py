"""Sets of keys for hands that know another program, as data: what differs from the default (`vim`).

A command that is not named keeps its keys; an empty tuple takes them away.
"""

from __future__ import annotations

PRESETS: dict[str, dict[str, tuple[str, ...]]] = {
    "vim": {},
    # The keys of newsboat's article list, where it has the same act.
    "newsboat": {
        "open": ("enter", "l", "right"),
        "back": ("q", "escape", "h", "left"),
        "quit": ("Q",),
        "next-unread": ("n", "] u"),
        "previous-unread": ("p", "[ u"),
        "next-undecided": ("ctrl+n",),
        "previous-undecided": (),
        "next-match": ("alt+n",),
        "previous-match": ("alt+p",),
        "read": ("N",),
        "open-pdf": ("P",),
        "dismiss": ("D", "d"),
        "sort": ("g s", "S"),
        "reverse": ("G s",),
        "top": ("home",),
        "bottom": ("end",),
        "page-down": ("ctrl+f", "pagedown"),
        "page-up": ("ctrl+b", "pageup"),
        "delete-view": ("X d",),
        "export": ("X x",),
    },
    # No letters for moving: arrows and the keys above them.
    "arrows": {
        "down": ("down",),
        "up": ("up",),
        "top": ("home",),
        "bottom": ("end",),
        "half-down": (),
        "half-up": (),
        "open": ("enter", "right"),
        "back": ("escape", "left"),
        "reader-down": ("shift+down",),
        "reader-up": ("shift+up",),
    },
}
