"""The words of many texts at once, in numpy: the rule of `words`, fast enough to index 100,000 abstracts in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import words
from .hashing import I32, I64, PADDING, U8
from .laying import DOC, ITEM, Column, Laid, lay
from .vocabulary import ITEM as ITEM_WORD
from .vocabulary import Vocabulary

#: What each byte is when words are cut. All that belongs to words lies above the joiners, all that does not, below.
_JOINER, _END, _NONE = b"-"[0], b"!"[0], b" "[0]
_TABLE = bytearray([_NONE]) * 256
for _byte in b"abcdefghijklmnopqrstuvwxyz0123456789":
    _TABLE[_byte] = _TABLE[ord(chr(_byte).upper())] = _byte
for _byte in range(128, 256):
    _TABLE[_byte] = _byte
# `fold` makes an apostrophe of a grave accent.
for _sign in words.JOINERS + "`":
    _TABLE[ord(_sign)] = _JOINER
_TABLE[DOC[0]], _TABLE[ITEM[0]] = _END, ITEM_WORD[0]
_PLAIN = bytes(_TABLE)
del _byte, _sign, _TABLE


class Words(NamedTuple):
    """The words of docs by their numbers."""

    ids: I32
    """In order, doc after doc, with the mark 0 between items."""
    counts: I64
    """How many of them each doc has."""
    further: I32
    """Words that take no part in phrases: compounds written together, and words inside words."""
    further_docs: I64


def cut(columns: Sequence[Column], vocabulary: Vocabulary) -> Words:
    """The words of all docs of some columns, the deep ones first."""
    laid = lay(columns)
    data = laid.data.translate(_PLAIN)
    buffer = np.frombuffer(data, dtype=np.uint8)
    is_word = buffer > _JOINER
    edges = np.zeros(len(data), dtype=bool)
    np.not_equal(is_word[1:], is_word[:-1], out=edges[1:])
    places = np.flatnonzero(edges)
    starts, ends, sizes = _shortened(places[0::2], places[1::2].copy())
    inner, inner_ends, inner_docs = _inner(laid, places[1::2])
    begin, end, first = _compounds(buffer, is_word, starts, ends)
    together, joined = _joined(buffer, begin, end)
    # All words are looked up at once: those of the docs, those inside them, and the compounds behind all docs.
    words_at = np.concatenate([starts, inner, len(buffer) + np.cumsum(joined) - joined])
    lengths = np.concatenate([sizes, inner_ends - inner, joined])
    ids = vocabulary.ids(np.concatenate([buffer, together]), words_at, lengths)
    upto = np.searchsorted(ends, laid.ends, side="right")
    counts = np.diff(upto, prepend=0)
    main = int(upto[laid.docs - 1]) if laid.docs else 0
    further_docs = [
        np.repeat(np.array(laid.further_of, dtype=np.int64), counts[laid.docs :]),
        inner_docs,
        np.searchsorted(upto, first, side="right"),
    ]
    return Words(ids[:main], counts[: laid.docs], ids[main:], np.concatenate(further_docs))


def _shortened(starts: I64, ends: I64) -> tuple[I64, I64, I64]:
    """Runs of letters as words, and their lengths: those that are too long are cut into several."""
    lengths = ends - starts
    if not len(lengths) or lengths.max() <= words.LONGEST:
        return starts, ends, lengths
    pieces = -(-lengths // words.LONGEST)
    number = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    starts = np.repeat(starts, pieces) + number * words.LONGEST
    ends = np.minimum(np.repeat(ends, pieces), starts + words.LONGEST)
    return starts, ends, ends - starts


def _compounds(text: U8, is_word: NDArray[np.bool_], starts: I64, ends: I64) -> tuple[I64, I64, I64]:
    """Where the compounds stand in the text, and the first word of each."""
    joiners = np.flatnonzero(text == _JOINER)
    joining = joiners.compress(is_word[joiners - 1] & is_word[joiners + 1])
    none = np.zeros(0, dtype=np.int64)
    if not len(joining):
        return none, none, none
    # The words before joiners; one after the other, they are parts of the same compound.
    before = np.searchsorted(ends, joining)
    breaks = before[1:] != before[:-1] + 1
    opening, closing = np.append(True, breaks), np.append(breaks, True)
    first = before.compress(opening)
    begin, end = starts[first], ends[before.compress(closing) + 1]
    inside = np.flatnonzero(closing) - np.flatnonzero(opening) + 1
    # A part that was too long is no part.
    good = (end - begin - inside <= words.LONGEST) & ~is_word[begin - 1] & ~is_word[end]
    return begin.compress(good), end.compress(good), first.compress(good)


def _joined(text: U8, begin: I64, end: I64) -> tuple[U8, I64]:
    """The compounds without their joiners, one after the other, and the length of each."""
    letters = text[counted(begin, end - begin)]
    kept = letters != _JOINER
    sizes = np.add.reduceat(kept, np.cumsum(end - begin) - (end - begin), dtype=np.int64) if len(begin) else begin
    return np.append(letters.compress(kept), np.zeros(PADDING, dtype=np.uint8)), sizes


def _inner(laid: Laid, ends: I64) -> tuple[I64, I64, I64]:
    """Words inside words of the deep docs, from each change of case (`words.CAMEL`) to the end of the run of letters,
    and their docs."""
    none = np.zeros(0, dtype=np.int64)
    if not laid.deep:
        return none, none, none
    buffer = np.frombuffer(laid.data, dtype=np.uint8, count=int(laid.ends[laid.deep - 1]) + 1)
    lower = (buffer - np.uint8(ord("a"))) < 26
    upper = (buffer - np.uint8(ord("A"))) < 26
    digit = (buffer - np.uint8(ord("0"))) < 10
    changes = lower[:-1] & (upper | digit)[1:]
    changes |= digit[:-1] & upper[1:]
    changes[:-1] |= upper[:-2] & upper[1:-1] & lower[2:]
    begin = np.flatnonzero(changes) + 1
    docs = np.searchsorted(laid.ends, begin)
    end = ends[np.searchsorted(ends, begin, side="right")] if len(begin) else none
    good = end - begin <= words.LONGEST
    if laid.known:
        known = np.zeros(laid.deep, dtype=bool)
        known[laid.known] = True
        good &= ~known[docs]
    return begin.compress(good), end.compress(good), docs.compress(good)


def counted(begins: I64, lengths: I64) -> I64:
    """The numbers from each of `begins` on, so many as `lengths` says, one run after the other."""
    begins, lengths = begins[lengths > 0], lengths[lengths > 0]
    if not len(lengths):
        return np.zeros(0, dtype=np.int64)
    steps = np.ones(int(lengths.sum()), dtype=np.int64)
    steps[0] = begins[0]
    steps[np.cumsum(lengths)[:-1]] = begins[1:] - (begins[:-1] + lengths[:-1] - 1)
    return np.cumsum(steps)
