"""JSON documents: lists, answers of services, damaged ones; and shapes in JSON Lines."""

import io
import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry, Item, Origin, detect, read
from paperreader.paper import Record


def items(value: object, name: str = "list.json", format: str | None = None) -> list[Item]:
    data = value if isinstance(value, bytes) else json.dumps(value, indent=1).encode()
    return list(read(io.BytesIO(data), Origin(name), format))


def records(value: object) -> list[Record]:
    return [item.record for item in items(value) if isinstance(item, Entry)]


def one(value: object) -> Record:
    (record,) = records(value)
    return record


def idents(record: Record) -> list[str]:
    return [str(ident) for ident in record.idents]


def test_a_paper_copilot_list() -> None:
    record = one(
        [{"title": "T", "author": "A B;C D", "status": "Poster", "rating": "4;6", "keywords": "x;y", "track": "main",
          "site": "https://openreview.net/forum?id=abcdefghij", "id": "abcdefghij", "primary_area": "theory"}]
    )  # fmt: skip
    assert (record.authors, record.decision, record.scores, record.keywords) == (
        ("A B", "C D"),
        "poster",
        (4.0, 6.0),
        ("x", "y"),
    )
    assert (record.area, idents(record)) == ("theory", ["openreview:abcdefghij"])


def test_openreview_notes_of_both_versions() -> None:
    old = {
        "id": "abcdefgh",
        "forum": "abcdefgh",
        "cdate": 1577836800000,
        "content": {"title": "Old", "authors": ["A B"], "TL;DR": "t", "pdf": "/pdf/1.pdf"},
    }
    new = {
        "id": "ijklmnop",
        "forum": "ijklmnop",
        "number": 7,
        "content": {"title": {"value": "New"}, "venue": {"value": "ICLR 2026 Oral"}, "keywords": {"value": ["k"]}},
        "details": {
            "replies": [
                {"content": {"rating": {"value": "8: accept"}}},
                {"content": {"decision": {"value": "Accept (Oral)"}}},
            ]
        },
    }
    review = {"id": "review01", "forum": "ijklmnop", "content": {"title": "Official Review"}}
    first, second = records({"notes": [old, new, review], "count": 3})
    assert (first.title, first.year, first.tldr, idents(first)) == ("Old", 2020, "t", ["openreview:abcdefgh"])
    assert ("pdf", "https://openreview.net/pdf/1.pdf") in first.links
    assert (second.year, second.decision, second.scores, second.submission) == (2026, "oral", (8.0,), 7)


def test_an_id_beside_content_alone_is_not_believed() -> None:
    assert idents(one([{"id": "abcdefgh", "content": {"title": "T"}}])) == []


def test_crossref() -> None:
    item = {"DOI": "10.1000/A", "title": ["A <i>T</i>"], "container-title": ["J"], "member": "1", "author": [{"given": "A", "family": "B"}],
            "abstract": "<jats:p>One &amp; two.</jats:p>", "issued": {"date-parts": [[2021, 5]]}}  # fmt: skip
    record = one({"status": "ok", "message": {"items": [item]}})
    assert (record.title, record.venue, record.year, record.abstract) == ("A T", "J", 2021, "One & two.")
    assert (record.authors, idents(record)) == (("A B",), ["doi:10.1000/a"])


def test_openalex() -> None:
    work = {"id": "https://openalex.org/W1", "display_name": "T", "title": "T", "publication_year": 2020, "doi": "https://doi.org/10.1000/o",
            "authorships": [{"author": {"display_name": "A B"}}], "abstract_inverted_index": {"world": [1], "Hello": [0]}}  # fmt: skip
    record = one({"meta": {}, "results": [work]})
    assert (record.abstract, record.authors, idents(record)) == ("Hello world", ("A B",), ["doi:10.1000/o"])


