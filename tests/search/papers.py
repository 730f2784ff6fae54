"""What the tests of search share: small catalogues out of rows, and random papers and queries for Hypothesis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from paperreader.search.rows import Row
from paperreader.search.tree import And, Has, Named, Node, Not, Or, Range, State, Text


class Rows:
    """A catalogue out of rows."""

    def __init__(self, rows: Sequence[Row], generation: int = 1) -> None:
        self.rows = list(rows)
        self.generation = generation

    def count(self) -> int:
        return len(self.rows)

    def numbers(self) -> Sequence[int]:
        numbers = [row.number for row in self.rows]
        dense = range(1, len(numbers) + 1)
        return dense if list(dense) == numbers else numbers

    def search_rows(self, after: int = 0, numbers: Sequence[int] | None = None) -> Iterator[tuple[Any, ...]]:
        wanted = None if numbers is None else set(numbers)
        return iter([row for row in self.rows if row.number > after and (wanted is None or row.number in wanted)])

    def changed(self, since: int) -> Sequence[int]:
        return [] if since == self.generation else self.numbers()


def paper(number: int, title: str, **values: Any) -> Row:
    filled = {
        "authors": "", "abstract": "", "keywords": "", "area": "", "venue": "", "decision": "", "year": None,
        "tldr": "", "links": "", "idents": "", "sources": "seeds", "added": 1_700_000_000.0 + number, "scores": "",
    }  # fmt: skip
    return Row(number, title, **(filled | values))


WORDS = [
    "a",
    "an",
    "gan",
    "gans",
    "deep",
    "Deep",
    "deeper",
    "net",
    "Net",
    "nets",
    "frank",
    "wolfe",
    "LeGO",
    "loam",
    "x",
    "müller",
]
WORDS += [
    "Frank-Wolfe",
    "DeepNet",
    "R-CNN",
    "rcnn",
    "模型",
    "训练模型",
    "обучение",
    "ε",
    "$\\mathcal{X}$-net",
    "agent's",
    "2d",
    "3D",
    "of",
]
TYPED = [
    *WORDS,
    "de",
    "dee",
    "fra",
    "frankw",
    "型",
    "обуч",
    "ga",
    "eps",
    "r-cn",
    "deep-net",
    "lego",
    "go",
    "frank wolfe",
    "net a",
    "cnn",
]


def titles() -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(" ".join)


def rows() -> st.SearchStrategy[list[Row]]:
    one = st.fixed_dictionaries(
        {
            "title": titles(),
            "authors": st.lists(st.sampled_from(["Yann LeCun", "Müller, K.", "Net Wolfe"]), max_size=2).map("; ".join),
            "abstract": titles(),
            "keywords": st.lists(titles(), max_size=2).map("; ".join),
            "area": st.sampled_from(["", "deep nets", "other"]),
            "venue": st.sampled_from(["", "ICLR 2026", "NeurIPS 2025"]),
            "decision": st.sampled_from(["", "oral", "poster", "accept oral"]),
            "year": st.sampled_from([None, 2020, 2025, 2026]),
            "tldr": st.sampled_from(["", "deep gans", "x"]),
            "links": st.sampled_from(["", "pdf", "web code", "web pdf code"]),
            "idents": st.sampled_from(["", "arxiv:2505.1", "openreview:Ab1 doi:10.1/X"]),
            "sources": st.sampled_from(["seeds", "a.bib; seeds"]),
            "scores": st.sampled_from(["", "4; 6", "8"]),
        }
    )
    return st.lists(one, max_size=7).map(lambda many: [paper(3 * n + 1, **values) for n, values in enumerate(many)])


def trees() -> st.SearchStrategy[Node]:
    texts = st.builds(
        Text,
        st.sampled_from(TYPED),
        st.sampled_from(["word", "word", "word", "exact", "phrase", "open"]),
        st.sampled_from(
            ["", "", "", "title", "author", "abstract", "keyword", "area", "venue", "decision", "note", "source"]
        ),
    )
    anchors = st.builds(
        lambda text, mode, where: Text(text, mode, "", start=where[0], end=where[1]),
        st.sampled_from(TYPED),
        st.sampled_from(["word", "exact", "phrase"]),
        st.sampled_from([(True, False), (False, True), (True, True)]),
    )
    leaf = st.one_of(
        texts,
        texts,
        texts,
        anchors,
        st.builds(Named, st.just("tag"), st.sampled_from(["a", "B", "c d"])),
        st.builds(Named, st.just("id"), st.sampled_from(["arxiv:2505.1", "2505.1", "ab1", "10.1/x", "zz"])),
        st.builds(
            Range,
            st.sampled_from(["year", "score", "rating"]),
            st.sampled_from([None, 0.0, 3.0, 5.0, 2020.0]),
            st.sampled_from([None, 5.0, 2025.0]),
            st.booleans(),
            st.booleans(),
        ),
        st.builds(
            State, st.sampled_from(["read", "unread", "starred", "undecided", "decided", "later", "oral", "poster"])
        ),
        st.builds(
            Has, st.sampled_from(["pdf", "code", "arxiv", "doi", "abstract", "authors", "year", "score", "tag", "note"])
        ),
    )
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
            inner.map(Not),
        ),
        max_leaves=5,
    )
