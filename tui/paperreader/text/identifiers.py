"""Identifiers in one spelling each, so that two sources that mean one paper say the same.

The rules: a DOI is lower case and percent-decoded; an arXiv id has no version; an OpenReview id is case-sensitive and
is believed only from an OpenReview address or a field of that name, because public lists reuse bare ids for different
papers. arXiv's own DOIs (10.48550/arXiv.…) are arXiv ids.

Pure, and light to import, for a query and a look-up need it too: urllib waits for the first address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from paperreader.paper import Ident, Link

#: The schemes, best first: what names the published work before what names a manuscript of it.
SCHEMES = ("doi", "arxiv", "openreview", "acl", "pmid", "isbn")
_RANK = {scheme: rank for rank, scheme in enumerate(SCHEMES)}

_LONGEST = 256
#: An address without any of these states no identifier that is known here.
_TELLING = ("openreview.net", "arxiv.org", "ar5iv", "doi", "aclanthology.org", "aclweb.org", "pubmed.ncbi")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "doi": re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s\x00-\x1f\x7f\"<>]+"),
        "arxiv_prefix": re.compile(
            r"^(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/)?(?:(?:abs|pdf|html)/)?(?:(?:oai:)?arxiv(?:\.org)?:)?\s*",
            re.IGNORECASE,
        ),
        "arxiv": re.compile(r"(\d{4}\.\d{4,5})(?:v\d+)?"),
        "arxiv_old": re.compile(r"([A-Za-z-]+)(?:\.[A-Za-z-]{2,})?/(\d{7})(?:v\d+)?"),
        "openreview": re.compile(r"[A-Za-z0-9_-]{4,64}"),
        # How nearly every list gives it; other spellings are taken apart.
        "openreview_url": re.compile(r"https://openreview\.net/(?:forum|pdf)\?id=([A-Za-z0-9_-]{4,64})"),
        "acl": re.compile(r"(?:[A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)", re.IGNORECASE),
        "pmid": re.compile(r"[1-9]\d{0,8}"),
    }


def normalise(scheme: str, text: str) -> Ident | None:
    """Return the identifier in its one spelling, or None when `text` is not one of that scheme."""
    text = text.strip()
    if not text or len(text) > _LONGEST * 4:
        return None
    make = _MAKERS.get(scheme)
    return make(text) if make else None


def _doi(text: str) -> Ident | None:
    if "%" in text:
        from urllib.parse import unquote

        text = unquote(text)
    start = text.find("10.")
    if start < 0 or len(text) > _LONGEST:
        return None
    match = _patterns()["doi"].match(text, start)
    if match is None:
        return None
    # A DOI written into a sentence drags its full stop or bracket along.
    value = match[0].rstrip(".,;:'").lower()
    for opening, closing in ("()", "[]", "{}"):
        while value.endswith(closing) and value.count(closing) > value.count(opening):
            value = value[:-1].rstrip(".,;:'")
    if value.startswith("10.48550/arxiv."):
        return _arxiv(value[15:])
    return Ident("doi", value)


def _arxiv(text: str) -> Ident | None:
    text = _patterns()["arxiv_prefix"].sub("", text)
    text = text.removesuffix(".pdf")
    # "2506.12876 [cs.LG]" is how arXiv asks to be cited.
    text = text.split(None, 1)[0] if text else text
    if match := _patterns()["arxiv"].fullmatch(text):
        return Ident("arxiv", match[1])
    if match := _patterns()["arxiv_old"].fullmatch(text):
        return Ident("arxiv", f"{match[1].lower()}/{match[2]}")
    return None


def _openreview(text: str) -> Ident | None:
    if "openreview.net" in text:
        return next((ident for ident in from_url(text) if ident.scheme == "openreview"), None)
    return Ident("openreview", text) if _patterns()["openreview"].fullmatch(text) else None


def _acl(text: str) -> Ident | None:
    text = text.strip("/")
    if not _patterns()["acl"].fullmatch(text):
        return None
    return Ident("acl", text.upper() if text[0].isalpha() else text.lower())


def _pmid(text: str) -> Ident | None:
    text = text.lower().removeprefix("pmid").lstrip(": ")
    return Ident("pmid", text) if _patterns()["pmid"].fullmatch(text) else None


def _isbn(text: str) -> Ident | None:
    text = text.upper().removeprefix("ISBN")
    digits = "".join(char for char in text if char.isascii() and (char.isdigit() or char == "X"))
    if not digits.strip("0"):
        return None
    if len(digits) == 10 and "X" not in digits[:9]:
        total = sum((10 - place) * (10 if char == "X" else int(char)) for place, char in enumerate(digits))
        if total % 11:
            return None
        digits = "978" + digits[:9]
        return Ident("isbn", digits + str(-_weighted(digits) % 10))
    if len(digits) == 13 and digits.isdigit() and _weighted(digits) % 10 == 0:
        return Ident("isbn", digits)
    return None


def _weighted(digits: str) -> int:
    return sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(digits))


_MAKERS = {"doi": _doi, "arxiv": _arxiv, "openreview": _openreview, "acl": _acl, "pmid": _pmid, "isbn": _isbn}


def from_url(url: str) -> list[Ident]:
    """Return the identifiers that an address of a paper's page or PDF states (none for any other address)."""
    url = url.strip()
    if len(url) > 2048 or "://" not in url[:12]:
        return []
    return list(_stated(url))


