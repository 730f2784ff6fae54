"""Which of a file's own field names was taken for which of ours, so that a user can see what was guessed.

For formats whose entries have names of their own: CSV, JSON Lines, JSON. Names that are ours need no word.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperreader.formats.base import Remark
from paperreader.formats.synonyms import field_of
from paperreader.text.clean import clean_line

#: Names that are looked at and, of those that were not used, told.
_NAMES = 500
_TOLD = 30
#: What our own exports hold beside the paper: reading state, which an import never sets.
STATE = frozenset({"marks", "read", "starred", "later", "dismissed", "rating", "tags", "note"})


class Guess:
    """The names that were seen on the way through a file."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}

    def see(self, entry: Mapping[str, object]) -> None:
        """Take the names of one entry in; cheap where they were all seen before."""
        if len(self._names) < _NAMES and not self._names.keys() >= entry.keys():
            self._names.update(dict.fromkeys(entry))

    def remark(self, where: str) -> Remark | None:
        """Return what was taken for what, and what for nothing, in one line; None when every name is ours."""
        taken: dict[str, list[tuple[int, str]]] = {}
        left: list[str] = []
        for name in self._names:
            known = field_of(name)
            if known is not None:
                taken.setdefault(known[0], []).append((known[1], name))
            elif name not in STATE:
                left.append(name)
        parts = []
        for field, names in taken.items():
            # Of several the best that an entry has is used.
            spelled = [name for _, name in sorted(names)]
            if [name.lower().replace(" ", "_") for name in spelled] != [field]:
                parts.append(f"{field} <- {' or '.join(map(_quoted, spelled))}")
        words = ", ".join(parts)
        if left:
            more = f" and {len(left) - _TOLD} more" if len(left) > _TOLD else ""
            words += f"{'; ' if words else ''}not used: {', '.join(map(_quoted, left[:_TOLD]))}{more}"
        return Remark(where, words) if words else None


def _quoted(name: str) -> str:
    name = clean_line(name)
    return f'"{name[:60]}…"' if len(name) > 60 else f'"{name}"'
