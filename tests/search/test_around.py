"""What stands around a query: facets, words that set a result apart, completion, changing it by a field, the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.search import Engine, NoStates, parse, with_field, with_part
from paperreader.search.docs import examples, query_md
from paperreader.search.facets import meaning
from paperreader.search.table import EXAMPLES, FORMS
from paperreader.search.telling import telling
from paperreader.search.tree import Every

from .papers import Rows, paper
from .reference import Marked

PAPERS = [
    paper(
        1,
        "Scaling language models",
        keywords="LLM; scaling",
        area="language",
        venue="ICLR 2026",
        year=2026,
        authors="Ann A; Bob B",
    ),
    paper(
        2,
        "Pruning models",
        keywords="LLMs; Pruning",
        area="language",
        venue="ICLR 2026",
        year=2026,
        authors="Ann A",
        decision="oral",
    ),
    paper(
        3,
        "Models that prune",
        keywords="Large Language Models; pruning",
        area="Vision",
        venue="ICML 2025",
        year=2025,
        authors="ann a",
    ),
    paper(4, "Diffusion", keywords="large language model (LLM)", area="vision", year=2025, decision="poster"),
    paper(5, "Nothing", authors="Zoë Z"),
]
STATES = Marked(tags={1: ("rl", "to read"), 2: ("rl",)})


@pytest.fixture(params=[100, 0], ids=["small", "large"])
def engine(request: pytest.FixtureRequest) -> Engine:
    engine = Engine(Rows(PAPERS), STATES, small=request.param)
    engine.prepare()
    return engine


def test_facets_count_the_values_of_a_result(engine: Engine) -> None:
    found = {facet.field: facet for facet in engine.facets(engine.run(parse("")))}
    assert list(found) == ["area", "decision", "venue", "year", "keyword", "author", "tag"]
    assert [(value.label, value.papers) for value in found["area"].values] == [("language", 2), ("Vision", 2)]
    assert found["area"].without == 1
    assert [(value.label, value.papers) for value in found["year"].values] == [("2026", 2), ("2025", 2)]
    assert [(value.label, value.papers) for value in found["author"].values] == [
        ("Ann A", 3),
        ("Bob B", 1),
        ("Zoë Z", 1),
    ]
    assert [(value.label, value.papers) for value in found["tag"].values] == [("rl", 2), ("to read", 1)]
    assert found["decision"].different == 2


def test_keywords_that_mean_the_same_are_one(engine: Engine) -> None:
    (facet,) = engine.facets(engine.run(parse("models | diffusion")), ["keyword"])
    assert [(value.label, value.papers) for value in facet.values] == [
        ("Large Language Models", 4),
        ("Pruning", 2),
        ("scaling", 1),
    ]
    for value in facet.values:
        assert engine.run(parse(value.query)).total == value.papers, value


def test_every_facet_selects_what_it_counts(engine: Engine) -> None:
    result = engine.run(parse("language"))
    for facet in engine.facets(result):
        for value in facet.values:
            assert engine.run(parse("language") & parse(value.query)).total == value.papers, value


@given(
    st.lists(
        st.tuples(
            st.lists(
                st.sampled_from(["GAN", "GANs", " gan", "Gated Attention Net", "x", "X (GAN)", " ", "Net"]), max_size=4
            ),
            st.lists(st.sampled_from(["Ann A", "ann a", "Ann A ", "Zoë Z", "Zoe Z", ""]), max_size=3),
            st.sampled_from(["", "iclr", "ICLR", "icml "]),
            st.sampled_from([None, 2024, 2025]),
        ),
        min_size=1,
        max_size=12,
    ),
    st.integers(1, 5),
)
def test_both_indexes_count_alike(papers, limit: int) -> None:
    rows = [
        paper(number, "t", keywords="; ".join(keywords), authors="; ".join(authors), venue=venue, year=year)
        for number, (keywords, authors, venue, year) in enumerate(papers, 1)
    ]
    tags = Marked(tags={1: ("a", "b"), 3: ("a",), 99: ("c",)})
    small, large = Engine(Rows(rows), tags), Engine(Rows(rows), tags, small=0)
    large.prepare()
    for query in ("", "venue:iclr"):
        found = [engine.facets(engine.search(parse(query)), limit=limit) for engine in (small, large)]
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("keyword", "same"),
    [
        ("LLMs", "llm"),
        ("Policies", "policy"),
        ("Large Language Models (LLMs)", "large language model"),
        ("loss", "loss"),
        ("(x)", "x"),
        ("?", "?"),
    ],
)
def test_the_meaning_of_a_keyword(keyword: str, same: str) -> None:
    assert meaning(keyword) == same


def test_telling_words() -> None:
    here = {"the": 20, "prune": 9, "rare": 3, "once": 1, "12345": 8}
    everywhere = {"the": 5000, "prune": 10, "rare": 3, "once": 1, "12345": 8, "other": 5000}
    assert telling(here, everywhere, 5) == [("prune", 9), ("rare", 3)]
    assert telling({}, everywhere, 5) == telling(everywhere, everywhere, 5) == []


def test_the_words_that_set_a_result_apart(engine: Engine) -> None:
    many = [paper(n, f"{'pruning' if n % 4 == 0 else 'training'} of nets number {n}") for n in range(1, 60)]
    engine.corpus = Rows(many, generation=2)
    engine.prepare()
    assert engine.distinguishing(engine.run(parse("pruning")))[0].label == "pruning"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ti", ["title:"]),
        ("a", ["author:", "abstract:", "area:", "added:"]),
        ("-au", ["author:"]),
        ("x", []),
        ("", []),
        ("is:un", ["unread", "undecided"]),
        ("deep -is:st", ["starred"]),
        ("has:a", ["arxiv", "abstract", "authors", "area"]),
        ("sort:-ye", ["-year"]),
        ("venue:icl", ["ICLR 2026"]),
        ("venue:20", ["ICLR 2026", "ICML 2025"]),
        ('venue:"iclr 2', ["ICLR 2026"]),
        ("area:vis", ["Vision", "vision"]),
        ("tag:", ["rl", "to read"]),
        ("author:an", ["ann"]),
        ("author:(bob | an", ["ann"]),
        ("year:", ["2025", "2026"]),
        ("decision:o", ["oral"]),
        ("source:", ["seeds"]),
        ("keyword:prun", ["pruning"]),
        ("score:", []),
        ("foo:b", []),
    ],
)
def test_completion(engine: Engine, typed: str, offered: list[str]) -> None:
    assert [one.label for one in engine.complete(typed, len(typed))] == offered


def test_what_is_offered_can_be_taken(engine: Engine) -> None:
    for typed in ("x is:un", 'venue:"iclr 2', "-tag:to", "y author:an z", "sort:-y", "(a | area:vis"):
        cursor = len(typed) - 2 if typed.endswith(" z") else len(typed)
        for one in engine.complete(typed, cursor):
            taken = typed[: one.start] + one.text + typed[one.end :]
            parse(taken + (")" if "(" in taken else ""))


def test_completion_without_an_index_knows_the_language() -> None:
    engine = Engine(Rows([paper(n, "x") for n in range(100)]), STATES)
    assert [one.label for one in engine.complete("is:o", 4)] == ["oral"]
    assert [one.label for one in engine.complete("tag:r", 5)] == ["rl", "to read"]
    assert engine.complete("venue:i", 7) == []


@pytest.mark.parametrize(
    ("text", "field", "value", "mode", "after"),
    [
        ("", "author", "Ann A", "add", 'author:"Ann A"'),
        ("deep ", "area", "vision", "add", "deep area:vision"),
        ("deep", "tag", "x", "exclude", "deep -tag:x"),
        ("area:a deep sort:-year", "area", "b", "replace", "deep sort:-year area:b"),
        ("-area:a (area:b | area:c) x", "area", "b", "replace", "x area:b"),
        ("a | b", "year", "2026", "add", "(a | b) year:2026"),
        ("a | b sort:year", "tag", "x", "add", "(a | b) tag:x sort:year"),
        ("deep tag:x", "tag", "x", "add", "deep tag:x"),
        ("deep tag:x", "tag", "x", "exclude", "deep -tag:x"),
        ("deep -tag:x", "tag", "x", "add", "deep tag:x"),
    ],
)
def test_a_query_is_changed_by_a_field(text: str, field: str, value: str, mode: str, after: str) -> None:
    assert with_field(text, field, value, mode) == after


def test_a_query_is_changed_by_what_a_facet_says(engine: Engine) -> None:
    (facet,) = engine.facets(engine.run(parse("")), ["keyword"])
    text = with_part("models", facet.values[0].query, "exclude")
    assert engine.run(parse(text)).total == 0
    assert with_part(text, facet.values[0].query) == f"models {facet.values[0].query}"


def test_the_page_is_made_from_the_table(checkout: Path) -> None:
    page = (checkout / "docs" / "query.md").read_text(encoding="utf-8")
    assert page == query_md(), "run: python -m paperreader.search.docs > docs/query.md"


@pytest.mark.parametrize("text", examples())
def test_every_example_of_the_page_can_be_asked(engine: Engine, text: str) -> None:
    query = parse(text)
    assert not query.notices
    assert query.tree != Every() or query.sorts
    assert engine.search(query).total <= len(PAPERS)


def test_the_examples_find_what_they_say() -> None:
    papers = [
        paper(1, "Attention to diffusion models", authors="Yoshua Bengio", year=2024, added=1.0),
        paper(2, "A gan", abstract="survey of in-context learning", authors="Yann LeCun", year=2020, links="code"),
        paper(3, "Learning flow matching networks", scores="6; 8", decision="oral", authors="A B"),
    ]
    found = {
        "attention": [1], "'gan": [2], "^learning": [3], "networks$": [3], "-survey": [1, 3], "!survey": [1, 3],
        "diffusion | flow": [1, 3], "(diffusion | flow) matching": [3], '"in-context learning"': [2],
        "author:(bengio | lecun)": [1, 2], "author:-lecun": [1, 3], "author:(bengio | lecun) -is:read year:2024..": [1],
        "is:(oral | spotlight) no:note": [3],
    }  # fmt: skip
    engine = Engine(Rows(papers), NoStates())
    for text, numbers in found.items():
        assert text in [example for example, _ in (*FORMS, *EXAMPLES)]
        assert sorted(engine.run(parse(text)).order) == numbers, text