@lru_cache(maxsize=16)  # an entry's addresses are asked for its identifiers, then for its links
def _stated(url: str) -> tuple[Ident, ...]:
    if match := _patterns()["openreview_url"].fullmatch(url):
        return (Ident("openreview", match[1]),)
    lower = url.lower()
    if not any(name in lower for name in _TELLING):
        return ()  # taking it apart takes ten times as long, and most addresses of most lists end here
    from urllib.parse import parse_qs, urlsplit

    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ()
    found: Ident | None = None
    if host == "openreview.net":
        if parts.path.strip("/") in ("forum", "pdf", "attachment", "revisions"):
            value = parse_qs(parts.query).get("id", [""])[0]
            found = _openreview(value) if "openreview.net" not in value else None
    elif host in ("arxiv.org", "export.arxiv.org", "browse.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org"):
        kind, _, rest = parts.path.strip("/").partition("/")
        found = _arxiv(rest) if kind in ("abs", "pdf", "html", "format", "ps") else None
    elif host in ("doi.org", "dx.doi.org"):
        found = _doi(parts.path.strip("/"))
    elif host in ("aclanthology.org", "aclweb.org"):
        found = _acl(parts.path.strip("/").rsplit("/", 1)[-1].removesuffix(".pdf"))
    elif host in ("pubmed.ncbi.nlm.nih.gov",):
        found = _pmid(parts.path.strip("/").split("/", 1)[0])
    elif "/doi/" in parts.path:
        # ACM, Wiley, SAGE and others: …/doi/abs/10.1145/…, …/doi/10.1145/…
        found = _doi(parts.path.partition("/doi/")[2])
    return (found,) if found else ()


def parse(text: str) -> list[Ident]:
    """Return what a user may have typed or pasted as identifiers: an address, `scheme:value`, a bare DOI or arXiv id.

    A bare OpenReview id cannot be told from a word and is not guessed here.
    """
    text = text.strip()
    if "://" in text[:12]:
        return from_url(text)
    scheme, colon, value = text.partition(":")
    if colon and (found := normalise(scheme.lower(), value)):
        return [found]
    for scheme in ("doi", "arxiv", "acl"):
        if (scheme != "doi" or text.startswith("10.")) and (found := normalise(scheme, text)):
            return [found]
    return []


def meant(text: str) -> list[str]:
    """Return the identifiers, as `scheme:value`, that somebody may mean by what they typed; likeliest first.

    More is offered than `parse` believes (a bare word may be an OpenReview id), for it is only looked up.
    """
    text = text.strip()
    if not text:
        return []
    found = [text]
    scheme, colon, value = text.partition(":")
    if colon and scheme.lower() in _RANK:
        found.append(f"{scheme.lower()}:{value.strip()}")
    found += map(str, parse(text))
    if "/" not in text and not any(map(str.isspace, text)):
        found += (f"{scheme}:{text}" for scheme in ("openreview", "acl", "pmid", "isbn", "fp"))
    return list(dict.fromkeys(found))


def best_first(idents: Iterable[Ident]) -> tuple[Ident, ...]:
    """Return the identifiers without repetition in the order of `SCHEMES`, then by value; unknown schemes come last."""
    unique = tuple(dict.fromkeys(idents))
    if len(unique) < 2:
        return unique
    return tuple(sorted(unique, key=lambda ident: (_RANK.get(ident.scheme, len(_RANK)), ident.scheme, ident.value)))


def pages_first(idents: Iterable[Ident]) -> list[Ident]:
    """Return identifiers in the order in which their pages are wanted: the venue's before the preprint's."""
    return sorted(idents, key=lambda ident: ident.scheme == "arxiv")


def web_links(idents: Iterable[Ident]) -> list[Link]:
    """Return the pages and PDFs that follow from identifiers, in their order but for arXiv's.

    A reader wants the venue's own page (its discussion, its final PDF) before the preprint, so arXiv comes last.
    """
    from urllib.parse import quote

    links: list[Link] = []
    for scheme, value in pages_first(idents):
        if scheme == "openreview":
            links.append(Link("web", f"https://openreview.net/forum?id={value}"))
            links.append(Link("pdf", f"https://openreview.net/pdf?id={value}"))
        elif scheme == "acl":
            links.append(Link("web", f"https://aclanthology.org/{value}/"))
            links.append(Link("pdf", f"https://aclanthology.org/{value}.pdf"))
        elif scheme == "doi":
            links.append(Link("web", f"https://doi.org/{quote(value, safe='/:;()._-')}"))
        elif scheme == "arxiv":
            links.append(Link("web", f"https://arxiv.org/abs/{value}"))
            links.append(Link("pdf", f"https://arxiv.org/pdf/{value}"))
        elif scheme == "pmid":
            links.append(Link("web", f"https://pubmed.ncbi.nlm.nih.gov/{value}/"))
    return links
