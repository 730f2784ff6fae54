"""One spelling for each identifier, and nothing believed that was not stated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.paper import Ident, Link
from paperreader.text import identifiers


@pytest.mark.parametrize(
    ("scheme", "text", "value"),
    [
        ("doi", "10.1145/3292500.3330701", "10.1145/3292500.3330701"),
        ("doi", "https://doi.org/10.1000/ABC%2FDef", "10.1000/abc/def"),
        ("doi", "doi:10.1000/182.", "10.1000/182"),
        ("doi", "10.1016/0022-0981(95)00112-3)", "10.1016/0022-0981(95)00112-3"),
        ("arxiv", "2506.12876v3", "2506.12876"),
        ("arxiv", "arXiv:2506.12876v1 [cs.LG]", "2506.12876"),
        ("arxiv", "https://arxiv.org/pdf/2506.12876v2.pdf", "2506.12876"),
        ("arxiv", "math.GT/0309136v1", "math/0309136"),
        ("arxiv", "oai:arXiv.org:hep-th/9901001", "hep-th/9901001"),
        ("openreview", "0R06BghLJX", "0R06BghLJX"),
        ("openreview", "https://openreview.net/forum?id=m38vyzeoO0&noteId=x", "m38vyzeoO0"),
        ("acl", "p18-1001", "P18-1001"),
        ("acl", "2024.acl-long.12", "2024.acl-long.12"),
        ("pmid", "PMID: 12345678", "12345678"),
        ("isbn", "0-306-40615-2", "9780306406157"),
        ("isbn", "978-0-306-40615-7", "9780306406157"),
    ],
)
def test_one_spelling(scheme: str, text: str, value: str) -> None:
    assert identifiers.normalise(scheme, text) == Ident(scheme, value)


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        ("doi", "see the appendix"),
        ("doi", "10.1/x"),
        ("doi", "10.1000/" + "x" * 400),
        ("arxiv", "12345"),
        ("arxiv", "2506.12876 2506.12877x/../etc"[:9] + "x"),
        ("openreview", "two words"),
        ("openreview", "https://openreview.net/group?id=ICLR.cc/2026"),
        ("pmid", "0"),
        ("isbn", "978-0-306-40615-8"),
        ("isbn", "123"),
        ("nonsense", "10.1000/182"),
    ],
)
def test_what_is_no_identifier(scheme: str, text: str) -> None:
    assert identifiers.normalise(scheme, text) is None


def test_arxivs_own_doi_is_the_arxiv_id() -> None:
    assert identifiers.normalise("doi", "https://doi.org/10.48550/arXiv.2506.12876v2") == Ident("arxiv", "2506.12876")


@pytest.mark.parametrize(
    ("url", "ident"),
    [
        ("https://openreview.net/pdf?id=0R06BghLJX", "openreview:0R06BghLJX"),
        ("https://www.arxiv.org/abs/2506.12876", "arxiv:2506.12876"),
        ("https://dl.acm.org/doi/abs/10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"),
        ("https://aclanthology.org/2024.acl-long.12.pdf", "acl:2024.acl-long.12"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "pmid:12345678"),
    ],
)
def test_addresses_of_papers(url: str, ident: str) -> None:
    assert [str(found) for found in identifiers.from_url(url)] == [ident]


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/a/b",
        "https://arxiv.org/list/cs.LG/new",
        "https://evil.example/openreview.net/forum?id=abcdef",
        "https://openreview.net/forum",
        "https://[broken",
        "javascript:10.1000/182",
        "10.1000/182",
    ],
)
def test_other_addresses_state_nothing(url: str) -> None:
    assert identifiers.from_url(url) == []


def test_what_a_user_may_type() -> None:
    assert identifiers.parse(" arXiv:2506.12876v2 ") == [Ident("arxiv", "2506.12876")]
    assert identifiers.parse("10.1000/182") == [Ident("doi", "10.1000/182")]
    assert identifiers.parse("https://openreview.net/forum?id=0R06BghLJX") == [Ident("openreview", "0R06BghLJX")]
    assert identifiers.parse("diffusion") == []


@pytest.mark.parametrize(
    ("typed", "likely"),
    [
        ("https://doi.org/10.1145/XYZ.1", "doi:10.1145/xyz.1"),
        ("doi: 10.1145/XYZ.1", "doi:10.1145/xyz.1"),
        ("https://arxiv.org/pdf/2601.00001v3.pdf", "arxiv:2601.00001"),
        ("10.48550/arXiv.2601.00001", "arxiv:2601.00001"),
        ("math.GT/0309136v1", "arxiv:math/0309136"),
        ("https://openreview.net/forum?noteId=1&id=AbC-_9", "openreview:AbC-_9"),
        ("OpenReview:AbC-_9", "openreview:AbC-_9"),
        ("https://aclanthology.org/P18-1001.pdf", "acl:P18-1001"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "pmid:12345678"),
    ],
)
def test_what_is_looked_up(typed: str, likely: str) -> None:
    assert identifiers.meant(typed)[:3].count(likely) == 1


def test_what_may_be_meant_by_a_bare_word() -> None:
    # Whatever was stored is found as it stands, even where it is no identifier in its one spelling.
    assert identifiers.meant(" fp:0-2 ")[0] == "fp:0-2"
    assert "openreview:AbC-_9" in identifiers.meant("AbC-_9")
    assert identifiers.meant("12345678")[0] == "12345678"
    assert identifiers.meant("two words") == ["two words"]
    assert identifiers.meant(" ") == []


def test_best_first_and_their_pages() -> None:
    found = identifiers.best_first(
        [Ident("pmid", "1"), Ident("arxiv", "2506.12876"), Ident("openreview", "abc-_D"), Ident("pmid", "1")]
    )
    assert [ident.scheme for ident in found] == ["arxiv", "openreview", "pmid"]
    links = identifiers.web_links(found)
    assert links[0] == Link("web", "https://openreview.net/forum?id=abc-_D")
    assert Link("web", "https://arxiv.org/abs/2506.12876") in links
    assert Link("pdf", "https://arxiv.org/pdf/2506.12876") in links


@given(st.sampled_from(identifiers.SCHEMES), st.text(max_size=80))
def test_normalising_again_changes_nothing(scheme: str, text: str) -> None:
    found = identifiers.normalise(scheme, text)
    if found is not None:
        assert identifiers.normalise(found.scheme, found.value) == found
        assert found.value.isprintable() and " " not in found.value


@given(st.text(max_size=120))
def test_no_text_raises(text: str) -> None:
    identifiers.parse(text)
    identifiers.from_url("https://" + text)
