"""From named fields to a `Record`: our own names and the synonyms that public lists use for them (`synonyms`).

One mapping for every format whose entries are objects with named fields (JSON Lines, JSON, CSV, the catalogue of
`abstracts`), so that a synonym learned once is known everywhere. Values may be of any JSON type; what has the wrong
type is ignored, never an error. Text stays as it came, cut to `limits`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from urllib.parse import urljoin

from paperreader.formats import limits, years
from paperreader.formats.decisions import decision
from paperreader.formats.names import names, written_list
from paperreader.formats.synonyms import SYNONYMS, ours
from paperreader.paper import NO_IMPRINT, OTHERS, Ident, Imprint, Link, Record
from paperreader.text import identifiers

_WEB = re.compile("https?://", re.IGNORECASE | re.ASCII)
_ARXIV_ONLY = frozenset({"authors_parsed", "categories", "primary_category"})
_ISSUES = frozenset({"volume", "Volume", "pages", "Pages", "issue", "Issue"})
_IMPRINT = frozenset({"volume", "issue", "pages", "first_page", "publisher"})
#: What stands between the first and the last page, however it is written.
_DASH = re.compile(r" ?[-\u2010-\u2015\u2212][- \u2010-\u2015\u2212]*")
#: Google Scholar names an arXiv paper in the place of its journal.
_IN_VENUE = re.compile(r"arXiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
#: What stands in the place of the last author where there are others.
_OTHERS = frozenset({"others", "and others", "et al", "et. al", "and et al", "et alii"})
_ISBN = re.compile(
    r"(?<![\dX])(?:97[89](?:[ \u2010-\u2015-]?\d){10}|\d(?:[ \u2010-\u2015-]?\d){8}[ \u2010-\u2015-]?[\dX])(?![\dX])",
    re.IGNORECASE,
)
#: Where a keyword stands in an object.
_TERMS = ("name", "term", "subject", "display_name", "title", "tag")


def record(fields: Mapping[str, object]) -> Record:
    """Return the record that an object with named fields states.

    Raises ValueError, with a reason for the user, when it has neither a title nor an abstract.
    """
    known = ours(fields)
    abstract = limits.cut(text(known.get("abstract")), limits.ABSTRACT)
    title = limits.cut(text(known.get("title")), limits.TITLE)
    derived = known.get("title_derived") is True
    if not title:
        if not abstract:
            raise ValueError("neither a title nor an abstract")
        from paperreader.formats.derive import derive_title

        title, derived = derive_title(abstract), True
    venue = line(known.get("venue"))
    # Only arXiv's own records have these beside a bare id.
    arxiv = not _ARXIV_ONLY.isdisjoint(fields)
    kind = _kind(known.get("kind"))
    idents = _idents(known, kind, arxiv=arxiv)
    authors, others = _named(known.get("authors"))
    if any("\\" in name for name in authors) and (arxiv or any(ident.scheme == "arxiv" for ident in idents)):
        # arXiv keeps names in TeX: `Abudin\'en`.
        from paperreader.formats.tex import decode

        authors = tuple(decode(name) if "\\" in name else name for name in authors)
    area, words = known.get("area"), keywords(known.get("keywords"))
    # Beside a volume a number is an issue's; a column of a table may be there and empty.
    beside = any(fields.get(name) not in (None, "") for name in _ISSUES)
    if arxiv:
        # arXiv's categories: the first is the primary one.
        area = area.split() if isinstance(area, str) else area
        words = words or keywords(area)
    stated = None if "update_date" in fields and arxiv else known.get("year")
    return Record(
        title=title,
        authors=authors,
        abstract=abstract,
        venue=venue,
        year=years.year(stated, text(stated), venue) or years.of_arxiv(idents),
        decision=decision(text(known.get("decision"))),
        kind=kind,
        area=line(area[0] if isinstance(area, list) and area else area),
        keywords=words,
        tldr=limits.cut(text(known.get("tldr")), limits.TITLE),
        idents=idents,
        links=_links(known, idents),
        scores=_scores(known.get("scores")),
        submission=_whole(known.get("submission", None if beside else known.get("number"))),
        imprint=_imprint(known, beside=beside),
        former_title=limits.cut(text(known.get("former_title")), limits.TITLE),
        title_derived=derived,
        uncertain=_uncertain(known, others=others),
    )


def text(value: object) -> str:
    """Return a value as text: a string as it is, a list joined with "; ", `{"value": …}` unwrapped, else ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, dict):
        return text(value.get("value")) if not isinstance(value.get("value"), dict) else ""
    if isinstance(value, (list, tuple)):
        return "; ".join(item for item in value[: limits.KEYWORDS] if isinstance(item, str))
    return ""


def line(value: object) -> str:
    """Return a value that is drawn on one line, cut to `limits.LINE`."""
    return limits.cut(text(value), limits.LINE)


