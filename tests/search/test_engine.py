"""The engine over a small catalogue: sets against the reference evaluator, order, states at once, highlights."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from paperreader.paper import DISMISSED, LATER, READ, STARRED
from paperreader.search import Engine, NoStates, Query, parse

from .papers import Rows, paper, rows, trees
from .reference import Marked, matches


@settings(max_examples=300, deadline=None)
@given(rows(), trees(), st.binary(max_size=20))
def test_the_same_sets_as_the_reference(papers, tree, flags) -> None:
    states = Marked(flags, {1: ("a",), 4: ("b", "c d")}, {1: "deep nets", 7: "x"}, {1: 3, 4: 5})
    engine = Engine(Rows(papers), states)
    result = engine.run(Query("", tree))
    expected = [row.number for row in papers if matches(tree, row, states)]
    assert sorted(result.order) == expected
    assert result.total == len(expected)
    assert engine.count(Query("", tree)) == len(expected)


def test_a_state_is_answered_from_the_flags_alone() -> None:
    class Never(Rows):
        def search_rows(self, after=0, numbers=None):
            raise AssertionError("the papers were read")

    flags = bytearray([0, READ, 0, STARRED, LATER | READ, DISMISSED])
    engine = Engine(Never([paper(n, "") for n in range(1, 9)]), Marked(flags, places={4: 1.0}))
    assert list(engine.run(parse("is:undecided")).order) == [1, 2, 6, 7, 8]
    assert list(engine.run(parse("is:unread -is:dismissed")).order) == [2, 3, 6, 7, 8]
    assert engine.run(parse("")).order == range(1, 9)
    assert engine.count(parse("is:decided")) == 3
    assert list(engine.run(parse("is:starred | is:later")).order) == [3, 4]
    assert list(engine.run(parse("is:read sort:-number")).order) == [4, 1]


def test_the_queue_has_its_order() -> None:
    states = Marked(bytes([0, LATER, LATER, LATER]), places={1: 2.5, 2: 1.0, 3: 9.0})
    engine = Engine(Rows([paper(n, "x") for n in (1, 2, 3)]), states)
    assert list(engine.run(parse("is:later sort:later")).order) == [2, 1, 3]
    assert list(engine.run(parse("is:later sort:-later x")).order) == [3, 1, 2]


def test_numbers_with_gaps() -> None:
    engine = Engine(Rows([paper(n, "x") for n in (2, 5, 9)]), Marked(bytes([0, 0, READ])))
    assert list(engine.run(parse("is:unread")).order) == [5, 9]
    assert list(engine.run(parse("is:read")).order) == [2]


def test_sorts_put_missing_values_last_and_keep_the_order_of_equal_ones() -> None:
    papers = [paper(1, "b", year=2020), paper(2, "Ä", year=None), paper(3, "c", year=2025), paper(4, "a b", year=2020)]
    engine = Engine(Rows(papers), NoStates())
    assert list(engine.run(parse("sort:year")).order) == [1, 4, 3, 2]
    assert list(engine.run(parse("sort:-year")).order) == [3, 1, 4, 2]
    assert list(engine.run(parse("sort:title")).order) == [2, 4, 1, 3]
    assert list(engine.run(parse("sort:-year sort:-title")).order) == [3, 1, 4, 2]


def test_better_matches_come_first() -> None:
    papers = [
        paper(1, "Nothing", abstract="about attention and more"),
        paper(2, "Attentional nets"),
        paper(3, "Attention"),
        paper(4, "Other", keywords="attention"),
    ]
    assert list(Engine(Rows(papers), NoStates()).run(parse("attention")).order) == [3, 2, 4, 1]


def test_highlights_on_the_displayed_text() -> None:
    engine = Engine(Rows([]), NoStates())

    def marked(query: str, text: str, field: str = "title") -> list[str]:
        return [text[start:end] for start, end in engine.run(parse(query)).highlights(text, field)]

    assert marked("atten", "Attention is attentive") == ["Atten", "atten"]
    assert marked("muller", "Klaus-Robert Müller", "authors") == ["Müller"]
    assert marked("author:muller", "Müller") == []
    assert marked("frankwolfe", "The Frank-Wolfe way") == ["Frank-Wolfe"]
    assert marked("frankw", "The Frank-Wolfe way") == ["Frank-W"]
    assert marked("pose", "CameraPose: pose") == ["Pose", "pose"]
    assert marked("'pose", "CameraPose: poses pose") == ["Pose", "pose"]
    assert marked('"deep net"', "A deep net, deep nets") == ["deep net"]
    assert marked("epsilon", "with ε-perturbation") == ["ε"]
    assert marked("模型", "训练模型") == ["模型"]
    assert marked("^deep", "Deep deep") == ["Deep"]
    assert marked("deep$", "Deep deep") == ["deep"]
    assert marked("-deep is:read", "Deep deep") == []
    assert marked("st", "state of the art st", "abstract") == ["st"]
    assert marked("quantized, quant", "Quantized") == ["Quantized"]


def test_highlights_of_what_was_forgiven() -> None:
    for small in (100, 0):
        engine = Engine(Rows([paper(1, "Attention is all you need"), paper(2, "Graphs")]), NoStates(), small=small)
        result = engine.search(parse("atention "))
        assert list(result.order) == [1]
        assert result.highlights("Attention is all", "title") == [(0, 9)]
        assert result.highlights("atention, attention", "title") == [(0, 8)]


@given(trees(), st.text(max_size=30), st.sampled_from(["title", "authors", "abstract", "area", "venue"]))
def test_highlights_are_sorted_and_disjoint(tree, text, field) -> None:
    spans = Engine(Rows([]), NoStates()).run(Query("", tree)).highlights(text, field)
    flat = [offset for span in spans for offset in span]
    assert flat == sorted(flat)
    assert all(0 <= start < end <= len(text) for start, end in spans)


def test_the_import_is_cheap() -> None:
    code = "import sys, paperreader.search\nprint(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "tui"}
    )
    assert not {"numpy", "rapidfuzz", "textual", "apsw", "subprocess", "asyncio"} & set(loaded.stdout.split())
