"""Where a word may stand, and how much a match there says. The rules that both indexes and the highlights share.

A *level* is 0 (no match) to 255; the score of a paper is the sum over the words of rarity times level.
"""

from __future__ import annotations

from . import table, words
from .tree import Has, Named, Node, Range, Text

#: The fields that a bare word searches.
FIELDS = ("title", "keyword", "author", "area", "abstract")
#: Text leaves of these fields have hits with levels; others only select.
SCORED = ("", *FIELDS)

#: The fields with levels of their own: `lead` is the first author, whom people remember.
LEVELLED = ("title", "keyword", "lead", "author", "area", "abstract")
#: The word itself.
EXACT = {"title": 200, "keyword": 180, "lead": 200, "author": 185, "area": 90, "abstract": 80}
#: A longer word.
STARTS = {"title": 170, "keyword": 150, "lead": 165, "author": 152, "area": 80, "abstract": 65}

#: In an abstract, a shorter word must match whole: everything starts with every letter.
SHORTEST_START = 3


def fields_of(leaf: Text) -> tuple[str, ...]:
    """The fields that a leaf searches."""
    return (leaf.field,) if leaf.field else FIELDS


def levelled_of(leaf: Text) -> tuple[str, ...]:
    """The same, with the parts of fields that have a level of their own."""
    if not leaf.field:
        return LEVELLED
    return ("author", "lead") if leaf.field == "author" else (leaf.field,)


#: A beginning of so few letters says little: shares of the level of a longer word.
BEGINNINGS = (0.0, 0.6, 0.75, 0.9, 1.0)


def starts(field: str, letters: int) -> int:
    """The level of a longer word of which so many letters were typed."""
    return int(STARTS[field] * BEGINNINGS[min(letters, 4)])


def too_short(field: str, word: str) -> bool:
    """Whether a typed word must match whole in this field."""
    return field == "abstract" and len(word) < SHORTEST_START


def of_marks(leaf: Node) -> bool:
    """Whether a leaf asks about what the user made, apart from the four flags."""
    if isinstance(leaf, Has):
        return leaf.name in table.MARK_THINGS
    return isinstance(leaf, (Named, Range, Text)) and leaf.field in ("tag", "rating", "note")


def flow(typed: list[str], whole: bool) -> str:
    """What to look for in a flow (words with blanks around each): a row of words, the last one whole or begun."""
    return " " + " ".join(typed) + (" " if whole else "")


def anchored(title: str, wanted: str, start: bool, end: bool) -> bool:
    """Whether the flow of a title starts, ends, or starts and ends with `wanted`."""
    if start and end:
        return title == wanted
    return title.startswith(wanted) if start else title.endswith(wanted)


def stands_in(leaf: Text, text: str) -> bool:
    """Whether a leaf's words stand in a text that is not indexed: the rule of the index, applied to one text."""
    typed = words.split(leaf.text)
    found = words.split(text)
    whole = leaf.mode in ("exact", "phrase")
    if flow(typed, whole) in flow(found, whole=True):
        return True
    if leaf.mode not in ("word", "exact") and len(typed) > 1:
        return False
    joined = "".join(typed)
    others = [*found, *words.compounds(text)]
    return joined in others if whole else any(other.startswith(joined) for other in others)
