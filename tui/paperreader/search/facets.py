"""What a result is made of: how many of its papers have each area, decision, venue, year, keyword, author, tag.

Counted from the rows of the papers themselves, or from the columns of a large index; for a worker thread.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from paperreader.text.folding import fold

from . import words
from .query import quote
from .rows import Row, parts
from .states import States


class FacetValue(NamedTuple):
    """One value: what to show, how many papers of the result have it, and the query that selects those."""

    label: str
    papers: int
    query: str


class Facet(NamedTuple):
    """The values of one field in a result, the most frequent first (years: the latest first)."""

    field: str
    title: str
    values: tuple[FacetValue, ...]
    different: int
    """How many values there are, more than are listed perhaps."""
    without: int
    """How many papers have none."""


TITLES = {
    "area": "Areas",
    "decision": "Decisions",
    "venue": "Venues",
    "year": "Years",
    "keyword": "Keywords",
    "author": "Authors",
    "tag": "Tags",
}
#: So many spellings of one keyword stand in its query.
_SPELLINGS = 8


class Counted(NamedTuple):
    """How many papers have each value of a field, as it is written, and how many have none."""

    values: Counter[str]
    without: int


def count(rows: Iterable[Row], states: States, fields: Iterable[str]) -> dict[str, Counted]:
    """Count the values of some fields in some papers. (`counts.count` does it in a large index.)"""
    wanted = list(fields)
    counts: dict[str, Counter[str]] = {field: Counter() for field in wanted}
    without = dict.fromkeys(wanted, 0)
    for row in rows:
        for field in wanted:
            values = _values(row, field, states)
            if values:
                counts[field].update(values)
            else:
                without[field] += 1
    return {field: Counted(counts[field], without[field]) for field in wanted}


def facets(found: Mapping[str, Counted], limit: int = 50) -> list[Facet]:
    """List what was counted, in the order of `TITLES`; at most `limit` values for each field."""
    listed = []
    for field, title in TITLES.items():
        if field in found:
            counts, without = found[field]
            values, different = _keywords(counts, limit) if field == "keyword" else _plain(field, counts, limit)
            listed.append(Facet(field, title, tuple(values), different, without))
    return listed


def _values(row: Row, field: str, states: States) -> set[str]:
    if field == "keyword":
        return {keyword.strip() for keyword in parts(row.keywords) if keyword.strip()}
    if field == "author":
        return {name.strip() for name in parts(row.authors) if name.strip()}
    if field == "tag":
        return set(states.tags(row.number))
    if field == "year":
        return {str(row.year)} if row.year is not None else set()
    text = str(getattr(row, field)).strip()
    return {text} if text else set()


def _grouped(counts: Counter[str], key: Callable[[str], str]) -> dict[str, list[str]]:
    """The spellings of the values that are the same."""
    groups: dict[str, list[str]] = {}
    for value in counts:
        same = key(value)
        if same in groups:
            groups[same].append(value)
        else:
            groups[same] = [value]
    return groups


def _folded(value: str) -> str:
    """`fold`, without a call for most of the names that a large catalogue has."""
    return value.lower() if value.isascii() and "`" not in value else fold(value)


def _commonest(spellings: Iterable[str], counts: Counter[str]) -> list[str]:
    return sorted(spellings, key=lambda value: (-counts[value], value))


def _totals(groups: Mapping[str, list[str]], counts: Counter[str]) -> dict[str, int]:
    """How many papers have each group."""
    return {
        key: counts[spellings[0]] if len(spellings) == 1 else sum([counts[value] for value in spellings])
        for key, spellings in groups.items()
    }


def _most(totals: Mapping[str, int], label: Callable[[str], str], limit: int) -> list[str]:
    """The keys of the groups that most papers have."""
    # Only those that may be among them are compared by their names.
    least = min(heapq.nlargest(limit, totals.values()), default=0)
    some = [key for key, total in totals.items() if total >= least]
    return sorted(some, key=lambda key: (-totals[key], fold(label(key))))[:limit]


def _plain(field: str, counts: Counter[str], limit: int) -> tuple[list[FacetValue], int]:
    """Values that are the same when they are folded, under their commonest spelling; and how many there are."""
    groups = _grouped(counts, _folded)
    totals = _totals(groups, counts)
    if field == "year":
        best = sorted(groups, key=lambda year: -int(year))[:limit]
    else:
        best = _most(totals, lambda key: _commonest(groups[key], counts)[0], limit)
    labels = {key: _commonest(groups[key], counts)[0] for key in best}
    return [FacetValue(labels[key], totals[key], f"{field}:{quote(labels[key])}") for key in best], len(groups)


def _keywords(counts: Counter[str], limit: int) -> tuple[list[FacetValue], int]:
    """Keywords by what they mean: case, plural and acronym are no difference ("LLMs", "Large Language Model")."""
    groups = _grouped(counts, meaning)
    totals = _totals(groups, counts)
    spelled_out: dict[str, str] = {}
    for key in groups:
        initials = "".join([word[0] for word in key.split()])
        if len(initials) > 1:
            known = spelled_out.setdefault(initials, key)
            if (-totals[key], key) < (-totals[known], known):
                spelled_out[initials] = key
    acronyms: dict[str, list[str]] = {}
    for key in [key for key in groups if " " not in key and spelled_out.get(key, key) != key]:
        if sum(map(str.isupper, _commonest(groups[key], counts)[0])) > 1:
            acronyms.setdefault(spelled_out[key], []).extend(groups.pop(key))
            totals[spelled_out[key]] += totals.pop(key)
    values = []
    for key in _most(totals, lambda key: _commonest(groups[key], counts)[0], limit):
        spellings = _commonest(groups[key], counts) + _commonest(acronyms.get(key, ()), counts)
        ways = {fold(keyword): keyword for keyword in reversed(spellings)}
        query = " | ".join(
            [f'"{keyword.replace(chr(34), " ")}"' for keyword in list(ways.values())[-_SPELLINGS:][::-1]]
        )
        query = f"keyword:({query})" if len(ways) > 1 else f"keyword:{query}"
        values.append(FacetValue(spellings[0], totals[key], query))
    return values, len(groups)


def meaning(keyword: str) -> str:
    """A keyword without case, plural and what stands in parentheses."""
    outside, _, rest = keyword.partition("(")
    outside += rest.partition(")")[2]
    found = words.split(outside) or words.split(keyword)
    return " ".join([_singular(word) for word in found]) or keyword


def _singular(word: str) -> str:
    if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
