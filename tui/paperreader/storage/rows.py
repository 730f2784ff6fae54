"""Records and papers as text: JSON for records, columns for papers. Lossless both ways.

Text is kept as it came, but for two things that no file can hold or no reader needs: halves of surrogate pairs, which
are not Unicode text, and the tail of a text of absurd length, where the cut is shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from paperreader.paper import NO_IMPRINT, Ident, Imprint, Link, Paper, Record

#: Characters kept (see `docs/reliability.md`); formats cut too, but this is the last gate.
TITLE, ABSTRACT, LINE, AUTHORS, KEYWORDS, LINKS, IDENTS = 4_096, 65_536, 4_096, 5_000, 1_000, 100, 50
#: The same for the parts of an identifier, and for the kind of a link.
_SCHEME, _VALUE = 20, 512
CUT = " …[cut]"

_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: The columns of a paper in the order of `paper_of`; `sources` and `added` are not part of a paper.
COLUMNS = "number,uid,title,authors,abstract,venue,year,decision,area,keywords,tldr,idents,links,more"
_escaped = json.encoder.encode_basestring
_TEXTS = ("title", "abstract", "venue", "decision", "kind", "area", "tldr", "former_title")
_PLAIN = ("title", "abstract", "venue", "year", "decision", "kind", "area", "tldr", "submission", "former_title")


def dump_list(values: Sequence[str]) -> str:
    """Return strings as JSON, or "" for none."""
    if not values:
        return ""
    # What has nothing to escape is what would come of it, at a fraction of the time.
    text = '","'.join(values)
    if text.isprintable() and "\\" not in text and text.count('"') == 2 * len(values) - 2:
        return f'["{text}"]'
    return _dumps(list(values))


def dump_links(links: Sequence[Link]) -> str:
    """Return links as JSON: pairs of kind and address."""
    return f"[{','.join([f'[{quoted(kind)},{quoted(url)}]' for kind, url in links])}]"


def load_list(text: str) -> tuple[str, ...]:
    """Return what `dump_list` was given."""
    if not text:
        return ()
    # Without a backslash there is no escape, so quotes only delimit: five times as fast as parsing.
    if "\\" not in text:
        return tuple(text[2:-2].split('","'))
    return tuple(json.loads(text))


def joined(text: str) -> str:
    """Return the strings of `dump_list` joined by "; "."""
    if not text:
        return ""
    return text[2:-2].replace('","', "; ") if "\\" not in text else "; ".join(json.loads(text))


def quoted(text: str) -> str:
    """Return a text as JSON."""
    if text.isprintable():
        # Of what is printable only these two have an escape: a third of the time for an abstract.
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _escaped(text)


def written(record: Record) -> tuple[Record, str, bytes]:
    """Return the record as it can be kept (`storable`), its line of JSON (`record_json`), and that in UTF-8.

    Nearly every record can be kept as it is, and its line of JSON says so at a glance.
    """
    told = record_json(record)
    if (
        len(told) - len(record.abstract) <= min(TITLE, LINE)
        and len(record.abstract) <= ABSTRACT
        and len(record.keywords) <= KEYWORDS
        and len(record.links) <= LINKS
        and all(len(kind) <= _SCHEME for kind, _ in record.links)
        and len(record.idents) <= IDENTS
        and all(len(scheme) <= _SCHEME and len(value) <= _VALUE for scheme, value in record.idents)
    ):
        from paperreader.storage.identity import ordered

        try:
            data = told.encode()
        except UnicodeEncodeError:
            pass  # half of a surrogate pair
        else:
            if ordered(record.idents) == record.idents:
                return record, told, data
    record = storable(record)
    told = record_json(record)
    return record, told, told.encode()


def storable(record: Record) -> Record:
    """Return the record as it can be kept: Unicode text, of bounded size, identifiers in order."""
    from paperreader.storage.identity import ordered

    changes: dict[str, Any] = {}
    for name in _TEXTS:
        value = getattr(record, name)
        limit = {"title": TITLE, "abstract": ABSTRACT}.get(name, LINE)
        kept = _text(value, limit)
        if kept is not value:
            changes[name] = kept
    for name, count in (("authors", AUTHORS), ("keywords", KEYWORDS)):
        values = getattr(record, name)
        kept_values = tuple(_text(value, LINE) for value in values[:count])
        if kept_values != values:
            changes[name] = kept_values
    imprint = Imprint(*(_text(value, LINE) for value in record.imprint))
    if imprint != record.imprint:
        changes["imprint"] = imprint
    links = tuple(Link(_text(link[0], _SCHEME), _text(link[1], LINE)) for link in record.links[:LINKS])
    if links != record.links:
        changes["links"] = links
    idents = ordered(Ident(_text(ident[0], _SCHEME), _text(ident[1], _VALUE)) for ident in record.idents[:IDENTS])
    if idents != record.idents:
        changes["idents"] = idents
    return replace(record, **changes) if changes else record


def _text(value: str, limit: int) -> str:
    if len(value) > limit:
        value = value[: limit - len(CUT)] + CUT
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def record_json(record: Record) -> str:
    """Return a record as one line of JSON without its empty fields; the same record always gives the same line."""
    # By hand, for an import of 100,000 papers does little else; `_dumps` of a mapping gives the same.
    members = []
    for name in _PLAIN:
        value = getattr(record, name)
        if value not in ("", None):
            members.append(f'"{name}":{quoted(value) if isinstance(value, str) else value}')
    if record.authors:
        members.append(f'"authors":{dump_list(record.authors)}')
    if record.keywords:
        members.append(f'"keywords":{dump_list(record.keywords)}')
    if record.idents:
        members.append(f'"idents":{dump_list([f"{scheme}:{value}" for scheme, value in record.idents])}')
    if record.links:
        members.append(f'"links":{dump_links(record.links)}')
    if record.scores:
        members.append(f'"scores":{_dumps(record.scores)}')
    if record.title_derived:
        members.append('"title_derived":true')
    if record.imprint != NO_IMPRINT:
        members.append(f'"imprint":{dump_list(record.imprint)}')
    if record.uncertain:
        members.append(f'"uncertain":{dump_list(record.uncertain)}')
    return f"{{{','.join(members)}}}"


def record_of(values: dict[str, Any]) -> Record:
    """Return the record of a parsed `record_json`."""
    values = {"title": "", **values}
    for name in ("authors", "keywords", "scores", "uncertain"):
        if name in values:
            values[name] = tuple(values[name])
    if "links" in values:
        values["links"] = tuple(Link(*link) for link in values["links"])
    if "imprint" in values:
        values["imprint"] = Imprint(*values["imprint"])
    if "idents" in values:
        values["idents"] = tuple(Ident(*ident.split(":", 1)) for ident in values["idents"])
    return Record(**values)


def paper_row(record: Record) -> tuple[Any, ...]:
    """Return the columns from `title` to `more` for a record that says all of its paper."""
    more = ""
    if (
        record.scores
        or record.submission is not None
        or record.former_title
        or record.title_derived
        or record.uncertain
        or record.kind
        or record.imprint != NO_IMPRINT
    ):
        extras: list[Any] = [record.scores, record.submission, record.former_title, int(record.title_derived)]
        extras.append(record.uncertain)
        if record.imprint != NO_IMPRINT:
            extras += (record.kind, record.imprint)
        elif record.kind:
            extras.append(record.kind)
        more = _dumps(extras)
    return (
        record.title,
        dump_list(record.authors),
        record.abstract,
        record.venue,
        record.year,
        record.decision,
        record.area,
        dump_list(record.keywords),
        record.tldr,
        " ".join(f"{scheme}:{value}" for scheme, value in record.idents),
        dump_links(record.links) if record.links else "",
        more,
    )


def _fields(row: Sequence[Any]) -> dict[str, Any]:
    """The fields of a record from the columns `title` … `more`."""
    title, authors, abstract, venue, year, decision, area, keywords, tldr, idents, links, more = row
    fields = {
        "title": title,
        "authors": load_list(authors),
        "abstract": abstract,
        "venue": venue,
        "year": year,
        "decision": decision,
        "area": area,
        "keywords": load_list(keywords),
        "tldr": tldr,
        "idents": tuple(Ident(*ident.split(":", 1)) for ident in idents.split(" ")) if idents else (),
        "links": tuple(Link(*link) for link in json.loads(links)) if links else (),
    }
    if more:
        scores, submission, former_title, derived, uncertain, *later = json.loads(more)
        fields["scores"] = tuple(scores)
        fields["submission"] = submission
        fields["former_title"] = former_title
        fields["title_derived"] = bool(derived)
        fields["uncertain"] = tuple(uncertain)
        # Behind the others since papers have them: a row without them was written before, or has none.
        fields["kind"] = later[0] if later else ""
        fields["imprint"] = Imprint(*later[1]) if len(later) > 1 else NO_IMPRINT
    return fields


def paper_of(row: Sequence[Any]) -> Paper:
    """Return the paper of a row of `COLUMNS`."""
    return Paper(number=row[0], uid=row[1], **_fields(row[2:14]))


def record_of_row(row: Sequence[Any]) -> Record:
    """Return the record that a row of the columns `title` … `more` was made from by `paper_row`."""
    return Record(**_fields(row))


def raw_json(raw: bytes) -> str:
    """Return the raw bytes of an entry as a JSON member: `"raw":…` when they are UTF-8 text, else `"raw64":…`."""
    try:
        return '"raw":' + quoted(raw.decode())
    except UnicodeDecodeError:
        import base64

        return '"raw64":"' + base64.b64encode(raw).decode("ascii") + '"'


dumps: Callable[[Any], str] = _dumps


def storable_idents(record: Record, idents: tuple[Ident, ...]) -> Record:
    """Return the record with the identifiers that are its paper's own."""
    return replace(record, idents=idents)
