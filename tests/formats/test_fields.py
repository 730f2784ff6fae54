"""From the names that lists use to a record."""

import pytest

from paperreader.formats import fields, limits
from paperreader.formats.decisions import decision
from paperreader.formats.names import names
from paperreader.formats.synonyms import SYNONYMS
from paperreader.paper import Ident, Link


def test_our_own_names() -> None:
    record = fields.record(
        {
            "title": " A Title ",
            "authors": ["Ada Lovelace", "Alan Turing"],
            "abstract": "Text\nas it came.",
            "venue": "ICLR 2026",
            "decision": "Accept (Oral)",
            "area": "theory",
            "keywords": ["a", "b", "a"],
            "tldr": "Short.",
            "openreview": "0R06BghLJX",
            "arxiv": "2506.12876v2",
            "code": "https://github.com/a/b",
            "scores": [4, "6: accept", 8.5, -1],
            "submission": "19983",
            "former_title": "Old",
            "confidence": {"title": "high", "author_order": "medium"},
        }
    )
    assert record.title == "A Title"
    assert record.abstract == "Text\nas it came."
    assert (record.year, record.decision, record.keywords) == (2026, "oral", ("a", "b"))
    assert record.idents == (Ident("arxiv", "2506.12876"), Ident("openreview", "0R06BghLJX"))
    assert record.links[0] == Link("code", "https://github.com/a/b")
    assert Link("pdf", "https://openreview.net/pdf?id=0R06BghLJX") in record.links
    assert record.scores == (4.0, 6.0, 8.5)
    assert (record.submission, record.former_title, record.uncertain) == (19983, "Old", ("authors",))


def test_synonyms() -> None:
    record = fields.record(
        {"Title": "T", "Author": "A B; C D", "TL;DR": "s", "primary_area": "x", "status": "Poster", "rating": "4;6;8",
         "site": "https://openreview.net/forum?id=abcdefghij", "Number": 7, "paper_abstract": "a"}
    )  # fmt: skip
    assert (record.authors, record.tldr, record.area, record.decision) == (("A B", "C D"), "s", "x", "poster")
    assert (record.scores, record.submission, record.abstract) == ((4.0, 6.0, 8.0), 7, "a")
    assert record.idents == (Ident("openreview", "abcdefghij"),)


def test_the_better_synonym_wins_whatever_the_order() -> None:
    assert fields.record({"title": "t", "status": "Poster", "decision": "Oral"}).decision == "oral"
    assert fields.record({"title": "t", "decision": "Oral", "status": "Poster"}).decision == "oral"
    assert fields.record({"title": "t", "decision": "", "status": "Poster"}).decision == "poster"


def test_a_bare_id_is_not_believed() -> None:
    assert fields.record({"title": "t", "id": "0R06BghLJX"}).idents == ()
    assert fields.record({"title": "t", "id": "0R06BghLJX", "url": "https://www.ecva.net/papers/x"}).idents == ()
    with_url = {"title": "t", "id": "0R06BghLJX", "url": "https://openreview.net/forum?id=0R06BghLJX"}
    assert fields.record(with_url).idents == (Ident("openreview", "0R06BghLJX"),)
    assert fields.record({"title": "t", "id": "0704.0001", "categories": "hep-ph"}).idents == (
        Ident("arxiv", "0704.0001"),
    )


def test_no_title() -> None:
    record = fields.record({"abstract": "We introduce HERO, a fine method for everything. It works."})
    assert record.title_derived
    assert record.title == "HERO: a fine method for everything"
    with pytest.raises(ValueError, match="neither a title nor an abstract"):
        fields.record({"year": 2020})


def test_links_that_are_no_addresses_are_dropped() -> None:
    hostile = {"title": "t", "url": "javascript:alert(1)", "pdf": "file:///etc/passwd", "code": "https://a.b/\x1b[2J"}
    assert fields.record(hostile).links == ()


@pytest.mark.parametrize(
    "value", [None, 7, 1e400, True, [], {}, [[]], [None, 3], {"value": None}, "\ud800", "x" * 200_000]
)
def test_no_value_of_any_field_raises(value: object) -> None:
    for name in SYNONYMS:
        record = fields.record({"title": "t", "abstract": "a", name: value})
        record.title.encode()
        record.abstract.encode()


