"""An article of a journal comes in and leaves as one, whatever format it came in and leaves by."""

import io
import json

import pytest

from paperreader.formats import Entry, Origin, Remark, format_named, kinds, read
from paperreader.formats.fields import record as from_fields
from paperreader.paper import Ident, Record

#: One document a format and service, and the kind that it states.
STATED = [
    ("bibtex", "@article{a, title={T}, journal={J}}", "article"),
    ("bibtex", "@CONFERENCE{a, title={T}}", "inproceedings"),
    ("bibtex", "@thesis{a, title={T}, type={mathesis}}", "mastersthesis"),
    ("bibtex", "@phdthesis{a, title={T}, school={S}}", "phdthesis"),
    ("bibtex", "@report{a, title={T}}", "techreport"),
    ("bibtex", "@misc{a, title={T}, eprint={2401.00001}, archiveprefix={arXiv}}", "preprint"),
    ("bibtex", "@misc{a, title={T}, howpublished={A talk}}", "misc"),
    ("bibtex", "@whatever{a, title={T}}", ""),
    ("ris", "TY  - JOUR\nTI  - T\nER  - \n", "article"),
    ("ris", "TY  - CONF\nTI  - T\nER  - \n", "inproceedings"),
    ("ris", "TY  - THES\nM3  - Master's thesis\nTI  - T\nER  - \n", "mastersthesis"),
    ("ris", "TY  - XXXX\nTI  - T\nER  - \n", ""),
    ("enw", "%0 Conference Proceedings\n%T T\n%A B, A\n", "inproceedings"),
    ("isi", "FN ISI\nVR 1.0\nPT J\nTI T\nER\nEF\n", "article"),
    ("isi", "FN ISI\nVR 1.0\nPT J\nTI T\nDT Article; Proceedings Paper\nER\nEF\n", "article"),
    ("isi", "FN ISI\nVR 1.0\nPT S\nTI T\nDT Proceedings Paper\nER\nEF\n", "inproceedings"),
    ("nbib", "PMID- 1\nTI  - T\nPT  - Research Support\nPT  - Journal Article\n", "article"),
    ("nbib", "PMID- 1\nTI  - T\nPT  - Journal Article\nPT  - Preprint\n", "preprint"),
    ("pubmed-xml", "<PubmedArticle><ArticleTitle>T</ArticleTitle><PublicationType>Journal Article</PublicationType></PubmedArticle>", "article"),
    ("pubmed-xml", "<article article-type='preprint'><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front></article>", "preprint"),
    ("endnote-xml", "<record><ref-type name='Conference Paper'>47</ref-type><titles><title>T</title></titles></record>", "inproceedings"),
    ("dblp-xml", "<dblp><inproceedings key='a'><title>T</title></inproceedings></dblp>", "inproceedings"),
    ("dblp-xml", "<dblp><article key='a'><title>T</title><journal>CoRR</journal></article></dblp>", "preprint"),
    ("dblp-xml", "<hits><hit><info><title>T</title><type>Journal Articles</type></info></hit></hits>", "article"),
    ("csv", "Item Type,Title\nbookSection,T\n", "incollection"),
    ("csv", "Title,Document Type\nT,Conference paper\n", "inproceedings"),
    ("csv", "title,type\nT,Oral\n", ""),
]  # fmt: skip
SERVICES = [
    ({"id": "a", "type": "article-journal", "title": "T", "container-title": "J"}, "article"),
    ({"id": "a", "type": "article", "title": "T"}, "preprint"),
    ({"id": "a", "type": "thesis", "genre": "Master thesis", "title": "T"}, "mastersthesis"),
    ({"DOI": "10.1/x", "title": ["T"], "container-title": ["P"], "member": "1", "type": "proceedings-article"}, "inproceedings"),
    ({"DOI": "10.1/x", "title": ["T"], "container-title": [""], "member": "1", "type": "posted-content"}, "preprint"),
    ({"authorships": [], "display_name": "T", "title": "T", "type": "article", "type_crossref": "journal-article"}, "article"),
    ({"authorships": [], "display_name": "T", "title": "T", "type": "article", "primary_location": {"source": {"type": "conference"}}}, "inproceedings"),
    ({"paperId": "x", "title": "T", "publicationTypes": ["JournalArticle", "Conference"]}, "inproceedings"),
    ({"paperId": "x", "title": "T", "publicationTypes": ["JournalArticle"], "venue": "arXiv.org"}, "preprint"),
    ({"source": "PPR", "title": "T", "authorString": "A B", "pubTypeList": {"pubType": ["Preprint"]}}, "preprint"),
    ({"source": "MED", "title": "T", "authorString": "A B", "pubType": "research-article; journal article"}, "article"),
    ({"source": "MED", "title": "T", "authorString": "A B", "pubTypeList": {"pubType": ["x", "Journal Article"]}}, "article"),
    ({"title_s": ["T"], "docType_s": "COMM"}, "inproceedings"),
    ({"title_s": ["T"], "docType_s": "UNDEFINED"}, "preprint"),
    ({"metadata": {"title": "T", "resource_type": {"type": "publication", "subtype": "conferencepaper"}}, "links": {"x": "y"}}, "inproceedings"),
    ({"metadata": {"title": "T", "resource_type": {"type": "dataset"}}, "links": {"x": "y"}}, "dataset"),
    ({"server": "medRxiv", "title": "T", "doi": "10.1101/1", "jatsxml": "x"}, "preprint"),
    ({"info": {"title": "T.", "key": "a", "type": "Conference and Workshop Papers"}}, "inproceedings"),
    ({"key": "K", "data": {"itemType": "journalArticle", "title": "T"}}, "article"),
    ({"itemType": "preprint", "title": "T"}, "preprint"),
    ({"ENTRYTYPE": "inproceedings", "title": "T"}, "inproceedings"),
]  # fmt: skip


