"""Which records are one paper: identifiers, permanent uids, and what only looks like a duplicate.

Pure rules; `intake` applies them to the catalogue. An identifier is the only proof that two records are one paper. A
title alone is proof only when years and first author agree and no identifier contradicts; anything less is suggested.
A title that many works share ("Editorial") is none: of such works the place in print has to be the same as well.
"""

# ruff: noqa: SIM905 (lists of words read better in one string)

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from paperreader.paper import Ident, Record
from paperreader.text.identifiers import best_first
from paperreader.text.titlekey import author_key, title_key

#: A title key shorter than this says too little to suggest a duplicate by itself.
_TELLING = 12
#: Words, as title keys, of titles that many works share; and what may stand beside one without telling more.
_SHARED = frozenset(
    """
    abstract abstracts acknowledgement acknowledgements acknowledgment acknowledgments afterword announcement
    announcements backmatter bibliography bookreview bookreviews chapter comment commentary comments conclusion
    conclusions contents corrigenda corrigendum correction corrections correspondence discussion editor editorial
    editorials editors epilogue errata erratum foreword frontmatter glossary index introduction introductory letter
    letters matter memoriam miscellany news note notes obituary overview postscript preface proceedings program
    programme prologue rejoinder remarks reply response retraction review reviews summary title toc untitled welcome
    avantpropos einfuhrung einleitung geleitwort inhaltsverzeichnis introduccion introduzione nachwort prefacio
    prefazione prologo vorwort введение заключение предисловие 前言 引言 序言 编者按 卷首语
    """.split()
)
_FILLING = frozenset(
    """
    a an and author authors back book books brief by chief edition first for from front guest in issue no number of on
    our part second section short special table the third this to volume
    """.split()
)
#: No title of such words alone is longer.
_LONGEST_SHARED = 120
_COUNT = re.compile(r"[0-9]+(st|nd|rd|th)?|[ivx]{1,5}")
_PAGE = re.compile(r"[^\s,;\-\N{EN DASH}\N{EM DASH}]+")
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
    To a title that many works share, its place is added, if there is any.
    """
    key = "" if record.title_derived else _title_key(record.title)
    if key:
        text = f"{key}\n{record.year or ''}\n{first_author(record)}"
        if shared(record.title):
            text += _place(record)
    else:
        text = "abstract\n" + (title_key(record.abstract) or record.abstract or record.title)
    return Ident("fp", blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest())


def shared(title: str) -> bool:
    """Whether many works have this title: it is made of such words as "editorial" or "reply" and what counts them."""
    if len(title) > _LONGEST_SHARED:
        return False
    words = [word for word in map(title_key, title.split()) if word]
    return any(word in _SHARED for word in words) and all(
        word in _SHARED or word in _FILLING or _COUNT.fullmatch(word) for word in words
    )


def _place(record: Record) -> str:
    """Return where in print a work stands, for comparison (container, volume, issue, first page), or ""."""
    imprint = record.imprint
    page = _PAGE.search(imprint.pages)
    parts = [title_key(text) for text in (record.venue, imprint.volume, imprint.issue, page[0] if page else "")]
    return "\n" + "\n".join(parts) if any(parts) else ""


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
    """Whether a title says enough to suggest a duplicate when nothing else is known."""
    return len(_title_key(title)) >= _TELLING and not shared(title)


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
