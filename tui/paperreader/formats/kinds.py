"""Kinds of publication: BibTeX's words for them, and how other formats and services say the same.

A record keeps the kind that its source states (`Record.kind`), so that an article of a journal leaves as one. One table
serves reading and writing; what a source calls by no known word has no kind, and an export then goes by the venue.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from paperreader.paper import Record


class Kind(NamedTuple):
    """One kind of publication under the names that formats write for it."""

    name: str
    """As `Record.kind` has it: BibTeX's word, or BibLaTeX's where BibTeX has none; `preprint` is our own."""
    ris: str
    csl: str
    venue: str
    """The field of BibTeX in which the venue stands."""
    others: str = ""
    """What else it is called in files that are read, separated by `|`."""


#: Where two kinds share a word (`CHAP`, `thesis`, `book`), the word means the first of them.
KINDS = (
    Kind(
        "article", "JOUR", "article-journal", "journal",
        "journal article|journal articles|journal paper|journal|ejour|mgzn|news|abst|infr|article-magazine"
        "|article-newspaper|magazine article|newspaper article|electronic article|suppperiodical|periodical|review"
        "|review-journal|review article|editorial|letter|erratum|peer-review|clinical trial|case reports|art",
    ),
    Kind(
        "inproceedings", "CPAPER", "paper-conference", "booktitle",
        "conference|conf|conference paper|conference proceedings|conference publication|proceedings-article"
        "|proceedings paper|conference and workshop papers|conference article|comm|poster|workshop paper",
    ),
    Kind(
        "incollection", "CHAP", "chapter", "booktitle",
        "inreference|suppcollection|suppbook|book section|book chapter|book-chapter|book-section|book-part|echap"
        "|ency|dict|entry|entry-encyclopedia|entry-dictionary|reference-entry|encyclopedia article|dictionary entry"
        "|parts in books or collections|couv",
    ),
    Kind("inbook", "CHAP", "chapter", "booktitle", "bookinbook"),
    Kind(
        "book", "BOOK", "book", "series",
        "mvbook|ebook|edbook|collection|mvcollection|reference|mvreference|booklet|monograph|edited-book|edited book"
        "|reference-book|electronic book|whole book|serial|ser|books and theses|ouv",
    ),
    Kind("proceedings", "CONF", "book", "series", "mvproceedings|editorship"),
    Kind(
        "phdthesis", "THES", "thesis", "school",
        "dissertation|doctoral thesis|candthesis|academic dissertations|these|hdr",
    ),
    Kind("mastersthesis", "THES", "thesis", "school", "master thesis|mathesis|mem"),
    Kind(
        "techreport", "RPRT", "report", "institution",
        "technical report|resreport|gov|government document|working paper|report-component|research report|deliverable",
    ),
    Kind(
        "preprint", "UNPB", "article", "howpublished",
        "posted-content|ppr|pre-print|informal publications|informal and other publications",
    ),
    Kind("unpublished", "UNPB", "manuscript", "howpublished", "manscpt|unpublished work|submitted"),
    Kind("online", "ELEC", "webpage", "howpublished", "electronic|www|web page|blog|blog post|post-weblog|post|icomm"),
    Kind("dataset", "DATA", "dataset", "howpublished", "datasets|aggregated database|dbase|data papers|data"),
    Kind("software", "COMP", "software", "howpublished", "computer program|softwareversion|softwaremodule"),
    Kind("patent", "PAT", "patent", "howpublished"),
    Kind("manual", "GEN", "standard", "organization", "stand"),
    Kind("misc", "GEN", "document", "howpublished", "generic"),
)  # fmt: skip
_BY_NAME = {kind.name: kind for kind in KINDS}
#: Kinds that stand in a volume: an ISBN beside them is that of the volume.
PARTS = frozenset({"article", "inproceedings", "incollection", "inbook"})
#: Kinds that are a volume, so that an ISBN beside them is their own.
WHOLES = frozenset({"book", "proceedings"})
_LETTERS = re.compile(r"[^a-z0-9]+")
_WORDS: dict[str, str] = {}
for _kind in reversed(KINDS):
    for _word in (*_kind.others.split("|"), _kind.csl, _kind.ris, _kind.name):
        _WORDS[_LETTERS.sub("", _word.lower())] = _kind.name
# CSL calls a preprint an article, everybody else one of a journal; and a word that is a kind of ours is that kind.
_WORDS |= {kind.name: kind.name for kind in KINDS} | {"": ""}
#: Venues that are journals, for papers whose source did not say what they are.
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|review|annals|bulletin|magazine|nature|science|plos|proc\.? natl|arxiv"
    r"|j\.|trans\.|lett\.)",
    re.IGNORECASE,
)


def named(*words: object) -> str:
    """Return the kind that the first known of these words means, in whatever vocabulary and spelling, or ""."""
    for word in words:
        if isinstance(word, str) and len(word) < 60:
            kind = _WORDS.get(_LETTERS.sub("", word.lower()), "")
            if kind:
                return kind
    return ""


def of(paper: Record) -> Kind:
    """Return what to call a paper in an export: its own kind, else what its venue and identifiers suggest."""
    known = _BY_NAME.get(paper.kind)
    if known is not None:
        return known
    schemes = {ident.scheme for ident in paper.idents}
    if schemes == {"isbn"}:
        return _BY_NAME["book"]
    if paper.venue:
        return _BY_NAME["article" if _JOURNAL.search(paper.venue) else "inproceedings"]
    return _BY_NAME["preprint" if "arxiv" in schemes else "misc"]
