"""A paper from its records: a pure function of the set, whatever order they came in.

Field by field: something beats nothing; what was published beats a preprint beats a submission; then the newest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from paperreader.paper import NO_IMPRINT, OTHERS, Imprint, Link, Record
from paperreader.storage.identity import ordered

SUBMISSION, PREPRINT, PUBLISHED = 0, 1, 2
_SUBMITTED = ("submission", "submitted", "under review", "withdrawn", "rejected")
_NOT_ACCEPTED = ("reject", "withdraw", "desk", "retract", "pending")
_PREPRINTS = ("arxiv", "corr", "biorxiv", "medrxiv", "chemrxiv", "preprint", "ssrn", "hal", "zenodo", "psyarxiv")
#: Fields that are taken whole from the best record that has them.
_FIELDS = ("abstract", "venue", "year", "decision", "area", "keywords", "tldr", "scores", "submission", "former_title")


class Said(NamedTuple):
    """A record and when it was said: `added` in seconds, `run` counts imports, `hash` decides between equals."""

    record: Record
    added: int
    run: int
    hash: int


def standing(record: Record) -> int:
    """Say whether a record speaks of a published paper, a preprint or a submission."""
    venue = record.venue.casefold()
    decision = record.decision.casefold()
    if any(word in venue for word in _SUBMITTED) or decision.startswith(_NOT_ACCEPTED):
        return SUBMISSION
    if venue.startswith(_PREPRINTS):
        return PREPRINT
    if venue or decision or any(ident.scheme in ("doi", "acl", "pmid", "isbn") for ident in record.idents):
        return PUBLISHED
    return PREPRINT


def fold(said: Iterable[Said]) -> Record:
    """Return what the records say together. There must be at least one."""
    ranked = sorted(said, key=lambda one: (standing(one.record), one.added, one.run, one.hash), reverse=True)
    records = [one.record for one in ranked]
    if len(records) == 1:
        return records[0]
    titled = next((record for record in records if record.title and not record.title_derived), None)
    titled = titled or next((record for record in records if record.title), records[0])
    named = next((record for record in records if record.authors and "authors" not in record.uncertain), None)
    named = named or next((record for record in records if record.authors), records[0])
    chosen = {"title": titled, "authors": named}
    for field in _FIELDS:
        chosen[field] = next((record for record in records if getattr(record, field) not in ("", None, ())), records[0])
    links: dict[str, Link] = {}
    for record in records:
        for link in record.links:
            links.setdefault(link.url, link)
    values = {field: getattr(record, field) for field, record in chosen.items()}
    values["kind"] = _kind(chosen["venue"], records)
    values["imprint"] = _imprint(chosen["venue"], values["kind"], records)
    doubtful = (field for field, record in chosen.items() if _doubtful(field, record, records))
    return replace(
        records[0],
        **values,
        title_derived=titled.title_derived,
        links=tuple(links.values()),
        idents=ordered(ident for record in records for ident in record.idents),
        uncertain=tuple(sorted([*doubtful, *({OTHERS} & set(named.uncertain))])),
    )


def _kind(placed: Record, records: list[Record]) -> str:
    """The kind goes with the venue: a paper of a conference is no preprint for having been one, nor is it without."""
    here = [record.kind for record in records if record.kind and record.venue == placed.venue]
    alike = [
        record.kind
        for record in records
        if record.kind and record.venue and placed.venue and standing(record) == standing(placed)
    ]
    return next(iter(here + alike), "")


def _imprint(placed: Record, kind: str, records: list[Record]) -> Imprint:
    """Volume and pages go with the venue, under whatever name: those of the journal are not those of the conference."""
    here = [record.imprint for record in records if record.venue == placed.venue]
    alike = [
        record.imprint
        for record in records
        if kind and record.kind == kind and record.venue and placed.venue and standing(record) == standing(placed)
    ]
    return next((imprint for imprint in here + alike if imprint != NO_IMPRINT), NO_IMPRINT)


def _doubtful(field: str, source: Record, records: list[Record]) -> bool:
    """Whether a value rests on one unconfirmed source: it says so itself and no other record says the same."""
    if field not in source.uncertain:
        return False
    value = getattr(source, field)
    return not any(record is not source and getattr(record, field) == value for record in records)