def test_limits_show_their_cut() -> None:
    record = fields.record({"title": "é" * 5000, "abstract": "x" * 70_000, "authors": [f"A {n}" for n in range(6000)]})
    assert len(record.title.encode()) <= limits.TITLE
    assert record.title.endswith("é…")
    assert len(record.abstract) <= limits.ABSTRACT
    assert record.abstract.endswith("x…")
    assert len(record.authors) == 5001
    assert record.authors[-1] == "… and 1000 more"
    assert limits.cut("\ud83d\ude00 \ud800", 100) == "😀 �"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Poster", "poster"),
        ("Accept (Oral)", "oral"),
        ("Accept: notable-top-5%", "notable-top-5%"),
        ("ICLR 2026 Poster", "poster"),
        ("NeurIPS 2025 spotlight", "spotlight"),
        ("Desk Rejected", "desk reject"),
        ("Withdraw", "withdrawn"),
        ("System Demonstrations", "system demonstrations"),
        ("Active", ""),
        ("", ""),
    ],
)
def test_decisions(text: str, word: str) -> None:
    assert decision(text) == word


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ada Lovelace", ("Ada Lovelace",)),
        ("Ada Lovelace, Alan Turing", ("Ada Lovelace", "Alan Turing")),
        ("Ada Lovelace, Alan Turing and Grace Hopper", ("Ada Lovelace", "Alan Turing", "Grace Hopper")),
        ("Ada Lovelace, Alan Turing, and Grace Hopper", ("Ada Lovelace", "Alan Turing", "Grace Hopper")),
        ("Lovelace, Ada and Turing, Alan", ("Ada Lovelace", "Alan Turing")),
        ("Lovelace, Ada", ("Ada Lovelace",)),
        ("van der Berg, Jan", ("Jan van der Berg",)),
        ("Lovelace, Ada; Turing, Alan", ("Ada Lovelace", "Alan Turing")),
        ("King, Jr., Martin", ("Martin King Jr.",)),
        ("A. One (1), B. Two (1 and 2) ((1) There, (2) Here)", ("A. One", "B. Two")),
        ("Lovelace, A., Turing, A. M., & van der Berg, J.-P.", ("A. Lovelace", "A. M. Turing", "J.-P. van der Berg")),
        ("Lovelace, Ada K., Turing, Alan, and Hopper, G.", ("Ada K. Lovelace", "Alan Turing", "G. Hopper")),
        ("Lovelace, Ada, Turing, Alan, & Hopper, Grace", ("Ada Lovelace", "Alan Turing", "Grace Hopper")),
        ("Garcia Moreno, A., The List Group, & King, M. L., Jr.", ("A. Garcia Moreno", "The List Group", "M. L. King Jr.")),
        ("Lovelace, AK, Turing, A", ("AK Lovelace", "A Turing")),
        ("Lovelace A, Turing AM", ("Lovelace A", "Turing AM")),
        ("LI, XU, WANG, MA", ("LI", "XU", "WANG", "MA")),
        ("Plato, Ada B. Lovelace, Kant, J. Doe", ("Plato", "Ada B. Lovelace", "Kant", "J. Doe")),
        ("A. Lovelace, A. Turing & G. Hopper", ("A. Lovelace", "A. Turing", "G. Hopper")),
        ("\u674e, \u660e", ("\u674e\u660e",)),
        ("\u5c71\u7530, \u592a\u90ce; \uae40, \ucca0\uc218", ("\u5c71\u7530\u592a\u90ce", "\uae40\ucca0\uc218")),
        ([{"family": "\u674e", "given": "\u660e"}, ["Li", "\u660e"]], ("\u674e\u660e", "\u660e Li")),
        (["Ada", " ", "Alan"], ("Ada", "Alan")),
        ([{"name": "Ada"}, {"given": "Alan", "family": "Turing"}, {"firstName": "G", "lastName": "H"}], ("Ada", "Alan Turing", "G H")),
        ([["Turing", "Alan", ""], ["King", "Martin", "Jr."]], ("Alan Turing", "Martin King Jr.")),
        (7, ()),
        ("", ()),
    ],
)  # fmt: skip
def test_authors(value: object, expected: tuple[str, ...]) -> None:
    assert names(value) == expected


@pytest.mark.parametrize(
    ("beside", "issue", "submission"),
    [
        ({"volume": 3}, "7", None),
        ({"volume": ""}, "", 7),
        ({"pages": "10"}, "", None),
        ({"volume": 3, "issue": "2"}, "2", None),
        ({"volume": 3, "issue": ""}, "7", None),
        ({}, "", 7),
    ],
)
def test_a_number_is_an_issue_beside_a_volume(beside: dict[str, object], issue: str, submission: int | None) -> None:
    found = fields.record({"title": "A", "number": 7, **beside})
    assert (found.imprint.issue, found.submission) == (issue, submission)


def test_an_address_is_spelled_in_ascii() -> None:
    assert fields.record({"title": "A", "url": "HTTPS://a.b/x"}).links
    assert not fields.record({"title": "A", "url": "http\u017f://a.b/x"}).links


