"""What a script may say by mistake: no query where one was meant, a field that is none. Marks are not set by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Done

Run = Callable[..., Done]

#: Every command that marks or writes what a query names.
BY_QUERY = (("mark", "star"), ("mark", "rate", "3"), ("mark", "note", "x"), ("tag", "+x"), ("export", "-f", "bibtex"))
MARKING = BY_QUERY[:-1]


def nothing_done(run: Run, done: Done) -> None:
    assert (done.code, done.out) == (2, "")
    assert run("history") == Done(1, "", "")


@pytest.mark.parametrize("command", BY_QUERY)
@pytest.mark.parametrize("query", [("",), ("  ",), ("", ""), ("\t\n",)])
def test_an_empty_query_is_not_every_paper(paperreader: Run, command: tuple[str, ...], query: tuple[str, ...]) -> None:
    done = paperreader(*command, *query)
    assert "the query is empty" in done.err
    nothing_done(paperreader, done)


@pytest.mark.parametrize("command", MARKING)
@pytest.mark.parametrize("query", ['author:""', "sort:-year", '""', "()"])
def test_a_query_that_leaves_no_paper_out_must_be_said_as_all(
    paperreader: Run, command: tuple[str, ...], query: str
) -> None:
    done = paperreader(*command, query)
    assert "leaves no paper out" in done.err
    nothing_done(paperreader, done)


@pytest.mark.parametrize("command", MARKING)
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("autor:yan", "autor: is not a field, so it is searched as text; author: is"),
        ("attention -foo:bar", "foo: is not a field, so it is searched as text"),
        ('attention "sparse', "this quotation mark is not closed"),
    ],
)
def test_marks_are_not_set_by_a_query_in_doubt(
    paperreader: Run, command: tuple[str, ...], query: str, words: str
) -> None:
    done = paperreader(*command, query)
    assert words in done.err
    assert "quotation marks around it" in done.err
    nothing_done(paperreader, done)


@pytest.mark.parametrize("command", [("list",), ("facets",), ("export", "-f", "bibtex")])
@pytest.mark.parametrize("query", ["autor:yan", "foo:bar"])
def test_what_only_prints_says_its_doubts(paperreader: Run, command: tuple[str, ...], query: str) -> None:
    done = paperreader(*command, query)
    assert done.code in (0, 1)
    assert done.err.count(f"{query[: query.index(':')]}: is not a field") == 1
    assert "did you mean" not in done.err


@pytest.mark.parametrize("query", ['"autor:yan"', "https://openreview.net/forum?id=m3HXHQYmZu", "arxiv:2509.24745"])
def test_quoted_text_and_addresses_are_no_doubt(paperreader: Run, query: str) -> None:
    for command in (("list",), ("mark", "star")):
        assert paperreader(*command, query).err == ""


def test_ids_and_a_query_are_not_mixed(paperreader: Run) -> None:
    done = paperreader("mark", "star", "-", "attention", stdin="m3HXHQYmZu\n")
    assert "- stands for the ids on standard input" in done.err
    nothing_done(paperreader, done)


def test_all_and_a_query_exclude_each_other(paperreader: Run) -> None:
    assert "--all and a query exclude each other" in paperreader("mark", "later", "--all", "x").err


@pytest.mark.parametrize("command", [("mark", "star"), ("list",), ("facets",), ("export", "-f", "bibtex")])
def test_a_query_that_starts_with_a_dash_is_told_from_an_option(paperreader: Run, command: tuple[str, ...]) -> None:
    done = paperreader(*command, "-is:read")
    assert done.code == 2
    assert "put -- before a query that starts with -" in done.err
    assert paperreader(*command, "--", "-is:read").code == 0
    assert "put --" not in paperreader(*command, "--fromat").err


def test_options_of_other_commands_know_no_query(paperreader: Run, tmp_path: Path) -> None:
    assert "put --" not in paperreader("keys", "-z").err
