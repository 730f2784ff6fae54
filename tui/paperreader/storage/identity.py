"""Which records are one paper: identifiers, permanent uids, and what only looks like a duplicate.

Pure rules; `intake` applies them to the catalogue. An identifier is the only proof that two records are one paper. A
title alone is proof only when years and first author agree and no identifier contradicts; anything less is suggested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from paperreader.paper import Ident, Record
from paperreader.text.identifiers import best_first
from paperreader.text.titlekey import author_key, title_key

#: A title key shorter than this says too little ("introduction", "editorial") to suggest a duplicate by itself.
_TELLING = 12
_SPACES = re.compile(r"\s+")
# One record is asked for its keys several times on its way in.
_title_key = lru_cache(maxsize=16)(title_key)
_author_key = lru_cache(maxsize=16)(author_key)


def ordered(idents: Iterable[Ident]) -> tuple[Ident, ...]:
    """Return identifiers best first, each once; what could not be stored as one word is left out."""
    return best_first(Ident(*ident) for ident in idents if ident[1] and not _SPACES.search(ident[1]))


def number_hash(data: bytes) -> int:
    """Return 64 bits of a text in UTF-8 as a signed integer, for an index."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)


def fingerprint(record: Record) -> Ident:
    """Return the `fp` identifier of a record without any other: title, year and first author, or the abstract.

    A title that was derived from the abstract may be derived differently another time, so the abstract stands for it.
    """
    key = "" if record.title_derived else _title_key(record.title)
    if key:
        text = f"{key}\n{record.year or ''}\n{first_author(record)}"
    else:
        text = "abstract\n" + (title_key(record.abstract) or record.abstract or record.title)
    return Ident("fp", blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest())


def first_author(record: Record) -> str:
    """Return the key of the first author's family name, or ""."""
    return _author_key(record.authors[0]) if record.authors else ""


def title_hash(record: Record) -> int | None:
    """Return the hash under which a record's title is looked up; None for a title that is no evidence."""
    if record.title_derived:
        return None
    key = _title_key(record.title)
    return number_hash(key.encode("utf-8", "surrogatepass")) if key else None


class Keys(NamedTuple):
    """What duplicates of a record are recognised by."""

    title: int | None
    year: int | None
    author: str


def keys(record: Record) -> Keys:
    """Return what duplicates of a record are recognised by."""
    return Keys(title_hash(record), record.year, first_author(record))


def telling(title: str) -> bool:
    """Whether a title is long enough to suggest a duplicate when nothing else is known."""
    return len(_title_key(title)) >= _TELLING


def contradict(first: Iterable[Ident], second: Iterable[Ident]) -> bool:
    """Whether two sets of identifiers name different papers: a scheme that both have, with no value in common."""
    ours: dict[str, set[str]] = {}
    for ident in first:
        ours.setdefault(ident.scheme, set()).add(ident.value)
    theirs: dict[str, set[str]] = {}
    for ident in second:
        theirs.setdefault(ident.scheme, set()).add(ident.value)
    return any(scheme != "fp" and ours[scheme].isdisjoint(theirs[scheme]) for scheme in ours.keys() & theirs.keys())


def strangers(first: Record, second: Record) -> bool:
    """Whether two records that share an identifier can hardly be one paper: other title and no author in common.

    One wrong DOI in somebody's list must not unite two papers.
    """
    if not first.authors or not second.authors or title_key(first.title) == title_key(second.title):
        return False
    ours = {author_key(name) for name in first.authors[:50]}
    return ours.isdisjoint(author_key(name) for name in second.authors[:50])


def new_uid(idents: Sequence[Ident], record: Record) -> Iterable[str]:
    """Yield uids for a new paper, best first, until one is free."""
    yield from map(str, idents)
    mark = str(fingerprint(record))
    yield mark
    for count in range(2, 1_000_000):
        yield f"{mark}-{count}"
