"""The catalogue: what goes in comes out, sources come and go, numbers and generations hold."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.paper import NO_IMPRINT, NO_MARKS, Ident, Imprint, Link, Paper, Record
from paperreader.storage import records, rows
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library

from .made import Entry, entry, record

FULL = Record(
    title='Quotes " and \\ back\x1b[31m slashes',
    authors=("Ann O'Author", 'Quo"te', "Back\\slash", "Ünï Cødé"),
    abstract="line one\nline two \x07",
    venue="ICLR 2026",
    year=2026,
    decision="oral",
    kind="inproceedings",
    imprint=Imprint("24", "", "1-40", 'Quo"te & Co'),
    area="theory; of things",
    keywords=("a","b, c", ""),
    tldr="short",
    idents=(Ident("arxiv", "2601.00001"), Ident("openreview", "AbC-_9")),
    links=(Link("pdf", "https://x/y.pdf"), Link("code", 'https://x/"q"')),
    scores=(8.0, 6.5),
    submission=0,
    former_title="Old",
    title_derived=False,
    uncertain=("authors",),
)  # fmt: skip


def test_a_record_comes_back_as_it_came(catalog: Catalog) -> None:
    catalog.add("one", [Entry(FULL, b"raw \xff")])
    paper = catalog.paper(1)
    assert paper == Paper(
        **{name: getattr(FULL, name) for name in FULL.__dataclass_fields__}, uid="arxiv:2601.00001", number=1
    )


def test_rows_from_before_papers_had_an_imprint_or_a_kind_are_read() -> None:
    record = FULL
    row = rows.paper_row(record)
    assert rows.record_of_row(row) == record
    for without in ({"imprint": NO_IMPRINT}, {"kind": ""}):
        record = replace(record, **without)
        row = (*row[:-1], json.dumps(json.loads(row[-1])[:-1]))
        assert rows.record_of_row(row) == record
        # A paper without them has the row that it had then.
        assert json.loads(rows.paper_row(record)[-1]) == json.loads(row[-1])
    assert rows.record_of_row(rows.paper_row(replace(FULL, kind=""))) == replace(FULL, kind="")


def test_an_import_after_an_older_program_brings_the_imprint(catalog: Catalog) -> None:
    catalog.add("one", [entry(1), entry(2)])
    again = [entry(1, imprint=Imprint("24", "3", "1-40")), entry(2)]
    assert catalog.add("one", again)[:3] == (0, 1, 1)
    assert [paper.imprint for paper in catalog.papers([1, 2])] == [Imprint("24", "3", "1-40"), NO_IMPRINT]
    assert catalog.add("one", again)[:3] == (0, 0, 2)


def test_an_empty_catalogue(catalog: Catalog) -> None:
    assert (catalog.count(), list(catalog.numbers()), catalog.generation, catalog.fresh) == (0, [], 0, True)
    assert catalog.sources() == []
    assert catalog.find("anything") == []
    assert list(catalog.search_rows()) == []
    assert catalog.numbers_of([]) == {}
    assert catalog.numbers_of(["a:1"]) == {}
    with pytest.raises(KeyError):
        catalog.paper(1)


def test_numbers_of_uids_stand_in_the_order_of_the_uids(catalog: Catalog) -> None:
    catalog.add("one", [entry(number) for number in range(1, 30)])
    uids = [f"openreview:paper{number}" for number in (7, 99, 3, 29, 3)] + ["", "x:1"]
    assert catalog.places_of(uids) == [7, 0, 3, 29, 3, 0, 0]
    assert catalog.places_of([]) == []
    assert catalog.numbers_of(uids) == {uids[0]: 7, uids[2]: 3, uids[3]: 29}


def test_numbers_are_a_range_while_dense(catalog: Catalog) -> None:
    catalog.add("one", [entry(number) for number in range(1, 6)])
    assert catalog.numbers() == range(1, 6)
    catalog.add("two", [entry(6)])
    catalog.remove_source("one")
    assert list(catalog.numbers()) == [6]
    assert catalog.count() == 1
    catalog.add("one", [entry(3)])
    assert list(catalog.numbers()) == [3, 6]
    assert catalog.paper(3).uid == "openreview:paper3"


def test_papers_come_in_the_order_asked(catalog: Catalog) -> None:
    catalog.add("one", [entry(number) for number in range(1, 1_201)])
    wanted = [5, 1_200, 3, 9_999, 3]
    assert [paper.number for paper in catalog.papers(wanted)] == [5, 1_200, 3, 3]
    assert len(catalog.papers(range(1, 1_201))) == 1_200


def test_search_rows(catalog: Catalog) -> None:
    catalog.add("the, source", [Entry(FULL, b""), entry(2)])
    first, second = catalog.search_rows()
    assert first[:13] == (
        1, FULL.title, "Ann O'Author; Quo\"te; Back\\slash; Ünï Cødé", FULL.abstract, "a; b, c; ", FULL.area, "ICLR 2026",
        "oral", 2026, "short", "pdf code", "arxiv:2601.00001 openreview:AbC-_9", "the, source",
    )  # fmt: skip
    assert isinstance(first[13], int)
    assert [row[0] for row in catalog.search_rows(after=1)] == [second[0]] == [2]
    assert [row[0] for row in catalog.search_rows(numbers=[2, 7])] == [2]


def test_find(catalog: Catalog) -> None:
    catalog.add("one", [Entry(FULL, b""), entry(2, idents=(Ident("doi", "10.1145/xyz.1"), Ident("pmid", "123")))])
    for text in ("arxiv:2601.00001", "2601.00001v3", "https://arxiv.org/abs/2601.00001", "AbC-_9", "openreview:AbC-_9"):
        assert catalog.find(text) == [1], text
    assert catalog.find("https://openreview.net/forum?id=AbC-_9&noteId=1") == [1]
    for text in ("10.1145/XYZ.1", "https://doi.org/10.1145/xyz.1", "doi:10.1145/xyz.1", "123"):
        assert catalog.find(text) == [2], text
    for text in ("", "abc-_9", "arxiv:9999.99999", "x y", "' OR 1"):
        assert catalog.find(text) == [], text


def test_generation_and_changes(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", [entry(1), entry(2), entry(3)])
    before = catalog.generation
    with Catalog.open(tmp_path / "data" / "catalog.db") as other:
        assert other.generation == before
        report = other.add("one", [entry(1), entry(2, title="Another Title"), entry(4)])
        assert (report.new, report.changed, report.same) == (1, 1, 1)
    assert catalog.generation > before
    assert catalog.changed(before) == [2, 4]
    before = catalog.generation
    catalog.remove_source("one")
    assert catalog.changed(before) == [1, 2, 3, 4]


def test_sources(catalog: Catalog) -> None:
    catalog.add("one", [entry(1), entry(2)], title="The First", origin="/some/path")
    catalog.add("two", [entry(2, abstract="More."), entry(3)])
    assert [(s.name, s.title, s.origin, s.papers) for s in catalog.sources()] == [
        ("one", "The First", "/some/path", 2),
        ("two", "", "", 2),
    ]
    assert catalog.remove_source("one") == 1
    assert catalog.count() == 2
    assert catalog.was_removed("one")
    assert not catalog.was_removed("two")
    assert not catalog.was_removed("never there")
    with pytest.raises(KeyError):
        catalog.remove_source("one")
    catalog.add("one", [entry(1)])
    assert not catalog.was_removed("one")
    assert [(s.name, s.title, s.papers) for s in catalog.sources()] == [("one", "The First", 1), ("two", "", 2)]


def test_progress_and_cancel(catalog: Catalog) -> None:
    told: list[int] = []
    report = catalog.add(
        "one",
        (entry(number) for number in range(1, 1_001)),
        progress=told.append,
        cancelled=lambda: len(told) == 3,
        batch=100,
    )
    assert told == [100, 200, 300]
    assert report.cancelled
    assert report.new == catalog.count() == 300


def test_a_source_that_fails_keeps_what_came_before(catalog: Catalog) -> None:
    def failing() -> Iterator[Entry]:
        for number in range(1, 251):
            yield entry(number)
        raise OSError("the network went away")

    with pytest.raises(OSError, match="went away"):
        catalog.add("one", failing(), batch=100)
    assert catalog.count() == 200


def test_absurd_text_is_cut_where_it_shows_and_halves_of_surrogates_are_replaced(catalog: Catalog) -> None:
    catalog.add(
        "one",
        [entry(1, title="T" * 10_000_000, authors=("A",) * 10_000, abstract="half \udc00 pair", keywords=("\ud800",))],
    )
    paper = catalog.paper(1)
    assert len(paper.title) == 4_096
    assert paper.title.endswith("[cut]")
    assert len(paper.authors) == 5_000
    assert paper.abstract == "half \N{REPLACEMENT CHARACTER} pair"


def test_raw_records_are_kept_as_they_came(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("a source/with: odd name", [Entry(record(1), b'{"as": "it came"}\n'), Entry(record(2), b"\xff\x00")])
    (path,) = (tmp_path / "data" / "records").iterdir()
    assert path == records.file_of(tmp_path / "data" / "records", "a source/with: odd name")
    header, one, two = (json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines())
    assert header["source"] == "a source/with: odd name"
    assert one["raw"] == '{"as": "it came"}\n'
    assert two["raw64"] == "/wA="
    assert (one["uid"], one["n"]) == ("openreview:paper1", 1)


def test_importing_again_writes_nothing(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", [entry(number) for number in range(1, 50)])
    (path,) = (tmp_path / "data" / "records").iterdir()
    size = path.stat().st_size
    report = catalog.add("one", [entry(number) for number in range(1, 50)])
    assert (report.new, report.changed, report.same) == (0, 0, 49)
    assert path.stat().st_size == size


def test_an_import_needs_the_memory_of_a_batch(catalog: Catalog) -> None:
    tracemalloc.start()
    try:
        catalog.add("one", (entry(number, abstract="word " * 300) for number in range(2_000)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_a_copy_under_another_name_changes_nothing(catalog: Catalog) -> None:
    entries = [entry(1), entry(2, idents=()), entry(3)]
    assert catalog.add("one", entries)[:3] == (3, 0, 0)
    before = catalog.papers([1, 2, 3])
    assert catalog.add("copy", entries)[:3] == (0, 0, 3)
    assert [(paper.uid, paper.title, paper.idents) for paper in catalog.papers([1, 2, 3])] == [
        (paper.uid, paper.title, paper.idents) for paper in before
    ]
    assert [source.papers for source in catalog.sources()] == [3, 3]
    assert catalog.remove_source("one") == 0
    assert catalog.count() == 3
    assert catalog.add("third", [entry(1, abstract="Another text."), entry(2, idents=())])[:3] == (0, 1, 1)


#: Texts with what JSON escapes, what is no text at all, and what is too long.
_TEXTS = (
    st.text(max_size=20)
    | st.text(alphabet='",\\[] a\n\x7f\xa0é\ud800\udc00', max_size=8)
    | st.sampled_from(["x" * 4_097, "long " * 14_000])
)
_RECORDS = st.builds(
    Record,
    title=_TEXTS,
    authors=st.lists(_TEXTS, max_size=3).map(tuple),
    abstract=_TEXTS,
    venue=_TEXTS,
    year=st.none() | st.integers(1500, 2200),
    decision=_TEXTS,
    keywords=st.lists(_TEXTS, max_size=2).map(tuple) | st.just(("k",) * 1_001),
    idents=st.lists(
        st.builds(Ident, st.sampled_from(["doi", "arxiv", "s" * 21]), st.sampled_from(["1", "2", "a b", "v" * 513])),
        max_size=3,
    ).map(tuple)
    | st.just(tuple(Ident("doi", str(number)) for number in range(51))),
    links=st.lists(st.builds(Link, st.sampled_from(["web", "w" * 21]), _TEXTS), max_size=2).map(tuple),
    scores=st.lists(st.floats(-10, 10), max_size=2).map(tuple),
    submission=st.none() | st.integers(0, 9),
    imprint=st.builds(Imprint, _TEXTS, st.just(""), _TEXTS) | st.just(NO_IMPRINT),
    title_derived=st.booleans(),
    uncertain=st.sampled_from([(), ("authors", "year")]),
)


@given(_RECORDS)
def test_what_is_written_is_what_can_be_kept(record: Record) -> None:
    kept, told, data = rows.written(record)
    assert kept == rows.storable(record)
    assert told == rows.record_json(kept)
    assert data == told.encode()
    assert rows.record_of(json.loads(told)) == kept
    # Whether a source said something before is told by the hash of this: its form is frozen.
    values = {name: value for name in rows._PLAIN if (value := getattr(kept, name)) not in ("", None)}
    for name in ("authors", "keywords", "idents", "links", "scores", "title_derived", "imprint", "uncertain"):
        if name == "imprint" and kept.imprint == NO_IMPRINT:
            continue
        if value := getattr(kept, name):
            values[name] = list(map(str, value)) if name == "idents" else value
    assert told == json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def test_an_import_leaves_the_connection_as_it_was(catalog: Catalog) -> None:
    def settings() -> list[int]:
        return [catalog._database.connection.pragma(name) for name in ("cache_size", "wal_autocheckpoint")]

    before = settings()
    during = []

    def entries() -> Iterator[Entry]:
        yield entry(1)
        during.extend(settings())
        raise LookupError

    with pytest.raises(LookupError):
        catalog.add("one", entries())
    assert during[1] > before[1]
    assert settings() == before


@given(st.lists(st.text() | st.text(alphabet='",\\[] a\n\x7f\xa0é', max_size=4), max_size=5))
def test_lists_are_json_and_come_back(values: list[str]) -> None:
    told = rows.dump_list(values)
    assert (json.loads(told) if told else []) == values
    assert list(rows.load_list(told)) == values
    assert rows.joined(told) == "; ".join(values)


def test_ids_that_sqlite_cannot_hold_are_ids_of_no_paper(catalog: Catalog, library: Library) -> None:
    catalog.add("one", [Entry(FULL, b"raw")])
    (uid,) = catalog.uids_of([1]).values()
    odd = ["a\0b", f"{uid}\0", "a\udcffb", "é\0", uid]
    assert catalog.places_of(odd) == [0, 0, 0, 0, 1]
    assert catalog.numbers_of(odd) == {uid: 1}
    assert library.marks_of(odd) == dict.fromkeys(odd, NO_MARKS)
    assert library.titles(odd) == {}
