"""Acronyms: `trpo` finds "Trust Region Policy Optimization", `moe` "… the Sparsely-Gated Mixture-of-Experts Layer".

From each word of a title on, the initials of up to six words are one number, a digit to the base of 38 each (nothing,
26 letters, ten digits, anything else): so many fit into 32 bits. They are kept once with and once without stop words.
Sorted, all runs that begin with the typed letters are one slice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .runs import first_of_each
from .stops import STOP_WORDS

#: So many initials are kept from each word on.
LONGEST = 6
BASE = 38
_LETTERS = np.full(256, BASE - 1, dtype=np.uint32)
_LETTERS[ord("a") : ord("z") + 1] = np.arange(1, 27)
_LETTERS[ord("0") : ord("9") + 1] = np.arange(27, 37)


def add(arrays: dict[str, NDArray[Any]]) -> None:
    """Add the arrays `initials.*` to an index that has its words and titles."""
    flow, starts = arrays["title.flow"], arrays["title.starts"]
    offsets, data = arrays["word.offsets"], arrays["word.bytes"]
    first = _LETTERS[data[np.minimum(offsets[:-1], max(len(data) - 1, 0))]] if len(data) else np.zeros(0, np.uint32)
    doc_of = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    kept = np.flatnonzero(~_stops(arrays["word.heads"])[flow])
    letters = first[flow]
    runs: list[NDArray[np.uint64]] = []
    leads: list[NDArray[np.uint64]] = []
    for line, docs in ((letters, doc_of), (letters[kept], doc_of[kept])):
        codes = _runs(line, docs)
        # A single word has no acronym.
        several = np.flatnonzero(codes // np.uint32(BASE ** (LONGEST - 2)) % np.uint32(BASE))
        leading = several.compress((several == 0) | (docs[several] != docs[several - 1]))
        for found, places in ((runs, several), (leads, leading)):
            found.append((codes[places].astype(np.uint64) << np.uint64(32)) | docs[places].astype(np.uint64))
    for name, found in (("run", runs), ("lead", leads)):
        keys = np.sort(np.concatenate(found))
        keys = keys.compress(first_of_each(keys))
        arrays[f"initials.{name}.code"] = (keys >> np.uint64(32)).astype(np.uint32)
        arrays[f"initials.{name}.doc"] = keys.astype(np.uint32).view(np.int32)


def _stops(heads: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which words are stop words, by their first eight bytes: all of a stop word, and a zero after it."""
    stops = np.zeros(len(heads), dtype=bool)
    wanted = np.array(sorted(int.from_bytes(word.encode().ljust(8, b"\0"), "big") for word in STOP_WORDS), np.uint64)
    at = np.minimum(np.searchsorted(heads, wanted), max(len(heads) - 1, 0))
    stops[at[heads[at] == wanted]] = True
    return stops


def _runs(letters: NDArray[np.uint32], doc_of: NDArray[np.int32]) -> NDArray[np.uint32]:
    """From each word on, the initials of its title as a number."""
    codes = letters
    # Of one letter, of two, of four, of six: each time the run from the word after those so far is put behind.
    shorter: list[NDArray[np.uint32]] = []
    for held, more in ((1, 1), (2, 2), (4, 2)):
        shorter.append(codes)
        further = shorter[more.bit_length() - 1]
        codes = codes * np.uint32(BASE**more)
        same = doc_of[:-held] == doc_of[held:]
        codes[:-held] += further[held:] * same
    return codes


def between(typed: str) -> tuple[int, int] | None:
    """The numbers of the runs that begin with the typed letters, as a half-open range; None when it is no acronym."""
    if not 2 <= len(typed) <= 2 * LONGEST or not typed.isascii() or not typed.isalnum():
        return None
    low = 0
    typed = typed[:LONGEST]
    for letter in typed.encode():
        low = low * BASE + int(_LETTERS[letter])
    rest = BASE ** (LONGEST - len(typed))
    return low * rest, (low + 1) * rest