def keywords(value: object) -> tuple[str, ...]:
    """Return keywords from a list or from one string separated by `;`, else `|`, else line breaks, else commas."""
    parts: Sequence[object]
    if isinstance(value, str) and value.startswith("[") and (listed := written_list(value)):
        value = listed
    if isinstance(value, str):
        value = value[: limits.ABSTRACT].strip()
        parts = value.split(next((mark for mark in (";", "|", "\n") if mark in value), ","))
    elif isinstance(value, (list, tuple)):
        if len(value) == 1 and isinstance(value[0], str) and ";" in value[0]:
            return keywords(value[0])
        parts = value
    else:
        return ()
    found: dict[str, None] = {}
    for part in parts:
        word = (
            line(next((part[name] for name in _TERMS if part.get(name)), "")) if isinstance(part, dict) else line(part)
        )
        if word:
            found[word] = None
        if len(found) >= limits.KEYWORDS:
            break
    return tuple(found)


def listed(words: Sequence[str]) -> str:
    """Return keywords as one text that `keywords` reads back: with "; " between them, else as a list in JSON."""
    text = "; ".join(words)
    # A last semicolon says that a comma separates nothing.
    ways = (text, f"{text};")
    exact = json.dumps(as_list(words), ensure_ascii=False)
    return next((way for way in ways if keywords(way) == tuple(words)), exact)


def as_list(words: Sequence[str]) -> list[object]:
    """Return keywords as a list that `keywords` reads back: one alone that holds a semicolon as an object."""
    return list(words) if keywords(list(words)) == tuple(words) else [{"name": word} for word in words]


def _kind(value: object) -> str:
    """Return the kind of publication that a word means, or the first of a list of words, as `kinds` names it; or ""."""
    if not value:
        return ""
    from paperreader.formats.kinds import named

    if isinstance(value, (list, tuple)):
        return named(*value[:20])
    return named(*text(value).split(";"))


