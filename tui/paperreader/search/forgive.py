"""The second pass over an index in numpy: what a typed word may have meant, when little matches what it says.

Typos, acronyms, letters inside words, abbreviations, a word typed as two or two as one; `shares` says what each is
worth. Only words outside fields and negations are forgiven.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import initials, levels, shares, words
from .papers import Bools
from .segment import Levels, Segment, reduced, remembered
from .stops import STOP_WORDS
from .tokens import counted
from .tree import Text
from .typos import Lexicon

#: A word with more docs than this is looked at alone.
_MANY = 500


class Loose(NamedTuple):
    """What a leaf may mean: a level for each doc, and the words that stand for it, with their shares."""

    levels: Levels
    meant: Bools
    """The docs that match without a guess: all others match only if the word was mistyped or cut, although some paper
    has it as it was typed."""
    ranks: NDArray[np.int64]
    """Ascending."""
    share: NDArray[np.float64]


class Forgiver:
    """Loose matches in one segment."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self._strong = Lexicon(segment.arrays, "strong")
        self._weak = Lexicon(segment.arrays, "weak")
        self._loose: OrderedDict[tuple[bytes, bool], Loose] = OrderedDict()

    def loose(self, leaf: Text) -> Loose:
        """The docs that a leaf may mean, those that it selects itself included."""
        typed = [word.encode(errors="replace") for word in words.split(leaf.text)]
        parts = [self.word(word, leaf.ended or place < len(typed) - 1) for place, word in enumerate(typed)]
        if len(parts) == 1:
            return parts[0]
        total = parts[0].levels
        for part in parts[1:]:
            total = np.minimum(total, part.levels)
        meant = np.logical_and.reduce([part.meant for part in parts])
        total = reduced(total, shares.APART)
        joined = b"".join(typed)
        if len(joined) <= words.LONGEST:
            parts.append(self.word(joined, leaf.ended))
            total = np.maximum(total, parts[-1].levels)
            meant |= parts[-1].meant
        direct = self.segment.hits(leaf)
        ranks = np.concatenate([part.ranks for part in parts])
        share = np.concatenate([part.share for part in parts])
        order = np.argsort(ranks, kind="stable")
        return Loose(np.maximum(total, direct), meant | (direct != 0), ranks[order], share[order])

    def word(self, typed: bytes, ended: bool) -> Loose:
        """The docs that one word may mean."""
        return remembered(self._loose, (typed, ended), self._word)

    def _word(self, key: tuple[bytes, bool]) -> Loose:
        typed, ended = key
        segment = self.segment
        direct = segment.hits(Text(typed.decode(errors="replace"), "word", ended=ended))
        # A complete word is known when it stands somewhere itself, not when others begin with it.
        least = levels.STARTS["title"] if ended else levels.EXACT["area"]
        doubt = shares.doubt(int(np.count_nonzero(direct > least)))
        found = direct.copy()
        self._acronyms(found, typed, doubt)
        self._split(found, typed, doubt)
        meant = found != 0
        ranks, share = self._alternatives(typed, ended)
        self._put(found, ranks, share * doubt)
        order = np.argsort(ranks, kind="stable")
        return Loose(found, meant if meant.any() else found != 0, ranks[order], share[order])

    def _alternatives(self, typed: bytes, ended: bool) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Words that the typed one may stand for, with the share of each, ascending."""
        segment = self.segment
        found: list[tuple[NDArray[np.int32], NDArray[np.float64]]] = []
        size = len(typed)
        edits = shares.edits_allowed(size)
        lexicons = [lexicon for lexicon in (self._strong, self._weak) if len(lexicon.ranks)]
        if edits:
            of_whole = np.zeros(256, dtype=np.float64)
            of_head = np.zeros(256, dtype=np.float64)
            of_whole[:2], of_head[:2] = shares.one_typo(size), shares.ONE_TYPO_HEAD
            if edits > 1:
                of_whole[2], of_head[2] = shares.TWO_TYPOS, shares.TWO_TYPOS_HEAD
            if ended:
                of_head *= np.float64(shares.ENDED)
            for lexicon in lexicons:
                near = lexicon.near(typed, edits, heads=True)
                found.append((near.ranks, np.maximum(of_whole[near.whole], of_head[near.head])))
                if (near.whole <= edits).any():
                    # The words of abstracts alone are only asked when no word of a title is near.
                    break
        if shares.FEWEST_INSIDE <= size <= shares.MOST_INSIDE and len(self._strong.ranks):
            inside = self._strong.inside(typed)
            lengths, span = inside.lengths.astype(np.float64), inside.span
            share = np.where(inside.first, 0.3, 0.1) + 0.35 * size / np.maximum(span, 1) + 0.1 * size / lengths
            share[(span > 3 * size) | (~inside.first & (span > 2 * size))] = 0
            share[inside.row] = np.maximum(share[inside.row], shares.INSIDE)
            found.append((inside.ranks, share))
        if not found:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float64)
        ranks = np.concatenate([some for some, _ in found])
        share = np.concatenate([some for _, some in found])
        low, high, _ = segment.starting(typed)
        some = np.flatnonzero((share > 0) & ((ranks < low) | (ranks >= high)))
        ranks, share = ranks[some].astype(np.int64), share[some]
        if len(found) > 1:
            # A word that was found in two ways counts with the better one: the last of its places here.
            order = np.lexsort((share, ranks))
            ranks, share = ranks[order], share[order]
            last = np.ones(len(ranks), dtype=bool)
            np.not_equal(ranks[1:], ranks[:-1], out=last[:-1])
            ranks, share = ranks[last], share[last]
        order = np.lexsort((-ranks, share))[-shares.MOST :]
        return ranks[order], share[order]

    def _put(self, found: Levels, ranks: NDArray[np.int64], share: NDArray[np.float64]) -> None:
        """Raise the levels of the docs that have these words; the shares ascend, so that the best come last."""
        for field in levels.LEVELLED:
            pointers = self.segment.arrays[f"{field}.pointers"]
            of_field = self.segment.arrays[f"{field}.docs"]
            begins = pointers[ranks].astype(np.int64)
            lengths = pointers[ranks + 1] - begins
            level = (share * levels.EXACT[field]).astype(np.uint8)
            # Many docs of one word are set at once, few of many words together.
            many = np.flatnonzero(lengths > _MANY)
            some = np.flatnonzero((lengths > 0) & (lengths <= _MANY))
            if len(many):
                fresh = np.zeros(len(found), dtype=np.uint8)
                for begin, length, value in zip(
                    begins[many].tolist(), lengths[many].tolist(), level[many].tolist(), strict=True
                ):
                    fresh[of_field[begin : begin + length]] = value
                np.maximum(found, fresh, out=found)
            if len(some):
                docs = of_field[counted(begins[some], lengths[some])]
                found[docs] = np.maximum(found[docs], np.repeat(level[some], lengths[some]))

    def _acronyms(self, found: Levels, typed: bytes, doubt: float) -> None:
        span = initials.between(typed.decode(errors="replace"))
        if span is None:
            return
        size = len(typed)
        whole = levels.EXACT["title"]
        arrays = self.segment.arrays
        for name in ("run", "lead"):
            codes = arrays[f"initials.{name}.code"]
            low, high = np.searchsorted(codes, np.array(span, dtype=np.uint32))
            docs = arrays[f"initials.{name}.doc"][low:high]
            whole_title = docs[:0]
            if size > initials.LONGEST:
                docs, whole_title = self._spelled(docs, typed, name == "lead")
            elif name == "lead" and size > 2:
                length = arrays["length"][docs]
                whole_title = docs[(codes[low:high] == span[0]) & (length >= size) & (length <= 2 * size)]
            share = shares.acronym(size, name == "lead") * doubt
            found[docs] = np.maximum(found[docs], np.uint8(share * whole))
            # The acronym of a whole title is hardly an accident, however well known the word is.
            share = shares.ACRONYM_ALL * max(doubt, 0.9)
            found[whole_title] = np.maximum(found[whole_title], np.uint8(share * whole))

    def _spelled(
        self, docs: NDArray[np.int32], typed: bytes, lead: bool
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Those of some docs whose titles have words with all of these initials in a row (`lead`: at their start), and
        those that have no others: more initials than the index keeps are looked up in the titles."""
        segment, size = self.segment, len(typed)
        docs = np.unique(docs)
        starts = segment.arrays["title.starts"]
        begins, sizes = starts[docs], starts[docs + 1] - starts[docs]
        ranks = segment.arrays["title.flow"][counted(begins, sizes)]
        owner = np.repeat(np.arange(len(docs)), sizes)
        letters = segment.arrays["word.bytes"][segment.arrays["word.offsets"][ranks]]
        kept = ~np.isin(ranks, segment.stop_words(STOP_WORDS))
        good, every = np.zeros((2, len(docs)), dtype=bool)
        for line, of in ((letters, owner), (letters[kept], owner[kept])):
            count = max(len(line) - size + 1, 0)
            here = of[:count] == of[size - 1 :]
            if lead:
                here[1:] &= of[1:count] != of[: max(count - 1, 0)]
            for step, letter in enumerate(typed):
                here &= line[step : step + count] == letter
            spelled = of[:count][here]
            good[spelled] = True
            every[spelled] |= lead & (np.bincount(of, minlength=len(docs))[spelled] == size)
        return docs[good], docs[every]

    def _split(self, found: Levels, typed: bytes, doubt: float) -> None:
        """A word that was typed as one and stands as two; a 2 between letters is a "to": `seq2seq`."""
        if not (5 <= len(typed) <= words.LONGEST and typed.isalnum() and typed.isascii()):
            return
        ways = [[typed[:place], typed[place:]] for place in range(2, len(typed) - 1)]
        left, two, right = typed.partition(b"2")
        spoken = bool(two and left.isalpha() and right.isalpha())
        if spoken:
            ways.append([left, b"to", right])
        for way in ways:
            if not spoken and not self.segment.starting(way[0])[2]:
                continue
            short = len(way) == 2 and min(map(len, way)) < 3
            share = (shares.TOGETHER_SHORT if short else shares.TOGETHER) * doubt
            for field in ("title", "keyword"):
                docs = self.segment.rows_of(way, field, whole=False, begun=len(way) > 2)
                found[docs] = np.maximum(found[docs], np.uint8(share * levels.EXACT[field]))
