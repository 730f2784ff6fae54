"""dump → load → dump is byte-identical, and a load is whole or not at all."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperreader.errors import FormatError, UsageError
from paperreader.paper import Ident
from paperreader.storage.catalog import Catalog
from paperreader.storage.dump import dump, load
from paperreader.storage.joined import join, keep_apart, merge
from paperreader.storage.library import Library
from paperreader.storage.log import Change

from .made import entry


@pytest.fixture
def other(tmp_path: Path) -> Callable[[str], tuple[Library, Catalog]]:
    def make(name: str) -> tuple[Library, Catalog]:
        root = tmp_path / name
        library = Library.open(root / "library.db", backups=root / "backups", device=root / "device")
        return library, Catalog.open(root / "catalog.db")

    return make


def live(library: Library, catalog: Catalog) -> None:
    """A life: imports, marks of every kind, views, undo, a merge, a source removed."""
    dice = random.Random(4)
    catalog.add(
        "one", [entry(n, title=f"Title “{n}” \x1b[0m\u2028", tldr="\x00") for n in range(120)], title="One", batch=50
    )
    catalog.add(
        "two", [entry(n, idents=(Ident("arxiv", str(n)),), authors=()) for n in range(100, 140)], origin="/somewhere"
    )
    catalog.add("gone", [entry(1_000)])
    catalog.remove_source("gone")
    catalog.add("one", [entry(n, title=f"Title {n}") for n in range(60)], title="One again")
    join(library, catalog)
    for number in dice.sample(range(1, 100), 40):
        paper = catalog.paper(number)
        changes = [
            Change(paper.uid, "starred", True),
            Change(paper.uid, "later", dice.choice([True, 0.1, 1e300])),
            Change(paper.uid, "note", f"line\n“{number}” \x1b \u2029"),
            Change(paper.uid, "tag", "+ü"),
        ]
        library.apply(dice.sample(changes, 2), f"mark “{paper.title}”", {paper.uid: paper})
        library.set_place(paper.uid, f"¶{number}")
    library.apply([Change("x:1", "read", True)], "read “one”", by_itself=True)
    for _ in range(5):
        library.undo()
    library.redo()
    library.save_view("Mine", "is:starred “x”")
    library.save_view("Yours", "")
    library.move_view("Yours", 0)
    uids = [catalog.paper(number).uid for number in (1, 2)]
    merge(library, catalog, uids)
    join(library, catalog)
    keep_apart(library, "x:2", "x:1")
    keep_apart(library, "x:1", "x:3")


def test_what_another_terminal_marks_before_a_load_has_the_lock_is_kept(
    library: Library,
    catalog: Catalog,
    tmp_path: Path,
    other: Callable[[str], tuple[Library, Catalog]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live(library, catalog)
    lines = list(dump(library, tmp_path / "data" / "records"))
    (first, empty), (second, same) = other("second"), other("second")
    real = first.filling

    def late() -> Any:
        second.apply([Change("x:9", "starred", True)], "star")
        return real()

    monkeypatch.setattr(first, "filling", late)
    with first, empty, second, same:
        with pytest.raises(UsageError, match="is not empty"):
            load(lines, first, empty, tmp_path / "second" / "records")
        assert list(first.marks()) == ["x:9"]


def test_there_and_back(
    library: Library, catalog: Catalog, tmp_path: Path, other: Callable[[str], tuple[Library, Catalog]]
) -> None:
    live(library, catalog)
    first = "".join(dump(library, tmp_path / "data" / "records")).encode()
    library2, catalog2 = other("second")
    with library2, catalog2:
        catalog2.add("seeds", [entry(5_000)])
        lines = first.decode().split("\n")
        told: list[int] = []
        load((line + "\n" for line in lines[:-1]), library2, catalog2, tmp_path / "second" / "records", told.append)
        assert told[-1] == len(lines) - 1
        assert "".join(dump(library2, tmp_path / "second" / "records")).encode() == first
        assert library2.marks() == library.marks()
        assert library2.views() == library.views()
        assert catalog2.papers(catalog2.numbers()) == catalog.papers(catalog.numbers())
        assert catalog2.was_removed("gone")
        assert [s.title for s in catalog2.sources()] == [s.title for s in catalog.sources()]
        # History goes on where it was.
        assert library2.undo() is not None
        assert library2.device != library.device
        with pytest.raises(UsageError, match="not empty"):
            load(iter([]), library2, catalog2, tmp_path / "second" / "records")


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: lines[1:],
        lambda lines: ["not json\n"],
        lambda lines: [],
        lambda lines: [*lines[:5], lines[5][:-9] + "\n", *lines[6:]],
        lambda lines: [*lines[:5], *lines[6:]],
        lambda lines: [*lines, '{"table":"sqlite_schema","x":1}\n'],
        lambda lines: [*lines, '{"table":"meta; DROP TABLE op","x":1}\n'],
        lambda lines: [*lines, '{"table":"view","name":"a","query":"b","place":1.0,"more":2}\n'],
        lambda lines: [*lines, '{"record":{"uid":}\n'],
        lambda lines: [line.replace('"starred":1', '"starred":0', 1) for line in lines],
        lambda lines: [*lines, "[]\n"],
    ],
)
def test_a_bad_dump_loads_nothing(
    library: Library,
    catalog: Catalog,
    tmp_path: Path,
    other: Callable[[str], tuple[Library, Catalog]],
    damage: Callable[[list[str]], list[str]],
) -> None:
    library.apply([Change("a:1", "starred", True), Change("a:1", "note", "x")], "one")
    library.apply([Change("b:2", "starred", True)], "two")
    catalog.add("one", [entry(1)])
    lines = damage(list(dump(library, tmp_path / "data" / "records")))
    library2, catalog2 = other("second")
    with library2, catalog2:
        with pytest.raises(FormatError, match=r"^(line \d|the dump)"):
            load(iter(lines), library2, catalog2, tmp_path / "second" / "records")
        assert library2.marks() == {}
        assert library2.commands() == []
        assert library2.views() == []
        assert not list((tmp_path / "second").glob("records/*"))
        # And the next try is not held up by this one.
        load(dump(library, tmp_path / "data" / "records"), library2, catalog2, tmp_path / "second" / "records")
        assert library2.marks() == library.marks()


def test_a_dump_needs_no_memory(library: Library, catalog: Catalog, tmp_path: Path) -> None:
    catalog.add("one", (entry(n, abstract="word " * 500) for n in range(2_000)))
    import tracemalloc

    tracemalloc.start()
    try:
        count = sum(1 for _ in itertools.chain(dump(library, tmp_path / "data" / "records")))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 2_002
    assert peak < 10_000_000
