"""The n-th call of the disk fails, for every n: a typed error, nothing half done, and the next try succeeds."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from paperreader.errors import Corrupt, Full, PaperreaderError, StorageError
from paperreader.paper import Ident, Record
from paperreader.storage import backup, database, devices
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change, folded, stored_fold
from paperreader.system import files

BASE = apsw.vfs_names()[0]
#: What SQLite asks of the disk that may fail.
CALLS = ("xOpen", "xDelete", "xWrite", "xSync", "xTruncate", "xFileSize", "xRead", "xLock")


class Switch:
    """Counts calls, and fails from the n-th on: once, or until it is turned off."""

    def __init__(self) -> None:
        self.count = 0
        self.at = 0
        self.once = True
        self.full = False
        self.fired = False

    def arm(self, at: int, *, once: bool, full: bool) -> None:
        self.count, self.at, self.once, self.full, self.fired = 0, at, once, full, False

    def disarm(self) -> None:
        self.at = 0

    def due(self) -> bool:
        if not self.at:
            return False
        self.count += 1
        hit = self.count == self.at or (self.count > self.at and not self.once)
        self.fired = self.fired or hit
        return hit

    def vfs(self, call: str) -> None:
        if self.full and call not in ("xOpen", "xWrite", "xTruncate", "xSync"):
            return
        if self.due():
            raise apsw.FullError("disk full") if self.full else apsw.IOError(f"{call} failed")

    def system(self, reads: bool = False) -> None:
        if self.due():
            raise OSError(
                errno.ENOSPC if self.full else errno.EIO, os.strerror(errno.ENOSPC if self.full else errno.EIO)
            )


class Vfs(apsw.VFS):
    def __init__(self, switch: Switch) -> None:
        self.switch = switch
        super().__init__("failing", BASE)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        self.switch.vfs("xOpen")
        return File(self.switch, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.switch.vfs("xDelete")
        super().xDelete(name, sync)


class File(apsw.VFSFile):
    def __init__(self, switch: Switch, name: Any, flags: list[int]) -> None:
        self.switch = switch
        super().__init__(BASE, name, flags)


def _failing(call: str) -> Callable[..., Any]:
    real = getattr(apsw.VFSFile, call)

    def method(self: File, *arguments: Any) -> Any:
        self.switch.vfs(call)
        return real(self, *arguments)

    return method


for _call in ("xWrite", "xSync", "xTruncate", "xFileSize", "xRead", "xLock"):
    setattr(File, _call, _failing(_call))


class FailingDisk(files.Disk):
    """The seam of `system.files`, with the same switch."""

    def __init__(self, switch: Switch) -> None:
        self.switch = switch

    def open(self, path: str, flags: int, mode: int) -> int:
        self.switch.system()
        return super().open(path, flags, mode)

    def write(self, descriptor: int, data: bytes) -> None:
        if self.switch.at and self.switch.count + 1 == self.switch.at:
            # A full disk takes a part before it refuses.
            super().write(descriptor, data[: len(data) // 2])
        self.switch.system()
        super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self.switch.system()
        super().sync(descriptor)

    def replace(self, source: str, target: str) -> None:
        self.switch.system()
        super().replace(source, target)

    def sync_folder(self, path: str) -> None:
        self.switch.system()
        super().sync_folder(path)


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Switch]:
    switch = Switch()
    vfs = Vfs(switch)
    real = database.connect

    def connect(kind: Any, path: Path, flags: int) -> apsw.Connection:
        connection = real(kind, path, flags)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA wal_autocheckpoint=6")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(database, "connect", connect)
        patch.setattr(files, "disk", FailingDisk(switch))
        apsw.set_default_vfs("failing")
        try:
            yield switch
        finally:
            switch.disarm()
            apsw.set_default_vfs(BASE)
            vfs.unregister()


class Home:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.library = root / "data" / "library.db"
        self.catalog = root / "data" / "catalog.db"
        self.backups = root / "data" / "backups"

    def open(self) -> Library:
        return Library.open(self.library, backups=self.backups, device=self.root / "device")

    def use(self) -> None:
        """Leave what says that an empty library was lost: a catalogue, and an id of this device."""
        Catalog.open(self.catalog).close()
        devices.device_id(self.root / "device")


def whole(library: Library) -> None:
    connection = library._database.connection
    assert connection.execute("PRAGMA integrity_check").get == "ok"
    assert folded(connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()) == stored_fold(
        connection
    )


KINDS = pytest.mark.parametrize(
    ("once", "full"), [(True, False), (False, False), (False, True)], ids=["once", "lasting", "full"]
)


@KINDS
def test_while_marking(
    once: bool,
    full: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    long_form: bool,
    record_property: Callable[[str, Any], None],
) -> None:
    with failing(monkeypatch) as switch:
        home = Home(tmp_path)
        library = home.open()
        step, fired, at = 0, 0, 0
        marks = library.marks()
        # Until a run of commands makes fewer calls than n: then every n was tried.
        while True:
            at += 1 if long_form else 1 + at // 12
            switch.arm(at, once=once, full=full)
            for _ in range(6):
                step += 1
                before = marks
                change = [Change(f"x:{n}", "note", f"{step} " * 300) for n in range(step % 9 + 1)]
                try:
                    applied = library.apply(change, "note")
                    assert applied is not None
                    marks = {**before, **applied.marks}
                except StorageError as error:
                    assert switch.fired, error
                    assert isinstance(error, Full) or not full, error
                    marks = before
            happened = switch.fired
            switch.disarm()
            assert library.marks() == marks
            whole(library)
            # "Not saved" is over: the next try is kept.
            assert library.apply([Change("y:1", "rating", step % 5 + 1)], "next") is not None
            marks = library.marks()
            assert marks["y:1"].rating == step % 5 + 1
            if at % 3 == 0:
                # A journal that a failure left behind is read again.
                library.close()
                library = home.open()
                assert library.marks()["y:1"].rating == step % 5 + 1
                whole(library)
            fired += happened
            if not happened:
                break
        library.close()
    record_property(
        "measured", f"disk fails while marking ({'once' if once else 'full' if full else 'lasting'}): {fired} places"
    )
    assert fired > 10


@KINDS
@pytest.mark.parametrize("imported", [False, True], ids=["alone", "imported"])
def test_while_opening(imported: bool, once: bool, full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first start, also after an import: a making that fails is no library that was lost."""
    with failing(monkeypatch) as switch:
        at, refused = 0, 0
        while True:
            at += 1
            home = Home(tmp_path / str(at))
            if imported:
                home.use()
            switch.arm(at, once=once, full=full)
            try:
                library = home.open()
            except StorageError:
                refused += 1
                assert switch.fired
                switch.disarm()
                assert not home.library.exists() or home.library.stat().st_size
                library = home.open()
            happened = switch.fired
            switch.disarm()
            assert library.writable or library.banner
            library.close()
            with home.open() as library:
                assert library.writable
                assert library.apply([Change("x:1", "starred", True)], "star") is not None
            if not happened:
                break
        assert refused > 5