def test_semantic_scholar() -> None:
    paper = {"paperId": "x", "title": "T", "externalIds": {"ArXiv": "1402.0030", "MAG": "1"}, "authors": [{"name": "A B"}],
             "tldr": {"text": "s"}, "openAccessPdf": {"url": "https://a.example/x.pdf"}}  # fmt: skip
    record = one({"total": 1, "data": [paper, paper]} | {"data": [paper]})
    assert (record.tldr, record.year, idents(record)) == ("s", 2014, ["arxiv:1402.0030"])
    assert idents(one({"citedPaper": paper, "contexts": []})) == ["arxiv:1402.0030"]


def test_zotero() -> None:
    item = {"key": "K", "data": {"itemType": "conferencePaper", "title": "T", "date": "May 2019", "proceedingsTitle": "P", "tags": [{"tag": "x"}],
            "creators": [{"creatorType": "author", "firstName": "A", "lastName": "B"}, {"creatorType": "editor", "name": "E"}]}}  # fmt: skip
    note = {"key": "N", "data": {"itemType": "attachment", "title": "PDF"}}
    found = items([item, item, note])
    assert isinstance(found[2], Broken)
    assert isinstance(found[0], Entry)
    record = found[0].record
    assert (record.authors, record.venue, record.year, record.keywords) == (("A B",), "P", 2019, ("x",))


def test_a_dictionary_of_papers_by_id() -> None:
    assert [record.title for record in records({"a": {"title": "One"}, "b": {"title": "Two"}})] == ["One", "Two"]


def test_the_list_of_papers_is_found_wherever_it_is() -> None:
    document = {"messages": [{"status": "ok"}], "deep": {"deeper": {"rows": [{"title": "One"}, {"title": "Two"}]}}}
    found = items(document)
    assert [item.where for item in found] == [
        "list.json: deep, deeper, rows, entry 1",
        "list.json: deep, deeper, rows, entry 2",
    ]


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_list_in_which_most_is_no_paper_gives_the_papers_and_names_the_rest(wrapped: bool) -> None:
    listed: list[object] = [{"name": 5}, {"title": None}, 7, {"title": "ok", "year": "abc", "authors": 7}, *["x"] * 300]
    found = items({"rows": listed} if wrapped else listed)
    assert [item.record for item in found if isinstance(item, Entry)] == [Record(title="ok")]
    assert [item.where.rpartition(" ")[2] for item in found if isinstance(item, Broken)] == [
        str(number) for number in range(1, 305) if number != 4
    ]


def test_a_list_without_a_paper_holds_none() -> None:
    assert items([{"title": None}, 7, "x"]) == []


def test_a_damaged_document_gives_what_is_whole() -> None:
    text = json.dumps([{"title": f"Paper {n} [", "x": {"y": [1, '\\"']}} for n in range(5)])
    cut = items(text[:-20].encode())
    assert [item.record.title for item in cut if isinstance(item, Entry)] == [f"Paper {n} [" for n in range(4)]
    assert isinstance(cut[-1], Broken)
    wrong = items(text.replace('"Paper 2 [", "x"', '"Paper 2 [" "x"').encode())
    assert [item.record.title for item in wrong if isinstance(item, Entry)] == [
        "Paper 0 [",
        "Paper 1 [",
        "Paper 3 [",
        "Paper 4 [",
    ]
    assert any(isinstance(item, Broken) and item.where == "list.json: line 1" for item in wrong)


def test_a_large_document_is_read_object_by_object() -> None:
    text = json.dumps(
        {"about": "x", "papers": [{"title": f"Paper {n}", "abstract": "é" * 6000} for n in range(2000)]}, indent=0
    )
    assert len(text) > 10 * 1024 * 1024
    found = items(text.encode())
    assert len(found) == 2000
    assert all(isinstance(item, Entry) for item in found)
    assert found[-1].where == "list.json: line 8000"


def test_brackets_in_a_string_that_is_cut_by_a_piece_are_text() -> None:
    titles = [f"[{{ {n} ]}}]]" + "x[" * 700 for n in range(7000)]
    text = json.dumps([{"title": title} for title in titles])
    assert len(text) > 9 * 1024 * 1024
    assert "\n" not in text
    assert [item.record.title for item in items(text.encode()) if isinstance(item, Entry)] == titles


