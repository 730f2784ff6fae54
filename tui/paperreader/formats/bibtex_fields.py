"""From the fields of a BibTeX or BibLaTeX entry to a record, and what an entry inherits from its parent."""

from __future__ import annotations

import re
from functools import cache

from paperreader.formats import fields, kinds, limits, tex
from paperreader.formats.names import in_reading_order, turn
from paperreader.paper import Record

Values = dict[str, str]

#: Entries that name a volume, which others may stand in.
_VOLUMES = frozenset(
    {"book", "mvbook", "proceedings", "mvproceedings", "collection", "mvcollection", "booklet", "manual"}
)
#: What a child takes from its parent under another name (BibLaTeX's default inheritance), and what as it is.
_RENAMED = {"title": "booktitle", "subtitle": "booksubtitle"}
_SAME = ("booktitle", "year", "date", "eventdate", "eventtitle", "publisher", "series")
#: Where a title may be found when there is none, best first.
_TITLES = (
    "title",
    "shorttitle",
    "maintitle",
    "booktitle",
    "chapter",
    "titleaddon",
    "eventtitle",
    "issuetitle",
    "label",
)
_VENUES = (
    "journaltitle",
    "journal",
    "booktitle",
    "eventtitle",
    "school",
    "institution",
    "organization",
    "howpublished",
    "series",
)
#: The field in which our own export says what kind an entry is, where its type does not.
KIND = "paperreader-kind"
#: Our field of each, the better one last: `issue` is the name of an issue ("Spring"), `eid` stands where no pages are.
_IMPRINT = {
    "volume": "volume",
    "issue": "issue",
    "number": "issue",
    "articleno": "pages",
    "eid": "pages",
    "pages": "pages",
    "publisher": "publisher",
}
_PARENTS = 20_000
#: Journals as ADS spells them, for the macros of astronomers' styles.
_MACROS = {
    "\\aap": "Astronomy & Astrophysics",
    "\\aj": "The Astronomical Journal",
    "\\apj": "The Astrophysical Journal",
    "\\apjl": "The Astrophysical Journal Letters",
    "\\apjs": "The Astrophysical Journal Supplement Series",
    "\\araa": "Annual Review of Astronomy and Astrophysics",
    "\\jcap": "Journal of Cosmology and Astroparticle Physics",
    "\\mnras": "Monthly Notices of the Royal Astronomical Society",
    "\\nat": "Nature",
    "\\pasp": "Publications of the Astronomical Society of the Pacific",
    "\\physrep": "Physics Reports",
    "\\prd": "Physical Review D",
    "\\prl": "Physical Review Letters",
    "\\solphys": "Solar Physics",
}
#: The field in which our own export says that a title was derived from the abstract.
DERIVED = "paperreader-title"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "and": re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE),
        "arxiv": re.compile(
            r"arxiv(?:\s*preprint)?(?:\s*arxiv)?\s*[:/]\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE
        ),
        "numbered": re.compile(r"(?<!\s)\s+0\d{3}$"),
        # What a plain `Given Family` has nothing of.
        "unusual": re.compile(r"[=,{}\\~\d]"),
        "braces": re.compile(r"[{}]"),
        "url": re.compile(r"https?://[^\s{}<>\"]+"),
        "named": re.compile(
            r"(given|family|prefix|suffix)(?:-i)?\s*=\s*(?:\"([^\"]*)\"|\{([^{}]*)\}|([^,]*))", re.IGNORECASE
        ),
    }


