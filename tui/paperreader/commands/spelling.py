"""The spelling of keys: what a user may write for a key, and the one way in which the table writes it."""

from __future__ import annotations

from paperreader.config import nearest, shown

#: Keys with a name, as Textual calls them; a letter, digit or sign is its own name.
KEY_NAMES = frozenset({
    "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete", "backspace", "tab", "enter",
    "escape", "space", *(f"f{number}" for number in range(1, 25)),
})  # fmt: skip
_OTHER_NAMES = {
    "esc": "escape", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup", "pgdn": "pagedown",
    "pgdown": "pagedown", "page-up": "pageup", "page-down": "pagedown", " ": "space", "control": "ctrl", "↑": "up",
    "↓": "down", "←": "left", "→": "right",
}  # fmt: skip
_MODIFIERS = ("alt", "ctrl", "hyper", "meta", "shift", "super")
#: A terminal sends the same byte for both, so the left one can never be told from the right one.
_SAME_BYTES = {
    "ctrl+h": "Backspace", "ctrl+i": "Tab", "ctrl+j": "Enter", "ctrl+m": "Enter", "ctrl+[": "Esc",
}  # fmt: skip


def key_sequence(text: str) -> str:
    """Return a key or a sequence of keys (`"g g"`) in the spelling of the table of commands.

    Keys stand apart by blanks. `^D` and `ctrl+d` are one key, as are `shift+a` and `A`, `esc` and `escape`. Raises
    ValueError with a reason and the nearest valid spelling.
    """
    keys = text.split(" ") if text.strip(" ") else [text]
    return " ".join(_key(key) for key in keys if key)


def _key(key: str) -> str:
    if len(key) == 2 and key[0] == "^":
        key = f"ctrl+{key[1]}"
    head, _, base = key.rpartition("+")
    if not base:  # the key "+" itself, alone or after modifiers
        head, base = head.removesuffix("+"), "+"
    modifiers = [_OTHER_NAMES.get(name.lower(), name.lower()) for name in head.split("+") if name]
    for name in modifiers:
        if name not in _MODIFIERS:
            raise ValueError(f"{shown(key)}: {shown(name)} is not a modifier{nearest(name, _MODIFIERS)}")
    named = _OTHER_NAMES.get(base.lower(), base.lower())
    if named in KEY_NAMES:
        base = named
    elif len(base) != 1 or not base.isprintable():
        if modifiers or not base.isalnum() or len(base) > 3:
            raise ValueError(f"there is no key {shown(key)}{nearest(base, KEY_NAMES)}")
        raise ValueError(f"there is no key {shown(key)}; a sequence is written with blanks: {' '.join(base)!r}")
    elif "shift" in modifiers and len(modifiers) == 1:
        modifiers, base = [], base.upper()
    elif modifiers:
        base = base.lower()
    whole = "+".join([*sorted(modifiers), base])
    if whole in _SAME_BYTES:
        raise ValueError(f"a terminal cannot tell {whole!r} from {_SAME_BYTES[whole]}; choose another key")
    return whole
