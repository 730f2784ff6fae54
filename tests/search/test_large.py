"""The index in numpy: the same sets as the reference, the same quality as in memory, on disk and back, kept fit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from paperreader.paper import READ
from paperreader.search import Engine, NoStates, Query, parse, rank, store, words
from paperreader.search.build import build
from paperreader.search.hashing import PADDING
from paperreader.search.index import Index, Part
from paperreader.search.large import BESIDE
from paperreader.search.laying import Column, as_bytes
from paperreader.search.rows import Row, parts
from paperreader.search.segment import Segment
from paperreader.search.tokens import cut
from paperreader.search.typos import Lexicon
from paperreader.search.vocabulary import Vocabulary

from .papers import TYPED, Rows, paper, rows, titles, trees
from .reference import Marked, matches


@settings(max_examples=150, deadline=None)
@given(rows(), trees(), st.binary(max_size=20))
def test_the_same_sets_as_the_reference(papers: list[Row], tree, flags: bytes) -> None:
    states = Marked(flags, {1: ("a",), 4: ("b", "c d")}, {1: "deep nets", 7: "x"}, {1: 3, 4: 5})
    result = Engine(Rows(papers), states, small=0).search(Query("", tree))
    first = Engine(Rows(papers), states, small=0)
    first.prepare()
    found = first.run(Query("", tree))
    expected = [row.number for row in papers if matches(tree, row, states)]
    assert sorted(found.order) == expected
    assert first.count(Query("", tree)) == len(expected)
    assert set(expected) <= set(result.order)


@settings(max_examples=100, deadline=None)
@given(
    rows(),
    st.lists(
        st.sampled_from([*TYPED, "dep", "nts", "wlfe", "gn", "dn", "deepnet", "x2y", "netss", "zzz", "is:unread"]),
        min_size=1,
        max_size=8,
    ),
)
def test_what_is_forgiven_is_the_same_in_memory(papers: list[Row], typed: list[str]) -> None:
    query = parse(" ".join(typed) + " ")
    small, large = Engine(Rows(papers), NoStates()), Engine(Rows(papers), NoStates(), small=0)
    assert list(small.search(query).order) == list(large.search(query).order)


TEXTS = st.one_of(titles(), st.text(max_size=20), st.text("aB1-'_` é\u0301ε模я\ud800$\\{;\x01ﬁ´", max_size=12))


@example([["\\x", "a\\"], ["\\\\", "b"]], ["\\ williams’12 $x$", "ends so\\", "\\\\"], "")
@given(st.lists(st.lists(TEXTS, max_size=3), max_size=5), st.lists(TEXTS, max_size=5), st.text("ab-é", min_size=45))
def test_words_are_cut_in_numpy_as_elsewhere(lists: list[list[str]], plain: list[str], long: str) -> None:
    plain = [*plain, long]
    lists = [parts("; ".join(items)) for items in lists]
    vocabulary = Vocabulary()
    first = Column(as_bytes(["; ".join(items) for items in lists]), deep=True, lists=True)
    found = cut([first, Column(as_bytes(plain), more=as_bytes(plain[::-1]))], vocabulary)
    ranks, offsets, data, _ = vocabulary.sorted_words()
    raw = data.tobytes()
    texts = [raw[begin:end].decode(errors="replace") for begin, end in pairwise(offsets)]
    assert texts == sorted(texts, key=lambda text: text.encode(errors="replace"))
    owners = np.repeat(np.arange(len(found.counts)), found.counts)
    docs = [*lists, *zip(plain, plain[::-1], strict=True)]
    assert len(found.counts) == len(docs)
    for doc, items in enumerate(docs):
        if doc >= len(lists):
            items = [item for place, item in enumerate(items) if item or not place]
        main, further = [], []
        for place, item in enumerate(items):
            main += ["I"] * bool(place) + words.split(item)
            further += words.compounds(item) + (words.inner(item) if doc < len(lists) else [])
        assert [texts[ranks[word]] for word in found.ids[owners == doc]] == [_plain(word) for word in main]
        others = found.further[found.further_docs == doc]
        assert sorted({texts[ranks[word]] for word in others}) == sorted(set(map(_plain, further)))


def _plain(word: str) -> str:
    return word.encode(errors="replace").decode()


@given(
    st.lists(st.text("abcdeé模", min_size=1, max_size=12), min_size=1, max_size=20),
    st.text("abcde", min_size=4, max_size=12),
)
def test_edits_are_counted_as_rapidfuzz_counts_them(vocabulary: list[str], typed: str) -> None:
    built = build([paper(1, " ".join(vocabulary))])
    assert built is not None
    lexicon = Lexicon(built.arrays, "strong")
    segment = Segment(built.arrays, built.tables, NoStates())
    for edits in (1, 2):
        near = lexicon.near(typed.encode(), edits, heads=True)
        got = {segment.word(int(rank)): (int(whole), int(head)) for rank, whole, head in zip(*near, strict=True)}
        for near_rank in lexicon.ranks:
            word = segment.word(int(near_rank))
            whole = OSA.distance(typed.encode(), word)
            head = min(OSA.distance(typed.encode(), word[:size]) for size in range(1, len(word) + 1))
            if min(whole, head) <= edits:
                assert word in got
                assert (whole > edits or got[word][0] == whole) and got[word][1] == head
            else:
                assert word not in got


@pytest.mark.parametrize("small", [0, 3000])
@pytest.mark.parametrize(("typed", "hits"), [("3d ", [1]), ("2d ", [2]), ("9z ", []), ("zz ", [3])])
def test_digits_in_acronyms_are_not_all_the_same(typed: str, hits: list[int], small: int) -> None:
    papers = [paper(1, "3 dogs"), paper(2, "2 doves"), paper(3, "zebra zoo"), paper(4, "nothing here")]
    assert list(Engine(Rows(papers), NoStates(), small=small).search(parse(typed)).order) == hits


@pytest.mark.parametrize("small", [0, 3000])
@pytest.mark.parametrize(
    ("typed", "hits"),
    [
        ("abgdezet", [1, 2]),
        ("abgdezetik", [1]),
        ("bgdezet", [1, 2]),
        ("abgdezex", []),
        ("bgdezetx", []),
        ("vggdezet", []),
    ],
)
def test_all_letters_of_a_long_acronym_count(typed: str, hits: list[int], small: int) -> None:
    papers = [
        paper(1, "Alpha of beta gamma delta epsilon zeta eta theta iota kappa"),
        paper(2, "Alpha beta gamma delta epsilon zeta eta theta"),
        paper(3, "Alpha beta gamma delta epsilon zeta ypsilon"),
    ]
    engine = Engine(Rows(papers), NoStates(), small=small)
    assert sorted(engine.search(parse(typed + " ")).order) == hits
    if typed == "abgdezet":
        assert engine.search(parse(typed + " ")).order[0] == 2


def test_letters_inside_words() -> None:
    built = build([paper(1, "attention attn battle tension transformer native")])
    assert built is not None
    inside = Lexicon(built.arrays, "strong").inside(b"ttn")
    segment = Segment(built.arrays, built.tables, NoStates())
    got = {segment.word(int(rank)): int(span) for rank, span in zip(inside.ranks, inside.span, strict=True)}
    assert got == {b"attention": 4, b"attn": 3}


class Catalogue(Rows):
    """A catalogue on disk as the engine sees it, whose papers change."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(rows)
        self.changes: list[tuple[int, int]] = []
        self.read = 0

    def change(self, *rows: Row, gone: Sequence[int] = ()) -> None:
        self.generation += 1
        numbers = {row.number for row in rows} | set(gone)
        self.changes += [(self.generation, number) for number in sorted(numbers)]
        kept = [row for row in self.rows if row.number not in numbers]
        self.rows = sorted([*kept, *rows], key=lambda row: row.number)

    def changed(self, since: int) -> list[int]:
        return sorted({number for generation, number in self.changes if generation > since})

    def search_rows(self, after=0, numbers=None):
        if numbers is None:
            self.read += 1
        return super().search_rows(after, numbers)


