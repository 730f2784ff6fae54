"""The catalogue can be lost: raw records give the same rows and uids again, whatever their order."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperreader.paper import Ident
from paperreader.storage import records
from paperreader.storage.catalog import Catalog
from paperreader.storage.joined import join, merge, orphans
from paperreader.storage.library import Library
from paperreader.storage.log import Change

from .made import Entry, entry


def rows(catalog: Catalog) -> list[tuple[Any, ...]]:
    """Everything that a catalogue says, but for the time of day."""
    connection = catalog._database.connection
    return [
        *connection.execute("SELECT * FROM paper ORDER BY number").fetchall(),
        *connection.execute(
            "SELECT uid, number, paper, present, title_hash, year, author FROM identity ORDER BY number"
        ).fetchall(),
        *connection.execute("SELECT * FROM ident ORDER BY ident").fetchall(),
        *connection.execute("SELECT * FROM suggestion ORDER BY first, second").fetchall(),
        *connection.execute(
            "SELECT number, s.name, slot, hash, r.added, r.run, data FROM record r JOIN source s ON s.id = r.source"
            " ORDER BY number, s.name, slot"
        ).fetchall(),
    ]


def some_entries(seed: int) -> list[Entry]:
    dice = random.Random(seed)
    made = []
    for number in range(60):
        idents = [Ident("openreview", f"r{number % 45}")]
        if dice.random() < 0.5:
            idents.append(Ident("arxiv", str(dice.randrange(80))))
        if dice.random() < 0.2:
            idents = []
        title = f"A Rather Long Title {number % 40}"
        made.append(
            entry(number, title=title, idents=tuple(idents), authors=(f"Q {dice.choice('ABC')}",), tldr=str(seed))
        )
    return made


def fill(catalog: Catalog) -> None:
    for turn, source in enumerate(("one", "two", "one", "three")):
        catalog.add(source, some_entries(turn), batch=13)


def test_the_same_rows_in_any_order(catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(catalog)
    expected = rows(catalog)
    assert len(catalog.suggestions()) > 3
    real = records.batches
    for seed in range(6):

        def shuffled(path: Path, start: int = 0, seed: int = seed) -> Any:
            batches = list(real(path, start))
            header = batches[0][1][:1]
            lines = [line for _, batch in batches for line in batch if "source" not in line]
            random.Random(seed).shuffle(lines)
            yield batches[-1][0], header + lines

        monkeypatch.setattr(records, "batches", shuffled)
        with Catalog.open(tmp_path / f"again{seed}" / "catalog.db", records=tmp_path / "data" / "records") as again:
            assert again.behind()
            again.catch_up()
            assert rows(again) == expected
            assert not again.behind()


def test_a_lost_catalogue_catches_up_before_the_next_import(catalog: Catalog, tmp_path: Path) -> None:
    fill(catalog)
    before = {paper.uid: paper.number for paper in catalog.papers(catalog.numbers())}
    catalog.close()
    (tmp_path / "data" / "catalog.db").unlink()
    with Catalog.open(tmp_path / "data" / "catalog.db") as again:
        again.add("four", [entry(1000)])
        after = {paper.uid: paper.number for paper in again.papers(again.numbers())}
    assert before.items() < after.items()
    assert len(after) == len(before) + 1


def test_a_source_that_is_removed_while_it_is_read_again_stays_removed(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another terminal is faster: it has read the records and removed the source when this one has the lock."""
    catalog.add("one", [entry(number) for number in range(30)], batch=10)
    catalog.close()
    path = tmp_path / "data" / "catalog.db"
    path.unlink()
    with Catalog.open(path) as slow, Catalog.open(path) as fast:
        real = slow._database.writing

        def late() -> Any:
            if not fast.was_removed("one"):
                fast.catch_up()
                assert fast.remove_source("one") == 30
            return real()

        monkeypatch.setattr(slow._database, "writing", late)
        slow.catch_up()
        assert slow.was_removed("one")
        assert slow.count() == 0
        assert not slow.behind()


