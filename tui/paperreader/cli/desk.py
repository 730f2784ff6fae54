"""What the commands work on: a session without a screen, or the catalogue or the library alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paperreader.cli.outcome import say
from paperreader.errors import ReadOnly, UsageError
from paperreader.paths import places

if TYPE_CHECKING:
    from paperreader.paper import Marks, Paper
    from paperreader.search import Query, Result
    from paperreader.session import Session
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.library import Applied, Library

#: Papers fetched from the catalogue in one go; the memory of a long list does not grow with it.
_BATCH = 500


class Desk:
    """A session, and what commands ask of it."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def followed(self, applied: Applied | None) -> Applied | None:
        """Let the catalogue know of what a command merged or separated, and return the command."""
        from paperreader.storage.joined import follow

        if late := follow(self.session.library, self.session.catalog, applied):
            say(late)
        return applied

    def search(self, query: str) -> Sequence[int]:
        """The numbers of the papers that match, best first. Raises QueryError."""
        return self.result(query).order

    def result(self, query: str) -> Result:
        """The papers that match, with what else is known of the result. Raises QueryError."""
        from paperreader.search import parse

        parsed = parse(query)
        for doubt in _doubts(parsed):
            say(doubt)
        return self.session.engine.search(parsed)

    def shown(self, words: Sequence[str]) -> Result:
        """The papers to print: those of a query, all without one, those whose ids are on standard input for `-`."""
        if tuple(words) != ("-",):
            return self.result(" ".join(words))
        from paperreader.search import Result, parse

        return Result(parse(""), self.piped())

    def named(self, words: Sequence[str], *, everything: str = "--all", careful: bool = False) -> list[int]:
        """The papers meant by words: by ids on standard input (`-`), by one id, or by a query.

        `everything` is how the command is told that all papers are meant: an empty query, which a script makes of a
        variable without a value, does not say it. `careful` refuses what the query language only has doubts about,
        for commands that change marks. Raises QueryError, and UsageError also when an id of standard input is none.
        """
        if tuple(words) == ("-",):
            return self.piped()
        query = " ".join(words)
        if not query.strip():
            raise UsageError(f"the query is empty; say which papers, or {everything} for every paper")
        single = self.find(words[0]) if len(words) == 1 else []
        if careful and not single:
            _check_meant(words, everything)
        return single or list(self.search(query))

    def piped(self) -> list[int]:
        """The papers whose ids are on standard input, in that order. Raises UsageError when one of them is none."""
        from paperreader.cli import stdin

        numbers, missing = numbers_of(self.session.catalog, list(stdin.ids()))
        if missing:
            raise UsageError(f"{missing}; nothing was done")
        return numbers

    def find(self, name: str) -> list[int]:
        """The papers that have an identifier (as `Catalog.find`)."""
        return self.session.catalog.find(name)

    def one(self, name: str) -> Paper:
        """The one paper that has an identifier. Raises UsageError when there is none, or more than one."""
        found = self.find(name)
        if len(found) != 1:
            many = f"{len(found)} papers have" if found else "no paper has"
            raise UsageError(f"{many} the id {name}; paperreader list --format ids prints them all")
        return self.session.catalog.paper(found[0])

    def papers(self, numbers: Sequence[int]) -> Iterator[tuple[Paper, Marks]]:
        """The papers with their marks, fetched in batches."""
        for start in range(0, len(numbers), _BATCH):
            for paper in self.session.catalog.papers(numbers[start : start + _BATCH]):
                yield paper, self.session.marks.of(paper.number)


def numbers_of(catalog: Catalog, names: Sequence[str]) -> tuple[list[int], str]:
    """The papers that have these ids, in their order and each once, and a sentence on ids that none has, or ""."""
    uids = catalog.numbers_of(names)  # most are uids, and those are found all at once
    numbers: dict[int, None] = {}
    missing = []
    for name in names:
        found = [uids[name]] if name in uids else catalog.find(name)
        numbers.update(dict.fromkeys(found))
        if not found:
            missing.append(name)
    more = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
    return list(numbers), f"no paper has the id {missing[0]}{more}" if missing else ""


