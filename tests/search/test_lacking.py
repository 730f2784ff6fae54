"""Papers that lack some words of a long query: found when few have all, and never when the query is short."""

from __future__ import annotations

import pytest

from paperreader.search import Engine, NoStates, parse

from .papers import Rows, paper

PAPERS = [
    paper(1, "Attention is all you need", authors="Ashish Vaswani", year=2017),
    paper(2, "Graph attention networks", year=2018),
    paper(3, "Deep kernel learning", year=2015),
    *[paper(n, f"Something else {n}", abstract="deep learning of a kernel, in review as a pdf") for n in (4, 5)],
]


@pytest.fixture(params=[100, 0], ids=["small", "large"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(Rows(PAPERS), NoStates(), small=request.param)


def found(engine: Engine, query: str) -> list[int]:
    return list(engine.search(parse(query)).order)


@pytest.mark.parametrize(
    "query",
    [
        "attention is all you need zzz",
        "attention is all you need zzz qqq",
        "zzz attention is all you need qqq",
        "vaswani attention is all you need zzz qqq www",
        "attention you need zzz qqq",
        "atention is al you need zzz qqq",
    ],
)
def test_a_third_of_the_words_may_be_too_many(engine: Engine, query: str) -> None:
    assert found(engine, query) == [1]


@pytest.mark.parametrize(
    "query",
    [
        "attention zzz",
        "attention zzz qqq",
        "attention need zzz qqq",
        "attention need zzz qqq www",
        "attention is all you need zzz qqq -vaswani",
        "attention is all you need zzz qqq year:2018..",
        "attention is all you need 'zzz",
        'attention is all you need "zzz qqq"',
    ],
)
def test_no_more_of_them_and_nothing_that_was_said_exactly(engine: Engine, query: str) -> None:
    assert found(engine, query) == []


def test_a_title_is_found_although_all_words_stand_together_in_abstracts(engine: Engine) -> None:
    assert sorted(found(engine, "deep kernel learning review pdf")) == [3, 4, 5]
    # Of three words none is lacking when papers have them all.
    assert found(engine, "deep kernel pdf") == [4, 5]


@pytest.mark.parametrize("count", [255, 256, 300, 512])
@pytest.mark.parametrize("small", [100, 0])
def test_a_query_may_have_very_many_words(count: int, small: int) -> None:
    letters = "abcdefghij"
    words = [f"{letters[n // 100]}{letters[n // 10 % 10]}{letters[n % 10]}x" for n in range(count)]
    engine = Engine(Rows([paper(1, "Deep nets"), paper(2, "All", abstract=" ".join(words))]), NoStates(), small=small)
    assert found(engine, " ".join(words)) == [2]


def test_who_has_all_words_comes_before_who_lacks_some() -> None:
    papers = [paper(1, "Deep kernel nets"), paper(2, "Deep kernel nets", abstract="slides and pdf")]
    for small in (100, 0):
        engine = Engine(Rows(papers), NoStates(), small=small)
        assert found(engine, "deep kernel nets slides pdf") == [2, 1]
