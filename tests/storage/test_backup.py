"""Backups, restoring them beside open terminals and over damage, and their thinning."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from paperreader.errors import Corrupt, Unreachable, UsageError
from paperreader.paper import Marks
from paperreader.storage import backup
from paperreader.storage.library import Library
from paperreader.storage.log import Change
from paperreader.storage.restore import restore
from paperreader.system import files


def star(library: Library, *uids: str) -> None:
    library.apply([Change(uid, "starred", True) for uid in uids], f"star {len(uids)}")


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    return {"backups": tmp_path / "data" / "backups", "device": tmp_path / "state" / "device"}


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_backup_is_one_sound_file(library: Library, places: dict[str, Path]) -> None:
    star(library, "a:1")
    path = library.backup("before An Upgrade!")
    assert path.name.endswith("-before-an-upgrade.db")
    assert names(places["backups"]) == {path.name}
    (found,) = backup.backups(places["backups"])
    assert (found.path, found.reason) == (path, "before-an-upgrade")
    assert abs(found.time - datetime.now(UTC).timestamp()) < 5
    backup.verify(path)


def test_a_backup_is_made_while_another_terminal_writes(open_library: Callable[..., Library]) -> None:
    one, two = open_library(), open_library()
    star(one, "a:1")
    with two._database.writing() as connection:
        connection.execute("INSERT INTO meta VALUES ('held', 1)")
        path = one.backup()
    backup.verify(path)


def test_when_a_backup_is_due(library: Library, places: dict[str, Path]) -> None:
    assert not library.backup_due()
    star(library, "a:1")
    assert library.backup_due()
    path = library.backup()
    assert not library.backup_due()
    star(library, "b:2")
    assert not library.backup_due()
    yesterday = datetime.now(UTC) - timedelta(hours=25)
    path.rename(path.with_name(f"library-{yesterday:%Y%m%dT%H%M%S}000Z.db"))
    assert library.backup_due()


def test_thinning(tmp_path: Path) -> None:
    now = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
    for hours in range(24 * 200):
        moment = now - timedelta(hours=hours)
        (tmp_path / f"library-{moment:%Y%m%dT%H%M%S}000Z.db").touch()
        if hours < 2:
            for minutes in (5, 10, 15):
                (tmp_path / f"library-{moment + timedelta(minutes=minutes):%Y%m%dT%H%M%S}000Z-x.db").touch()
    (tmp_path / "somebody's file").touch()
    backup.thin(tmp_path)
    kept = backup.backups(tmp_path)
    ages = [(now.timestamp() - one.time) / 3600 for one in kept]
    assert sum(age <= 0 for age in ages) >= 4
    assert len({int(age) for age in ages if 0 <= age < 23}) >= 22
    assert 40 <= len(kept) <= 5 + 24 + 14 + 8
    assert max(ages) > 24 * 7 * 6
    assert (tmp_path / "somebody's file").exists()
    again = [one.path for one in kept]
    backup.thin(tmp_path)
    assert [one.path for one in backup.backups(tmp_path)] == again


def test_two_terminals_that_thin_at_once_both_have_their_backup(
    library: Library, places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    star(library, "a:1")
    places["backups"].mkdir(mode=0o700)
    for hour in range(60):
        (places["backups"] / f"library-202001{hour // 24 + 1:02}T{hour % 24:02}0000000Z.db").touch()
    real = files.disk.unlink
    gone = []

    def unlink(path: str) -> None:
        """The other terminal is just before this one."""
        if path.endswith("000Z.db"):
            gone.append(path)
            real(path)
        real(path)

    monkeypatch.setattr(files.disk, "unlink", unlink)
    made = library.backup()
    assert gone
    assert backup.backups(places["backups"])[0].path == made


def test_restore_into_a_library_that_is_open_elsewhere(
    open_library: Callable[..., Library], places: dict[str, Path]
) -> None:
    one = open_library()
    star(one, "a:1")
    saved = one.backup()
    star(one, "b:2")
    device = one.device
    done = restore(one.path, **places)
    assert done.backup.path == saved
    assert done.aside is None
    assert done.saved is not None
    assert done.saved.name.endswith("-before-restore.db")
    assert one.poll() == {"a:1"}
    assert one.marks() == {"a:1": Marks(starred=True)}
    star(one, "c:3")
    assert one.device != device
    two = open_library()
    assert set(two.marks()) == {"a:1", "c:3"}
    # What was there can be had again.
    restore(one.path, **places, which=done.saved)
    one.poll()
    assert set(one.marks()) == {"a:1", "b:2"}


def test_restore_over_damage(open_library: Callable[..., Library], places: dict[str, Path]) -> None:
    library = open_library()
    star(library, *(f"a:{number}" for number in range(500)))
    library.backup()
    library.close()
    path = library.path
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(Corrupt, match="paperreader restore"):
        open_library()
    done = restore(path, **places)
    assert done.saved is None
    assert done.aside is not None
    assert done.aside.stat().st_size == 20_000
    assert len(open_library().marks()) == 500


def test_restore_of_a_missing_library(open_library: Callable[..., Library], places: dict[str, Path]) -> None:
    library = open_library()
    star(library, "a:1")
    library.backup()
    library.close()
    for lose in (library.path.unlink, lambda: library.path.write_bytes(b"")):
        lose()
        with pytest.raises(Corrupt, match="paperreader restore"):
            open_library()
        restore(library.path, **places)
        again = open_library()
        assert set(again.marks()) == {"a:1"}
        again.close()


def test_a_new_library_beside_backups_only_on_purpose(
    open_library: Callable[..., Library], places: dict[str, Path]
) -> None:
    library = open_library()
    star(library, "a:1")
    library.backup()
    library.close()
    library.path.unlink()
    with Library.create(library.path, **places) as anew:
        assert anew.marks() == {}


def test_a_damaged_backup_is_passed_over(open_library: Callable[..., Library], places: dict[str, Path]) -> None:
    library = open_library()
    star(library, "a:1")
    good = library.backup()
    star(library, "b:2")
    bad = library.backup("later")
    bad.write_bytes(bad.read_bytes()[:9_000])
    assert restore(library.path, **places).backup.path == good
    with pytest.raises(UsageError, match="damaged"):
        restore(library.path, **places, which=bad)
    with pytest.raises(UsageError, match="no backup"):
        restore(library.path, **places, which=Path("absent"))
    with pytest.raises(UsageError, match="no backup"):  # a name that no file can have
        restore(library.path, **places, which=Path("x" * 300))
    good.write_bytes(b"")


def test_nothing_to_restore(library: Library, places: dict[str, Path]) -> None:
    star(library, "a:1")
    with pytest.raises(UsageError, match="no sound backup"):
        restore(library.path, **places)
    assert set(library.marks()) == {"a:1"}


def test_a_terminal_with_the_damaged_file_open_does_not_touch_the_restored_one(
    open_library: Callable[..., Library], places: dict[str, Path]
) -> None:
    old = open_library()
    star(old, "a:1")
    old.backup()
    old.path.rename(old.path.with_name("library.db.damaged"))
    with pytest.raises(Corrupt):
        open_library()
    restore(old.path, **places)
    new = open_library()
    star(new, "b:2")
    with pytest.raises(Unreachable, match="replaced"):
        star(old, "lost:1")
    old.close()
    star(new, "c:3")
    assert new.path.with_name("library.db-wal").exists()
    assert set(open_library().marks()) == {"a:1", "b:2", "c:3"}


def test_a_replaced_file_is_noticed_and_opened(open_library: Callable[..., Library], places: dict[str, Path]) -> None:
    old = open_library()
    star(old, "a:1")
    old.backup()
    for suffix in ("", "-wal", "-shm"):
        path = old.path.with_name(old.path.name + suffix)
        path.rename(path.with_name("moved" + suffix))
    restore(old.path, **places)
    with open_library() as new:
        star(new, "b:2")
    assert old.poll() == {"a:1", "b:2"}
    star(old, "c:3")
    assert set(old.marks()) == {"a:1", "b:2", "c:3"}


def test_a_vanished_file_is_said_and_nothing_is_written(library: Library) -> None:
    star(library, "a:1")
    library.path.unlink()
    with pytest.raises(Unreachable, match="is gone"):
        star(library, "b:2")
    with pytest.raises(Unreachable, match="is gone"):
        library.poll()
    assert not library.path.exists()