def _doubts(parsed: Query) -> list[str]:
    """What is to be said of a query that parses: a quotation mark without its other, a field that is none."""
    import re

    from paperreader.search import table
    from paperreader.text.identifiers import SCHEMES  # arxiv:2509.24745 is found in the identifiers

    doubts = [notice.message for notice in parsed.notices]
    told = {parsed.text[notice.position : notice.position + notice.length] for notice in parsed.notices}
    unquoted = re.sub(r'"[^"]*"?', " ", parsed.text)
    names = dict.fromkeys(re.findall(r"(?:^|[\s(|-])([a-z_]+):(?=[^\s/])", unquoted))
    known = {*table.BY_NAME, table.SORT, *SCHEMES}
    unknown = [name for name in names if name not in known and f"{name}:" not in told]
    return doubts + [f"{name}: is not a field, so it is searched as text" for name in unknown]


def _check_meant(words: Sequence[str], everything: str) -> None:
    """Raise UsageError for a query by which too many papers could be marked, since it was hardly meant so."""
    from paperreader.search import parse
    from paperreader.search.tree import Every

    if "-" in words:
        raise UsageError("- stands for the ids on standard input, and then alone; nothing was done")
    parsed = parse(" ".join(words))
    if doubts := _doubts(parsed):
        raise UsageError(
            f"{'; '.join(doubts)}. Nothing was done. If the text itself is meant, put quotation marks around it: "
            "'\"like: this\"'"
        )
    if isinstance(parsed.tree, Every):
        raise UsageError(f"that query leaves no paper out; nothing was done: say {everything} if every paper is meant")


def _check(opened: Library | Catalog, *, writes: bool) -> None:
    """Raise ReadOnly for a command that changes what cannot be written: a copy would be thrown away when it ends.

    One that only prints has no reason to speak of that, as long as it prints what is there.
    """
    if writes and not opened.writable:
        raise ReadOnly(f"{opened.banner.partition('; ')[0]}; nothing was changed")
    if opened.banner and not os.access(opened.path, os.R_OK):
        say(opened.banner)


@contextmanager
def desk(*, writes: bool = False) -> Iterator[Desk]:
    """Open everything that a query needs; `writes`: to change marks.

    Raises a StorageError, with finished words, if the library cannot be used, or not be written.
    """
    from paperreader.session import open_session

    session = open_session(places())
    try:
        _check(session.library, writes=writes)
        _check(session.catalog, writes=False)
        if session.catalog.notice:
            say(session.catalog.notice)
        yield Desk(session)
    finally:
        session.close()


def step(call: Callable[[Library], Applied | None], nothing: str) -> int:
    """Take a step of the library back or again, let the catalogue know of merges, and print what was done."""
    from paperreader.cli.done import tell_applied

    with desk(writes=True) as opened:
        applied = opened.followed(call(opened.session.library))
    return tell_applied([applied], nothing)


@contextmanager
def catalogue(*, writes: bool = False) -> Iterator[Catalog]:
    """Open the catalogue alone, with the seeds in it; `writes`: to change it. Raises a StorageError if it cannot be."""
    from paperreader.sources import ensure_seeds
    from paperreader.storage.catalog import Catalog

    with Catalog.open_mended(places().catalog, records=places().records) as catalog:
        _check(catalog, writes=writes)
        if catalog.notice:
            say(catalog.notice)
        if catalog.fresh and catalog.behind():
            catalog.catch_up()
        ensure_seeds(catalog)
        yield catalog


@contextmanager
def library(*, writes: bool = False) -> Iterator[Library]:
    """Open the library alone; `writes`: to change it. Raises a StorageError if it cannot be."""
    from paperreader.storage.library import Library

    lie = places()
    with Library.open(lie.library, backups=lie.backups, device=lie.device) as opened:
        _check(opened, writes=writes)
        yield opened