@KINDS
def test_while_backing_up(once: bool, full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with failing(monkeypatch) as switch:
        home = Home(tmp_path)
        library = home.open()
        library.apply([Change(f"x:{n}", "note", "words " * 100) for n in range(60)], "notes")
        at, refused = 0, 0
        while True:
            at += 1
            switch.arm(at, once=once, full=full)
            try:
                library.backup("test")
            except StorageError:
                refused += 1
                assert switch.fired
            happened = switch.fired
            switch.disarm()
            for one in backup.backups(home.backups):
                backup.verify(one.path)
            assert not list(home.backups.glob(".*")) or not once
            for leftover in home.backups.glob(".*"):
                leftover.unlink()
            if not happened:
                break
        library.close()
        assert refused > 5


class Entry(NamedTuple):
    record: Record
    raw: bytes


@KINDS
def test_while_importing(
    once: bool, full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_form: bool
) -> None:
    entries = [
        Entry(
            Record(title=f"Title Number {n}", abstract="w " * 400, idents=(Ident("openreview", f"r{n}"),)), b"raw" * 200
        )
        for n in range(40)
    ]
    with failing(monkeypatch) as switch:
        at, refused = 0, 0
        while True:
            at += 1 if long_form else 1 + at // 6
            home = Home(tmp_path / str(at))
            catalog = Catalog.open(home.catalog)
            switch.arm(at, once=once, full=full)
            try:
                catalog.add("one", entries, batch=10)
            except StorageError:
                refused += 1
                assert switch.fired
            happened = switch.fired
            switch.disarm()
            assert catalog.count() % 10 == 0
            catalog.add("one", entries, batch=10)
            assert catalog.count() == 40
            assert catalog._database.connection.execute("PRAGMA integrity_check").get == "ok"
            catalog.close()
            home.catalog.unlink()
            with Catalog.open(home.catalog) as again:
                again.catch_up()
                assert again.count() == 40
            if not happened:
                break
        assert refused > 3


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], check=False, capture_output=True
    )
    if mount.returncode:
        pytest.skip("mounting a small file system needs root")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_what_is_kept_can_be_read_from_a_full_disk(small: Path) -> None:
    """Not even the file by which terminals share the library can be made then."""
    home = Home(small)
    with home.open() as library:
        library.apply([Change("x:1", "starred", True)], "star")
    with (small / "fill").open("wb", buffering=0) as fill, pytest.raises(OSError, match="No space left"):
        while True:
            fill.write(bytes(4096))
    with home.open() as library:
        assert not library.writable
        assert "no room left on the disk" in library.banner
        assert list(library.marks()) == ["x:1"]
    (small / "fill").unlink()
    with home.open() as library:
        assert library.writable
        library.apply([Change("x:2", "starred", True)], "star")
        assert list(library.marks()) == ["x:1", "x:2"]


