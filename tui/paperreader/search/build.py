"""Build the word index: rows of a catalogue in, named arrays out. All arrays of one index are described here.

Of words (sorted by their bytes; a word is its rank):
    word.bytes u8, word.offsets i64 [words + 1], word.heads u64 (the first eight bytes as a number)
    near.<set>.*                        for typos, see `typos`; the sets are `strong` (a word of title, keywords or
                                        authors) and `weak` (all others)
Of each field of `levels.LEVELLED`:
    <field>.pointers i32|i64 [words + 1], <field>.docs i32  the docs that have a word, ascending, words one by one
    <field>.flow i32, <field>.starts i64 [docs + 1]         the words of each doc in order, items apart by the mark
Of papers (a doc is the place of a paper by number, from 0):
    number i32, year i16, score f4, added f8, has u16, length u8 (words of the title)
    title_order i32, author_order i32   the place of each doc when sorted so; -1 without a value
    <column>.code u16|u32               for venue, decision, area, sources: which of the texts of the tables
    <list>.item i32, <list>.items i64 [docs + 1]            for keywords, authors: the items of each doc, by number;
    <list>.text u8, <list>.offsets i64                      the items, in UTF-8
    ident.hash u64, ident.doc i32       sorted by hash: identifiers with and without their scheme
    initials.<run|lead>.code u32, initials.<run|lead>.doc i32   sorted by code, see `initials`: anywhere, at the start
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import initials, levels, typos
from .columns import ITEMS, Arrays, Columns
from .laying import Column, as_bytes, block_of
from .postings import CHUNK, Postings
from .rows import columns as columns_of
from .runs import ties
from .tokens import cut
from .vocabulary import Vocabulary

#: The fields as `_columns` has them; those that are searched inside words come first.
_FIELDS = ("title", "keyword", "author", "lead", "area", "abstract")
assert set(_FIELDS) == set(levels.LEVELLED)


class Built(NamedTuple):
    """An index in memory."""

    arrays: Arrays
    tables: dict[str, list[str]]


def _columns(values: Mapping[str, Sequence[str]]) -> dict[str, Column]:
    """The texts of the fields. A TL;DR is a second item of the abstract: no phrase goes from one into the other."""
    title, area, abstract, more = (as_bytes(values[name]) for name in ("title", "area", "abstract", "tldr"))
    keywords, authors = (as_bytes(values[name]) for name in ITEMS)
    return {
        "title": Column(title, deep=True),
        "keywords": Column(keywords, deep=True, lists=True, block=block_of(keywords, lists=True)),
        "authors": Column(authors, lists=True, block=block_of(authors, lists=True)),
        "lead": Column([names.partition(b"; ")[0] for names in authors]),
        "area": Column(area),
        "abstract": Column(abstract, more=more),
    }


def build(
    rows: Iterable[tuple[Any, ...]],
    *,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
    put: Callable[[str, NDArray[Any]], None] | None = None,
) -> Built | None:
    """Index rows (see `Row`), ascending by their numbers; None when cancelled. `progress` gets the papers done.

    The arrays of abstracts, two thirds of all, are given to `put` as soon as they are ready, where there is one, so
    that they need not be in memory together.
    """
    vocabulary = Vocabulary()
    postings = Postings(_FIELDS)
    values_of = Columns()
    source = iter(rows)
    done = 0
    while chunk := list(islice(source, CHUNK)):
        if cancelled is not None and cancelled():
            return None
        values = columns_of(chunk)
        texts = _columns(values)
        values_of.add(values, {name: texts[name].block for name in ITEMS})
        postings.add(cut([*texts.values()], vocabulary), len(chunk), vocabulary.count)
        done += len(chunk)
        if progress is not None:
            progress(done)
    arrays: Arrays = {}
    keep = arrays.__setitem__
    ranks, arrays["word.offsets"], arrays["word.bytes"], arrays["word.heads"] = vocabulary.sorted_words()
    for name in ("abstract", *_FIELDS[:-1]):
        give = put if put is not None and name == "abstract" else keep
        flow, starts = postings.flow(name, ranks)
        give(f"{name}.flow", flow)
        del flow
        keep(f"{name}.starts", starts)
        pointers, docs = postings.by_word(name, ranks)
        give(f"{name}.docs", docs)
        del docs
        keep(f"{name}.pointers", pointers)
    tables = values_of.finish(arrays)
    arrays["length"] = np.minimum(np.diff(arrays["title.starts"]), 255).astype(np.uint8)
    item = int(ranks[0])
    arrays["title_order"] = _order(arrays["title.flow"], arrays["title.starts"], item)
    arrays["author_order"] = _order(arrays["author.flow"], arrays["author.starts"], item)
    initials.add(arrays)
    strong = np.zeros(len(ranks), dtype=bool)
    for name in ("title", "keyword", "author"):
        strong |= np.diff(arrays[f"{name}.pointers"]) > 0
    typos.add(arrays, "strong", np.flatnonzero(strong))
    typos.add(arrays, "weak", np.flatnonzero(~strong & (np.diff(arrays["abstract.pointers"]) > 0)))
    return Built(arrays, tables)


#: So many words decide the order of two titles, as the most; sorts look at them two at a time.
_ORDERED_WORDS = 16


def _order(flow: NDArray[np.int32], starts: NDArray[np.int64], item: int) -> NDArray[np.int32]:
    """The place of each doc when sorted by its first item, word by word; -1 for a doc without words."""
    padded = np.concatenate([flow, np.full(_ORDERED_WORDS, item, dtype=np.int32)])

    def keys(docs: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """A number for two words after the other of each doc, as long as one has any."""
        begins, ends = starts[docs], starts[docs + 1]
        within = np.ones(len(docs), dtype=bool)
        for pair in range(0, _ORDERED_WORDS, 2):
            key = np.zeros(len(docs), dtype=np.int64)
            for place in (pair, pair + 1):
                words = padded[begins + place]
                within &= (begins + place < ends) & (words != item)
                key = (key << 32) | np.where(within, words + 1, 0)
            yield key
            if not within.any():
                return

    first = next(keys(np.arange(len(starts) - 1)))
    sequence = np.argsort(first, kind="stable")
    # Few begin with the same two words: only they are looked at more closely.
    tied = ties(first[sequence])
    some = sequence[tied]
    sequence[tied] = some[np.lexsort([*keys(some)][::-1])]
    order = np.empty(len(first), dtype=np.int32)
    order[sequence] = np.arange(len(first), dtype=np.int32)
    order[first == 0] = -1
    return order
