"""The nouns: a paper, what a source says of it, and what the user has marked.

Frozen values without behaviour of their own; everything that stores, finds or draws them lives on a higher floor.
Text in these values is as the source gave it (decoded and limited in size). It is hostile until it went through
`text.clean` or `text.readable`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

#: One bit a mark, so that the marks of 100,000 papers fit a bytearray indexed by paper number.
READ, STARRED, LATER, DISMISSED = 1, 2, 4, 8
#: A paper with any of these bits has been decided on.
DECIDED = STARRED | LATER | DISMISSED


class Ident(NamedTuple):
    """An identifier, normalised for its scheme: `doi`, `arxiv`, `openreview`, `acl`, `pmid`, `isbn`, or `fp`."""

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


class Link(NamedTuple):
    """A link of a paper; `kind` is `web`, `pdf`, `code` or `other`."""

    kind: str
    url: str


class Imprint(NamedTuple):
    """Where in print a paper stands, as its source writes it; each part may be ""."""

    volume: str = ""
    issue: str = ""
    pages: str = ""
    """With one hyphen between the first and the last: `1-40`; or the number of an article."""
    publisher: str = ""

    def place(self, dash: str = "-") -> str:
        """Return it as it is cited behind the name of a journal: `24(3), 1-40`; an issue alone says too little."""
        volume = f"{self.volume}({self.issue})" if self.volume and self.issue else self.volume
        return ", ".join(part for part in (volume, self.pages.replace("-", dash)) if part)

    def facts(self) -> tuple[str, ...]:
        """Return all of it in the order of a citation, for people: an issue without a volume, the place, the publisher.

        `("24(3), 1-40", "Microtome")`, `("no. 7",)`.
        """
        issue = f"no. {self.issue}" if self.issue and not self.volume else ""
        return tuple(part for part in (issue, self.place(), self.publisher) if part)


#: Of most papers nothing of it is known.
NO_IMPRINT = Imprint()
#: In `Record.uncertain`, beside "authors": the source names the first authors alone (`and others`, `et al.`).
OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What one source says of one paper."""

    title: str
    authors: tuple[str, ...] = ()
    abstract: str = ""
    venue: str = ""
    year: int | None = None
    decision: str = ""
    """The venue's own word, lower case where the source shouts: `oral`, `spotlight`, `poster`, `reject` …"""
    kind: str = ""
    """What kind of publication, in BibTeX's words (`article`, `inproceedings` …); "" when no source says."""
    imprint: Imprint = NO_IMPRINT
    area: str = ""
    keywords: tuple[str, ...] = ()
    tldr: str = ""
    idents: tuple[Ident, ...] = ()
    """Best first (see `storage.identity`)."""
    links: tuple[Link, ...] = ()
    scores: tuple[float, ...] = ()
    """The reviewers' ratings, in the venue's own scale."""
    submission: int | None = None
    """The venue's number of the submission."""
    former_title: str = ""
    title_derived: bool = False
    """The source has no title; this one was derived from the abstract."""
    uncertain: tuple[str, ...] = ()
    """Names of fields that rest on one unconfirmed source, such as `("authors",)`; and `OTHERS`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(Record):
    """One work, as the catalogue knows it: the union of its records."""

    uid: str
    """Permanent and exported: the best identifier it had when first seen, as `scheme:value`."""
    number: int
    """Its row in this machine's catalogue, from 1; not permanent, never exported."""


class Marks(NamedTuple):
    """The reading state of one paper. Everything in it can be undone."""

    read: bool = False
    starred: bool = False
    later: float | None = None
    """Its place in the later queue (smaller is sooner), or None when it is not in it."""
    dismissed: bool = False
    rating: int = 0
    """0 (none) to 5."""
    tags: tuple[str, ...] = ()
    """Sorted, without repetition."""
    note: str = ""

    @property
    def flags(self) -> int:
        """The marks as bits: `READ`, `STARRED`, `LATER`, `DISMISSED`."""
        return READ * self.read | STARRED * self.starred | LATER * (self.later is not None) | DISMISSED * self.dismissed

    @property
    def undecided(self) -> bool:
        """Neither starred, nor kept for later, nor dismissed; read or not."""
        return not self.flags & DECIDED


#: The marks of a paper that has nothing but flags, by its flags (`LATER` left out: that needs a place in the queue).
PLAIN_MARKS = tuple(
    Marks(read=bool(flags & READ), starred=bool(flags & STARRED), dismissed=bool(flags & DISMISSED))
    for flags in range(2 * DISMISSED)
)
NO_MARKS = PLAIN_MARKS[0]


@dataclass(frozen=True, slots=True)
class View:
    """A named query; its sort, if any, is part of the query (`sort:-year`)."""

    name: str
    query: str
    builtin: bool = False


#: The views that every library has, in the order of their digit keys (1 … 5, then 0).
BUILTIN_VIEWS = (
    View("Undecided", "is:undecided", builtin=True),
    View("Unread", "is:unread", builtin=True),
    View("Starred", "is:starred", builtin=True),
    View("Later", "is:later sort:later", builtin=True),
    View("Dismissed", "is:dismissed", builtin=True),
    View("All", "", builtin=True),
)
