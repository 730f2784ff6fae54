"""Hostile text goes out in every format and comes back as it was; nothing in it becomes anything but text."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperreader.formats import Broken, Entry, Origin, format_named, read
from paperreader.formats.fields import record as from_fields
from paperreader.formats.markdown import files
from paperreader.paper import Imprint, Marks, Paper, Record

#: Pieces that some format, program or shell makes something of.
PIECES = [
    "{", "}", "{}", "\\", "\\\\", "%", "#", "&", "$", "$x$", "_", "^", "~", '"', "'", "''", "`", "=", "=1+1", "+", "-", "@", "@article{x,",
    "|", ";", ",", " and ", " others", "TY  - JOUR", "ER  - ", "%0 Book", "---", "- [ ]", "# ", "[x](y)", "<b>", "</b>", "&amp;", "\\n", "\n", "\r\n",
    "\n\n", "\t", "é", "ß", "Ł", "模型", "\U0001f600", "e\u0301", "\\emph{a}", "\\'e", "{\\\"u}", "\\textbf{", "$\\alpha_{1}$", "50 %", "z", "B", "word", "GANs",
    " ", "  ", "0", "1.", "null", "true", "http://a.example/?a=1&b=2", "\u00a0", "…",
]  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join)
NAMES = [
    "Ada Lovelace", "Jan van der Berg", "José Núñez", "Plato", "UNESCO, Paris", "Google, Inc.", "Barnes and Noble", "The others", "{Curly} Name", "李 明",
    "J. R. R. Tolkien Jr.", "A. & B. Ltd", "O'Brien Ó", "C# Group", "100% Group", "ATLAS Collaboration", "=cmd Formula", "@home Team", "Meyer-Lüdenscheidt Ute",
]  # fmt: skip


def paper_of(values: dict[str, object]) -> Record:
    """A record as a reader makes them: empty white space is nothing, and a title there is."""
    return from_fields({**values, "title": f"T{values['title']}"})


papers = st.fixed_dictionaries(
    {
        "title": hostile,
        "abstract": hostile,
        "authors": st.lists(st.sampled_from(NAMES), max_size=4).map(
            lambda names: [{"literal": name} for name in names]
        ),
        "venue": hostile,
        "area": hostile,
        "tldr": hostile,
        "decision": st.sampled_from(["", "oral"]),
        "keywords": st.lists(hostile, max_size=3, unique=True),
        "year": st.none() | st.integers(1900, 2100),
        "doi": st.sampled_from(["", "10.1000/x_(y)"]),
        "kind": st.sampled_from(["article", "inproceedings", "book", "preprint"]),
        "volume": hostile | st.just(""),
        "issue": hostile | st.just(""),
        "pages": hostile | st.sampled_from(["", "1--40", "7", "7-7", "e12 \N{EN DASH} e20", "A-12", "1-3, 5-9"]),
        "publisher": hostile | st.just(""),
    }
).map(paper_of)

FIELDS = (
    "title", "abstract", "authors", "venue", "area", "tldr", "decision", "keywords", "year", "idents", "kind", "imprint",
)  # fmt: skip


def back(text: str, format: str) -> list[Record]:
    items = list(read(io.BytesIO(text.encode()), Origin("x"), format))
    assert not any(isinstance(item, Broken) for item in items), items
    return [item.record for item in items if isinstance(item, Entry)]


def spaced(value: object) -> object:
    """A value with every run of white space as one space, as formats of lines have it."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, tuple) and value and isinstance(value[0], str) and not hasattr(value, "_fields"):
        return tuple(" ".join(str(item).split()) for item in value)
    return value


@pytest.mark.parametrize("format", ["json", "jsonl", "csl-json"])
@settings(max_examples=30, deadline=None)
@given(found=st.lists(papers, min_size=1, max_size=2))
def test_exact_formats_give_back_what_went_out(format: str, found: list[Record]) -> None:
    text = "".join(format_named(format).write(found))
    again = back(text, format)
    assert len(again) == len(found)
    for paper, read_back in zip(found, again, strict=True):
        for name in FIELDS:
            assert getattr(read_back, name) == getattr(paper, name), (name, text)


def letters(value: object) -> object:
    """The letters and digits of a value: what TeX's own signs (accents, braces, ties) mean beside them is TeX's."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return tuple(dict.fromkeys(text for item in value if (text := letters(item))))
    if isinstance(value, str):
        plain = unicodedata.normalize("NFKD", value.replace("ß", "ss").replace("Ł", "L"))
        return "".join(char for char in plain if char.isalnum())
    return value


def as_tex(value: object) -> object:
    """A value as BibTeX is read: without the braces that protect case; a semicolon separates keywords."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return tuple(text for item in value if (text := as_tex(item.replace(";", ","))))
    return spaced(re.sub(r"\\([&%#_])|[{}]", r"\1", value)) if isinstance(value, str) else value


