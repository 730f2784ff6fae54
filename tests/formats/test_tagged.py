"""RIS, nbib, refer and ISI: lines with tags, in the states that databases export them in."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.formats import Broken, Entry, Item, Origin, detect, read
from paperreader.paper import Ident, Record


def items(text: str | bytes, format: str | None = None, name: str = "list.txt") -> list[Item]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(read(io.BytesIO(data), Origin(name), format))


def records(text: str | bytes, format: str | None = None) -> list[Record]:
    return [item.record for item in items(text, format) if isinstance(item, Entry)]


RIS = """Record 1 of 2, as a database announces it

TY  - JOUR
TI  - A title that
goes on
AU  - Lovelace,Ada B.
A1  - Turing, Alan
T2  -
JF  - Journal of Things
PY  - 2016/12//
AB  - ER is no end here
KW  - one
KW  - two
DO  - http://dx.doi.org/10.1000/ABC.1
UR  - https://a.example/x; https://b.example/y
SP  -
ER  -
TY  - CHAP
T1  - Second, never ended
N1  - doi: 10.1000/def
TY - CONF
TI- Sloppy dashes
"""

NBIB = """
PMID- 25744111
DP  - 2015 May
TI  - Practices against
      something.
LID - 10.1016/j.x.2015.01.018 [doi]
LID - S0033-3506(15) [pii]
AB  - OBJECTIVES: One.
      Two.
FAU - Fujiwara, Takeo
AU  - Fujiwara T
CN  - A Group
OT  - Crying
JT  - Public health

A line to be left out.

PMID- 7
TI  - Next

PMID- 8
"""

ISI = """FN ISI Export Format
VR 1.0
PT J
AU Gamernyk, RV
   Gnatenko, YP
TI Optical spectroscopy of
   crystals
SO JOURNAL OF THINGS
DE one; two
PY 2006
DI 10.1000/x
ER

PT J
AU Joffe, H; Hall, J
TI Second
ER
EF
"""

ENW = "%0 Journal Article\n%A Preißel, René\n%A Stachmann, Bjørn\n%D 2016\n%T Git\n%J Things\n%K a; b\n%U http://a.example/x\n\n%0 Book\n%T Two\n%@ 0-306-40615-2\n"


def test_ris() -> None:
    first, second, third = records(RIS)
    assert first.title == "A title that goes on"
    assert first.authors == ("Ada B. Lovelace", "Alan Turing")
    assert (first.venue, first.year, first.keywords) == ("Journal of Things", 2016, ("one", "two"))
    assert first.abstract == "ER is no end here"
    assert first.idents == (Ident("doi", "10.1000/abc.1"),)
    assert [link.url for link in first.links][:2] == ["https://a.example/x", "https://b.example/y"]
    assert (second.title, second.idents) == ("Second, never ended", (Ident("doi", "10.1000/def"),))
    assert third.title == "Sloppy dashes"


def test_nbib() -> None:
    first, second, third = records(NBIB)
    assert (first.title, first.abstract) == ("Practices against something.", "OBJECTIVES: One. Two.")
    assert (first.authors, first.venue, first.year) == (("Takeo Fujiwara", "A Group"), "Public health", 2015)
    assert first.idents == (Ident("doi", "10.1016/j.x.2015.01.018"), Ident("pmid", "25744111"))
    assert second.title == "Next"
    assert (third.title, third.title_derived) == ("PMID 8", True)


def test_isi() -> None:
    first, second = records(ISI)
    assert (first.title, first.authors) == ("Optical spectroscopy of crystals", ("RV Gamernyk", "YP Gnatenko"))
    assert (first.keywords, first.year, str(first.idents[0])) == (("one", "two"), 2006, "doi:10.1000/x")
    assert (second.title, second.authors) == ("Second", ("H Joffe", "J Hall"))


def test_refer() -> None:
    first, second = records(ENW)
    assert (first.title, first.authors, first.keywords) == ("Git", ("René Preißel", "Bjørn Stachmann"), ("a", "b"))
    assert (second.title, second.idents) == ("Two", (Ident("isbn", "9780306406157"),))


@pytest.mark.parametrize(("text", "name"), [(RIS, "ris"), (NBIB, "nbib"), (ISI, "isi"), (ENW, "enw")])
def test_told_by_content(text: str, name: str) -> None:
    for head in (text, text.replace("\n", "\r\n"), "\ufeff" + text):
        known = detect(head.encode(), "whatever.txt")
        assert known is not None
        assert known.name == name
    assert [record.title for record in records(text.replace("\n", "\r\n"))] == [
        record.title for record in records(text)
    ]


def test_an_entry_without_anything_is_named() -> None:
    (broken,) = items("TY  - JOUR\nAU  - Nobody\nER  - \n", "ris")
    assert isinstance(broken, Broken)
    assert (broken.where, broken.reason) == ("list.txt: line 1", "neither a title nor an abstract")
    assert broken.raw == b"TY  - JOUR\nAU  - Nobody"


@pytest.mark.parametrize("format", ["ris", "nbib", "isi", "enw", "arxiv-mail"])
@given(text=st.text(st.sampled_from("TYIABPM0%-: \n\r\\X"), max_size=150))
def test_any_text_is_read_without_an_error(format: str, text: str) -> None:
    assert all(item.where for item in items(text, format))


MAIL = r"""Send any comments to somebody.
------------------------------------------------------------------------------
\\
arXiv:2601.99001
Date: Mon, 20 Jan 2026 10:00:00 GMT   (100kb)

Title: A Paper whose title
  goes on
Authors: Alice Smith, Bob Jones and Eve (1) ((1) Somewhere)
Categories: cs.AI cs.LG
\\
  This is its abstract,
in two lines.
\\ ( https://arxiv.org/abs/2601.99001 ,  100kb)
------------------------------------------------------------------------------
\\
arXiv:2601.99002
replaced with revised version Mon, 20 Jan 2026

Title: Second
Authors: Jane Doe
Categories: cs.CV
\\ ( https://arxiv.org/abs/2601.99002 ,  100kb)
%%--%%--%%
"""


def test_arxiv_mail() -> None:
    first, second = records(MAIL)
    assert first.title == "A Paper whose title goes on"
    assert first.authors == ("Alice Smith", "Bob Jones", "Eve")
    assert first.abstract == "This is its abstract,\nin two lines."
    assert (first.area, first.keywords, first.year) == ("cs.AI", ("cs.AI", "cs.LG"), 2026)
    assert (second.title, str(second.idents[0]), second.abstract) == ("Second", "arxiv:2601.99002", "")