def _whole(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 12:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12 else None


def _imprint(known: Mapping[str, object], *, beside: bool) -> Imprint:
    """Return volume, issue, pages and publisher; `beside` says that `number` is no submission's."""
    if not beside and _IMPRINT.isdisjoint(known):
        return NO_IMPRINT
    pages, first, last = (page_range(_short(known.get(name))) for name in ("pages", "first_page", "last_page"))
    if not pages:
        # Some write the whole range as the first page, and one page twice.
        whole = not last or "-" in first or first == last
        pages = first if whole else page_range(f"{first}-{last}")
    # Beside pages alone it may be anything: of no submission, and of no issue either.
    number = known.get("number") if beside and known.get("volume") not in (None, "") else None
    issue = known.get("issue") or number
    found = Imprint(_short(known.get("volume")), _short(issue), pages, _short(known.get("publisher")))
    return found if any(found) else NO_IMPRINT


def _short(value: object) -> str:
    """Return a value on one line, every run of white space one space."""
    return " ".join(line(value).split())


def page_range(pages: str) -> str:
    """Return pages with one hyphen between the first and the last, whatever dash stood there: `1--40` is `1-40`."""
    return _DASH.sub("-", pages).strip("- ")


def _scores(value: object) -> tuple[float, ...]:
    if isinstance(value, str):
        value = re.split(r"[;,\s]+", value[: limits.LINE])
    elif isinstance(value, (int, float)):
        value = [value]
    elif not isinstance(value, (list, tuple)):
        return ()
    found: list[float] = []
    for item in value[: limits.SCORES]:
        if isinstance(item, str):
            # "8: accept, good paper"
            item = item.split(":", 1)[0].strip()
        if isinstance(item, bool) or not isinstance(item, (int, float, str)):
            continue
        try:
            number = float(item)
        except (ValueError, OverflowError):
            continue
        if -1000 < number < 1000 and number != -1:  # Lists write -1 for "none".
            found.append(number)
    return tuple(found)


def _named(value: object) -> tuple[tuple[str, ...], bool]:
    """Return the authors in a value of unknown shape, and whether there are others that it does not name."""
    found = names(value)
    if found and found[-1].strip(" .{}").casefold() in _OTHERS:
        return found[:-1], True
    return found, False


def _uncertain(known: Mapping[str, object], *, others: bool) -> tuple[str, ...]:
    found: dict[str, None] = dict.fromkeys(("authors", OTHERS)) if others else {}
    listed = known.get("uncertain")
    if isinstance(listed, (list, tuple)):
        found.update((name, None) for name in listed if isinstance(name, str) and (name in SYNONYMS or name == OTHERS))
    confidence = known.get("confidence")
    if isinstance(confidence, dict):
        for name, level in confidence.items():
            field = {"author_order": "authors"}.get(name, name) if isinstance(name, str) else ""
            if field in SYNONYMS and level != "high":
                found[field] = None
    return tuple(sorted(found))


def _urls(value: object) -> list[str]:
    """Return the http(s) addresses in a value; anything else, `javascript:` and `file:` too, is no link."""
    if value is None:
        return []
    if isinstance(value, str):
        return [url] if (url := _url(value)) else []
    if isinstance(value, dict):
        value = value.get("url") or value.get("value")
    values = value[:20] if isinstance(value, (list, tuple)) else [value]
    found = []
    for item in values:
        if isinstance(item, dict):
            item = item.get("url") or item.get("href")
        if isinstance(item, str) and (url := _url(item)):
            found.append(url)
    return found


def _url(text: str) -> str:
    """Return the http(s) address that a text is, or ""."""
    if len(text) > limits.URL:
        return ""
    text = text.strip()
    return text if _WEB.match(text) and text.isprintable() and " " not in text else ""


def _idents(known: Mapping[str, object], kind: str, *, arxiv: bool) -> tuple[Ident, ...]:
    named = (scheme for scheme in ("doi", "arxiv", "openreview", "acl", "pmid") if scheme in known)
    found = [ident for scheme in named if (ident := identifiers.normalise(scheme, text(known[scheme])))]
    for name in ("uid", "idents"):
        if name not in known:
            continue
        stated = known[name]
        for item in stated[:20] if isinstance(stated, (list, tuple)) else [stated]:
            if isinstance(item, str) and ":" in item:
                found += identifiers.parse(item)
    stated = known.get("idents")
    if isinstance(stated, dict):
        for scheme, value in list(stated.items())[:20]:
            if isinstance(scheme, str) and (ident := identifiers.normalise(scheme.lower(), text(value))):
                found.append(ident)
    for name in ("url", "pdf", "links"):
        for url in _urls(known.get(name)) if name in known else ():
            # A publisher's address may carry more than the DOI; one that is stated is better.
            stated_schemes = {ident.scheme for ident in found}
            found += [ident for ident in identifiers.from_url(url) if ident.scheme not in stated_schemes]
    venue = known.get("venue")
    if isinstance(venue, str) and ":" in venue and (match := _IN_VENUE.search(venue[: limits.LINE])):
        found += [ident for ident in [identifiers.normalise("arxiv", match[1])] if ident]
    volume = known.get("volume")
    if isinstance(volume, str) and volume.startswith("abs/"):
        # How DBLP has arXiv's papers, with CoRR as their journal.
        found += [ident for ident in [identifiers.normalise("arxiv", volume)] if ident]
    own = known.get("id")
    if isinstance(own, str):
        if "://" in own[:12]:
            found += identifiers.from_url(own)
        elif arxiv and (ident := identifiers.normalise("arxiv", own)):
            found.append(ident)
    if "isbn" in known:
        from paperreader.formats.kinds import PARTS, WHOLES

        # An ISBN names a volume: that of a part says nothing, and it stands for what is of no known kind in need only.
        if kind in WHOLES or (not found and kind not in PARTS):
            found += _isbns(text(known["isbn"]))
    return identifiers.best_first(found)


def _isbns(stated: str) -> list[Ident]:
    """Return the ISBNs in a text: of one book in print and as a file, or of one in both lengths."""
    if whole := identifiers.normalise("isbn", stated):
        return [whole]
    each = (identifiers.normalise("isbn", match[0]) for match in _ISBN.finditer(stated[: limits.LINE]))
    return [ident for ident in each if ident]


def _links(known: Mapping[str, object], idents: Sequence[Ident]) -> tuple[Link, ...]:
    found: dict[str, Link] = {}

    shown: set[Ident] = set()

    def keep(kind: str, url: str) -> None:
        stated = identifiers.from_url(url) if kind == "web" else []
        # One page of one paper once: http and https, with and without a version, are the same.
        if not stated or shown.isdisjoint(stated):
            found.setdefault(url, Link(kind, url))
        shown.update(stated)

    for url in _urls(known.get("url")):
        keep("pdf" if url.lower().endswith(".pdf") else "web", url)
    for url in _urls(known.get("pdf")):
        keep("pdf", url)
    pdf = known.get("pdf")
    if isinstance(pdf, str) and pdf.startswith("/pdf/") and any(ident.scheme == "openreview" for ident in idents):
        # OpenReview's own records give the path alone.
        for url in _urls(urljoin("https://openreview.net", pdf)):
            keep("pdf", url)
    for url in _urls(known.get("code")):
        keep("code", url)
    stated = known.get("links")
    if isinstance(stated, (list, tuple)):
        for item in stated[:20]:
            kind = item.get("kind", "other") if isinstance(item, dict) else "other"
            for url in _urls([item]):
                keep(kind if kind in ("web", "pdf", "code") else "other", url)
    kinds = {link.kind for link in found.values()}
    for ident in identifiers.pages_first(idents):
        for link in identifiers.web_links([ident]):
            if link.kind not in kinds or (link.kind == "web" and ident not in shown):
                found.setdefault(link.url, link)
    return tuple(found.values())