@pytest.mark.parametrize(("format", "seen"), [("csv", spaced), ("ris", spaced), ("bibtex", letters)])
@settings(max_examples=30, deadline=None)
@given(found=st.lists(papers, min_size=1, max_size=2))
def test_formats_of_lines_give_back_all_but_white_space(
    format: str, seen: Callable[[object], object], found: list[Record]
) -> None:
    text = "".join(format_named(format).write(found))
    again = back(text, format)
    assert len(again) == len(found), text
    for paper, read_back in zip(found, again, strict=True):
        for name in FIELDS:
            assert seen(getattr(read_back, name)) == seen(getattr(paper, name)), (name, text)


@settings(max_examples=50, deadline=None)
@given(found=papers)
def test_bibtex_gives_back_what_is_no_tex_to_the_letter(found: Record) -> None:
    found = replace(found, **{name: _no_tex(getattr(found, name)) for name in FIELDS})
    (again,) = back("".join(format_named("bibtex").write([found])), "bibtex")
    for name in FIELDS:
        assert as_tex(getattr(again, name)) == as_tex(getattr(found, name)), name


def _no_tex(value: object) -> object:
    """A value without backslashes, dollars and ties; a keyword that was nothing else is none."""
    if isinstance(value, str):
        return re.sub(r"[\\$~]", "", value).strip()
    if isinstance(value, Imprint):
        return Imprint(*map(str, map(_no_tex, value)))
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return tuple(dict.fromkeys(text for item in value if (text := str(_no_tex(item)))))
    return value


@pytest.mark.parametrize("format", ["bibtex", "ris", "csl-json", "csv", "json", "jsonl"])
def test_two_hundred_authors_and_every_kind_of_name(format: str) -> None:
    people = [f"Ada Lovelace {chr(97 + n % 26)}x{n}" for n in range(200)]
    for names in (people, NAMES, [], ["UNESCO, Paris"], ["Barnes and Noble"], ["Plato"]):
        paper = from_fields({"title": "T", "authors": [{"literal": name} for name in names]})
        assert paper.authors == tuple(names)
        (found,) = back("".join(format_named(format).write([paper])), format)
        assert found.authors == (as_tex(tuple(names)) if format == "bibtex" else tuple(names))


@settings(max_examples=30, deadline=None)
@given(found=st.lists(papers, min_size=1, max_size=5))
def test_keys_are_stable_readable_and_unique(found: list[Record]) -> None:
    text = "".join(format_named("bibtex").write(found))
    keys = re.findall(r"^@\w+\{([^,]*),$", text, re.MULTILINE)
    assert len(keys) == len(found) == len(set(keys))
    assert all(re.fullmatch("[a-z0-9]+", key) for key in keys)
    assert keys == re.findall(r"^@\w+\{([^,]*),$", "".join(format_named("bibtex").write(found)), re.MULTILINE)


@settings(max_examples=30, deadline=None)
@given(found=papers)
def test_no_cell_of_a_table_is_a_formula(found: Record) -> None:
    for row in csv.reader(io.StringIO("".join(format_named("csv").write([found])))):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


@settings(max_examples=30, deadline=None)
@given(found=papers)
def test_a_file_a_paper_holds_its_facts_as_they_are(found: Record) -> None:
    paper = Paper(**{name: getattr(found, name) for name in Record.__dataclass_fields__}, uid="x:1", number=1)
    ((name, text),) = files([paper], {"x:1": Marks(tags=("a",))})
    assert re.fullmatch(r"[\w-]+\.md", name)
    opening, front, _body = text.split("---\n", 2)
    assert opening == ""
    matter = dict(line.split(": ", 1) for line in front.splitlines())
    facts = {name: json.loads(value) for name, value in matter.items()}
    assert facts["title"] == paper.title
    assert tuple(facts.get("authors", ())) == paper.authors
    assert tuple(facts.get("keywords", ())) == paper.keywords
    assert facts.get("venue", "") == paper.venue
    assert facts["tags"] == ["a"]


@settings(max_examples=30, deadline=None)
@given(found=st.lists(papers, min_size=1, max_size=3))
def test_a_list_in_markdown_has_an_item_a_paper_and_nothing_else(found: list[Record]) -> None:
    lines = "".join(format_named("markdown").write(found)).splitlines()
    assert sum(line.startswith("- ") for line in lines) == len(found)
    # Everything else is indented: no heading, rule, table or list of its own; and no raw HTML.
    assert all(line.startswith(("- ", "  ")) for line in lines)
    bare = re.sub(r"\$[^$]+\$|\(<[^>]*>\)", "", "\n".join(lines))
    assert not re.search(r"(?<!\\)<", bare)


@settings(max_examples=30, deadline=None)
@given(found=st.lists(papers, min_size=1, max_size=3))
def test_plain_text_has_every_word_of_names(found: list[Record]) -> None:
    text = "".join(format_named("plain").write(found))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    for paper in found:
        for name in paper.authors:
            assert "".join(name.split()) in "".join(text.split())
