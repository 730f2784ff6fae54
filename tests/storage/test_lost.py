"""A library that was lost, without any backup: never a silent first start, and never a dead end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from paperreader.errors import Corrupt, Foreign, UsageError
from paperreader.paper import Marks
from paperreader.storage import lost as module
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change
from paperreader.storage.restore import begin_anew, restore

from .made import entry

Open = Callable[..., Library]


@pytest.fixture
def path(open_library: Open) -> Path:
    """The file of a library that has a mark, closed."""
    with open_library() as library:
        library.apply([Change("openreview:x", "starred", True)], "star")
        assert not library.backups.exists()
    return library.path


def anew(path: Path) -> Path | None:
    return begin_anew(path, backups=path.parent / "backups", device=path.parent.parent / "state" / "device")


def test_an_empty_file_where_marks_were_is_a_fault(open_library: Open, path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(Corrupt, match=r"is empty, though it was in use before.*restore --empty"):
        open_library()
    assert path.read_bytes() == b""


def test_an_empty_file_beside_a_catalogue_is_a_fault(open_library: Open, tmp_path: Path) -> None:
    with Catalog.open(tmp_path / "data" / "catalog.db") as catalog:
        catalog.add("one", [entry()])
    open_library().close()  # an import before the first start is none
    (tmp_path / "data" / "library.db").write_bytes(b"")
    with pytest.raises(Corrupt, match="is empty"):
        open_library()


def test_an_empty_file_alone_is_a_first_start_that_was_cut_off(open_library: Open, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "library.db").touch()
    assert open_library().writable


def test_an_empty_file_that_another_terminal_is_filling_is_waited_for(
    open_library: Open, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = path.read_bytes()
    path.write_bytes(b"")
    monkeypatch.setattr(module, "pause", lambda: path.write_bytes(whole))
    assert open_library().marks() == {"openreview:x": Marks(starred=True)}


@pytest.mark.parametrize("content", [None, b""], ids=["missing", "empty"])
def test_a_journal_without_its_library_is_not_thrown_away(
    open_library: Open, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "data" / "library.db"
    path.parent.mkdir()
    if content is not None:
        path.write_bytes(content)
    journal = path.with_name("library.db-wal")
    journal.write_bytes(b"frames")
    with pytest.raises(Corrupt, match="in use before"):
        open_library()
    assert journal.read_bytes() == b"frames"
    kept = anew(path)
    assert kept is not None
    assert [found.read_bytes() for found in path.parent.glob("*.damaged-*-wal")] == [b"frames"]


@pytest.mark.parametrize("content", [b"", b"x" * 9_000, b"short"])
def test_damage_without_a_backup_is_no_dead_end(open_library: Open, path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match="paperreader restore --empty"):
        restore(path, backups=path.parent / "backups", device=path.parent.parent / "state" / "device")
    assert path.read_bytes() == content
    kept = anew(path)
    assert kept is not None
    assert kept.read_bytes() == content
    library = open_library()
    assert library.marks() == {}
    assert library.apply([Change("openreview:x", "read", True)], "read") is not None


def test_a_sound_library_is_not_emptied(open_library: Open, path: Path) -> None:
    with pytest.raises(UsageError, match="is sound"):
        anew(path)
    assert open_library().marks() == {"openreview:x": Marks(starred=True)}


def test_another_programs_file_is_not_moved(path: Path) -> None:
    import apsw

    path.unlink()
    with apsw.Connection(str(path)) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    with pytest.raises(Foreign):
        anew(path)
    assert [found.name for found in path.parent.iterdir()] == ["library.db"]


def test_beginning_anew_leaves_the_backups(open_library: Open, path: Path) -> None:
    with open_library() as library:
        backup = library.backup()
    path.unlink()
    with pytest.raises(Corrupt, match=r"has backups.*restore --empty"):
        open_library()
    assert anew(path) is None
    assert open_library().marks() == {}
    assert backup.exists()