class Inherited:
    """What parents (`crossref`) and containers of shared fields (`xdata`) hand down."""

    def __init__(self) -> None:
        self._parents: dict[str, Values] = {}

    def offer(self, kind: str, key: str, values: Values) -> None:
        """Remember an entry that others may refer to."""
        if key and len(self._parents) < _PARENTS and (kind == "xdata" or kind in _VOLUMES or kind == "misc"):
            small = {name: value[: limits.LINE] for name, value in values.items() if len(value) < limits.TITLE}
            self._parents.setdefault(key.lower(), small if kind == "xdata" else self._handed_down(small))

    def wanted(self, values: Values) -> bool:
        """Say whether an entry refers to a parent that has not been seen yet."""
        return any(key not in self._parents for key in self._keys(values))

    def complete(self, values: Values) -> Values:
        """Return the fields with those that are inherited; a field of its own always wins."""
        for key in self._keys(values):
            values = {**self._parents.get(key, {}), **values}
        return values

    @staticmethod
    def _keys(values: Values) -> list[str]:
        listed = ",".join(values[name] for name in ("xdata", "crossref") if name in values)
        return [key.strip().lower() for key in listed.split(",") if key.strip()][:10]

    @staticmethod
    def _handed_down(values: Values) -> Values:
        handed = {name: values[name] for name in _SAME if name in values}
        handed |= {child: values[own] for own, child in _RENAMED.items() if own in values and child not in handed}
        return handed


def record(kind: str, key: str, values: Values) -> Record:
    """Return the record that an entry states. An entry without any title is shown by its key, marked as derived.

    Raises ValueError when it has no title, no abstract and no key.
    """
    values = {name: _spaced(value, name == "abstract") for name, value in values.items()}
    title, derived = _title(key, values)
    derived = derived or values.get(DERIVED) == "derived"
    given: dict[str, object] = {
        "title": title,
        "title_derived": derived,
        "authors": [{"literal": name} for name in authors(values.get("author") or values.get("editor") or "")],
        "abstract": tex.decode(values.get("abstract", "")),
        "keywords": tex.decode(values.get("keywords") or values.get("keyword") or values.get("tags") or ""),
        "venue": _venue(values),
        "year": next((values[name] for name in ("year", "date", "eventdate", "origdate") if values.get(name)), None),
        "doi": _plain(values.get("doi", "")),
        "isbn": _plain(values.get("isbn", "")),
        "pdf": _plain(values.get("pdf", "")),
        "code": _plain(values.get("code", "")),
        "url": _urls(values),
        "decision": tex.decode(values.get("decision", "")),
        "area": tex.decode(values.get("area", "")),
        "tldr": tex.decode(values.get("tldr", "")),
        "kind": _kind(kind, values),
        **{name: tex.decode(values[own]) for own, name in _IMPRINT.items() if values.get(own)},
        **_eprint(values),
    }
    return fields.record(given)


def _kind(kind: str, values: Values) -> str:
    """Return the kind that an entry's type states; a thesis or report may say more in `type`."""
    if kind in ("thesis", "report"):
        own = kinds.named(values.get("type"))
        return own if own in ("phdthesis", "mastersthesis", "techreport") else kinds.named(kind)
    if kind == "misc" and values.get("eprint") and not _venue(values):
        # As arXiv itself gives its papers.
        kind = "preprint"
    return kinds.named(values.get(KIND), kind)


def _spaced(value: str, paragraphs: bool) -> str:
    """Return a value with every run of white space as one space, as BibTeX has it; an abstract keeps its paragraphs."""
    if value.isprintable() and "  " not in value:
        return value.strip()  # no white space but single blanks
    if paragraphs and "\n" in value:
        return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", value) if part.strip())
    return " ".join(value.split())


def _title(key: str, values: Values) -> tuple[str, bool]:
    for name in _TITLES:
        if title := tex.decode(values.get(name, "")):
            subtitle = tex.decode(values.get(name.replace("title", "subtitle"), "")) if name.endswith("title") else ""
            return f"{title}: {subtitle}" if subtitle and subtitle != title else title, False
    return ("", False) if values.get("abstract") else (key, True)


def _venue(values: Values) -> str:
    name = next((name for name in _VENUES if values.get(name) and name != "howpublished"), "")
    venue = tex.decode(values.get(name, ""))
    venue = _MACROS.get(venue, venue)
    if not venue and "howpublished" in values and not _patterns()["url"].search(values["howpublished"]):
        venue = tex.decode(values["howpublished"])
    return venue if name != "booktitle" or values.get("title") else ""


