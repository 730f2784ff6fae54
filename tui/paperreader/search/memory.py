"""A few thousand papers in memory: dictionaries from words to papers. No numpy: a small catalogue never waits for it.

`Memory` has the same methods as the index on disk; `evaluate` walks a tree over either. A *doc* is the place of a paper
in the segment, from 0, in the order of the numbers. Sets of docs are Python sets here.
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import TYPE_CHECKING

from paperreader.text.folding import fold

from . import levels, words
from .evaluate import select
from .flags import holds
from .query import Query
from .rows import Row, mean_score, parts
from .states import States
from .table import MARK_STATES
from .telling import telling
from .tree import Has, Named, Node, Range, State, Text

if TYPE_CHECKING:
    from .small import Loose

Docs = set[int]
#: How well each paper matches a word: doc → level (see `levels`).
Hits = dict[int, int]


class Lexicon:
    """The words of one field: sorted, each with the docs that have it."""

    __slots__ = ("docs", "flows", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.docs: dict[str, list[int]] = {}
        #: The words of each doc in order, blanks around each; the items of a list are apart by a bar.
        self.flows: list[str] = []

    def add(self, doc: int, items: Iterable[str], deep: bool) -> None:
        """Add the texts of a doc. `deep`: the words inside words count too (titles, keywords)."""
        found: set[str] = set()
        flow = []
        for item in items:
            main = words.split(item)
            flow.append(" " + " ".join(main) + " ")
            found.update(main)
            found.update(words.compounds(item))
            if deep:
                found.update(words.inner(item))
        self.flows.append("|".join(flow))
        docs = self.docs
        for word in found:
            if word in docs:
                docs[word].append(doc)
            else:
                docs[word] = [doc]

    def close(self) -> None:
        """Sort the words; `starting` works from now on."""
        self.words = sorted(self.docs)

    def starting(self, prefix: str) -> list[str]:
        """The words that start with `prefix`."""
        low = bisect_left(self.words, prefix)
        high = bisect_left(self.words, prefix + "\U0010ffff", low)
        return self.words[low:high]


class Memory:
    """An index of rows, held in memory."""

    def __init__(self, rows: Iterable[Row], states: States, cancelled: Callable[[], bool] | None = None) -> None:
        self.rows: list[Row] = []
        self.states = states
        self.fields = {field: Lexicon() for field in levels.LEVELLED}
        self._filters: dict[Node, Docs] = {}
        self._hits: dict[Text, Hits] = {}
        self._vocabulary: tuple[list[str], list[str]] | None = None
        #: What single words may have meant, kept by `small`.
        self.loose: dict[tuple[str, bool], Loose] = {}
        for doc, row in enumerate(rows):
            if doc % 8 == 7:
                # Let the interface have the interpreter: this runs in its worker thread.
                time.sleep(0)
                if cancelled is not None and cancelled():
                    break
            self.rows.append(row)
            self.fields["title"].add(doc, [row.title], deep=True)
            self.fields["keyword"].add(doc, parts(row.keywords), deep=True)
            authors = parts(row.authors)
            self.fields["author"].add(doc, authors, deep=False)
            self.fields["lead"].add(doc, authors[:1], deep=False)
            self.fields["area"].add(doc, [row.area], deep=False)
            self.fields["abstract"].add(doc, [row.abstract, row.tldr], deep=False)
        for lexicon in self.fields.values():
            lexicon.close()
        self.numbers = [row.number for row in self.rows]
        self.size = len(self.rows)
        self.every: Docs = set(range(self.size))

    # -- sets

    def none(self) -> Docs:
        """No doc."""
        return set()

    def both(self, first: Docs, second: Docs) -> Docs:
        """The docs of both."""
        return first & second

    def either(self, first: Docs, second: Docs) -> Docs:
        """The docs of either."""
        return first | second

    def others(self, docs: Docs) -> Docs:
        """The docs that are not among these."""
        return self.every - docs

    # -- leaves

    def docs(self, leaf: Node) -> Docs:
        """The docs that a leaf selects."""
        if isinstance(leaf, Text) and leaf.field in levels.SCORED:
            return set(self.hits(leaf))
        if isinstance(leaf, State) and leaf.name in MARK_STATES:
            flags = self.states.flags
            return {
                doc
                for doc, number in enumerate(self.numbers)
                if holds(leaf.name, flags[number] if number < len(flags) else 0)
            }
        if leaf.__class__ in (Has, Named, Text, Range) and levels.of_marks(leaf):
            return {doc for doc, number in enumerate(self.numbers) if self._marked(leaf, number)}
        if isinstance(leaf, Range) and leaf.age:
            return {doc for doc, row in enumerate(self.rows) if _selects(leaf, row)}
        found = self._filters.get(leaf)
        if found is None:
            if len(self._filters) > 500:
                self._filters.clear()
            found = self._filters[leaf] = {doc for doc, row in enumerate(self.rows) if _selects(leaf, row)}
        return found

    def hits(self, leaf: Text) -> Hits:
        """The docs where a word or phrase stands, with the best level of each."""
        found = self._hits.get(leaf)
        if found is None:
            # Two threads may come here: the other one can have cleared it at any moment.
            if len(self._hits) > 500:
                self._hits.clear()
            found = self._hits[leaf] = self._find(leaf)
        return found

    def _find(self, leaf: Text) -> Hits:
        typed = words.split(leaf.text)
        found: Hits = {}
        if leaf.start or leaf.end:
            wanted = levels.flow(typed, whole=leaf.end or leaf.mode in ("exact", "phrase"))
            for doc, flow in enumerate(self.fields["title"].flows):
                if levels.anchored(flow, wanted, leaf.start, leaf.end):
                    found[doc] = levels.EXACT["title"]
            return found
        for field in levels.levelled_of(leaf):
            lexicon = self.fields[field]
            whole = leaf.mode in ("exact", "phrase")
            if len(typed) == 1:
                self._one(lexicon, field, typed[0], whole, found)
                continue
            wanted = levels.flow(typed, whole)
            level = levels.EXACT[field]
            for doc in self._candidates(lexicon, typed, whole):
                if wanted in lexicon.flows[doc] and found.get(doc, 0) < level:
                    found[doc] = level
            if leaf.mode in ("word", "exact"):
                self._one(lexicon, field, "".join(typed), whole, found)
        return found

    def _one(self, lexicon: Lexicon, field: str, word: str, whole: bool, found: Hits) -> None:
        level = levels.EXACT[field]
        for doc in lexicon.docs.get(word, ()):
            if found.get(doc, 0) < level:
                found[doc] = level
        if whole or levels.too_short(field, word):
            return
        level = levels.starts(field, len(word))
        for longer in lexicon.starting(word):
            for doc in lexicon.docs[longer]:
                if found.get(doc, 0) < level:
                    found[doc] = level

    def _candidates(self, lexicon: Lexicon, typed: list[str], whole: bool) -> Iterable[int]:
        first = lexicon.docs.get(typed[0], [])
        others = [set(lexicon.docs.get(word, ())) for word in (typed[1:] if whole else typed[1:-1])]
        return [doc for doc in first if all(doc in other for other in others)]

    def _marked(self, leaf: Node, number: int) -> bool:
        states = self.states
        if isinstance(leaf, Has):
            if leaf.name == "tag":
                return bool(states.tags(number))
            return bool(states.note(number)) if leaf.name == "note" else states.rating(number) > 0
        if isinstance(leaf, Range):
            return leaf.holds(states.rating(number))
        if isinstance(leaf, Named):
            return fold(leaf.value) in [fold(tag) for tag in states.tags(number)]
        assert isinstance(leaf, Text)
        return levels.stands_in(leaf, states.note(number))

    # -- order

    def weight(self, hits: Hits) -> float:
        """How much a word says: the rarer, the more."""
        return log(1 + self.size / (1 + len(hits)))

    def column(self, field: str) -> list[object]:
        """The value of each doc to sort by, None where there is none."""
        states = self.states
        rows = self.rows
        if field == "year":
            return [row.year for row in rows]
        if field == "title":
            return [" ".join(words.split(row.title)) or None for row in rows]
        if field == "author":
            return [" ".join(words.split(parts(row.authors)[0])) if row.authors else None for row in rows]
        if field == "venue":
            return [fold(row.venue) or None for row in rows]
        if field == "score":
            return [mean_score(row.scores) for row in rows]
        if field == "added":
            return [row.added for row in rows]
        if field == "rating":
            return [states.rating(number) or None for number in self.numbers]
        assert field == "later"
        return [states.later(number) for number in self.numbers]

    def title(self, doc: int) -> list[str]:
        """The words of the title of a doc."""
        return self.fields["title"].flows[doc].split()

    def vocabulary(self) -> tuple[list[str], list[str]]:
        """The words of titles, keywords and authors, and those that stand in abstracts alone."""
        if self._vocabulary is None:
            strong = set().union(*[self.fields[field].docs for field in ("title", "keyword", "author")])
            weak = set(self.fields["abstract"].docs) - strong
            self._vocabulary = sorted(strong), sorted(weak)
        return self._vocabulary

    # -- what there is

    def values(self, column: str) -> dict[str, int]:
        """The values of venue, decision, area, sources or year, with how many papers have each."""
        counts: dict[str, int] = {}
        for row in self.rows:
            for value in parts(row.sources) if column == "sources" else [getattr(row, column)]:
                if value not in ("", None):
                    counts[str(value)] = counts.get(str(value), 0) + 1
        return counts

    def words_starting(self, field: str, prefix: str) -> list[tuple[str, int]]:
        """Words of a field that start so, the most frequent first."""
        lexicon = self.fields[field]
        found = [(word, len(lexicon.docs[word])) for word in lexicon.starting(prefix)]
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def telling(self, numbers: Sequence[int], limit: int) -> list[tuple[str, int]]:
        """See `telling.telling`: the words that most set some papers apart, with how often they stand there."""
        inside = set(numbers)
        here: Counter[str] = Counter()
        everywhere: Counter[str] = Counter()
        for field in ("title", "abstract"):
            for number, flow in zip(self.numbers, self.fields[field].flows, strict=True):
                found = flow.replace("|", " ").split()
                everywhere.update(found)
                if number in inside:
                    here.update(found)
        return telling(here, everywhere, limit)

    # -- the two passes

    def count(self, tree: Node) -> int:
        """How many papers a tree selects."""
        return len(select(tree, self))

    def first(self, query: Query) -> tuple[array[int], bool]:
        """See `small.first`."""
        from . import small

        return small.first(self, query)

    def second(
        self, query: Query, cancelled: Callable[[], bool] | None
    ) -> tuple[array[int], dict[Text, frozenset[str]]] | None:
        """See `small.second`."""
        from . import small

        return small.second(self, query, cancelled)


def _selects(leaf: Node, row: Row) -> bool:
    """Whether a leaf about the catalogue selects a paper."""
    if isinstance(leaf, Range):
        value: float | None
        if leaf.field == "year":
            value = row.year
        elif leaf.field == "score":
            value = mean_score(row.scores)
        else:
            value = time.time() - row.added if leaf.age else row.added
        return value is not None and leaf.holds(value)
    if isinstance(leaf, Has):
        return has(leaf.name, row)
    if isinstance(leaf, State):
        return leaf.name in words.split(row.decision)
    if isinstance(leaf, Named):
        value_ = leaf.value.casefold()
        return any(value_ in (ident.casefold(), ident.partition(":")[2].casefold()) for ident in row.idents.split())
    assert isinstance(leaf, Text)
    items = parts(row.sources) if leaf.field == "source" else [getattr(row, leaf.field)]
    return any(levels.stands_in(leaf, item) for item in items)


def has(thing: str, row: Row) -> bool:
    """Whether the catalogue has a thing of `table.THINGS` for a paper."""
    if thing in ("pdf", "code"):
        return thing in row.links.split()
    if thing in ("arxiv", "doi"):
        return any(ident.startswith(thing + ":") for ident in row.idents.split())
    if thing == "year":
        return row.year is not None
    if thing == "score":
        return mean_score(row.scores) is not None
    text: str = getattr(row, thing)
    return bool(text) and not text.isspace()
