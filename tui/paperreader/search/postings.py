"""Collect the words of papers, chunk by chunk, and give them out by word: which docs have it, and all words in order.

Each chunk is sorted on its own; at the end its docs are dealt out to the words, so that nothing is ever sorted as a
whole, and nothing is kept in more bytes than it needs: a million papers are a billion letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .runs import first_of_each
from .tokens import Words

I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

#: A doc of a chunk in so many bits: the buffers of so many abstracts stay in the cache.
_DOC_BITS = 9
CHUNK = 1 << _DOC_BITS
_FIELD_BITS = 3
#: So many words at a time get their final numbers.
_BLOCK = 1 << 20


class _Chunk(NamedTuple):
    """The postings of some docs in one field: words ascending, how many docs each has, and those docs of the chunk."""

    words: I32
    sizes: NDArray[np.uint16]
    docs: NDArray[np.uint16]


class Postings:
    """What is collected of some fields."""

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = list(fields)
        #: Numbers of four bytes, in bytes that grow in place.
        self._flows = [bytearray() for _ in fields]
        self._counts: list[list[NDArray[np.uint32]]] = [[] for _ in fields]
        self._chunks: list[list[_Chunk]] = [[] for _ in fields]

    def add(self, found: Words, docs: int, known: int) -> None:
        """Take the words of a chunk of so many docs (`CHUNK`, but for the last one), field after field; `known`: the
        words of the vocabulary by now."""
        # Field, word and doc in one number: sorted much faster than three. The numbers are as narrow as may be.
        word_bits = 32 - _FIELD_BITS - _DOC_BITS
        wide: Any = np.uint32
        if known > 1 << word_bits:
            word_bits, wide = 64 - _FIELD_BITS - _DOC_BITS, np.uint64
        bits = wide(_DOC_BITS)
        of_field = np.arange(len(self._fields), dtype=wide) << wide(word_bits + _DOC_BITS)
        of_doc = (of_field[:, None] | np.arange(docs, dtype=wide)).ravel()
        keys = np.concatenate([found.ids, found.further]).astype(wide)
        keys <<= bits
        keys |= np.concatenate([np.repeat(of_doc, found.counts), of_doc[found.further_docs]])
        keys.sort()
        keys = keys.compress(first_of_each(keys))
        of_word = keys >> bits
        begins = np.flatnonzero(first_of_each(of_word))
        words = of_word[begins]
        sizes = np.diff(begins, append=len(keys)).astype(np.uint16)
        docs_of = keys.astype(np.uint16)
        docs_of &= np.uint16(CHUNK - 1)
        # The mark between items, which is no word, is the first of a field.
        lows = np.searchsorted(words, (of_field >> bits) + wide(1))
        highs = np.append(np.searchsorted(words, of_field[1:] >> bits), len(words))
        words = (words & wide((1 << word_bits) - 1)).astype(np.int32)
        bounds = np.append(begins, len(keys))
        main = np.cumsum(np.append(0, found.counts.reshape(len(self._fields), docs).sum(axis=1)))
        for field, (low, high) in enumerate(zip(lows.tolist(), highs.tolist(), strict=True)):
            these = docs_of[bounds[low] : bounds[high]].copy()
            self._chunks[field].append(_Chunk(words[low:high].copy(), sizes[low:high].copy(), these))
            self._flows[field] += found.ids[main[field] : main[field + 1]].data
            self._counts[field].append(found.counts[field * docs : (field + 1) * docs].astype(np.uint32))

    def flow(self, field: str, ranks: I32) -> tuple[I32, I64]:
        """The words of each doc of a field in order, by their ranks, and where each doc begins. It is given once."""
        at = self._fields.index(field)
        flow = np.frombuffer(self._flows[at], dtype=np.int32)
        self._flows[at] = bytearray()
        for begin in range(0, len(flow), _BLOCK):
            some = flow[begin : begin + _BLOCK]
            some[:] = ranks.take(some)
        counts = np.concatenate([np.zeros(1, dtype=np.uint32), *self._counts[at]])
        return flow, np.cumsum(counts, dtype=np.int64)

    def by_word(self, field: str, ranks: I32) -> tuple[NDArray[Any], I32]:
        """Where the docs of each word begin, by its rank, and the docs. They are given once."""
        at = self._fields.index(field)
        chunks, self._chunks[at] = self._chunks[at][::-1], []
        total = np.zeros(len(ranks), dtype=np.int64)
        for chunk in chunks:
            total[chunk.words] += chunk.sizes
        by_rank = np.empty_like(total)
        by_rank[ranks] = total
        pointers = np.zeros(len(ranks) + 1, dtype=np.int64)
        np.cumsum(by_rank, out=pointers[1:])
        next_place = pointers[:-1][ranks]
        docs = np.empty(int(pointers[-1]), dtype=np.int32)
        first = 0
        while chunks:
            chunk = chunks.pop()
            sizes = chunk.sizes.astype(np.int64)
            here = next_place[chunk.words]
            next_place[chunk.words] = here + sizes
            here -= np.cumsum(sizes) - sizes
            places = np.repeat(here, sizes)
            places += np.arange(len(places))
            docs[places] = chunk.docs + np.int32(first)
            first += CHUNK
        return pointers.astype(np.int32 if len(docs) < 1 << 31 else np.int64), docs
