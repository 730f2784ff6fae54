"""What a message says of a word that the user wrote: the word, safe to show, and the nearest one that is known."""

from __future__ import annotations

from collections.abc import Iterable

#: Longest part of a wrong value that a message repeats.
_SHOWN = 60
#: How alike two words are (0 to 1, as `difflib` has it) of which one may stand for the other: a slip or two of the
#: fingers. A word that is farther off would only mislead.
NEAR = 0.7


def near(word: str, known: Iterable[str]) -> str:
    """Return the known word that this one was most likely meant to be, or "" when none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(known), 1, NEAR)), "")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean "…"?` for the nearest known word, or "" when none is near."""
    found = near(word, known)
    return f'; did you mean "{found}"?' if found else ""


def shown(value: object) -> str:
    """A value as it can stand in a message: quoted, controls escaped, cut."""
    if isinstance(value, bool):
        return str(value).lower()
    text = ascii(value) if not isinstance(value, str) or not value.isprintable() else f'"{value}"'
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def plain(name: str) -> str:
    return name if name.isprintable() and len(name) <= _SHOWN else shown(name)
