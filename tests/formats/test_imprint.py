"""Volume, issue, pages and publisher: from every format that has them, and out again in the words of each."""

from __future__ import annotations

import io
import json

import pytest

from paperreader.formats import Entry, Origin, fields, format_named, read
from paperreader.paper import NO_IMPRINT, Imprint, Record

FULL = Imprint("24", "3", "1-40", "Microtome")
NO_PUBLISHER = FULL._replace(publisher="")


def records(text: str, format: str | None = None) -> list[Record]:
    return [item.record for item in read(io.BytesIO(text.encode()), Origin("x"), format) if isinstance(item, Entry)]


TEXTS = {
    "bibtex": (
        "@article{a, title={T}, journal={J}, volume=24, number={3}, pages = {1--40}, publisher={Microtome}}",
        FULL,
    ),
    "biblatex": ("@article{a, title={T}, issue={Spring}, number=3, volume=24, pages={1\N{EN DASH}40}}", NO_PUBLISHER),
    "no pages": ("@article{a, title={T}, volume=24, number=3, eid={e7}}", Imprint("24", "3", "e7")),
    "a publisher in TeX": ('@book{a, title={T}, publisher={Bj{\\"o}rk \\& Sons}}', Imprint(publisher="Björk & Sons")),
    "ris": ("TY  - JOUR\nTI  - T\nVL  - 24\nIS  - 3\nSP  - 1\nEP  - 40\nPB  - Microtome\nER  - \n", FULL),
    "ris, all in SP": ("TY  - JOUR\nTI  - T\nVL  - 24\nCP  - 3\nSP  - 1-40\nEP  - 40\nER  - \n", NO_PUBLISHER),
    "ris, one page": ("TY  - JOUR\nTI  - T\nSP  - 7\nEP  - 7\nER  - \n", Imprint(pages="7")),
    "enw": ("%0 Journal Article\n%T T\n%A A\n%V 24\n%N 3\n%P 1-40\n%I Microtome\n", FULL),
    "isi": ("FN x\nVR 1.0\nPT J\nTI T\nSO J\nVL 24\nIS 3\nBP 1\nEP 40\nPU Microtome\nER\nEF\n", FULL),
    "nbib": ("PMID- 1\nTI  - T\nVI  - 24\nIP  - 3\nPG  - 1-40\nJT  - J\n", NO_PUBLISHER),
    "pubmed": (
        (
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><JournalIssue><Volume>24"
            "</Volume><Issue>3</Issue></JournalIssue><Title>J</Title></Journal><ArticleTitle>T</ArticleTitle><Pagination>"
            "<StartPage>1</StartPage><EndPage>40</EndPage><MedlinePgn>1-40</MedlinePgn></Pagination></Article>"
            "</MedlineCitation></PubmedArticle></PubmedArticleSet>"
        ),
        NO_PUBLISHER,
    ),
    "jats": (
        (
            "<article><front><journal-meta><journal-title>J</journal-title><publisher><publisher-name>Microtome"
            "</publisher-name></publisher></journal-meta><article-meta><title-group><article-title>T</article-title>"
            "</title-group><volume>24</volume><issue>3</issue><fpage>1</fpage><lpage>40</lpage></article-meta></front>"
            "</article>"
        ),
        FULL,
    ),
    "endnote": (
        (
            '<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>T</title></titles>'
            "<volume>24</volume><number>3</number><pages>1-40</pages><publisher>Microtome</publisher></record></records>"
            "</xml>"
        ),
        FULL,
    ),
    "dblp": (
        (
            '<dblp><article key="a"><author>A</author><title>T.</title><journal>J</journal><volume>24</volume><number>3'
            "</number><pages>1-40</pages></article></dblp>"
        ),
        NO_PUBLISHER,
    ),
    "a journal's feed": (
        (
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
            ' xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
            "<item><title>T</title><prism:volume>24</prism:volume><prism:number>3</prism:number><prism:startingPage>1"
            "</prism:startingPage><prism:endingPage>40</prism:endingPage><dc:publisher>Microtome</dc:publisher></item>"
            "</rdf:RDF>"
        ),
        FULL,
    ),
    "scopus": (
        "Title,Authors,Year,Volume,Issue,Art. No.,Page start,Page end,Publisher\nT,A B,2020,24,3,,1,40,Microtome\n",
        FULL,
    ),
    "scholar": ("Title,Authors,Publication,Volume,Number,Pages,Publisher\nT,A B,J,24,3,1-40,Microtome\n", FULL),
    "web of science": ("PT\tTI\tSO\tVL\tIS\tBP\tEP\tPU\nJ\tT\tJ\t24\t3\t1\t40\tMicrotome\n", FULL),
}
OBJECTS = {
    "our own names": (
        {"title": "T", "volume": 24, "issue": "3", "pages": "1 \N{EN DASH} 40", "publisher": "Microtome"},
        FULL,
    ),
    "csl": (
        {"id": "a", "type": "article-journal", "title": "T", "issued": {"raw": "2020"}, "volume": "24", "issue": "3",
         "page": "1-40", "publisher": "Microtome"},
        FULL,
    ),
    "crossref": (
        {"DOI": "10.1/x", "title": ["T"], "member": "1", "volume": "24", "issue": "3", "page": "1-40",
         "publisher": "Microtome"},
        FULL,
    ),
    "openalex": (
        {"authorships": [], "display_name": "T",
         "biblio": {"volume": "24", "issue": "3", "first_page": "1", "last_page": "40"},
         "primary_location": {"source": {"host_organization_name": "Microtome"}}},
        FULL,
    ),
    "semantic scholar": (
        {"paperId": "a", "title": "T", "journal": {"name": "J", "volume": "24", "pages": "1-40"}},
        Imprint("24", "", "1-40"),
    ),
    "ads": (
        {"bibcode": "b", "title": ["T"], "volume": "24", "issue": "3", "page": ["1"], "page_range": "1-40"},
        NO_PUBLISHER,
    ),
    "inspire": (
        {"metadata": {"titles": [{"title": "T"}], "publication_info": [
            {"journal_volume": "24", "journal_issue": "3", "page_start": "1", "page_end": "40"}],
            "imprints": [{"publisher": "Microtome"}]}},
        FULL,
    ),
    "datacite": (
        {"attributes": {"doi": "10.1/x", "titles": [{"title": "T"}], "publisher": {"name": "Microtome"}, "container":
            {"volume": "24", "issue": "3", "firstPage": "1", "lastPage": "40"}}},
        FULL,
    ),
    "europe pmc": (
        {"source": "MED", "title": "T", "authorString": "A B.", "pageInfo": "1-40",
         "journalInfo": {"volume": "24", "issue": "3"}},
        NO_PUBLISHER,
    ),
    "hal": (
        {"title_s": ["T"], "volume_s": "24", "issue_s": ["3"], "page_s": "1-40", "publisher_s": ["Microtome"]},
        FULL,
    ),
    "zenodo": (
        {"metadata": {"title": "T", "journal": {"volume": "24", "issue": "3", "pages": "1-40"},
                      "publisher": "Microtome"}, "links": {}},
        FULL,
    ),
    "dblp hit": (
        {"info": {"title": "T.", "key": "k", "volume": "24", "number": "3", "pages": "1-40", "publisher": "Microtome"}},
        FULL,
    ),
    "zotero": (
        {"itemType": "journalArticle", "title": "T", "volume": "24", "issue": "3", "pages": "1\N{EN DASH}40",
         "publisher": "Microtome"},
        FULL,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_texts_that_state_it(name: str) -> None:
    text, expected = TEXTS[name]
    (found,) = records(text)
    assert found.imprint == expected


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_that_state_it(name: str) -> None:
    value, expected = OBJECTS[name]
    (found,) = records(json.dumps(value) + "\n", "jsonl")
    assert found.imprint == expected


def test_a_number_is_an_issue_beside_a_volume_and_else_a_submission() -> None:
    beside = fields.record({"title": "t", "number": "7", "volume": "2"})
    assert (beside.submission, beside.imprint.issue) == (None, "7")
    alone = fields.record({"title": "t", "number": "7"})
    assert (alone.submission, alone.imprint) == (7, NO_IMPRINT)
    both = fields.record({"title": "t", "submission": 7, "volume": "2", "issue": "3"})
    assert (both.submission, both.imprint.issue) == (7, "3")


def test_what_is_no_text_is_nothing() -> None:
    assert fields.record({"title": "t", "volume": {"a": 1}, "pages": [[]], "publisher": None}).imprint is NO_IMPRINT
    assert fields.record({"title": "t", "pages": " -- "}).imprint is NO_IMPRINT
    assert len(fields.record({"title": "t", "publisher": "p" * 100_000}).imprint.publisher) < 2_000
    assert fields.record({"title": "t", "publisher": "a\n\t b"}).imprint.publisher == "a b"


PAPER = Record(title="T", authors=("Ada Lovelace",), venue="Journal of T", kind="article", imprint=FULL)


@pytest.mark.parametrize(
    ("format", "lines"),
    [
        ("bibtex", ["volume     = {24},", "number     = {3},", "pages      = {1--40},", "publisher  = {Microtome},"]),
        ("ris", ["VL  - 24", "IS  - 3", "SP  - 1", "EP  - 40", "PB  - Microtome"]),
    ],
)
def test_in_the_words_of_each_format(format: str, lines: list[str]) -> None:
    written = [line.strip() for line in "".join(format_named(format).write([PAPER])).splitlines()]
    assert [line for line in written if line in lines] == lines


def test_csl_names_them_as_processors_look_for_them() -> None:
    (item,) = json.loads("".join(format_named("csl-json").write([PAPER])))
    assert [item[name] for name in ("volume", "issue", "page", "publisher")] == list(FULL)


@pytest.mark.parametrize("pages", ["7", "1-40", "7-7", "A-12", "e1-e9", "1-3, 5-9", "xii"])
@pytest.mark.parametrize("format", ["bibtex", "ris", "csl-json", "csv", "json", "jsonl"])
def test_pages_come_back(format: str, pages: str) -> None:
    paper = Record(title="T", imprint=Imprint(pages=pages))
    (found,) = records("".join(format_named(format).write([paper])), format)
    assert found.imprint.pages == pages


@pytest.mark.parametrize(
    ("imprint", "place"),
    [
        (FULL, "24(3), 1\N{EN DASH}40"),
        (Imprint("24"), "24"),
        (Imprint("", "3", "", "P"), ""),
        (Imprint(pages="7"), "7"),
        (NO_IMPRINT, ""),
    ],
)
def test_how_it_is_cited(imprint: Imprint, place: str) -> None:
    assert imprint.place("\N{EN DASH}") == place
    assert imprint.place() == place.replace("\N{EN DASH}", "-")
