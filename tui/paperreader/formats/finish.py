"""What the paths of a shape cannot say: for each service a function that finishes what was found in an object."""

from __future__ import annotations

import re

from paperreader.formats.elements import without_markup
from paperreader.formats.kinds import named
from paperreader.formats.shapes import Object, at, known


def plain(found: dict[str, object], *names: str) -> None:
    """Take the markup out of these fields: HTML and JATS that came as text."""
    for name in names:
        value = found.get(name)
        if isinstance(value, list):
            value = next((item for item in value if isinstance(item, str)), "")
        if isinstance(value, str):
            found[name] = without_markup(value)


def _year_of_parts(value: object) -> object:
    """Return the year in CSL's and Crossref's `{"date-parts": [[2020, 5]]}`, or its `raw` or `literal` text."""
    if isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict):
        return value
    parts = value.get("date-parts") or value.get("year")
    while isinstance(parts, list) and parts:
        parts = parts[0]
    return (
        parts if isinstance(parts, (int, str)) and str(parts).strip("-") else value.get("raw") or value.get("literal")
    )


# --- OpenReview -------------------------------------------------------------------------------------------------------


def openreview(entry: Object, found: dict[str, object]) -> None:
    content = entry.get("content")
    if isinstance(content, dict):
        # API v2 wraps every value: {"title": {"value": "…"}}.
        unwrapped = {
            name: value.get("value") if isinstance(value, dict) and "value" in value else value
            for name, value in content.items()
        }
        found.update((name, value) for name, value in unwrapped.items() if name not in ("id", "pdf", "paperhash"))
        found["pdf"] = unwrapped.get("pdf") or ""
    forum, own = entry.get("forum"), entry.get("id")
    # An id is believed where only OpenReview's own records have what stands beside it.
    marks = ("forum", "invitation", "invitations", "replies", "signatures", "venueid", "domain")
    if any(name in entry for name in marks):
        found["openreview"] = forum if isinstance(forum, str) else own
        if isinstance(own, str) and isinstance(forum, str) and own != forum:
            # A review or a comment: not a paper.
            found.clear()
            return
    found["submission"] = entry.get("number")
    venue = found.get("venue") or entry.get("venue")
    if not isinstance(venue, str) or not re.search(r"(?:19|20)\d\d", venue):
        # The year of the venue is the paper's; its dates are those of the submission.
        found.setdefault("year", entry.get("pdate") or entry.get("odate") or entry.get("cdate"))
    if isinstance(venue, str):
        found["venue"] = venue
        if not found.get("decision") and any(word in venue.lower() for word in ("poster", "oral", "spotlight")):
            found["decision"] = venue
    replies = entry.get("replies") or at(entry, "details.replies")
    if isinstance(replies, list):
        _of_replies(replies, found)


def _of_replies(replies: list[object], found: dict[str, object]) -> None:
    """Take ratings and the decision out of the replies of a forum."""
    scores = []
    for reply in replies[:500]:
        content = at(reply, "content")
        if not isinstance(content, dict):
            continue
        values = {
            name: at(content, f"{name}.value") if isinstance(value, dict) else value for name, value in content.items()
        }
        if values.get("rating") is not None or values.get("recommendation") is not None:
            scores.append(values.get("rating") if values.get("rating") is not None else values["recommendation"])
        if isinstance(values.get("decision"), str):
            found["decision"] = values["decision"]
    if scores:
        found["scores"] = scores


# --- others -----------------------------------------------------------------------------------------------------------


def crossref(entry: Object, found: dict[str, object]) -> None:
    plain(found, "title", "abstract", "venue")
    found["year"] = _year_of_parts(found.get("year"))
    links = entry.get("link")
    if isinstance(links, list):
        found["pdf"] = [
            at(link, "URL")
            for link in links
            if "pdf" in str(at(link, "content-type")) or str(at(link, "URL")).endswith(".pdf")
        ]


#: CSL's types whose school or institution, the venue, is their publisher.
PUBLISHED_BY_VENUE = frozenset({"thesis", "report"})


def csl_kind(kind: object, venue: object) -> str:
    """Return the kind that CSL's `type` means: an `article` that appeared nowhere is a preprint."""
    return "preprint" if kind == "article" and not venue else named(kind)


def csl(entry: Object, found: dict[str, object]) -> None:
    plain(found, "title", "abstract")
    found["year"] = _year_of_parts(found.get("year"))
    genre = named(entry.get("genre"))
    found["kind"] = genre if genre.endswith("thesis") else csl_kind(entry.get("type"), found.get("venue"))
    custom = entry.get("custom")
    ours = custom if isinstance(custom, dict) else {}
    if entry.get("type") in PUBLISHED_BY_VENUE and not found.get("venue") and "publisher" not in ours:
        found["venue"] = found.pop("publisher", "")
    if isinstance(custom, dict):
        # What our own export keeps where CSL has no name for it.
        found.update(
            (name, custom[name])
            for name in ("decision", "kind", "area", "tldr", "idents", "links", "scores")
            if name in custom
        )
        found["title_derived"] = custom.get("title_derived")


