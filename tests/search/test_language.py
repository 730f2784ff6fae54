"""The language: what parses to what, what does not parse and where, and that a tree written back is the same tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperreader.search import Query, QueryError, parse, quote
from paperreader.search.query import render
from paperreader.search.table import BY_NAME, FIELDS, FORMS, SORTS, STATES, THINGS
from paperreader.search.tree import And, Every, Has, Named, Not, Or, Range, Sort, State, Text


def word(text: str, mode: str = "word", field: str = "", **rest: bool) -> Text:
    return Text(text, mode, field, **rest)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", Every()),
        ("   ", Every()),
        ("attention", word("attention", ended=False)),
        ("attention ", word("attention")),
        ("deep net ", And((word("deep"), word("net")))),
        ("'gan", word("gan", "exact")),
        ("^deep ", word("deep", start=True)),
        ("nets$ ", word("nets", end=True)),
        ("^nets$ ", word("nets", start=True, end=True)),
        ('^"deep nets"$', word("deep nets", "phrase", start=True, end=True)),
        ("-survey ", Not(word("survey"))),
        ("!survey ", Not(word("survey"))),
        ("--survey ", word("survey")),
        ("-'gan", Not(word("gan", "exact"))),
        ("a | b c ", Or((word("a"), And((word("b"), word("c")))))),
        ("a OR b ", Or((word("a"), word("b")))),
        ("a|b ", Or((word("a"), word("b")))),
        ("(a | b) c ", And((Or((word("a"), word("b"))), word("c")))),
        ("-(a b)", Not(And((word("a"), word("b"))))),
        ("-(-a)", word("a")),
        ('"two words"', word("two words", "phrase")),
        ('"two wor', word("two wor", "open")),
        ("title:a ", word("a", field="title")),
        ("by:a ", word("a", field="author")),
        ('author:"Yann LeCun"', word("Yann LeCun", "phrase", "author")),
        ("author:(bengio|lecun)", Or((word("bengio", field="author"), word("lecun", field="author")))),
        ("author:-lecun ", Not(word("lecun", field="author"))),
        ("-author:lecun ", Not(word("lecun", field="author"))),
        ("author:(-a b)", And((Not(word("a", field="author")), word("b", field="author")))),
        ("tag:to-read", Named("tag", "to-read")),
        ('tag:"a b"', Named("tag", "a b")),
        ("id:-0abc", Named("id", "-0abc")),
        ("id:arxiv:2505.15489", Named("id", "arxiv:2505.15489")),
        ("arxiv:2505.15489", Named("id", "arxiv:2505.15489")),
        ("doi:10.1/S0004-3702(97)0-X", Named("id", "doi:10.1/S0004-3702(97)0-X")),
        ("year:2024", Range("year", 2024, 2024)),
        ("year:2023..", Range("year", 2023, None)),
        ("year:..2020", Range("year", None, 2020)),
        ("year:2018..2020", Range("year", 2018, 2020)),
        ("year:>=2024", Range("year", 2024, None)),
        ("year:>2024", Range("year", 2024, None, open_low=True)),
        ("year:<2024", Range("year", None, 2024, open_high=True)),
        ("year:(2020|2024..)", Or((Range("year", 2020, 2020), Range("year", 2024, None)))),
        ("score:>=6.5", Range("score", 6.5, None)),
        ("rating:>=4", Range("rating", 4, None)),
        ("added:<7d", Range("added", None, 7 * 86400, open_high=True, age=True)),
        ("added:7d", Range("added", None, 7 * 86400, age=True)),
        ("added:>2w", Range("added", 14 * 86400, None, open_low=True, age=True)),
        ("added:2026-01-31", Range("added", 1769817600, 1769904000 - 0.001)),
        ("added:>=2026-01", Range("added", 1767225600, None)),
        ("is:unread", State("unread")),
        ("is:(oral | spotlight)", Or((State("oral"), State("spotlight")))),
        ("has:code", Has("code")),
        ("no:tag", Not(Has("tag"))),
        ("-no:tag", Has("tag")),
        # What people paste: punctuation is no operator.
        ("a - b ", And((word("a"), word("b")))),
        ("e(2)-equivariant ", word("e(2)-equivariant")),
        ("p(x|y) ", word("p(x|y)")),
        ("$E(2)$-Equivariant ", word("$E(2)$-Equivariant")),
        ("Note: nothing ", And((word("Note:"), word("nothing")))),
        ("https://x.org/a ", word("https://x.org/a")),
        ("a | * ", word("a")),
        ("-* ", Every()),
        ("() ", Every()),
        ("模型 ", word("模型")),
    ],
)
def test_parses(text: str, tree: object) -> None:
    assert parse(text).tree == tree


@pytest.mark.parametrize(
    ("text", "position", "hint"),
    [
        ("(a", 0, ")"),
        ("a (b | (c)", 2, ")"),
        ("a) b", 1, ""),
        ("| a", 0, ""),
        ("a |", 2, ""),
        ("a OR", 2, ""),
        ("a | | b", 4, ""),
        ("year:abc", 5, "year:2023.."),
        ("year:", 5, "year:2023.."),
        ("x year:2024..2020", 7, "2020..2024"),
        ("year:>", 5, "year:2023.."),
        ("added:7x", 6, "added:<7d"),
        ("rating:6", 7, "rating:>=4"),
        ("rating:>=7", 7, "rating:>=4"),
        ("rating:3..9", 7, "rating:>=4"),
        ("added:2026-13-01", 6, "added:<7d"),
        ("is:raed", 3, "read"),
        ("a is:unrea", 5, "unread"),
        ("has:cod", 4, "code"),
        ("no:pdff", 3, "pdf"),
        ("sort:yaer", 5, "year"),
        ("-sort:year", 0, "sort:-year"),
        ("(sort:year)", 1, "sort:-year"),
        ("author:(title:x)", 8, ""),
        ("title: x", 6, "title:diffusion"),
        ('tag:""', 4, "tag:to-read"),
        ("(" * 100, 40, ""),
    ],
)
def test_says_what_is_wrong_and_where(text: str, position: int, hint: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert (caught.value.position, caught.value.hint) == (position, hint)
    assert len(str(caught.value)) > 10


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("titel:x", "title"), ("auhtor:x", "author"), ("foo:x", ""), ("http://x", None), ("tittle: x", None)],
)
def test_an_unknown_field_is_text_with_a_hint(text: str, nearest: str | None) -> None:
    query = parse(text)
    assert [notice.nearest for notice in query.notices] == ([] if nearest is None else [nearest])
    assert query.words


def test_where_no_field_is_near_all_are_named() -> None:
    (notice,) = parse("a foo:x").notices
    assert (notice.position, notice.length) == (2, 4)
    assert notice.message.startswith(
        "foo: is not a field, so it is searched as text; fields: title, author, abstract, "
    )


def test_a_scheme_without_an_identifier_is_text_and_said() -> None:
    (notice,) = parse("x arxiv: 2505.1").notices
    assert (notice.position, notice.length) == (2, 6)
    assert notice.message.startswith("arxiv: wants an identifier right behind it")
    assert parse("arxiv:2505.1 doi:10.1/x").notices == ()


def test_an_open_quotation_mark_is_said() -> None:
    (notice,) = parse('a "b c').notices
    assert (notice.position, notice.nearest) == (2, '"')


def test_sorts() -> None:
    query = parse("sort:-score attention sort:title")
    assert query.sorts == (Sort("score", True), Sort("title"))
    assert query.tree == word("attention")
    assert query.without_sort().sorts == ()
    assert parse(query.with_sort("year", descending=True).text).sorts == (Sort("year", True),)


def test_conjunction() -> None:
    view, typed = parse("is:later | tag:x sort:later"), parse("deep net")
    both = view & typed
    assert both.tree == And((view.tree, word("deep"), word("net", ended=False)))
    assert both.sorts == (Sort("later"),)
    assert parse(both.text + " ").sorts == both.sorts
    assert (view & parse("sort:year")).sorts == (Sort("year"),)
    assert (parse("") & typed).tree == typed.tree
    assert both.needs_marks == {"later", "tag"}


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("", True),
        ("is:undecided", True),
        ("-is:read (is:starred | is:later)", True),
        ("is:later sort:later", True),
        ("is:oral", False),
        ("a", False),
        ("is:read sort:year", False),
        ("tag:x", False),
    ],
)
def test_what_the_flags_alone_answer(text: str, instant: bool) -> None:
    assert parse(text).instant is instant


def test_every_example_of_the_table_parses() -> None:
    for field in FIELDS:
        assert parse(field.example).tree != Every()
    for example, _ in FORMS:
        assert parse(example).tree != Every()
    for value in STATES:
        assert parse(f"is:{value}").tree == State(value)
    for value in THINGS:
        assert parse(f"no:{value}").tree == Not(Has(value))
    for value in SORTS:
        assert parse(f"sort:-{value}").sorts == (Sort(value, True),)


@given(st.text(max_size=60))
def test_any_text_parses_or_says_why(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        assert 0 <= error.position <= len(text)
    else:
        again = parse(render(query.tree, query.sorts) + " ")
        assert _closed(again.tree) == _closed(query.tree), render(query.tree)
        assert again.sorts == query.sorts


PIECES = [
    "a",
    "'b",
    "-c",
    "!",
    "(",
    ")",
    "|",
    " OR ",
    '"',
    "d e",
    " ",
    "^",
    "$",
    "year:",
    "2020",
    "..",
    ">=",
    "is:",
    "read",
]
PIECES += [
    "author:",
    "-",
    "sort:",
    "title",
    "tag:",
    "has:",
    "no:",
    "code",
    "x(y",
    "(2)",
    "added:",
    "7d",
    "2026-01",
    "*",
    "id:",
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_pieces_of_the_language_in_any_order(text: str) -> None:
    try:
        query = parse(text)
    except QueryError as error:
        assert 0 <= error.position <= len(text)
    else:
        again = parse(query.without_sort().text + " ")
        assert _closed(again.tree) == _closed(query.tree), query.without_sort().text


@given(st.text(max_size=20))
def test_a_quoted_value_is_taken_as_it_is(value: str) -> None:
    plain = value.replace('"', " ").strip()
    if plain:
        assert parse(f"tag:{quote(value)}").tree == Named("tag", plain)


def test_queries_can_be_keys() -> None:
    assert {parse("a b"): 1}[parse("a  b")] == 1
    assert parse("a") != parse("b")
    assert isinstance(parse("a") & parse("b"), Query)
    assert "author" in BY_NAME


def _closed(node: object) -> object:
    """The tree with every word ended and every phrase closed: what is lost when a query is written down."""
    if isinstance(node, And | Or):
        return type(node)(tuple(_closed(part) for part in node.parts))  # type: ignore[misc]
    if isinstance(node, Not):
        return Not(_closed(node.part))  # type: ignore[arg-type]
    if isinstance(node, Text):
        mode = "phrase" if node.mode == "open" else node.mode
        return Text(node.text, mode, node.field, start=node.start, end=node.end)
    return node