def many(count: int = 200) -> list[Row]:
    return [
        paper(n, f"paper {n} about {'nets' if n % 2 else 'graphs'}", authors=f"Ann Author{n}", year=2000 + n % 20)
        for n in range(1, count + 1)
    ]


def found(engine: Engine, query: str) -> list[int]:
    return sorted(engine.run(parse(query)).order)


def test_an_index_is_written_once_and_mapped_afterwards(tmp_path: Path) -> None:
    catalogue = Catalogue(many())
    first = Engine(catalogue, NoStates(), tmp_path, small=10)
    assert first.run(parse("nets")).pending
    assert first.prepare()
    assert not first.prepare()
    assert found(first, "nets") == list(range(1, 200, 2))
    # No path, so it was built in this process; the file is what another terminal finds.
    built = build(catalogue.rows)
    assert built is not None
    store.write(tmp_path, 1, built, {row.number: row.title for row in catalogue.rows[:3]})
    read = catalogue.read
    second = Engine(catalogue, NoStates(), tmp_path, small=10)
    assert second.prepare()
    assert catalogue.read == read
    assert found(second, "nets") == list(range(1, 200, 2))


def test_what_changed_is_indexed_beside(tmp_path: Path) -> None:
    catalogue = Catalogue(many())
    engine = Engine(catalogue, NoStates(), small=10)
    engine.prepare()
    catalogue.change(paper(1, "now about trees"), paper(201, "nets anew"), gone=[3])
    assert engine.stale
    assert engine.prepare()
    assert catalogue.read == 1
    assert found(engine, "nets") == [*range(5, 200, 2), 201]
    assert found(engine, "trees") == [1]
    assert found(engine, "-nets") == [1, *range(2, 201, 2)]
    assert engine.run(parse("paper sort:year")).order[0] == 20
    assert found(engine, "treez") == []
    assert list(engine.search(parse("treez")).order) == [1]
    catalogue.change(*[paper(n, "all new") for n in range(1, BESIDE + 10)])
    assert engine.prepare()
    assert catalogue.read == 2
    assert found(engine, "nets") == []