@pytest.mark.parametrize(
    ("given", "authors"),
    [
        (
            {"id": "2401.00001", "categories": "cs.LG", "authors_parsed": [["Abudin\\'en", "Juan", ""], ['M\\"{u}ller', "J", ""]]},
            ("Juan Abudinén", "J Müller"),
        ),
        ({"arxiv": "2401.00001", "authors": "{\\L}ukasz Kaiser and Fran\\c{c}ois B{e}t"}, ("Łukasz Kaiser", "François Bet")),
        # Elsewhere a backslash is one, and braces alone are no TeX.
        ({"authors": ["Abudin\\'en, Juan"]}, ("Juan Abudin\\'en",)),
        ({"arxiv": "2401.00001", "authors": ["{Curly} Name"]}, ("{Curly} Name",)),
    ],
)  # fmt: skip
def test_arxiv_keeps_names_in_tex(given: dict[str, object], authors: tuple[str, ...]) -> None:
    assert fields.record({"title": "T", **given}).authors == authors


@pytest.mark.parametrize(
    ("venue", "year"),
    [
        ("NeurIPS 2023", 2023),
        ("arXiv preprint arXiv:1905.01234", 2019),
        ("arXiv preprint arXiv:2012.09999 [cs.LG]", 2020),
        ("IEEE Std 1588-2008 Proceedings", 2008),
        ("ISO 1999 conference, 42nd, Rome 2012", 2012),
        ("IEEE 2015 International Conference on Things", 2015),
        ("ISO/IEC 2022:1994", 1994),
        ("LNCS vol. 1999, Springer 2001", 2001),
        ("RFC 1950", None),
        ("Journal of Things, ISSN 1545-0001", None),
    ],
)
def test_the_year_of_a_venue_is_no_number_of_something_else(venue: str, year: int | None) -> None:
    assert fields.record({"title": "t", "venue": venue}).year == year


def test_a_paper_that_dblp_has_in_corr_is_arxiv_s() -> None:
    record = fields.record({"title": "t", "journal": "CoRR", "volume": "abs/1909.12345"})
    assert (record.idents, record.year) == ((Ident("arxiv", "1909.12345"),), 2019)


@pytest.mark.parametrize(
    "value",
    [
        "Ada Lovelace, Alan Turing et al.",
        "Ada Lovelace and Alan Turing and others",
        "Ada Lovelace; Alan Turing; et al",
        "Lovelace, Ada, Turing, Alan M., et al.",
        ["Ada Lovelace", "Alan Turing", "et al."],
        [{"family": "Lovelace", "given": "Ada"}, "Alan Turing", {"literal": "others"}],
    ],
)
def test_others_are_no_author_and_are_not_forgotten(value: object) -> None:
    record = fields.record({"title": "t", "authors": value})
    assert [name.replace(" M.", "") for name in record.authors] == ["Ada Lovelace", "Alan Turing"]
    assert record.uncertain == ("authors", "others")


ISBN, OTHER_ISBN, DOI = Ident("isbn", "9780306406157"), Ident("isbn", "9783161484100"), Ident("doi", "10.1000/x")


@pytest.mark.parametrize(
    ("given", "idents"),
    [
        ({"type": "book", "isbn": "0-306-40615-2", "doi": "10.1000/x"}, (DOI, ISBN)),
        ({"type": "proceedings", "isbn": "ISBN-13: 978-0-306-40615-7", "doi": "10.1000/x"}, (DOI, ISBN)),
        ({"type": "book", "isbn": "0306406152, 978-3-16-148410-0 (print)"}, (ISBN, OTHER_ISBN)),
        ({"type": "book", "isbn": ["9783161484100", "9780306406157"]}, (ISBN, OTHER_ISBN)),
        ({"type": "book", "isbn": "978-3-16-148410-0 0-306-40615-2"}, (ISBN, OTHER_ISBN)),
        ({"type": "book", "isbn": "0-306-40615-2; 9780306406157; 0-306-40615-3"}, (ISBN,)),
        ({"type": "book", "isbn": "1234-5678", "doi": "10.1000/x"}, (DOI,)),
        ({"type": "incollection", "isbn": "0-306-40615-2", "doi": "10.1000/x"}, (DOI,)),
        ({"type": "inproceedings", "isbn": "0-306-40615-2"}, ()),
        ({"isbn": "0-306-40615-2", "doi": "10.1000/x"}, (DOI,)),
        ({"isbn": "0-306-40615-2"}, (ISBN,)),
    ],
)
def test_the_isbn_of_a_volume_is_its_own_alone(given: dict[str, object], idents: tuple[Ident, ...]) -> None:
    assert fields.record({"title": "t", **given}).idents == idents