def only(text: str, format: str) -> Record:
    (item,) = (item for item in read(io.BytesIO(text.encode()), Origin("x"), format) if not isinstance(item, Remark))
    assert isinstance(item, Entry), item
    return item.record


@pytest.mark.parametrize(("format", "text", "kind"), STATED)
def test_what_a_format_states(format: str, text: str, kind: str) -> None:
    assert only(text, format).kind == kind


@pytest.mark.parametrize(("entry", "kind"), SERVICES)
def test_what_a_service_states(entry: dict[str, object], kind: str) -> None:
    assert only(json.dumps(entry), "json").kind == kind


@pytest.mark.parametrize("format", ["bibtex", "ris", "csl-json", "csv", "json", "jsonl"])
def test_every_kind_comes_back_with_its_venue(format: str) -> None:
    papers = [
        from_fields({"title": f"{kind.name} {venue} {arxiv}", "kind": kind.name, "venue": venue, "arxiv": arxiv})
        for kind in kinds.KINDS
        for venue in ("", "JMLR", "A talk: https://a.example/x")
        for arxiv in ("", "2401.00001")
    ]
    text = "".join(format_named(format).write(papers))
    found = [item.record for item in read(io.BytesIO(text.encode()), Origin("x"), format) if isinstance(item, Entry)]
    assert [(paper.title.split()[0], paper.kind, paper.venue) for paper in found] == [
        (paper.kind, paper.kind, paper.venue) for paper in papers
    ]


@pytest.mark.parametrize(
    ("venue", "arxiv", "bibtex", "ris", "csl"),
    [
        ("ICLR 2026", "", "@inproceedings{", "TY  - CPAPER", "paper-conference"),
        ("Journal of Things", "", "@article{", "TY  - JOUR", "article-journal"),
        ("", "2401.00001", "@misc{", "TY  - UNPB", "article"),
        ("", "", "@misc{", "TY  - GEN", "document"),
    ],
)
def test_where_no_source_says_the_venue_does(venue: str, arxiv: str, bibtex: str, ris: str, csl: str) -> None:
    paper = from_fields({"title": "T", "venue": venue, "arxiv": arxiv})
    assert paper.kind == ""
    assert "".join(format_named("bibtex").write([paper])).startswith(bibtex)
    assert "".join(format_named("ris").write([paper])).startswith(ris)
    assert json.loads("".join(format_named("csl-json").write([paper])))[0]["type"] == csl
    for format in ("json", "jsonl", "csv"):
        assert only("".join(format_named(format).write([paper])), format).kind == ""


def test_a_journal_leaves_as_a_journal() -> None:
    text = "".join(format_named("bibtex").write([only("@article{a, title={T}, journal={JMLR}}", "bibtex")]))
    assert "@article{" in text
    assert "journal    = {JMLR}" in text
    assert "booktitle" not in text


@pytest.mark.parametrize("word", ["", "x" * 100, None, 7, "Oral", {"a": 1}])
def test_an_unknown_word_is_no_kind(word: object) -> None:
    assert kinds.named(word) == ""


ISBN = "9780306406157"


def records(text: str, format: str) -> list[Record]:
    return [item.record for item in read(io.BytesIO(text.encode()), Origin("x"), format) if isinstance(item, Entry)]


@pytest.mark.parametrize("kind", ["", "book", "proceedings", "phdthesis", "techreport", "misc"])
@pytest.mark.parametrize("format", ["bibtex", "ris", "csl-json", "csv", "json", "jsonl"])
def test_an_isbn_comes_back(format: str, kind: str) -> None:
    paper = Record(title="T", authors=("Ada Lovelace",), venue="V", kind=kind, idents=(Ident("isbn", ISBN),))
    assert [found.idents for found in records("".join(format_named(format).write([paper])), format)] == [paper.idents]


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (f"@inproceedings{{a, title={{T}}, booktitle={{V}}, isbn={{{ISBN}}}}}", "bibtex"),
        (f"TY  - CHAP\nTI  - T\nSN  - {ISBN}\nER  - \n", "ris"),
        (json.dumps([{"type": "chapter", "id": "a", "title": "T", "ISBN": ISBN}]), "csl-json"),
        (f"Title,Document Type,ISBN\nT,Conference paper,{ISBN}\n", "csv"),
        (f"%0 Book Section\n%T T\n%@ {ISBN}\n", "enw"),
    ],
)
def test_the_isbn_beside_a_part_is_that_of_its_volume(text: str, format: str) -> None:
    assert [found.idents for found in records(text, format)] == [()]