def test_a_string_that_never_ends_takes_little_memory() -> None:
    data = b'[{"title": "One"}, {"title": "' + b"x," * 1_000_000
    tracemalloc.start()
    found = items(data, "x.json", "json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["One"]
    assert peak < 50 * 1024**2


def test_json_lines_under_another_name() -> None:
    data = b'{"title": "One", "x": "' + b"y" * 40_000 + b'"}\n{"title": "Two"}\n'
    assert [str(item.where) for item in items(data, "standard input") if isinstance(item, Entry)] == [
        "standard input: line 1",
        "standard input: line 2",
    ]


def test_python_literals_are_read_as_data() -> None:
    line = b"{'title': 'It\\'s', 'authors': 'A B, C D', 'year': None}\n"
    (found,) = items(line, "x.jsonl", "jsonl")
    assert isinstance(found, Entry)
    assert found.record.title == "It's"
    (bad,) = items(b"{'title': __import__('os').system('true')}\n", "x.jsonl", "jsonl")
    assert isinstance(bad, Broken)


def test_nothing_to_read_is_an_error() -> None:
    with pytest.raises(FormatError, match="holds no papers"):
        items(b"[{]", "x.json", "json")
    assert items({"a": 1}) == []


@pytest.mark.parametrize("name", ["x.json", "x"])
def test_told_from_json_lines(name: str) -> None:
    for data, kind in ((b'[\n{"title": 1}]', "json"), (b'{"notes": []}\n', "json"), (b'{"a": 1}\n{"b": 2}\n', "jsonl")):
        known = detect(data, name)
        assert known is not None
        assert known.name == kind


@given(st.text(st.sampled_from('[]{}",:\\ \ntitle1'), max_size=120))
def test_any_text_is_read_without_an_untyped_error(text: str) -> None:
    try:
        assert all(item.where for item in items(b"[" + text.encode(), "x.json", "json"))
    except FormatError as error:
        assert "x.json" in str(error)


@pytest.mark.parametrize("behind", ["];", "]]", "] x"])
def test_more_wrong_than_a_last_comma_costs_no_paper(behind: str) -> None:
    found = items(('[{"title": "A"}, {"title": "B"},' + behind).encode())
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["A", "B"]
    assert [type(item) for item in found if not isinstance(item, Entry)] == [Broken]


def test_a_comma_after_the_last_item_costs_nothing() -> None:
    """As people and JavaScript write it; a comma in a text stays."""
    text = b'[{"title": "A, [x,] {y,}", "abstract": "One.",}, {"title": "B \\", ]", "abstract": "Two.", } , ]'
    assert [record.title for record in records(text)] == ["A, [x,] {y,}", 'B ", ]']
    assert not [item for item in items(text) if isinstance(item, Broken)]
    (record,) = [item.record for item in items(b'{"title": "A",}\n', "a.jsonl") if isinstance(item, Entry)]
    assert record.title == "A"


def test_an_entry_that_cannot_be_read_is_counted_once() -> None:
    found = items(b'[{"title": "A"}, {"title" "B"}, {"title": "C"}]')
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["A", "C"]
    assert len([item for item in found if isinstance(item, Broken)]) == 1
    assert "every paper that is whole was read" in str(found[-1])


def test_where_a_string_begins_is_said_once() -> None:
    with pytest.raises(FormatError, match=r"Unterminated string at character \d+$"):
        items(b'[{"title": "A", "abstract": "On')


@pytest.mark.parametrize(
    "issued",
    [
        {"date-parts": [["-55"]]},
        {"date-parts": [[-2011, 5]]},
        {"date-parts": [["-2011"]]},
        {"raw": "-2011-21/-2012-22"},
    ],
)
def test_a_year_before_christ_is_none_after(issued: dict[str, object]) -> None:
    item = {"type": "book", "id": "a", "title": "T", "container-title": "Works 2011", "issued": issued}
    assert records([item])[0].year is None
