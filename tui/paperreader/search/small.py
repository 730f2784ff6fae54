"""Both passes over an index in memory, in plain Python; rapidfuzz is imported when the first word is forgiven.

The same rules as `index`, `forgive` and `rank` have for an index in numpy, with the same numbers (`levels`, `shares`).
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from . import levels, shares, words
from .close import Asked, closeness
from .evaluate import select
from .query import Query
from .stops import STOP_WORDS
from .tree import Node, Text

if TYPE_CHECKING:
    from .memory import Docs, Hits, Memory

#: Letters inside a word are looked for in so many of its first ones (`typos.SEARCHED`).
SEARCHED = 16
#: Acronyms are compared with so many initials.
_LONGEST_ACRONYM = 12


class Loose(NamedTuple):
    """What a leaf may mean: levels of docs, the docs that match without a guess, and the words with their shares."""

    hits: Hits
    meant: Docs
    found: dict[str, float]


def first(memory: Memory, query: Query) -> tuple[array[int], bool]:
    """The numbers of the hits in order, and whether there are so few that the second pass is worth while."""
    docs = select(query.tree, memory)
    hits = [memory.hits(word) for word in query.words]
    strong = sum(1 for doc in docs if all(these.get(doc, 0) > levels.EXACT["area"] for these in hits))
    few = not shares.enough(strong, len(docs), memory.size) and any(word.forgiving for word in query.words)
    return ordered(memory, query, docs, hits, [None] * len(hits), None), few


def second(
    memory: Memory, query: Query, cancelled: Callable[[], bool] | None
) -> tuple[array[int], dict[Text, frozenset[str]]] | None:
    """The numbers of the hits in order, and the words that stood for the typed ones; None when cancelled."""
    loose: list[Loose | None] = []
    for word in query.words:
        if cancelled is not None and cancelled():
            return None
        loose.append(Forgiver(memory).loose(word) if word.forgiving else None)
    hits = [memory.hits(word) if other is None else other.hits for word, other in zip(query.words, loose, strict=True)]
    _together(query, hits, memory)
    forgiven: dict[Node, Docs] = {}
    meant: dict[Node, Docs] = {}
    for word, these, other in zip(query.words, hits, loose, strict=True):
        if other is not None:
            forgiven[word], meant[word] = set(these), other.meant
    docs = select(query.tree, memory, forgiven)
    as_typed = select(query.tree, memory, meant)
    docs, as_typed, share = _with_lacking(memory, query, hits, loose, docs, as_typed)
    found = {
        word: frozenset(other.found)
        for word, other in zip(query.words, loose, strict=True)
        if other is not None and other.found
    }
    return ordered(memory, query, docs, hits, loose, as_typed, share), found


def ordered(
    memory: Memory,
    query: Query,
    docs: Docs,
    hits: list[Hits],
    loose: list[Loose | None],
    as_typed: Docs | None,
    share: Mapping[int, float] | None = None,
) -> array[int]:
    """The numbers of some docs, best first, or by the sorts of the query. `share`: of the words that a doc has."""
    order = sorted(docs)
    if query.has_words:
        scores = _scores(memory, order, hits)
        if as_typed:
            for doc in order:
                if doc not in as_typed:
                    scores[doc] *= shares.GUESSED
        if share:
            for doc in order:
                scores[doc] *= share[doc]
        order.sort(key=lambda doc: (-scores[doc], doc))
        asked = [
            Asked(typed, other.found if other is not None else None)
            for word, other in zip(query.words, loose, strict=True)
            for typed in words.split(word.text)
        ]
        for doc in order[: shares.CLOSELY]:
            scores[doc] *= 1 + closeness(asked, memory.title(doc))
        order.sort(key=lambda doc: (-scores[doc], doc))
    for sort in reversed(query.sorts):
        if sort.field == "relevance":
            order = order[::-1] if sort.descending else order
        elif sort.field == "number":
            order.sort(reverse=sort.descending)
        else:
            column = memory.column(sort.field)
            have = [doc for doc in order if column[doc] is not None]
            have.sort(key=column.__getitem__, reverse=sort.descending)  # type: ignore[arg-type]
            order = have + [doc for doc in order if column[doc] is None]
    numbers = memory.numbers
    return array("I", [numbers[doc] for doc in order])


def _scores(memory: Memory, docs: Iterable[int], hits: list[Hits]) -> dict[int, float]:
    scores = dict.fromkeys(docs, 0.0)
    for these in hits:
        weight = memory.weight(these) / 200
        for doc, level in these.items():
            if doc in scores:
                scores[doc] += weight * level
    for doc in scores:
        scores[doc] *= 1 + shares.BRIEF / (2 + len(memory.title(doc)))
    return scores


def _together(query: Query, hits: list[Hits], memory: Memory) -> None:
    """Two words that stand as one."""
    for place, (left, right) in enumerate(pairwise(query.words)):
        if left.forgiving and right.forgiving:
            joined = "".join(words.split(left.text) + words.split(right.text))
            found = memory.hits(Text(joined, "word", ended=right.ended))
            if found and len(joined) <= words.LONGEST:
                share = {doc: int(level * shares.TOGETHER) for doc, level in found.items()}
                hits[place] = _raised(hits[place], share)
                hits[place + 1] = _raised(hits[place + 1], share)


def _with_lacking(
    memory: Memory,
    query: Query,
    hits: list[Hits],
    loose: list[Loose | None],
    docs: Docs,
    as_typed: Docs,
) -> tuple[Docs, Docs, dict[int, float]]:
    """The docs and those that match without a guess, with others that lack words (see `lacking.add`); and the share of
    the words that each of the docs has."""
    wanted, others = query.parted()
    most = shares.lacking(len(wanted))
    least = min(shares.VERY_FEW, shares.few(memory.size))
    if not most or (most == 1 and len(docs) >= least):
        return docs, as_typed, {}
    allowed = select(others, memory)
    have: Counter[int] = Counter()
    strong: Counter[int] = Counter()
    for word in wanted:
        place = query.words.index(word)
        these, meant = hits[place], loose[place]
        have.update(these.keys())
        strong.update(
            doc
            for doc, level in these.items()
            if level > levels.EXACT["area"] and (meant is None or doc in meant.meant)
        )
    for lacking in range(1, most + 1):
        if len(docs) >= least:
            break
        docs = {doc for doc, count in have.items() if count >= len(wanted) - lacking and doc in allowed}
    if most > 1 and sum(1 for doc, count in strong.items() if count == len(wanted) and doc in allowed) < least:
        more = {doc for doc, count in strong.items() if count >= len(wanted) - most and doc in allowed}
        docs, as_typed = docs | more, as_typed | more
    return docs, as_typed, {doc: min(have[doc] / len(wanted), 1) for doc in docs}


def _raised(hits: Hits, more: Mapping[int, int]) -> Hits:
    raised = dict(hits)
    for doc, level in more.items():
        if level > raised.get(doc, 0):
            raised[doc] = level
    return raised


class Forgiver:
    """What typed words may have meant."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def loose(self, leaf: Text) -> Loose:
        """The docs that a leaf may mean, those that it selects itself included."""
        typed = words.split(leaf.text)
        parts = [self.word(word, leaf.ended or place < len(typed) - 1) for place, word in enumerate(typed)]
        if len(parts) == 1:
            return parts[0]
        common = set.intersection(*[set(part.hits) for part in parts])
        hits = {doc: int(min(part.hits[doc] for part in parts) * shares.APART) for doc in common}
        meant = set.intersection(*[part.meant for part in parts])
        joined = "".join(typed)
        if len(joined.encode(errors="replace")) <= words.LONGEST:
            parts.append(self.word(joined, leaf.ended))
            hits = _raised(hits, parts[-1].hits)
            meant |= parts[-1].meant
        direct = self.memory.hits(leaf)
        found: dict[str, float] = {}
        for part in parts:
            found.update(part.found)
        return Loose(_raised(hits, direct), meant | set(direct), found)

    def word(self, typed: str, ended: bool) -> Loose:
        """The docs that one word may mean."""
        key = (typed, ended)
        known = self.memory.loose.get(key)
        if known is None:
            if len(self.memory.loose) > 200:
                self.memory.loose.clear()
            known = self.memory.loose[key] = self._word(typed, ended)
        return known

    def _word(self, typed: str, ended: bool) -> Loose:
        memory = self.memory
        direct = memory.hits(Text(typed, "word", ended=ended))
        least = levels.STARTS["title"] if ended else levels.EXACT["area"]
        doubt = shares.doubt(sum(1 for level in direct.values() if level > least))
        hits = _raised(direct, self._acronyms(typed, doubt))
        hits = _raised(hits, self._split(typed, doubt))
        meant = set(hits)
        found = self._alternatives(typed, ended)
        more: Hits = {}
        for word, share in found.items():
            for field in levels.LEVELLED:
                level = int(share * doubt * levels.EXACT[field])
                for doc in memory.fields[field].docs.get(word, ()):
                    if level > more.get(doc, 0):
                        more[doc] = level
        hits = _raised(hits, more)
        return Loose(hits, meant or set(hits), found)

    def _alternatives(self, typed: str, ended: bool) -> dict[str, float]:
        """Words that the typed one may stand for, with the share of each."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        best: dict[str, float] = {}
        size = len(typed)
        edits = shares.edits_allowed(size)
        strong, weak = self.memory.vocabulary()

        def put(word: str, share: float) -> None:
            if share > best.get(word, 0.0) and not word.startswith(typed):
                best[word] = share

        for vocabulary in (strong, weak) if edits else ():
            near = extract(typed, vocabulary, scorer=OSA.distance, score_cutoff=edits, limit=None)
            for word, distance, _ in near:
                put(word, shares.one_typo(size) if distance < 2 else shares.TWO_TYPOS)
            for length in range(size - edits, size + edits + 1):
                heads: dict[str, list[str]] = {}
                for word in vocabulary:
                    if len(word) > length:
                        heads.setdefault(word[:length], []).append(word)
                for head, distance, _ in extract(
                    typed, list(heads), scorer=OSA.distance, score_cutoff=edits, limit=None
                ):
                    share = shares.ONE_TYPO_HEAD if distance < 2 else shares.TWO_TYPOS_HEAD
                    for word in heads[head]:
                        put(word, share * (shares.ENDED if ended else 1.0))
            if near:
                # The words of abstracts alone are only asked when no word of a title is near.
                break
        if shares.FEWEST_INSIDE <= size <= shares.MOST_INSIDE:
            letters = re.compile(".*?".join(map(re.escape, typed)))
            for word in strong:
                match = letters.search(word[:SEARCHED])
                if match and len(word) > size:
                    share = shares.abbreviation(size, len(word), match.end() - match.start(), match.start() == 0)
                    put(word, max(share, shares.INSIDE) if typed in word[:SEARCHED] else share)
        kept = sorted(best.items(), key=lambda item: (-item[1], item[0]))[: shares.MOST]
        return dict(kept)

    def _acronyms(self, typed: str, doubt: float) -> Hits:
        found: Hits = {}
        size = len(typed)
        if not (2 <= size <= _LONGEST_ACRONYM and typed.isascii()):
            return found
        for doc in range(self.memory.size):
            title = self.memory.title(doc)
            share = 0.0
            for kept in (title, [word for word in title if word not in STOP_WORDS]):
                line = "".join([word[0] for word in kept])
                at = line.find(typed)
                if at < 0:
                    continue
                share = max(share, shares.acronym(size, at == 0) * doubt)
                if line == typed and size > 2:
                    share = max(share, shares.ACRONYM_ALL * max(doubt, 0.9))
            if share:
                found[doc] = int(share * levels.EXACT["title"])
        return found

    def _split(self, typed: str, doubt: float) -> Hits:
        """A word that was typed as one and stands as two; a 2 between letters is a "to": `seq2seq`."""
        found: Hits = {}
        if not (5 <= len(typed) <= words.LONGEST and typed.isascii()):
            return found
        left, two, right = typed.partition("2")
        spoken = bool(two and left.isalpha() and right.isalpha())
        for field in ("title", "keyword"):
            flows = self.memory.fields[field].flows
            for place in range(2, len(typed) - 1):
                short = min(place, len(typed) - place) < 3
                share = (shares.TOGETHER_SHORT if short else shares.TOGETHER) * doubt
                wanted = f" {typed[:place]} {typed[place:]}"
                level = int(share * levels.EXACT[field])
                for doc in self.memory.fields[field].docs.get(typed[:place], ()):
                    if wanted in flows[doc] and level > found.get(doc, 0):
                        found[doc] = level
            if spoken:
                row = re.compile(rf" {left}\w* to\w* {right}")
                level = int(shares.TOGETHER * doubt * levels.EXACT[field])
                for doc, flow in enumerate(flows):
                    if row.search(flow) and level > found.get(doc, 0):
                        found[doc] = level
        return found
