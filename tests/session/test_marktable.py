"""The table of marks: filled at once at the start, it is what filling it paper by paper gives."""

from __future__ import annotations

import random
from pathlib import Path

from paperreader.paper import DECIDED, DISMISSED, LATER, NO_MARKS, READ, STARRED, Ident, Marks, Record
from paperreader.session.marktable import MarkTable
from paperreader.storage.catalog import Catalog
from paperreader.storage.intake import EntryLike
from paperreader.storage.library import Library
from paperreader.storage.log import Change


class Entry:
    """A paper as a source yields it."""

    def __init__(self, number: int) -> None:
        self.record = Record(title=f"A Study of Thing Number {number}", idents=(Ident("arxiv", f"2601.{number:05}"),))
        self.raw = b""


def told(table: MarkTable) -> dict[str, object]:
    """Everything that the table can be asked."""
    numbers = range(1, table.total + 1)
    return {
        "marks": {number: table.of(number) for number in numbers},
        "marked": [number for number in numbers if table.has(number)],
        "flags": [table.flags_of(number) for number in numbers],
        "flagged": {flag: table.numbers_flagged(flag) for flag in (READ, STARRED, LATER, DISMISSED, DECIDED)},
        "with": {field: table.numbers_with(field) for field in ("tag", "note", "rating", "later")},
        "queue": table.queue(),
        "starred": table.starred(),
        "decided": table.decided,
        "counts": {name: table.count(name) for name in ("All", "Undecided", "Unread", "Starred", "Later", "Dismissed")},
        "tags": table.tag_counts(),
    }


def test_filled_at_once_is_filled_paper_by_paper(tmp_path: Path) -> None:
    dice = random.Random(1)
    papers = 400
    with (
        Catalog.open(tmp_path / "catalog.db") as catalog,
        Library.open(tmp_path / "library.db", backups=tmp_path / "backups", device=tmp_path / "device") as library,
    ):
        entries: list[EntryLike] = [Entry(number) for number in range(1, papers + 1)]
        catalog.add("made", entries)
        fields = [("read", True), ("starred", True), ("later", True), ("dismissed", True), ("rating", 3)]
        fields += [("tag", "+a"), ("tag", "+b"), ("note", "a note")]
        for _ in range(700):
            field, value = dice.choice(fields)
            # Some of them are of papers that are not in the catalogue.
            library.apply([Change(f"arxiv:2601.{dice.randrange(papers + 50):05}", field, value)], "mark")
        at_once, one_by_one = MarkTable(catalog), MarkTable(catalog)
        at_once.load(library.all_marks())
        empty = Library.open(tmp_path / "empty.db", backups=tmp_path / "backups", device=tmp_path / "device")
        one_by_one.load(empty.all_marks())
        empty.close()
        assert one_by_one.starred() == one_by_one.queue() == []  # from here on these lists are kept
        marks = library.marks()
        for number, paper in enumerate(catalog.papers(range(1, papers + 1)), 1):
            one_by_one.put(number, library.marks_of([paper.uid])[paper.uid])
            assert at_once.of(number) == marks.get(paper.uid, NO_MARKS)
        assert told(at_once) == told(one_by_one)
        assert at_once.decided > 100
        assert at_once.starred() == at_once.numbers_flagged(STARRED)
        # Putting goes on from either; taking all marks away leaves nothing.
        for table in (at_once, one_by_one):
            for number in range(1, papers + 1):
                table.put(number, NO_MARKS)
        assert told(at_once) == told(one_by_one)
        assert at_once.decided == 0
        assert at_once.tag_counts() == []


def test_the_lists_follow_every_change(tmp_path: Path) -> None:
    dice = random.Random(2)
    with Catalog.open(tmp_path / "catalog.db") as catalog:
        table = MarkTable(catalog)
        kept: dict[int, Marks] = {}
        for _ in range(2000):
            number = dice.randrange(1, 40)
            later = dice.choice((None, None, 1.0, 2.0, 2.5))
            kept[number] = Marks(starred=dice.random() < 0.5, later=later, rating=dice.randrange(2))
            table.put(number, kept[number])
            assert table.starred() == sorted(one for one, marks in kept.items() if marks.starred)
            queued = sorted((marks.later, one) for one, marks in kept.items() if marks.later is not None)
            assert table.queue() == [one for _later, one in queued]