def test_a_torn_batch_costs_itself_alone(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", [entry(number) for number in range(30)], batch=10)
    catalog.close()
    (path,) = (tmp_path / "data" / "records").iterdir()
    whole = path.read_bytes()
    (tmp_path / "data" / "catalog.db").unlink()
    path.write_bytes(whole[:-7])
    with Catalog.open(tmp_path / "data" / "catalog.db") as again:
        assert again.catch_up() == 20
        # What is added next cuts the torn batch off, and everything can be read.
        again.add("one", [entry(100)])
    assert records.damage(path) == 0
    assert sum("record" in line for line in records.lines(path)) == 21


def test_damage_in_the_middle_is_skipped(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", [entry(number) for number in range(30)], batch=10)
    (path,) = (tmp_path / "data" / "records").iterdir()
    data = bytearray(path.read_bytes())
    ends = [end for end, _ in records.batches(path)]
    data[ends[1] + 40 : ends[1] + 60] = bytes(20)
    path.write_bytes(bytes(data))
    assert sum("record" in line for line in records.lines(path)) == 20
    assert records.damage(path) == ends[2] - ends[1]


def test_a_removed_source_keeps_its_uids_through_a_rebuild(catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", [entry(1, idents=(Ident("openreview", "r1"),)), entry(2)])
    catalog.add("two", [entry(3)])
    catalog.remove_source("one")
    catalog.close()
    (tmp_path / "data" / "catalog.db").unlink()
    with Catalog.open(tmp_path / "data" / "catalog.db") as again:
        assert again.was_removed("one")  # even before the records were read
        again.catch_up()
        assert again.was_removed("one")
        assert not again.was_removed("two")
        assert [paper.uid for paper in again.papers(again.numbers())] == ["openreview:paper3"]
        again.add("one", [entry(1, idents=(Ident("doi", "10.1/new"), Ident("openreview", "r1")))])
        assert again.number("openreview:r1") == 1


def test_papers_with_marks_get_their_uids_again_from_the_library_alone(
    library: Library, catalog: Catalog, tmp_path: Path
) -> None:
    catalog.add("one", [entry(number, idents=(Ident("openreview", f"r{number}"),)) for number in range(1, 6)])
    join(library, catalog)
    paper = catalog.paper(4)
    library.apply([Change(paper.uid, "starred", True)], "star", {paper.uid: paper})
    catalog.close()
    (tmp_path / "data" / "catalog.db").unlink()
    shutil.rmtree(tmp_path / "data" / "records")
    with Catalog.open(tmp_path / "data" / "catalog.db") as again:
        join(library, again)
        assert (again.count(), list(again.numbers())) == (0, [])
        assert orphans(library, again) == {"openreview:r4": paper.title}
        # The source now has a better identifier for every paper.
        again.add(
            "one",
            [entry(n, idents=(Ident("doi", f"10.1/{n}"), Ident("openreview", f"r{n}"))) for n in range(1, 6)],
        )
        assert [one.uid for one in again.papers(again.numbers())] == [
            "doi:10.1/1", "doi:10.1/2", "doi:10.1/3", "openreview:r4", "doi:10.1/5",
        ]  # fmt: skip
        assert again.numbers() == range(1, 6)
        assert orphans(library, again) == {}


def test_merges_survive_a_rebuild(library: Library, catalog: Catalog, tmp_path: Path) -> None:
    fill(catalog)
    join(library, catalog)
    for pair in catalog.suggestions()[:4]:
        merge(library, catalog, [pair.first, pair.second])
        join(library, catalog)
    expected = rows(catalog)
    catalog.close()
    (tmp_path / "data" / "catalog.db").unlink()
    with Catalog.open(tmp_path / "data" / "catalog.db") as again:
        again.catch_up()
        assert join(library, again)
        assert rows(again) == expected
        assert not join(library, again)


def test_importing_again_and_again_changes_no_mark(open_library: Callable[..., Library], catalog: Catalog) -> None:
    """Three times, with changed titles, authors and identifiers, merged papers, and a source removed."""
    library = open_library()
    catalog.add("one", [entry(number) for number in range(1, 101)])
    join(library, catalog)
    dice = random.Random(2)
    for number in range(1, 101, 2):
        paper = catalog.paper(number)
        changes = [Change(paper.uid, "tag", f"+t{number % 7}"), Change(paper.uid, "note", f"note {number}")]
        library.apply(
            [*changes, Change(paper.uid, dice.choice(["read", "starred", "later"]), True)], "mark", {paper.uid: paper}
        )
    marks = library.marks()
    own = {uid: catalog.number(uid) for uid in marks}
    for turn in range(1, 4):
        catalog.add(
            "one",
            [
                entry(
                    number,
                    title=f"Renamed {turn} {number}",
                    authors=(f"Other Person{turn}",),
                    idents=(Ident("openreview", f"paper{number}"), Ident("doi", f"10.{turn}/{number}")),
                )
                for number in range(1, 101)
            ],
        )
        # A record that says that two papers are one.
        catalog.add(
            "wrong",
            [
                entry(
                    7, title=f"Renamed {turn} 7", idents=(Ident("openreview", "paper7"), Ident("openreview", "paper8"))
                )
            ],
        )
        if turn == 2:
            catalog.remove_source("wrong")
        assert library.marks() == marks
        assert {uid: catalog.number(uid) for uid in marks} == own
        assert catalog.count() == 100
    catalog.remove_source("one")
    assert library.marks() == marks
    assert set(orphans(library, catalog)) == set(marks) - {"openreview:paper7"}
    assert orphans(library, catalog)["openreview:paper1"] == "A Study of Thing Number 1"


def test_several_terminals_mend_a_damaged_catalogue_once(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    with Catalog.open(path) as catalog:
        catalog.add("one", some_entries(1))
        before = rows(catalog)
    path.write_bytes(b"x" * 9_000)
    with Catalog.open_mended(path) as first, Catalog.open_mended(path) as second:
        (kept,) = tmp_path.glob("catalog.db.damaged-*")
        assert str(kept) in first.notice
        assert second.notice == ""
        assert first.fresh
        first.catch_up()
        assert rows(second) == before
    with Catalog.open_mended(path) as again:
        assert again.notice == ""


def test_what_is_no_damage_is_left_where_it_is(tmp_path: Path) -> None:
    import apsw

    from paperreader.errors import Foreign

    path = tmp_path / "catalog.db"
    with apsw.Connection(str(path)) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    with pytest.raises(Foreign):
        Catalog.open_mended(path)
    assert [found.name for found in tmp_path.iterdir()] == ["catalog.db"]
