"""PubMed's XML (`PubmedArticle`), the JATS articles of PubMed Central and publishers (`article`), Europe PMC's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from paperreader.formats import fields
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import decoded
from paperreader.formats.elements import fragments, parsed, spaced, without_markup, words
from paperreader.formats.kinds import named

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PREPRINT = re.compile(r"<[^>]*\barticle-type\s*=\s*[\"']preprint")


def sniff(head: bytes, name: str) -> int:
    """The names of PubMed's elements, or an `article` with `front` matter."""
    text = decoded(head)
    if re.search(r"<Pubmed(?:Article|BookArticle|ArticleSet)\b|<MedlineCitation\b|<responseWrapper\b", text):
        return 95
    return 90 if re.search(r"<article[\s>]", text) and re.search(r"<article-meta>|<front>|<pmc-articleset", text) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item an article; of a full text only its front matter is parsed."""
    names = ("PubmedArticle", "PubmedBookArticle", "article", "MedlineCitation", "result")
    for fragment in fragments(stream, names, origin.name):
        where = f"{origin.name}: line {fragment.line}"
        raw = fragment.text
        try:
            if fragment.name == "article":
                # The body can be megabytes deep; nothing of it is needed.
                begin = raw.find("<front>")
                end = raw.find("</front>", begin + 1)
                raw = raw[begin : end + len("</front>")] if 0 <= begin < end else raw
                known = _jats(parsed(raw)) | {"kind": "preprint" if _PREPRINT.match(fragment.text) else "article"}
            elif fragment.name == "result":
                known = _europepmc(parsed(raw))
            else:
                known = _pubmed(parsed(raw))
            yield Entry(fields.record(known), raw.encode("utf-8", "replace"), where)
        except ValueError as error:
            yield broken(where, str(error), raw.encode("utf-8", "replace"))


def _pubmed(article: Element) -> dict[str, object]:
    first = next(article.iter("Abstract"), None)
    parts = first.findall("AbstractText") if first is not None else []
    labelled = [f"{part.get('Label')}: {spaced(part)}" if part.get("Label") else spaced(part) for part in parts]
    ids = {node.get("IdType"): spaced(node) for node in article.findall(".//PubmedData/ArticleIdList/ArticleId")}
    ids |= {node.get("EIdType"): spaced(node) for node in article.iter("ELocationID") if node.get("ValidYN") != "N"}
    authors = next(article.iter("AuthorList"), None)
    year = article.find(".//JournalIssue/PubDate/Year")
    dates = [
        year,
        article.find(".//JournalIssue/PubDate/MedlineDate"),
        article.find(".//ArticleDate/Year"),
        article.find(".//Year"),
    ]
    return {
        "title": spaced(article.find(".//ArticleTitle"))
        or spaced(article.find(".//BookTitle"))
        or spaced(article.find(".//VernacularTitle")),
        "authors": [_author(author) for author in authors] if authors is not None else [],
        "abstract": "\n".join(labelled),
        "venue": spaced(article.find(".//Journal/Title")) or spaced(article.find(".//Journal/ISOAbbreviation")),
        "year": next((text for node in dates if (text := spaced(node))), None),
        "keywords": [spaced(node) for node in article.iter("Keyword")]
        or [spaced(node) for node in article.iter("DescriptorName")],
        "volume": spaced(article.find(".//JournalIssue/Volume")),
        "issue": spaced(article.find(".//JournalIssue/Issue")),
        "pages": spaced(article.find(".//Pagination/MedlinePgn")),
        "first_page": spaced(article.find(".//Pagination/StartPage")),
        "last_page": spaced(article.find(".//Pagination/EndPage")),
        "publisher": spaced(article.find(".//Publisher/PublisherName")),
        "pmid": spaced(article.find(".//PMID")),
        "kind": _kind(article),
        "doi": ids.get("doi", ""),
    }


def _europepmc(result: Element) -> dict[str, object]:
    people = result.findall("authorList/author")
    types = [spaced(node) for node in result.findall("pubTypeList/pubType")]
    types += spaced(result.find("pubType")).split(";")
    return {
        "title": spaced(result.find("title")),
        "authors": [
            " ".join(filter(None, (spaced(person.find("firstName")), spaced(person.find("lastName")))))
            or spaced(person.find("collectiveName"))
            for person in people
        ]
        or spaced(result.find("authorString")),
        "abstract": without_markup(words(result.find("abstractText"))),
        "venue": spaced(result.find("journalInfo/journal/title")) or spaced(result.find("journalTitle")),
        "year": spaced(result.find("pubYear")),
        "keywords": [spaced(node) for node in result.findall("keywordList/keyword")],
        "volume": spaced(result.find("journalInfo/volume")) or spaced(result.find("journalVolume")),
        "issue": spaced(result.find("journalInfo/issue")) or spaced(result.find("issue")),
        "pages": spaced(result.find("pageInfo")),
        "publisher": spaced(result.find("bookOrReportDetails/publisher")),
        "pmid": spaced(result.find("pmid")),
        "doi": spaced(result.find("doi")),
        "kind": "preprint" if spaced(result.find("source")) == "PPR" else named(*types),
    }


def _kind(article: Element) -> str:
    if article.tag == "PubmedBookArticle":
        return "incollection" if article.find(".//ArticleTitle") is not None else "book"
    types = [spaced(node) for node in article.iter("PublicationType")]
    return "preprint" if "Preprint" in types else named(*types)


def _author(author: Element) -> str:
    if group := spaced(author.find("CollectiveName")):
        return group
    given = spaced(author.find("ForeName")) or spaced(author.find("Initials"))
    return " ".join(filter(None, (given, spaced(author.find("LastName")), spaced(author.find("Suffix")))))


def _jats(article: Element) -> dict[str, object]:
    meta = next(article.iter("article-meta"), article)
    ids = {node.get("pub-id-type"): spaced(node) for node in meta.findall("article-id")}
    abstracts = [node for node in meta.findall("abstract") if not node.get("abstract-type")] or meta.findall("abstract")
    names: list[str] = []
    for contrib in meta.findall("contrib-group/contrib"):
        if contrib.get("contrib-type", "author") == "author":
            given, family = contrib.find(".//given-names"), contrib.find(".//surname")
            names.append(" ".join(filter(None, (spaced(given), spaced(family)))) or spaced(contrib.find("collab")))
    years = meta.findall("pub-date/year")
    return {
        "title": spaced(meta.find("title-group/article-title")),
        "authors": names,
        "abstract": "\n".join(_paragraphs(abstracts[0])) if abstracts else "",
        "venue": spaced(article.find(".//journal-title")) or spaced(article.find(".//journal-id")),
        "year": min((spaced(year) for year in years), default=None),
        "keywords": [spaced(node) for node in meta.findall("kwd-group/kwd")],
        "volume": spaced(meta.find("volume")),
        "issue": spaced(meta.find("issue")),
        "first_page": spaced(meta.find("fpage")) or spaced(meta.find("elocation-id")),
        "last_page": spaced(meta.find("lpage")),
        "publisher": spaced(article.find(".//publisher/publisher-name")),
        "doi": ids.get("doi", ""),
        "pmid": ids.get("pmid", ""),
        "arxiv": ids.get("arxiv", ""),
    }


def _paragraphs(abstract: Element) -> list[str]:
    found: list[str] = []
    for section in abstract.findall("sec"):
        heading = spaced(section.find("title"))
        text = " ".join(spaced(part) for part in section if part.tag != "title")
        found.append(f"{heading}: {text}" if heading else text)
    return found or [spaced(part) for part in abstract.findall("p")] or [spaced(abstract)]