def semantic_scholar(entry: Object, found: dict[str, object]) -> None:
    idents = found.get("idents")
    if isinstance(idents, dict):
        names = {"ArXiv": "arxiv", "DOI": "doi", "PubMed": "pmid", "ACL": "acl"}
        found["idents"] = {names[name]: value for name, value in idents.items() if name in names}
    tldr = entry.get("tldr")
    found["tldr"] = at(tldr, "text") if isinstance(tldr, dict) else tldr
    # A venue is of one type; a paper of a conference is often called an article of a journal as well.
    types = _list(entry.get("publicationTypes"))
    found["kind"] = named(at(entry, "publicationVenue.type"), *(word for word in types if word == "Conference"), *types)
    if str(found.get("venue")).casefold().startswith("arxiv"):
        found["kind"] = "preprint"


def openalex(entry: Object, found: dict[str, object]) -> None:
    found["authors"] = [
        name for item in _list(entry.get("authorships")) if isinstance(name := at(item, "author.display_name"), str)
    ]
    words = entry.get("abstract_inverted_index")
    if isinstance(words, dict):
        places = [
            (place, word) for word, at_places in words.items() for place in _list(at_places) if isinstance(place, int)
        ]
        found["abstract"] = " ".join(word for _, word in sorted(places)[:20_000])
    if at(entry, "primary_location.source.type") == "conference" and found.get("kind") == "article":
        found["kind"] = "inproceedings"
    pmid = at(entry, "ids.pmid")
    if isinstance(pmid, str):
        found["pmid"] = pmid.rstrip("/").rsplit("/", 1)[-1]


def s2_dataset(entry: Object, found: dict[str, object]) -> None:
    """A line of Semantic Scholar's datasets: all names in lower case."""
    names = {"paperId": "corpusid", "externalIds": "externalids", "publicationTypes": "publicationtypes"}
    semantic_scholar({name: entry.get(own) for name, own in names.items()}, found)


def zenodo(entry: Object, found: dict[str, object]) -> None:
    plain(found, "abstract")
    kind = found.get("kind")
    if isinstance(kind, str):
        found["kind"] = kind.removeprefix("publication-")


def europepmc(entry: Object, found: dict[str, object]) -> None:
    plain(found, "title", "abstract")
    authors = at(entry, "authorList.author")
    found["authors"] = _list(authors) or found.get("authors")
    links = _list(at(entry, "fullTextUrlList.fullTextUrl"))
    found["pdf"] = [at(link, "url") for link in links if at(link, "documentStyle") == "pdf"]
    if entry.get("source") == "PPR":
        found["kind"] = "preprint"


def hal(entry: Object, found: dict[str, object]) -> None:
    plain(found, "title", "abstract")
    if entry.get("docType_s") == "UNDEFINED":  # HAL's word for a preprint
        found["kind"] = "preprint"


def hal_label(_: Object, found: dict[str, object]) -> None:
    """What HAL answers when nobody asks for more: authors, title and venue in one line."""
    plain(found, "title")
    found["title_derived"] = True


def dblp(_: Object, found: dict[str, object]) -> None:
    title = found.get("title")
    if isinstance(title, str):
        found["title"] = title.removesuffix(".")
    authors = found.get("authors")
    people = authors if isinstance(authors, list) else [authors]
    # DBLP tells people of one name apart by a number behind it.
    found["authors"] = [
        re.sub(r"(?<!\s)\s+\d{4}$", "", name) for item in people if isinstance(name := at(item, "text") or item, str)
    ]


def ads(entry: Object, found: dict[str, object]) -> None:
    plain(found, "title", "abstract")
    stated = [item for item in _list(entry.get("identifier")) if isinstance(item, str)]
    found["arxiv"] = next((item for item in stated if item.lower().startswith("arxiv:")), "")
    found["doi"] = next((item for item in _list(entry.get("doi")) if isinstance(item, str)), "")


def biorxiv(entry: Object, found: dict[str, object]) -> None:
    found["venue"] = entry.get("server") or "bioRxiv"
    found["kind"] = "preprint"


def zotero(entry: Object, found: dict[str, object]) -> None:
    kind = at(entry, "data.itemType") or entry.get("itemType")
    if kind in ("attachment", "note", "annotation"):
        found.clear()
        return
    creators = _list(at(entry, "data.creators") or entry.get("creators"))
    wanted = [item for item in creators if at(item, "creatorType") == "author"] or creators
    found["authors"] = wanted
    tags = _list(at(entry, "data.tags") or entry.get("tags"))
    found["keywords"] = [tag if isinstance(tag, str) else at(tag, "tag") for tag in tags]
    extra = at(entry, "data.extra") or entry.get("extra")
    if isinstance(extra, str) and "arxiv" in extra.lower():
        found["arxiv"] = extra.lower().partition("arxiv:")[2].split()[0] if "arxiv:" in extra.lower() else ""


def citation(entry: Object, found: dict[str, object]) -> None:
    cited = entry.get("citedPaper") or entry.get("citingPaper")
    if isinstance(cited, dict) and "citedPaper" not in cited and "citingPaper" not in cited:
        found.update(known(cited))


def _list(value: object) -> list[object]:
    return value[:5001] if isinstance(value, list) else []
