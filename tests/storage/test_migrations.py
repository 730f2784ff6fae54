"""Schemas: frozen steps, all or nothing, after a verified backup, by one of many that start at once."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import apsw
import pytest

from paperreader.errors import StorageError
from paperreader.paper import Marks, View
from paperreader.storage import backup
from paperreader.storage import library as library_module
from paperreader.storage.library import Library
from paperreader.storage.log import Change
from paperreader.storage.migrations import CATALOGUE, LIBRARY, Kind

#: The steps as they were released. A step is never edited: add another.
FROZEN = {
    ("library", 1): "5d5ce9b4c31f989542c8d72babb39e6f7323695e4a8401ccc61d8ff953c6a3cb",
    ("catalogue", 1): "05084c4e82ff98e4ad86e4e9f38debd9d2923dfd295c6a7e647355bb5c6b7cb1",
}
FIXTURES = Path(__file__).parent / "schemas"


@pytest.mark.parametrize("kind", [LIBRARY, CATALOGUE], ids=["library", "catalogue"])
def test_released_steps_are_frozen(kind: Kind) -> None:
    for number in range(1, kind.version + 1):
        found = sha256(kind.step(number).encode()).hexdigest()
        assert found == FROZEN[kind.name, number], f"{kind.name}_{number:04}.sql was changed; add a step instead"
    assert not (kind.folder / f"{kind.name}_{kind.version + 1:04}.sql").exists()


def open_library(root: Path) -> Library:
    return Library.open(root / "library.db", backups=root / "backups", device=root / "device")


@pytest.mark.parametrize("version", range(1, LIBRARY.version + 1))
def test_every_released_library_still_opens(version: int, tmp_path: Path) -> None:
    """`schemas/` keeps a library of each released schema as SQL, made by that release."""
    connection = apsw.Connection(str(tmp_path / "library.db"))
    connection.execute((FIXTURES / f"library_{version:04}.sql").read_text(encoding="utf-8"))
    connection.close()
    with open_library(tmp_path) as library:
        assert library.marks() == {
            "arxiv:2601.00001": Marks(read=True, starred=True, rating=4, tags=("graphs", "to-cite")),
            "openreview:AbC_1": Marks(later=2.0, note="first line\nsecond “line”"),
            "fp:0123456789abcdef0123": Marks(dismissed=True),
        }
        assert library.views() == [View("Mine", "is:starred")]
        assert library.aliases() == {"openreview:old": "arxiv:2601.00001"}
        assert library.place("openreview:AbC_1") == "¶3"
        assert library.titles(["arxiv:2601.00001"]) == {"arxiv:2601.00001": "A Title"}
        assert library.undo() is not None
        assert len(backup.backups(library.backups)) == (version < LIBRARY.version)


@pytest.fixture
def newer(tmp_path: Path) -> Kind:
    """The library's kind with a made-up second step."""
    steps = tmp_path / "steps"
    steps.mkdir()
    (steps / "library_0001.sql").write_text(LIBRARY.step(1))
    (steps / "library_0002.sql").write_text("ALTER TABLE known ADD COLUMN venue TEXT; UPDATE state SET rating = 5;")
    return LIBRARY._replace(version=2, folder=steps)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with open_library(tmp_path) as library:
        library.apply([Change("x:1", "starred", True)], "star")
    return tmp_path


def test_an_upgrade_follows_a_verified_backup(old: Path, newer: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_module, "LIBRARY", newer)
    for _ in range(2):
        with open_library(old) as library:
            assert library.marks() == {"x:1": Marks(starred=True, rating=5)}
            assert library._database.connection.pragma("user_version") == 2
    (made,) = backup.backups(old / "backups")
    assert made.reason == "migration"
    copy = apsw.Connection(str(made.path))
    assert copy.pragma("user_version") == 1
    copy.close()


def test_a_step_that_fails_changes_nothing(old: Path, newer: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    (newer.folder / "library_0002.sql").write_text("UPDATE state SET rating = 5; ALTER TABLE absent ADD COLUMN x;")
    with monkeypatch.context() as patch:
        patch.setattr(library_module, "LIBRARY", newer)
        with pytest.raises(StorageError):
            open_library(old)
    with open_library(old) as library:
        assert library.marks() == {"x:1": Marks(starred=True)}
        assert library._database.connection.pragma("user_version") == 1


def test_without_room_for_the_backup_there_is_no_upgrade(
    old: Path, newer: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_module, "LIBRARY", newer)

    def fail(*_: object) -> None:
        raise apsw.FullError("disk full")

    monkeypatch.setattr(backup, "verify", fail)
    with pytest.raises(StorageError, match="no room left"):
        open_library(old)
    connection = apsw.Connection(str(old / "library.db"))
    assert connection.pragma("user_version") == 1
    connection.close()


def test_a_restored_backup_of_an_older_schema_is_upgraded(
    old: Path, newer: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paperreader.storage import restore

    with open_library(old) as library:
        path = library.backup()
    for module in (library_module, restore, backup):
        monkeypatch.setattr(module, "LIBRARY", newer)
    restore.restore(old / "library.db", backups=old / "backups", device=old / "device", which=path)
    with open_library(old) as library:
        assert library.marks()["x:1"].rating == 5