def test_ties_go_by_number_across_both_parts() -> None:
    catalogue = Catalogue([paper(n, "same title") for n in range(1, 50)])
    engine = Engine(catalogue, NoStates(), small=10)
    engine.prepare()
    catalogue.change(paper(7, "same title"), paper(60, "same title"))
    engine.prepare()
    assert list(engine.run(parse("same")).order) == [*range(1, 50), 60]


@pytest.mark.parametrize("damage", ["cut", "header", "words", "other", "empty"])
def test_a_damaged_or_foreign_index_is_built_anew(tmp_path: Path, damage: str) -> None:
    catalogue = Catalogue(many())
    built = build(catalogue.rows)
    assert built is not None
    titles = {1: "of another catalogue"} if damage == "other" else {}
    path = store.write(tmp_path, 1, built, titles)
    data = bytearray(path.read_bytes())
    if damage == "cut":
        data = data[:-100]
    elif damage == "header":
        data[-60] ^= 1
    elif damage == "words":
        place = data.index(b"aboutann")
        data[place] ^= 1
    elif damage == "empty":
        data = bytearray()
    path.write_bytes(data)
    engine = Engine(catalogue, NoStates(), tmp_path, small=10)
    assert engine.prepare()
    assert catalogue.read == 1
    assert found(engine, "graphs") == list(range(2, 201, 2))


def test_nonsense_in_the_postings_is_noticed_and_cured(tmp_path: Path) -> None:
    catalogue = Catalogue(many())
    built = build(catalogue.rows)
    assert built is not None
    built.arrays["title.docs"] = np.full_like(built.arrays["title.docs"], 10**6)
    store.write(tmp_path, 1, built, {})
    engine = Engine(catalogue, NoStates(), tmp_path, small=10)
    assert engine.prepare()
    assert engine.run(parse("nets")).pending
    assert not engine.ready
    assert engine.prepare()
    assert found(engine, "nets") == list(range(1, 200, 2))


def test_older_indexes_go(tmp_path: Path) -> None:
    built = build(many())
    assert built is not None
    store.write(tmp_path, 1, built, {})
    for left in (tmp_path / ".words-1-1.idx.999", tmp_path / "words-1-7.idx"):
        left.write_bytes(b"left behind")
        os.utime(left, (0, 0))
    store.write(tmp_path, 2, built, {})
    assert [path.name for path in tmp_path.iterdir()] == [store.name(2)]
    assert store.generations(tmp_path) == [2]


def test_what_another_terminal_writes_stays(tmp_path: Path) -> None:
    built = build(many())
    assert built is not None
    with store.Writer(tmp_path, 2) as slow:
        store.write(tmp_path, 3, built, {})
        slow.finish(built, {})
    assert store.generations(tmp_path) == [3, 2]


