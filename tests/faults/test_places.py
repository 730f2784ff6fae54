"""Places that cannot be written, or have odd names: the ladder, never silently."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperreader.errors import ReadOnly
from paperreader.paper import Marks
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65_534


def open_library(root: Path) -> Library:
    return Library.open(
        root / "data" / "library.db", backups=root / "data" / "backups", device=root / "state" / "device"
    )


TRY = """
import json, os, sys
from pathlib import Path
from paperreader.errors import StorageError
from paperreader.storage.library import Library
from paperreader.storage.catalog import Catalog
from paperreader.storage.log import Change
import paperreader.storage.backup, paperreader.storage.intake, random, shutil, tempfile, errno, encodings.ascii, fcntl
from paperreader.storage import mounts
root = Path(sys.argv[1])
if os.geteuid() == 0:
    # Python itself may lie where only root can read: everything was imported above.
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
told = {}
library = Library.open(root / "data" / "library.db", backups=root / "data" / "backups", device=root / "state" / "device")
told["mode"], told["banner"], told["writable"] = library._database.mode, library.banner, library.writable
told["marks"] = sorted(library.marks())
try:
    library.apply([Change("y:1", "starred", True)], "star")
    told["after"] = sorted(library.marks())
except StorageError as error:
    told["error"] = [type(error).__name__, str(error)]
library.close()
catalog = Catalog.open(root / "data" / "catalog.db")
told["catalog"] = [catalog._database.mode, catalog.banner, catalog.count()]
catalog.close()
print(json.dumps(told))
"""


def as_nobody(root: Path) -> dict[str, Any]:
    """Open both files as a user without rights (root may write anything), and tell what was said."""
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(root)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that others can reach; pytest's own are closed to them."""
    with tempfile.TemporaryDirectory(prefix="paperreader-test-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def full_home(place: Path) -> Path:
    with open_library(place) as library, Catalog.open(place / "data" / "catalog.db"):
        library.apply([Change("x:1", "starred", True)], "star")
    for path in [*(place / "data").rglob("*"), *(place / "state").rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    return place


@pytest.mark.skipif(not ROOT, reason="needs root to become a user without rights")
class TestUnwritable:
    def test_a_read_only_folder(self, full_home: Path) -> None:
        (full_home / "data").chmod(0o555)
        (full_home / "state").chmod(0o555)
        told = as_nobody(full_home)
        assert told["marks"] == ["x:1"]
        assert not told["writable"]
        # SQLite cannot make the shared memory of the journal here, so it is a copy.
        assert told["mode"] == "copy"
        assert told["banner"].startswith("not saved: ")
        assert "library.db cannot be written" in told["banner"]
        assert told["after"] == ["x:1", "y:1"]
        assert told["catalog"][0] == "copy"
        with open_library(full_home) as library:
            assert set(library.marks()) == {"x:1"}

    def test_a_read_only_file_in_a_folder_that_can_be_written(self, full_home: Path) -> None:
        (full_home / "data").chmod(0o777)
        (full_home / "state").chmod(0o777)
        told = as_nobody(full_home)
        assert told["mode"] == "read-only"
        assert told["marks"] == ["x:1"]
        assert told["banner"].startswith("read only: marks cannot be made")
        assert told["error"][0] == "ReadOnly"

    def test_no_place_at_all(self, place: Path) -> None:
        place.chmod(0o555)
        told = as_nobody(place)
        assert told["mode"] == "memory"
        assert "kept in memory until the end" in told["banner"]
        assert told["after"] == ["y:1"]
        assert told["catalog"][0] == "memory"
        assert list(place.iterdir()) == []

    def test_a_file_that_cannot_even_be_read(self, full_home: Path) -> None:
        (full_home / "data" / "library.db").chmod(0)
        told = as_nobody(full_home)
        assert told["mode"] == "memory"
        assert told["banner"].startswith("not saved: ")
        with open_library(full_home) as library:
            assert set(library.marks()) == {"x:1"}

    def test_the_last_session_is_in_the_copy(self, place: Path) -> None:
        library = open_library(place)
        library.apply([Change("x:1", "starred", True)], "star")
        Catalog.open(place / "data" / "catalog.db").close()
        assert (place / "data" / "library.db-wal").stat().st_size > 0
        for path in (place / "data").iterdir():
            path.chmod(0o444)
        (place / "data").chmod(0o555)
        told = as_nobody(place)
        assert told["marks"] == ["x:1"]
        library.close()


def test_read_only_on_purpose_has_no_banner(tmp_path: Path) -> None:
    with open_library(tmp_path) as library:
        library.apply([Change("x:1", "starred", True)], "star")
    with Library.open(
        tmp_path / "data" / "library.db", backups=tmp_path / "b", device=tmp_path / "d", read_only=True
    ) as library:
        assert library.banner == ""
        assert library.marks() == {"x:1": Marks(starred=True)}
        with pytest.raises(ReadOnly, match="cannot be written"):
            library.apply([Change("x:1", "starred", False)], "unstar")


@pytest.mark.parametrize(
    "name", ["with space", "émoji 🦜", "new\nline", "quote'\"", "percent %41", "question?mark=1#x", "-dash"]
)
def test_odd_names(tmp_path: Path, name: str) -> None:
    root = tmp_path / name
    with open_library(root) as library, Catalog.open(root / "data" / "catalog.db") as catalog:
        library.apply([Change("x:1", "starred", True)], "star")
        path = library.backup()
        assert path.exists()
        assert catalog.count() == 0
        assert library.writable
    assert (root / "data" / "library.db").stat().st_size > 0
    with open_library(root) as library:
        assert set(library.marks()) == {"x:1"}


def test_a_link_is_never_followed_when_a_file_is_made(tmp_path: Path) -> None:
    """A planted link in a shared place must not make the library appear, or be overwritten, elsewhere."""
    from paperreader.system import files

    victim = tmp_path / "victim"
    victim.write_text("precious")
    link = tmp_path / "link"
    link.symlink_to(victim)
    assert not files.create_private(link)
    files.write_atomic(link, b"new")
    assert victim.read_text() == "precious"
    assert not link.is_symlink()
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nowhere")
    assert not files.create_private(dangling)
    assert not (tmp_path / "nowhere").exists()
