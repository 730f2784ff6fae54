"""Texts laid one after the other in a buffer of bytes, folded, so that numpy can cut them into words.

The rule is that of `words`; what is done here is done for many texts at once wherever it can be, for nearly all texts
are plain ASCII, and in the others nearly all bytes are. Two bytes that no text in UTF-8 contains are marks: `DOC` ends
a doc, `ITEM` stands between the items of a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paperreader.text.folding import fold
from paperreader.text.lazy import lazy

from . import words
from .hashing import I64, PADDING
from .rows import parts

DOC, ITEM = b"\xff", b"\xfe"
BETWEEN = b" " + ITEM + b" "
_IS_TEX = np.isin(np.arange(256), list(b"\\${}"))
_SIGNS = lazy(r"[^\x00-\x7f\w]+")


class Column(NamedTuple):
    """A text of each of some papers, in UTF-8. `lists`: each is a list of items, joined by "; ". `deep`: the words
    inside words are found too (`words.inner`). `more`: a second item for each, or b"" for none."""

    texts: Sequence[bytes]
    lists: bool = False
    deep: bool = False
    more: Sequence[bytes] = ()
    block: bytes = b""
    """The texts as `block_of` lays them out, where that was done before."""


class Laid(NamedTuple):
    """Texts as they lie in the buffer."""

    data: bytes
    """A blank, the docs of all columns, and then further docs: words that are found as those of another doc, but take
    no part in phrases. Capitals are still there. Blanks at the end."""
    ends: I64
    """Where each doc ends, the further ones included: there stands its `DOC`."""
    docs: int
    further_of: list[int]
    """The doc that each of the further ones belongs to."""
    deep: int
    """So many docs have words inside words to be looked for; deep columns come first."""
    known: list[int]
    """Those of them whose inner words are among the further docs already."""


def block_of(texts: Sequence[bytes], lists: bool = False) -> bytes:
    """Texts one after the other, each with its `DOC`; the items of lists apart."""
    if not texts:
        return b""
    block = DOC.join(texts) + DOC
    return block.replace(b"; ", BETWEEN) if lists else block


def lay(columns: Sequence[Column]) -> Laid:
    """Lay out some columns, the deep ones first."""
    blocks: list[bytes] = []
    docs = deep = 0
    for column in columns:
        texts = column.texts
        if any(column.more):
            texts = [text + BETWEEN + more if more else text for text, more in zip(texts, column.more, strict=True)]
        blocks.append(column.block or block_of(texts, column.lists))
        docs += len(texts)
        if column.deep:
            deep = docs
    data = b"".join([b" ", *blocks])
    found = _Found(data)
    changes, further = _changes(data, found)
    if len(found.tex):
        whole, more = _without_tex(data, found)
        changes = changes.merged(_Changes(found.begins[found.tex], found.ends[found.tex], whole))
        further += more
    # Words inside words are looked for here where the text is not as it was: capitals may have gone.
    known = np.flatnonzero(found.changed[:deep]).tolist()
    originals = [(text, column.lists) for column in columns if column.deep for text in column.texts] if known else []
    for doc in known:
        text, listed = originals[doc][0].decode(), originals[doc][1]
        further.append((doc, [word for item in (parts(text) if listed else [text]) for word in words.inner(item)]))
    further = [(doc, more) for doc, more in further if more]
    lines = [" ".join(more).encode() + DOC for _, more in further]
    doc_ends = changes.after(found.ends)
    last = int(doc_ends[-1]) if docs else 0
    doc_ends = np.append(doc_ends, last + np.cumsum(np.array([*map(len, lines)], dtype=np.int64)))
    pieces = [*changes.pieces(data), *lines, b" " * PADDING]
    return Laid(b"".join(pieces), doc_ends, docs, [doc for doc, _ in further], deep, known)


class _Changes(NamedTuple):
    """Parts of a buffer, ascending, and what is put there."""

    begins: I64
    ends: I64
    lines: list[bytes]

    def merged(self, other: _Changes) -> _Changes:
        """These and others."""
        begins = np.append(self.begins, other.begins)
        order = np.argsort(begins)
        lines = self.lines + other.lines
        ends = np.append(self.ends, other.ends)
        return _Changes(begins[order], ends[order], [lines[place] for place in order.tolist()])

    def pieces(self, data: bytes) -> list[bytes]:
        """The buffer with the changes made, in pieces."""
        between = zip([0, *self.ends.tolist()], [*self.begins.tolist(), len(data)], strict=True)
        found = [b""] * (2 * len(self.lines) + 1)
        found[::2] = [data[begin:end] for begin, end in between]
        found[1::2] = self.lines
        return found

    def after(self, places: I64) -> I64:
        """Where places between the changes are when they are made."""
        moved = np.array([0, *map(len, self.lines)], dtype=np.int64)
        moved[1:] -= self.ends - self.begins
        return places + np.cumsum(moved)[np.searchsorted(self.begins, places)]


class _Found:
    """What there is in a buffer, but for plain ASCII: where the docs begin and end, the docs that may have TeX in them,
    and the runs of letters and signs beyond ASCII in the others, each with its doc, where it begins and where it ends;
    and which docs have either."""

    def __init__(self, data: bytes) -> None:
        buffer = np.frombuffer(data, dtype=np.uint8)
        # One look at all bytes: braces, and everything beyond ASCII, are greater than letters.
        at = np.flatnonzero((buffer > ord("z")) | (buffer == ord("\\")) | (buffer == ord("$")))
        signs = buffer[at]
        self.ends: I64 = at.compress(signs == DOC[0])
        self.begins: I64 = np.append(1, self.ends[:-1] + 1)
        has_tex = np.zeros(len(self.ends), dtype=bool)
        has_tex[np.searchsorted(self.ends, at.compress(_IS_TEX[signs]))] = True
        self.tex: I64 = np.flatnonzero(has_tex)
        high = at.compress((signs >= 0x80) & (signs < ITEM[0]))
        breaks = high[1:] != high[:-1] + 1
        begins = high.compress(np.append(True, breaks)) if len(high) else high
        stops = high.compress(np.append(breaks, True)) + 1 if len(high) else high
        owners = np.searchsorted(self.ends, begins)
        self.changed = has_tex.copy()
        self.changed[owners] = True
        others = ~has_tex[owners]
        self.owners, self.begin, self.end = (of.compress(others) for of in (owners, begins, stops))


def _changes(data: bytes, found: _Found) -> tuple[_Changes, list[tuple[int, list[str]]]]:
    """What is put in the place of runs of letters and signs beyond ASCII, or of a doc in which they are not all ASCII
    when they are folded: its words; and the compounds of such docs."""
    runs = [data[begin:end] for begin, end in zip(found.begin.tolist(), found.end.tolist(), strict=True)]
    lines = [*map(_PLAIN.get, runs)]
    whole: dict[int, bytes] = {}
    further: list[tuple[int, list[str]]] = []
    for place in [place for place, line in enumerate(lines) if line is None]:
        doc, begin, end = int(found.owners[place]), int(found.begin[place]), int(found.end[place])
        if doc not in whole:
            lines[place] = _PLAIN.get(runs[place]) or _run(data[begin - 1 : begin], runs[place], data[end : end + 1])
            if lines[place] is None:
                whole[doc], compounds = _folded(data[found.begins[doc] : found.ends[doc]])
                further.append((doc, compounds))
    kept = np.ones(len(runs), dtype=bool)
    if whole:
        docs = np.array(sorted(whole), dtype=np.int64)
        kept = ~np.isin(found.owners, docs)
    known = [line for line, keep in zip(lines, kept.tolist(), strict=True) if keep and line is not None]
    changes = _Changes(found.begin[kept], found.end[kept], known)
    if whole:
        changes = changes.merged(_Changes(found.begins[docs], found.ends[docs], [whole[doc] for doc in docs.tolist()]))
    return changes, further


def _without_tex(data: bytes, found: _Found) -> tuple[list[bytes], list[tuple[int, list[str]]]]:
    """The docs that may have TeX in them, read without it and folded as the others are, and compounds of some."""
    bounds = zip(found.begins[found.tex].tolist(), found.ends[found.tex].tolist(), strict=True)
    docs = b"".join([b" ", *[data[begin : end + 1] for begin, end in bounds]])
    # One long text costs less than many short ones. Its marks stay apart from commands, which take what follows them.
    text = words.readable(docs.replace(b"\\" + DOC, b"\\ " + DOC).decode(errors="surrogateescape"))
    docs = text.encode(errors="surrogateescape").replace(ITEM, BETWEEN).replace(b"\\", b" ")
    changes, further = _changes(docs, _Found(docs))
    whole = b"".join(changes.pieces(docs))[1:].split(DOC)[:-1]
    return whole, [(int(found.tex[doc]), compounds) for doc, compounds in further]


def as_bytes(texts: Sequence[str]) -> list[bytes]:
    """Texts in UTF-8; halves of surrogate pairs become question marks."""
    try:
        return [*map(str.encode, texts)]
    except UnicodeEncodeError:
        return [text.encode("utf-8", "replace") for text in texts]


def _folded(doc: bytes) -> tuple[bytes, list[str]]:
    """A doc without TeX, folded and cut into its words, and its compounds."""
    items = [fold(item.decode()) for item in doc.split(BETWEEN)]
    lines = [" ".join(words.WORD.findall(item)).encode() for item in items]
    return BETWEEN.join(lines), [compound for item in items for compound in words.compounds_of(item)]


#: What runs of letters and signs beyond ASCII fold to, where it does not matter what stands beside them.
_PLAIN: dict[bytes, bytes] = {}
_MOST_PLAIN = 20_000


def _run(before: bytes, run: bytes, after: bytes) -> bytes | None:
    """A run folded; None when that is not ASCII. Greek letters are set off from what stands beside them."""
    text = run.decode()
    left, right = "a" if before.isalnum() else " ", "a" if after.isalpha() else " "
    # Alone, as it stands here, and between letters.
    ways = _SIGNS.sub(" ", fold(f"{text}\n{left}{text}{right}\na{text}a")).split("\n")
    alone, beside, between = ways[0], ways[1][1:-1], ways[2][1:-1]
    if not alone.isascii():
        return None
    if beside == alone == between and len(_PLAIN) < _MOST_PLAIN:
        _PLAIN[run] = alone.encode()
    return beside.encode()