def test_a_process_of_its_own_builds_from_a_real_catalogue(tmp_path: Path) -> None:
    from paperreader.formats.base import Entry
    from paperreader.paper import Record
    from paperreader.storage.catalog import Catalog

    with Catalog.open(tmp_path / "catalog.db") as catalog:
        catalog.add(
            "test",
            [Entry(Record(title=f"Paper {n} on {'kernels' if n % 3 else 'gams'}"), b"x%d" % n, "") for n in range(99)],
        )
        shares: list[float] = []
        engine = Engine(
            catalog, NoStates(), tmp_path / "index", small=10, reopen=lambda: Catalog.open(catalog.path, read_only=True)
        )
        assert engine.prepare(progress=shares.append)
        assert shares == [1.0]
        assert [path.name for path in (tmp_path / "index").iterdir()] == [store.name(catalog.generation)]
        assert engine.run(parse("kernels")).total == 66
        catalog.add("test", [Entry(Record(title="One more of kernels"), b"more", "")])
        assert engine.stale and engine.prepare()
        assert engine.run(parse("kernels")).total == 67
        again = Engine(catalog, NoStates(), tmp_path / "index", small=10)
        assert again.prepare() and again.run(parse("kernels")).total == 67


def test_both_indexes_sort_alike() -> None:
    papers = [
        paper(1, "b", year=2020, venue="x", authors="Zed; Ann", scores="4; 6"),
        paper(2, "Ä", year=None, scores="9"),
        paper(3, "c d", year=2025, venue="a", authors="Ann"),
        paper(4, "a b", year=2020, venue="A", authors="Bob B"),
        paper(5, "c", year=2020),
    ]
    states = Marked(places={3: 1.0, 1: 0.5}, ratings={2: 3, 5: 4})
    small, large = Engine(Rows(papers), states), Engine(Rows(papers), states, small=0)
    large.prepare()
    for sort in ("year", "title", "author", "venue", "score", "rating", "added", "later", "number", "relevance"):
        for sign in ("", "-"):
            query = parse(f"no:pdf sort:{sign}{sort}")
            assert list(small.run(query).order) == list(large.run(query).order), query


def test_a_letter_that_most_papers_have_gives_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = [paper(n, "net " * (n * 7 % 13) + ("nab" if n % 5 else "graph"), year=2000 + n % 3) for n in range(2, 90)]
    engine = Engine(Rows(papers), Marked(bytes([0, 0, 0, READ, 0, READ])), small=0)
    engine.prepare()
    queries = [parse(text) for text in ("n", "n is:unread", "ne -is:read", "n sort:-number", "ne OR year:2001")]
    expected = [list(engine.run(query).order) for query in queries]
    monkeypatch.setattr(rank, "_MANY", 0)
    (hits,) = engine._index.first(queries[0])[0]
    assert rank.broad(hits.part.segment, hits.docs, hits.levels[0], 1.0) is not None
    assert [list(engine.run(query).order) for query in queries] == expected
    assert 2 < len(expected[1]) < len(expected[0]) < len(papers)


def test_an_index_of_nothing() -> None:
    built = build([])
    assert built is not None
    index = Index([Part(Segment(built.arrays, built.tables, NoStates()))])
    query = parse("deep -nets year:2020 tag:x sort:title | is:unread")
    assert len(index.ordered(query, index.second(query) or [])) == 0


@pytest.mark.parametrize("count", [100_000, 300_000])
def test_more_new_words_at_once_than_there_was_room_for(count: int) -> None:
    """A chunk of full texts, or a hostile one; with no free slot left a word would look for one for ever."""
    texts = [f"w{n:x}" for n in range(count)]
    buffer = np.frombuffer("".join(text + " " for text in texts).encode() + b" " * PADDING, dtype=np.uint8)
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths + 1) - lengths - 1
    vocabulary = Vocabulary()
    begun = vocabulary.count
    ids = vocabulary.ids(buffer, starts, lengths)
    assert list(ids) == list(range(begun, begun + count))
    assert list(vocabulary.ids(buffer, starts[::-1], lengths[::-1])) == list(ids[::-1])
    assert vocabulary.count == begun + count