def _plain(value: str) -> str:
    """Return an identifier or address without braces and TeX escapes."""
    return re.sub(r"\\([&%#_~{}])", r"\1", value.removeprefix(r"\url")).strip("{} ")


def _urls(values: Values) -> list[str]:
    named = (values[name] for name in ("url", "ee", "link", "howpublished", "bdsk-url-1", "note") if name in values)
    found = [_address(match[0]) for value in named if (match := _patterns()["url"].search(_plain(value)))]
    return found[:5] if "url" in values or "ee" in values or "link" in values else found[:1]


def _address(url: str) -> str:
    """Return an address without what the sentence around it added."""
    url = url.rstrip(".,;")
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(".,;")
    return url


def _eprint(values: Values) -> dict[str, object]:
    kind = (values.get("eprinttype") or values.get("archiveprefix") or "").lower()
    eprint = _plain(values.get("eprint", ""))
    if eprint and kind in ("pubmed", "pmid"):
        return {"pmid": eprint}
    if eprint and kind in ("", "arxiv"):
        return {"arxiv": eprint}
    if eprint and kind == "openreview":
        return {"openreview": eprint}
    if values.get("pmid"):
        return {"pmid": values["pmid"]}
    for name in ("arxivid", "arxiv"):
        if values.get(name):
            return {"arxiv": _plain(values[name])}
    for name in ("journal", "journaltitle", "note", "howpublished", "volume", "pages"):
        value = values.get(name, "")
        if "arxiv" in value.lower() and (match := _patterns()["arxiv"].search(value)):
            return {"arxiv": match[1]}
    return {}


def authors(value: str) -> list[str]:
    """Return the names in an `author` field in reading order, `others` as the last one."""
    found: list[str] = []
    depth = 0
    start = 0
    value = value[: limits.AUTHORS * 64]
    if "{" not in value and "}" not in value:
        return _people(_patterns()["and"].split(value))
    splits = [match.span() for match in _patterns()["and"].finditer(value)]
    # Only an "and" outside braces separates: {Barnes and Noble} is one name.
    position = 0
    for left, right in splits:
        depth += value.count("{", position, left) - value.count("}", position, left)
        position = left
        if depth <= 0:
            found.append(value[start:left])
            start = right
            depth = 0
    found.append(value[start:])
    return _people(found)


def _people(found: list[str]) -> list[str]:
    return [name for name in map(_name, found) if name]


def _shown(name: str) -> str:
    """Return a name as LaTeX would print it: without commands (`\\relax`, `\\textsc`), which no search would expect."""
    if "\\" not in name:
        return name
    from paperreader.text.readable import readable

    return readable(name).line or name


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not _patterns()["unusual"].search(name):
        return name
    parts = {
        match[1].lower(): next(filter(None, match.groups()[1:]), "") for match in _patterns()["named"].finditer(name)
    }
    if "family" in parts:
        family = f"{parts.get('prefix', '')} {parts['family']}".lstrip()
        name = in_reading_order(parts.get("given", ""), family, parts.get("suffix", ""))
    elif name.startswith("{") and name.endswith("}") and name.find("}") == len(name) - 1:
        # In braces as a whole: an institution, not a person.
        return _shown(tex.decode(name))
    else:
        pieces = [piece.strip() for piece in name.split(",")]
        # `von Last, Jr, First`, whatever stands in the middle.
        name = f"{pieces[2]} {pieces[0]} {pieces[1]}" if len(pieces) == 3 and all(pieces) else turn(name)
    name = _patterns()["braces"].sub("", _shown(tex.decode(name))).replace("~", " ").strip()
    # DBLP tells people of one name apart by a number behind it.
    return _patterns()["numbered"].sub("", name)