def test_a_first_start_on_a_full_disk(small: Path) -> None:
    """After an import that filled it: a library is made as soon as there is room, and then an empty one is a fault."""
    home = Home(small)
    home.use()
    with (small / "fill").open("wb", buffering=0) as fill, pytest.raises(OSError, match="No space left"):
        while True:
            fill.write(bytes(4096))
    for _ in range(2):
        with pytest.raises(Full, match="no room left on the disk"):
            home.open()
    assert [path.name for path in home.library.parent.iterdir()] == ["catalog.db"]
    (small / "fill").unlink()
    with home.open() as library:
        library.apply([Change("x:1", "starred", True)], "star")
    home.library.write_bytes(b"")
    with pytest.raises(Corrupt, match="is empty, though it was in use before"):
        home.open()


def test_a_disk_that_is_really_full(small: Path, record_property: Callable[[str, Any], None]) -> None:
    """A file system of 2 MB, filled up: marks are refused in words, and kept again once there is room."""
    home = Home(small)
    library, kept = home.open(), 0
    with pytest.raises(Full, match="no room left on the disk"):
        for number in range(1_000):
            library.apply([Change(f"x:{number}", "note", "words " * 300)], "note")
            kept += 1
    assert len(library.marks()) == kept > 20
    refused = 20
    for _ in range(refused):
        with pytest.raises(Full):
            library.apply([Change("y:1", "note", "words " * 3_000)], "note")
    with pytest.raises(PaperreaderError):
        library.backup()
    whole(library)
    subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
    library.apply([Change("y:1", "starred", True)], "star")
    assert len(library.marks()) == kept + 1
    library.close()
    with home.open() as again:
        whole(again)
        assert len(again.marks()) == kept + 1
    record_property("measured", f"a full disk of 2 MB: {kept} notes kept, {refused + 1} refused in words, none lost")
