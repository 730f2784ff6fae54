"""What is read back from our own exports is the same paper; what others read in them does no harm."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperreader.errors import FormatError
from paperreader.formats import Entry, Origin, detect, format_named, formats, read, table
from paperreader.formats.fields import record as from_fields
from paperreader.formats.markdown import escaped, files
from paperreader.paper import OTHERS, Ident, Imprint, Link, Marks, Paper, Record

words = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters=',;|"'), min_size=1, max_size=10
)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)
letters = st.text(st.characters(codec="utf-8", categories=("L",)), min_size=1, max_size=10)
names = st.lists(letters.filter(lambda word: word.lower() not in ("and", "others")), min_size=2, max_size=3).map(
    " ".join
)

#: Records as a reader makes them.
papers = st.fixed_dictionaries(
    {
        "title": texts,
        "authors": st.lists(names, max_size=4),
        "abstract": texts,
        "venue": texts,
        "year": st.integers(1900, 2100),
        "decision": st.sampled_from(["", "oral", "poster"]),
        "area": texts,
        "keywords": st.lists(words, min_size=2, max_size=4, unique=True),
        "tldr": texts,
        "scores": st.lists(st.sampled_from([1.0, 4.0, 6.5]), max_size=3),
        "submission": st.none() | st.integers(0, 99_999),
        "doi": st.sampled_from(["", "10.1000/x_(y)"]),
        "arxiv": st.sampled_from(["", "2506.12876"]),
        "openreview": st.sampled_from(["", "aB_-0945"]),
        "code": st.sampled_from(["", "https://github.com/a/b"]),
        "uncertain": st.sampled_from([[], ["authors"], ["authors", "others"]]),
    }
).map(from_fields)

COMMON = ("title", "authors", "abstract", "venue", "year", "decision", "area", "keywords", "tldr", "idents")
EXACT = {
    "json": (*COMMON, "scores", "submission", "links", "uncertain"),
    "jsonl": (*COMMON, "scores", "submission", "links", "uncertain"),
    "csl-json": (*COMMON, "scores"),
    "csv": (*COMMON, "scores", "submission"),
    "ris": COMMON,
}


def back(text: str, format: str) -> list[Record]:
    items = list(read(io.BytesIO(text.encode()), Origin(f"x.{format}"), format))
    assert all(isinstance(item, Entry) for item in items), items
    return [item.record for item in items if isinstance(item, Entry)]


@pytest.mark.parametrize("format", EXACT)
@settings(max_examples=50)
@given(found=st.lists(papers, max_size=3))
def test_what_we_write_comes_back(format: str, found: list[Record]) -> None:
    text = "".join(format_named(format).write(found))
    again = back(text, format) if found else []
    assert len(again) == len(found)
    for paper, read_back in zip(found, again, strict=True):
        for name in EXACT[format]:
            assert getattr(read_back, name) == getattr(paper, name), (name, text)


def test_our_exports_are_told_by_content() -> None:
    paper = from_fields(
        {"title": "A title", "authors": ["Ada Lovelace"], "year": 2026, "venue": "ICLR 2026", "doi": "10.1000/x"}
    )
    for format in formats():
        if format.writes and format.reads:
            known = detect("".join(format.write([paper, paper])).encode(), "x")
            assert known is not None
            assert known.name == format.name


def test_what_cannot_be_written_or_read_says_so() -> None:
    with pytest.raises(FormatError, match="can be read but not written"):
        format_named("isi").write([])
    with pytest.raises(FormatError, match="can be written but not read"):
        format_named("markdown").read(io.BytesIO(), Origin("x"))
    with pytest.raises(FormatError, match="did you mean bibtex"):
        format_named("bibtexx")


@pytest.mark.parametrize("title", ["=HYPERLINK(1)", "+1", "-1", "@SUM", "\t=1", "=1\n=2"])
def test_no_cell_is_a_formula(title: str) -> None:
    paper = Record(title=title, authors=("=cmd|' /C calc'!A0",))
    rows = list(csv.reader(io.StringIO("".join(table.write([paper], {})))))
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in rows for cell in row)
    raw = list(csv.reader(io.StringIO("".join(format_named("csv").write([paper], raw=True)))))
    assert raw[1][1] == title.replace("\t", " ")


def test_reading_state_goes_along_where_there_is_room() -> None:
    paper = Paper(title="T", uid="fp:1", number=1)
    marks = {"fp:1": Marks(read=True, later=0.0, rating=3, tags=("a", "b"), note="n")}
    (line,) = format_named("jsonl").write([paper], marks)
    assert json.loads(line) == {
        "uid": "fp:1",
        "title": "T",
        "marks": {"read": True, "later": 0.0, "rating": 3, "tags": ["a", "b"], "note": "n"},
    }
    header, row = csv.reader(io.StringIO("".join(format_named("csv").write([paper], marks))))
    cells = dict(zip(header, row, strict=True))
    assert (cells["read"], cells["later"], cells["rating"], cells["tags"], cells["note"]) == (
        "yes",
        "0",
        "3",
        "a; b",
        "n",
    )


def test_markdown_shows_text_as_it_is() -> None:
    assert escaped("[Re]visiting *GANs* <b> $a_*b$\n# x") == r"\[Re\]visiting \*GANs\* \<b\> $a_*b$ # x"
    paper = from_fields(
        {"title": "# A [b](javascript:x)", "authors": ["A B"], "openreview": "abcdefgh", "tldr": "1. s"}
    )
    text = "".join(format_named("markdown").write([paper]))
    assert text.splitlines() == [
        r"- [\# A \[b\](javascript:x)](<https://openreview.net/forum?id=abcdefgh>)", "  A B  ", r"  \1. s  ".replace("\\1.", "\\1."),
    ]  # fmt: skip


def test_a_file_a_paper_with_front_matter() -> None:
    paper = Paper(
        title='Quote " and\n---\nkey: value',
        authors=("Ada Lovelace",),
        year=2026,
        abstract="Abstract.",
        uid="x:1",
        number=1,
    )
    ((name, text),) = files([paper], {"x:1": Marks(starred=True, note="Mine.")})
    assert name == "lovelace2026quote.md"
    front = text.split("---\n")[1]
    assert front.splitlines() == [
        'title: "Quote \\" and\\n---\\nkey: value"',
        'authors: ["Ada Lovelace"]',
        "year: 2026",
        "starred: true",
    ]
    assert text.endswith("Abstract.\n\n## Note\n\nMine.\n")


CSV = '\ufeffPaper Title;Author Names;Year;Odd\r\n"One; with\r\na line break";A B, C D;2020;x\r\n;;;\r\n;;2021;y\r\nTwo;E F;;\r\n'


def test_csv_of_others() -> None:
    found = list(read(io.BytesIO(CSV.encode()), Origin("x.csv")))
    assert [type(item).__name__ for item in found] == ["Remark", "Entry", "Broken", "Entry"]
    assert str(found[0]) == ('x.csv: line 1: title <- "Paper Title", authors <- "Author Names"; not used: "Odd"')
    assert isinstance(found[1], Entry)
    assert found[1].record.title.split() == ["One;", "with", "a", "line", "break"]
    assert found[1].record.authors == ("A B", "C D")
    assert found[2].where == "x.csv: line 5"
    assert table.guess(["Paper Title", "Odd", "Year"]) == {"Paper Title": "title", "Year": "year"}


def test_csv_without_titles_says_what_it_has() -> None:
    with pytest.raises(FormatError, match="its columns are: a, b"):
        list(read(io.BytesIO(b"a,b\n1,2\n"), Origin("x.csv"), "csv"))


@given(st.text(st.sampled_from('a,;"\n\r\t\0='), max_size=100))
def test_any_table_is_read_without_an_error(text: str) -> None:
    assert all(item.where for item in read(io.BytesIO(b"title,year\n" + text.encode()), Origin("x.csv"), "csv"))


def test_a_table_of_an_old_mac_is_told_by_its_content_and_read() -> None:
    found = list(read(io.BytesIO(b"Title,Year\rOne,2020\rTwo,2021\r"), Origin("x")))
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["One", "Two"]


NAMES = {
    "Bob Smith Jr.": ("Smith, Jr., Bob", {"family": "Smith", "given": "Bob", "suffix": "Jr."}),
    "Carl Q. van der Berg III": (
        "van der Berg, III, Carl Q.",
        {"family": "Berg", "given": "Carl Q.", "non-dropping-particle": "van der", "suffix": "III"},
    ),
    "René von der Müller": (
        "René von der Müller",
        {"family": "Müller", "given": "René", "non-dropping-particle": "von der"},
    ),
    "Ada Lovelace": ("Ada Lovelace", {"family": "Lovelace", "given": "Ada"}),
    "The LHC Group": ("{The LHC Group}", {"literal": "The LHC Group"}),
    "ATLAS Collaboration": ("{ATLAS Collaboration}", {"literal": "ATLAS Collaboration"}),
    "Google, Inc.": ("{Google, Inc.}", {"literal": "Google, Inc."}),
    "Plato": ("Plato", {"literal": "Plato"}),
    "\u674e\u660e": ("\u674e\u660e", {"literal": "\u674e\u660e"}),
    "\u5c71\u7530 \u592a\u90ce": ("{\u5c71\u7530 \u592a\u90ce}", {"literal": "\u5c71\u7530 \u592a\u90ce"}),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leaves_in_its_parts_and_comes_back(name: str) -> None:
    paper = Record(title="T", authors=(name, "Alan Turing"))
    in_bibtex, in_csl = NAMES[name]
    text = "".join(format_named("bibtex").write([paper]))
    assert f"= {{{in_bibtex} and Alan Turing}},\n" in text
    assert back(text, "bibtex")[0].authors == paper.authors
    text = "".join(format_named("csl-json").write([paper]))
    assert json.loads(text)[0]["author"][0] == in_csl
    assert back(text, "csl-json")[0].authors == paper.authors
    assert back("".join(format_named("ris").write([paper])), "ris")[0].authors == paper.authors


@pytest.mark.parametrize("name", ["bibtex", "csl-json", "ris", "csv", "jsonl"])
def test_a_book_keeps_its_doi_and_each_isbn(name: str) -> None:
    idents = (Ident("doi", "10.1000/x"), Ident("isbn", "9780306406157"), Ident("isbn", "9783161484100"))
    text = "".join(format_named(name).write([Record(title="T", kind="book", idents=idents)]))
    assert back(text, name)[0].idents == idents


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bibtex", "Ada Lovelace and others}"),
        ("ris", "AU  - et al.\n"),
        ("csl-json", '"literal":"others"'),
        ("csv", "Ada Lovelace; et al."),
        ("jsonl", '"others"'),
    ],
)
def test_a_list_of_authors_that_goes_on_leaves_and_comes_back_as_one(name: str, words: str) -> None:
    paper = Record(title="T", authors=("Ada Lovelace",), uncertain=("authors", OTHERS))
    text = "".join(format_named(name).write([paper]))
    assert words in text.replace('": "', '":"')
    (record,) = back(text, name)
    assert (record.authors, record.uncertain) == (paper.authors, paper.uncertain)
    assert "Ada Lovelace et al." in "".join(format_named("plain").write([paper]))


def test_ris_has_family_names_first_and_groups_whole() -> None:
    names = ("Ada Lovelace", "René von der Müller Jr.", "Plato", "ATLAS Collaboration", "Google, Inc.")
    text = "".join(format_named("ris").write([Record(title="T", authors=names)]))
    assert [line[6:] for line in text.splitlines() if line.startswith("AU")] == [
        "Lovelace, Ada",
        "von der Müller, René, Jr.",
        "Plato",
        "ATLAS Collaboration",
        "Google, Inc.,",
    ]
    assert back(text, "ris")[0].authors == names


def test_a_suffix_at_the_end_is_read_as_one() -> None:
    assert back("TY  - JOUR\nTI  - T\nAU  - Smith, Bob, Jr.\nER  - \n", "ris")[0].authors == ("Bob Smith Jr.",)


def test_no_key_is_made_of_a_suffix() -> None:
    (text,) = format_named("bibtex").write([Record(title="Graphs", authors=("Bob Smith Jr.",), year=2026)])
    assert text.startswith("@misc{smith2026graphs,")


@pytest.mark.parametrize("kind", ["phdthesis", "techreport"])
def test_a_school_or_institution_is_the_publisher_in_csl(kind: str) -> None:
    only_venue, only_publisher = Record(title="T", kind=kind, venue="MIT"), Imprint(issue="7", publisher="P")
    (item,) = json.loads("".join(format_named("csl-json").write([only_venue])))
    assert (item["publisher"], "container-title" in item) == ("MIT", False)
    for paper in (
        only_venue,
        replace(only_venue, venue="", imprint=only_publisher),
        replace(only_venue, imprint=only_publisher),
    ):
        (again,) = back("".join(format_named("csl-json").write([paper])), "csl-json")
        assert (again.venue, again.imprint, again.kind) == (paper.venue, paper.imprint, kind)


def test_the_number_of_a_report_is_its_number_in_csl() -> None:
    paper = Record(title="T", kind="techreport", venue="MIT", imprint=Imprint(issue="TR-7"))
    (item,) = json.loads("".join(format_named("csl-json").write([paper])))
    assert (item["number"], "issue" in item) == ("TR-7", False)


def test_people_are_told_where_in_print_a_paper_stands() -> None:
    paper = Record(title="T", venue="J. of X", year=2020, imprint=Imprint("24", "3", "1-40", "Micro_tome"))
    assert "J. of X, 24(3), 1-40, Micro_tome, 2020\n" in "".join(format_named("plain").write([paper]))
    assert "J. of X, 24(3), 1-40, Micro\\_tome · 2020" in "".join(format_named("markdown").write([paper]))
    ((_name, text),) = files([paper], {})
    assert 'volume: "24"\nissue: "3"\npages: "1-40"\npublisher: "Micro_tome"\n' in text
    report = replace(paper, imprint=Imprint(issue="7"))
    assert "J. of X, no. 7, 2020\n" in "".join(format_named("plain").write([report]))


def test_pages_are_no_address_in_csl() -> None:
    paper = Record(title="T", imprint=Imprint(pages="1-40"), links=(Link("web", "https://a.example/"),))
    (item,) = json.loads("".join(format_named("csl-json").write([paper])))
    assert (item["page"], item["URL"]) == ("1-40", "https://a.example/")
    (item,) = json.loads("".join(format_named("csl-json").write([replace(paper, links=())])))
    assert (item["page"], "URL" in item) == ("1-40", False)
