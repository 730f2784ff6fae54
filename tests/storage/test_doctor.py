"""The doctor says what is well and what is not, and never raises; the catalogue can be made again in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest

from paperreader.errors import Corrupt
from paperreader.paths import Places
from paperreader.storage import mounts
from paperreader.storage.catalog import Catalog
from paperreader.storage.doctor import BAD, NOTE, WELL, Finding, examine
from paperreader.storage.joined import join
from paperreader.storage.library import Library
from paperreader.storage.log import Change
from paperreader.storage.rebuild import rebuild
from paperreader.storage.restore import restore

from .made import entry


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "config", tmp_path / "data", tmp_path / "state", tmp_path / "cache")


@pytest.fixture
def used(places: Places, library: Library, catalog: Catalog) -> Iterator[None]:
    catalog.add("one", [entry(number) for number in range(1, 200)])
    join(library, catalog)
    for number in range(1, 50):
        paper = catalog.paper(number)
        library.apply([Change(paper.uid, "starred", True)], "star", {paper.uid: paper})
    library.backup()
    library.close()
    catalog.close()
    yield


def worst(places: Places) -> dict[str, Finding]:
    """The findings that are not well, by subject."""
    return {found.subject: found for found in examine(places) if found.level != WELL}


def test_before_the_first_use(places: Places) -> None:
    told = {found.subject: found.words for found in examine(places)}
    assert told["library"].startswith("there is none yet")
    assert told["catalogue"].startswith("there is none yet")
    assert not any(found.level == BAD for found in examine(places))
    assert not places.data.exists()


@pytest.mark.usefixtures("used")
def test_all_is_well(places: Places) -> None:
    assert worst(places) == {}
    said = {found.subject: found.words for found in examine(places)}
    assert "49 papers with marks, 49 commands, 49 changes" in said["library"]
    assert "199 papers from 1 source, " in said["catalogue"]


@pytest.mark.usefixtures("used")
def test_what_it_finds(places: Places) -> None:
    places.library.chmod(0o644)
    assert "library.db (0644)" in worst(places)["modes"].words
    with Catalog.open(places.catalog) as catalog:
        catalog.remove_source("one")
        catalog.add("two", [entry(n, idents=(), authors=(), title="A Very Similar Thing") for n in (1,)])
        catalog.add("two", [entry(n, idents=(), year=None, title="A Very Similar Thing") for n in (2,)])
    found = worst(places)
    assert found["orphans"].words.startswith("49 papers with marks are not in the catalogue: “A Study of Thing")
    assert found["duplicates"].level == NOTE
    backup = next(places.backups.iterdir())
    backup.write_bytes(b"x" * 9_000)
    assert worst(places)["backups"].level == BAD


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    "content",
    [b"", b"hello", bytes(50_000), b"SQLite format 3\0" + bytes(9_000)],
    ids=["empty", "text", "zeros", "header"],
)
def test_damage_is_said_and_not_raised(places: Places, content: bytes) -> None:
    places.library.write_bytes(content)
    places.catalog.write_bytes(content or b"x" * 2_000)
    found = worst(places)
    assert found["library"].level == found["catalogue"].level == BAD
    assert found["library"].cure == "paperreader restore --salvage"
    assert found["catalogue"].cure == "paperreader doctor --rebuild"


def test_without_a_library_the_catalogue_is_looked_at(places: Places, catalog: Catalog) -> None:
    catalog.add("one", [entry()])
    said = {found.subject: found.words for found in examine(places)}
    assert said["library"].startswith("there is none yet")
    assert said["catalogue"].startswith("sound; 1 paper from 1 source, ")
    assert said["records"].startswith("1 source, ")
    assert not places.library.exists()
    catalog.close()
    places.catalog.write_bytes(b"x" * 2_000)
    assert worst(places)["catalogue"].level == BAD


@pytest.mark.usefixtures("used")
def test_damage_without_backups_has_another_cure(places: Places) -> None:
    for path in places.backups.iterdir():
        path.unlink()
    for content in (b"", b"x" * 2_000):
        places.library.write_bytes(content)
        assert worst(places)["library"].cure == "paperreader restore --salvage, or paperreader restore --empty"


@pytest.mark.usefixtures("used")
def test_a_catalogue_that_was_not_closed_can_be_checked(places: Places) -> None:
    with Catalog.open(places.catalog) as first:
        assert not first.unclean
        first.add("two", [entry(7_777)])
        with Catalog.open(places.catalog) as second:
            assert second.unclean
            second.check()
    data = bytearray(places.catalog.read_bytes())
    data[40_960:61_440] = bytes(20_480)
    places.catalog.write_bytes(bytes(data))
    with Catalog.open(places.catalog) as damaged, pytest.raises(Corrupt, match="--rebuild"):
        damaged.check()


def change(path: Path, sql: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(sql)


UNTEXT = "CAST(x'ff6162' AS TEXT)"
FAULTS: dict[str, tuple[str, Callable[[Places], object]]] = {
    "a link to nowhere among the records": (
        "records",
        lambda at: (at.records / "away.jsonl.gz").symlink_to("nowhere"),
    ),
    "a folder among the records": ("records", lambda at: (at.records / "folder.jsonl.gz").mkdir()),
    "a file in place of the records": ("records", lambda at: (at.records.rename(at.data / "x"), at.records.touch())),
    "an operation without a value": (
        "library",
        lambda at: change(at.library, "INSERT INTO op VALUES (9999, 'd', 9999, 1, 'a:1', 'tag', NULL, NULL, 1, NULL)"),
    ),
    "a remembered title that is no text": (
        "library",
        lambda at: change(at.library, f"UPDATE known SET title = {UNTEXT} WHERE uid LIKE '%paper7'"),
    ),
    "a folder in place of the library": ("library", lambda at: (at.library.unlink(), at.library.mkdir())),
    "a source that is no text": ("catalogue", lambda at: change(at.catalog, f"UPDATE source SET name = {UNTEXT}")),
    "a suggestion that is no text": (
        "duplicates",
        lambda at: change(
            at.catalog,
            f"INSERT INTO suggestion SELECT a.uid, b.uid, {UNTEXT} FROM identity a, identity b"
            " WHERE a.number = 1 AND b.number = 2",
        ),
    ),
    "a folder in place of the catalogue": ("catalogue", lambda at: (at.catalog.unlink(), at.catalog.mkdir())),
}


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("name", FAULTS)
def test_what_stops_one_step_is_a_finding_and_the_others_are_taken(places: Places, name: str) -> None:
    before = [found.subject for found in examine(places)]
    subject, spoil = FAULTS[name]
    spoil(places)
    found = list(examine(places))
    assert [one.subject for one in found if one.level == BAD] == [subject]
    skipped = set(before) - {one.subject for one in found}
    assert skipped <= ({"log", "orphans"} if subject in ("library", "catalogue") else set())


@pytest.mark.usefixtures("used")
def test_a_backup_of_a_day_that_never_was_is_not_ours(places: Places) -> None:
    (places.backups / "library-20261399T000000000Z.db").touch(mode=0o600)
    assert worst(places) == {}


@pytest.mark.usefixtures("used")
def test_what_a_restore_set_aside_is_mentioned(places: Places) -> None:
    places.library.write_bytes(b"text " * 1_000)
    restore(places.library, backups=places.backups, device=places.device)
    assert "library.db.damaged-" in worst(places)["aside"].words


@pytest.mark.usefixtures("used")
def test_a_log_that_does_not_add_up_is_said(places: Places) -> None:
    with Library.open(places.library, backups=places.backups, device=places.device) as library:
        library._database.connection.execute("UPDATE state SET starred = 0 WHERE uid = 'openreview:paper7'")
    assert worst(places)["log"].level == BAD


@pytest.mark.usefixtures("used")
def test_the_catalogue_is_made_again_over_a_damaged_one(places: Places) -> None:
    with Catalog.open(places.catalog) as catalog:
        before = catalog.papers(catalog.numbers())
    places.catalog.write_bytes(places.catalog.read_bytes()[:30_000])
    told: list[int] = []
    with Library.open(places.library, backups=places.backups, device=places.device) as library:
        assert rebuild(places.catalog, records=places.records, library=library, progress=told.append) == 199
    assert told[-1] == 199
    with Catalog.open(places.catalog) as catalog:
        assert catalog.papers(catalog.numbers()) == before
    assert worst(places) == {}
    assert [path.name for path in places.data.iterdir() if "rebuilt" in path.name] == []


@pytest.mark.usefixtures("used")
def test_the_catalogue_is_made_again_under_an_open_terminal(places: Places) -> None:
    with Catalog.open(places.catalog) as catalog:
        generation = catalog.generation
        catalog._database.connection.execute("UPDATE paper SET title = 'wrong'")
        assert rebuild(places.catalog, records=places.records) == 199
        assert catalog.generation > generation
        assert catalog.paper(1).title == "A Study of Thing Number 1"
        catalog.add("two", [entry(999)])
        assert catalog.count() == 200


MOUNTS = """\
proc /proc proc rw 0 0
/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/ann/local\\040disk xfs rw 0 0
ann@host: /home/ann/remote fuse.sshfs rw 0 0
broken line
"""


@pytest.mark.parametrize(
    ("path", "kind", "network"),
    [
        ("/var/data", "ext4", False),
        ("/home/ann/.local/share", "nfs4", True),
        ("/home/ann/local disk/x", "xfs", False),
        ("/home/ann/local diskette", "nfs4", True),
        ("/home/ann/remote/a", "fuse.sshfs", True),
        ("/homes", "ext4", False),
    ],
)
def test_which_file_system(path: str, kind: str, network: bool) -> None:
    assert mounts.file_system(Path(path), MOUNTS) == kind
    assert mounts.is_network(Path(path), MOUNTS) is network


def test_a_table_that_says_nothing() -> None:
    assert mounts.file_system(Path("/x"), "") == ""
    assert not mounts.is_network(Path("/x"), "")


@pytest.mark.parametrize(
    ("path", "name"),
    [("/home/a/Dropbox/x", "Dropbox"), ("/home/a/OneDrive - Firm/x", "OneDrive"), ("/home/a/Dropboxes/x", "")],
)
def test_synced_folders(path: str, name: str) -> None:
    assert mounts.synced_by(Path(path)) == name


def test_a_network_place_gets_no_shared_memory(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as shared:
        shared.setattr(mounts, "is_network", lambda path: True)
        with Library.open(places.library, backups=places.backups, device=places.device) as library:
            library.apply([Change("a:1", "starred", True)], "star")
            assert library._database.connection.pragma("journal_mode") == "truncate"
            assert not places.library.with_name("library.db-shm").exists()
        assert {found.subject for found in examine(places) if found.level == NOTE} >= {"place"}
    with Library.open(places.library, backups=places.backups, device=places.device) as library:
        assert library._database.connection.pragma("journal_mode") == "wal"
        assert set(library.marks()) == {"a:1"}


@pytest.mark.usefixtures("used")
def test_a_place_that_cannot_be_written_is_bad(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != places.data)
    (found,) = [finding for finding in examine(places) if (finding.level, finding.subject) == (BAD, "place")]
    assert "nothing can be marked or imported" in found.words


@pytest.mark.usefixtures("used")
def test_a_place_that_is_nearly_full_is_bad(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=3 * 1024 * 1024))
    (found,) = [finding for finding in examine(places) if (finding.level, finding.subject) == (BAD, "place")]
    assert found.words.startswith("3.0 MB are left")
