"""The slow, obvious evaluator: what a query selects, one paper at a time, straight from the words of the docs."""

from __future__ import annotations

import time

from paperreader.paper import DECIDED, DISMISSED, LATER, READ, STARRED
from paperreader.search import words
from paperreader.search.rows import Row
from paperreader.search.tree import And, Every, Has, Named, Node, Not, Or, Range, State, Text
from paperreader.text.folding import fold


class Marked:
    """States for tests: everything in dictionaries."""

    def __init__(
        self,
        flags: bytes = b"",
        tags: dict[int, tuple[str, ...]] | None = None,
        notes: dict[int, str] | None = None,
        ratings: dict[int, int] | None = None,
        places: dict[int, float] | None = None,
    ) -> None:
        self.flags = bytearray(flags)
        self._of = {"tag": tags or {}, "note": notes or {}, "rating": ratings or {}, "later": places or {}}

    def numbers_with(self, field: str) -> list[int]:
        return [number for number, value in self._of[field].items() if value]

    def tags(self, number: int) -> tuple[str, ...]:
        return self._of["tag"].get(number, ())

    def note(self, number: int) -> str:
        return self._of["note"].get(number, "")

    def rating(self, number: int) -> int:
        return self._of["rating"].get(number, 0)

    def later(self, number: int) -> float | None:
        return self._of["later"].get(number)


def matches(tree: Node, row: Row, states: Marked) -> bool:
    """Whether a paper is selected."""
    match tree:
        case Every():
            return True
        case And():
            return all(matches(part, row, states) for part in tree.parts)
        case Or():
            return any(matches(part, row, states) for part in tree.parts)
        case Not():
            return not matches(tree.part, row, states)
        case Text():
            return _text(tree, row, states)
        case Named(field="tag"):
            return any(fold(tag) == fold(tree.value) for tag in states.tags(row.number))
        case Named():
            wanted = tree.value.lower()
            return any(wanted in (ident.lower(), ident.lower().split(":", 1)[1]) for ident in row.idents.split())
        case Range():
            return _range(tree, row, states)
        case State():
            flags = states.flags[row.number] if row.number < len(states.flags) else 0
            answers = {
                "read": flags & READ,
                "unread": not flags & READ,
                "starred": flags & STARRED,
                "later": flags & LATER,
                "dismissed": flags & DISMISSED,
                "decided": flags & DECIDED,
                "undecided": not flags & DECIDED,
            }
            return bool(answers[tree.name] if tree.name in answers else tree.name in row.decision.lower().split())
        case Has():
            return _has(tree.name, row, states)
    raise AssertionError(tree)


def _has(name: str, row: Row, states: Marked) -> bool:
    scheme = any(ident.startswith(name + ":") for ident in row.idents.split())
    return bool(
        {
            "pdf": "pdf" in row.links.split(),
            "code": "code" in row.links.split(),
            "arxiv": scheme,
            "doi": scheme,
            "abstract": row.abstract,
            "authors": row.authors,
            "keywords": row.keywords,
            "area": row.area,
            "venue": row.venue,
            "year": row.year is not None,
            "score": row.scores,
            "note": states.note(row.number),
            "tag": states.tags(row.number),
            "rating": states.rating(row.number),
        }[name]
    )


def _range(tree: Range, row: Row, states: Marked) -> bool:
    if tree.field == "year":
        value = row.year
    elif tree.field == "rating":
        value = states.rating(row.number)
    elif tree.field == "score":
        scores = [float(score) for score in row.scores.split("; ") if score]
        value = sum(scores) / len(scores) if scores else None
    else:
        value = time.time() - row.added if tree.age else row.added
    if value is None:
        return False
    above = tree.low is None or (value > tree.low if tree.open_low else value >= tree.low)
    below = tree.high is None or (value < tree.high if tree.open_high else value <= tree.high)
    return above and below


def _text(tree: Text, row: Row, states: Marked) -> bool:
    fields = {
        "title": [row.title],
        "keyword": row.keywords.split("; "),
        "author": row.authors.split("; "),
        "area": [row.area],
        "abstract": [row.abstract, row.tldr],
        "venue": [row.venue],
        "decision": [row.decision],
        "source": row.sources.split("; "),
        "note": [states.note(row.number)],
    }
    typed = words.split(tree.text)
    if tree.start or tree.end:
        title = words.split(row.title)
        heads = not tree.start or _same(typed, title[: len(typed)], whole=tree.end or tree.mode in ("exact", "phrase"))
        tails = not tree.end or title[-len(typed) :] == typed
        return heads and tails and not (tree.start and tree.end and title != typed)
    searched = [tree.field] if tree.field else ["title", "keyword", "author", "area", "abstract"]
    return any(_item(tree, typed, field, item) for field in searched for item in fields[field])


def _item(tree: Text, typed: list[str], field: str, item: str) -> bool:
    found = words.split(item)
    whole = tree.mode in ("exact", "phrase")
    short = field == "abstract" and len(typed) == 1 and len(typed[0]) < 3
    for start in range(len(found)):
        if _same(typed, found[start : start + len(typed)], whole or short):
            return True
    if tree.mode in ("phrase", "open") and len(typed) > 1:
        return False
    single = words.compounds(item)
    if field in ("title", "keyword"):
        single = single + words.inner(item)
    joined = "".join(typed)
    return any(word == joined or (not (whole or short) and word.startswith(joined)) for word in single + found)


def _same(typed: list[str], found: list[str], whole: bool) -> bool:
    if len(typed) != len(found) or typed[:-1] != found[:-1]:
        return False
    return typed[-1] == found[-1] or (not whole and found[-1].startswith(typed[-1]))
