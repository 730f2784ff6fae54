"""Which keys mean which command: the defaults, a preset over them, the user's own over both."""

from __future__ import annotations

from collections.abc import Mapping

from paperreader.commands.presets import PRESETS
from paperreader.commands.spelling import key_sequence
from paperreader.commands.table import BY_ID, COMMANDS, LIST, READER, SIDEBAR, Command
from paperreader.config import nearest, shown

#: What a key is called on screen; anything else is drawn as it is.
_DRAWN = {
    "down": "↓", "up": "↑", "left": "←", "right": "→", "home": "Home", "end": "End", "pagedown": "PgDn",
    "pageup": "PgUp", "space": "Space", "enter": "Enter", "escape": "Esc", "tab": "Tab", "shift+tab": "⇧Tab",
}  # fmt: skip


def drawn_key(sequence: str) -> str:
    """Return a key sequence as people write it: `"g g"` is `gg`, `"ctrl+d"` is `^D`."""

    def one(key: str) -> str:
        if key in _DRAWN:
            return _DRAWN[key]
        if key.startswith("ctrl+") and len(key) == 6:
            return "^" + key[-1].upper()
        return key

    return "".join(one(key) for key in sequence.split(" "))


class Keymap:
    """Which command a key sequence means in a pane.

    `preset` names a set of `PRESETS`; `overrides` maps command ids to the sequences that replace those (an empty tuple
    unbinds). The caller has checked them with `check_keys`; an unknown id is ignored here.
    """

    def __init__(self, overrides: Mapping[str, tuple[str, ...]] | None = None, preset: str = "vim") -> None:
        self._overrides = {**PRESETS.get(preset, {}), **(overrides or {})}
        self._bound: dict[str, dict[str, Command]] = {LIST: {}, READER: {}, SIDEBAR: {}}
        self._prefixes: dict[str, set[str]] = {LIST: set(), READER: set(), SIDEBAR: set()}
        for command in COMMANDS:
            for sequence in self.keys(command):
                for pane in command.scope or (LIST, READER, SIDEBAR):
                    # The first command keeps a key that two want; `check_keys` has told the user.
                    self._bound[pane].setdefault(sequence, command)
                    parts = sequence.split(" ")
                    self._prefixes[pane].update(" ".join(parts[:n]) for n in range(1, len(parts)))

    def keys(self, command: Command) -> tuple[str, ...]:
        """The sequences that run this command."""
        return self._overrides.get(command.id, command.keys)

    def find(self, pane: str, sequence: str) -> Command | None:
        """The command that this whole sequence means in this pane."""
        return self._bound[pane].get(sequence)

    def is_prefix(self, pane: str, sequence: str) -> bool:
        """Whether a longer sequence starts with this one."""
        return sequence in self._prefixes[pane]

    def following(self, pane: str, prefix: str) -> list[tuple[str, Command]]:
        """What may follow a prefix: (the rest of the sequence as drawn, its command)."""
        start = prefix + " "
        return [
            (drawn_key(sequence[len(start) :]), command)
            for sequence, command in self._bound[pane].items()
            if sequence.startswith(start)
        ]


def check_keys(
    overrides: Mapping[str, tuple[str, ...]], preset: str = "vim"
) -> tuple[dict[str, tuple[str, ...]], list[tuple[str, str]]]:
    """Check a user's keys; return those that can be used, and (id, reason) for each that cannot.

    The keys may be written in any spelling; what is returned is in that of the table. A command that does not exist, a
    key that is none, and a key that two commands would share are left out, so that the defaults stand.
    """
    good: dict[str, tuple[str, ...]] = {}
    problems: list[tuple[str, str]] = []
    for name, sequences in overrides.items():
        if name not in BY_ID:
            problems.append((name, f"no command is called {shown(name)}{nearest(name, BY_ID)}"))
            continue
        try:
            good[name] = tuple(map(key_sequence, sequences))
        except ValueError as error:
            problems.append((name, str(error)))
    base = PRESETS.get(preset, {})
    # Leaving one out gives its command the default keys back, which another one may have taken: look again until
    # nothing clashes.
    refused = True
    while refused:
        refused = False
        for name in list(good):
            clash = _clash(name, {**base, **good})
            if clash:
                problems.append((name, clash))
                del good[name]
                refused = True
    return good, problems


def _clash(name: str, overrides: dict[str, tuple[str, ...]]) -> str:
    """Say with which other command the keys of this one clash, or return ""."""
    mine = BY_ID[name]
    for other in COMMANDS:
        if other.id == name or (mine.scope and other.scope and not set(mine.scope) & set(other.scope)):
            continue
        for theirs in overrides.get(other.id, other.keys):
            for sequence in overrides[name]:
                if sequence == theirs or f"{sequence} ".startswith(f"{theirs} ") or theirs.startswith(f"{sequence} "):
                    return f"{drawn_key(sequence)!r} for {name!r} is already the key of {other.id!r}"
    return ""
