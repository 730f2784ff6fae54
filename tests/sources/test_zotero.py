"""Zotero's own database, read from a copy."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry
from paperreader.sources import import_path
from paperreader.sources.files import entries
from paperreader.storage import zotero
from paperreader.storage.catalog import Catalog

#: The tables of Zotero 7 that hold what papers are, with the columns that matter (its userdata.sql has more).
SCHEMA = """
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, libraryID INT NOT NULL, key TEXT NOT NULL);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT,
  PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
INSERT INTO itemTypes VALUES (1, 'conferencePaper', NULL, 1), (2, 'attachment', NULL, 1), (3, 'note', NULL, 1);
INSERT INTO fields VALUES (1, 'title', NULL), (2, 'date', NULL), (3, 'DOI', NULL), (4, 'abstractNote', NULL),
  (5, 'proceedingsTitle', NULL), (6, 'extra', NULL);
INSERT INTO creatorTypes VALUES (1, 'author'), (2, 'editor');
INSERT INTO items VALUES (1, 1, 1, 'AAAA1111'), (2, 2, 1, 'BBBB2222'), (3, 1, 1, 'CCCC3333'), (4, 1, 1, 'DDDD4444'),
  (5, 1, 1, 'EEEE5555');
INSERT INTO deletedItems (itemID) VALUES (3);
INSERT INTO itemDataValues VALUES (1, 'On lists'), (2, '2024-05-00 May 2024'), (3, '10.1000/x'), (4, 'We read.'),
  (5, 'Proc. of Lists'), (6, 'In the bin'), (7, 'arXiv: 2506.12876 [cs]'), (8, 'Another');
INSERT INTO itemData VALUES (1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4), (1, 5, 5), (3, 1, 6), (5, 1, 8), (5, 6, 7);
INSERT INTO creators VALUES (1, 'Ada', 'Lovelace', 0), (2, '', 'The Consortium', 1), (3, 'Ed', 'Itor', 0);
INSERT INTO itemCreators VALUES (1, 3, 2, 0), (1, 2, 1, 2), (1, 1, 1, 1);
INSERT INTO tags VALUES (1, 'reading'), (2, 'lists');
INSERT INTO itemTags VALUES (1, 1, 0), (1, 2, 1);
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "Zotero" / "zotero.sqlite"
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()
    return path


def test_items_are_papers(database: Path) -> None:
    first, nameless, second = entries(database)
    assert isinstance(first, Entry)
    record = first.record
    assert (record.title, record.year, record.abstract, record.venue) == (
        "On lists",
        2024,
        "We read.",
        "Proc. of Lists",
    )
    assert record.authors == ("Ada Lovelace", "The Consortium")
    assert record.keywords == ("lists", "reading")
    assert str(record.idents[0]) == "doi:10.1000/x"
    assert first.where == "zotero.sqlite: item AAAA1111"
    assert isinstance(nameless, Broken)
    assert isinstance(second, Entry)
    assert (second.record.title, str(second.record.idents[0])) == ("Another", "arxiv:2506.12876")


def test_it_is_read_while_zotero_holds_it_and_never_touched(database: Path, tmp_path: Path) -> None:
    def state() -> list[tuple[str, str]]:
        return sorted((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in database.parent.iterdir())

    holding = sqlite3.connect(database, isolation_level=None)
    holding.execute("PRAGMA locking_mode = EXCLUSIVE")
    holding.execute("BEGIN EXCLUSIVE")
    before = state()
    with Catalog.open(tmp_path / "home" / "catalog.db") as catalog:
        report = import_path(database, catalog)
        assert (report.source, report.new, report.broken) == ("zotero", 2, 1)
        assert import_path(database, catalog).same == 2
    assert state() == before
    holding.execute("ROLLBACK")
    holding.close()


def test_what_a_running_zotero_has_written_ahead_is_there(database: Path) -> None:
    writing = sqlite3.connect(database, isolation_level=None)
    writing.execute("PRAGMA journal_mode = WAL")
    writing.execute("INSERT INTO itemDataValues VALUES (9, 'New')")
    writing.execute("INSERT INTO itemData VALUES (4, 1, 9)")
    assert [item.record.title for item in entries(database) if isinstance(item, Entry)] == [
        "On lists",
        "New",
        "Another",
    ]
    writing.close()


def test_other_and_damaged_databases_are_refused(database: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE x (y)")
    connection.close()
    with pytest.raises(FormatError, match="no database of Zotero 5 or newer: it has no table items"):
        list(entries(other))
    data = bytearray(database.read_bytes())
    for start in (100, len(data) // 2):
        data[start : start + 3000] = b"\xff" * 3000
    other.write_bytes(data)
    with pytest.raises(FormatError, match=r"other\.sqlite"):
        list(entries(other))


def test_a_view_in_the_place_of_a_table_is_not_run(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(database)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS itemID FROM n"
    connection.executescript(f"DROP TABLE deletedItems; CREATE VIEW deletedItems AS {endless}")
    connection.close()
    with pytest.raises(FormatError, match="no table deletedItems"):
        list(entries(database))


def test_a_query_that_does_not_end_is_ended(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(database)
    connection.executescript(
        "DELETE FROM itemTags; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
        " INSERT INTO itemTags SELECT 1, i, 0 FROM n; INSERT OR IGNORE INTO tags SELECT tagID, tagID FROM itemTags;"
    )
    connection.close()
    monkeypatch.setattr(zotero, "PATIENCE", 0.0)
    with pytest.raises(FormatError, match="interrupt"):
        list(entries(database))
