"""Damaged, foreign and newer files: the right words, never a traceback, never a silent new library."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paperreader import __version__
from paperreader.errors import Corrupt, Foreign, StorageError, TooNew
from paperreader.paper import Marks
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change
from paperreader.storage.restore import restore


class Home:
    def __init__(self, root: Path) -> None:
        self.library = root / "data" / "library.db"
        self.backups = root / "data" / "backups"
        self.device = root / "state" / "device"

    def open(self) -> Library:
        return Library.open(self.library, backups=self.backups, device=self.device)


@pytest.fixture
def kept(tmp_path: Path) -> Home:
    """A library of 300 papers with a backup, closed."""
    home = Home(tmp_path)
    with home.open() as library:
        for start in range(0, 300, 20):
            library.apply([Change(f"x:{n}", "note", f"note {n} " * 20) for n in range(start, start + 20)], "notes")
        library.backup()
    return home


def expected() -> dict[str, Marks]:
    return {f"x:{n}": Marks(note=f"note {n} " * 20) for n in range(300)}


def use(kept: Home) -> None:
    """Everything that reads the file."""
    with kept.open() as library:
        library.marks()
        library.history(limit=10_000)
        library.commands(10_000)
        library.views()
        library.undo()
        library.backup()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "one byte": lambda data: data[:1],
    "cut in the header": lambda data: data[:60],
    "cut after a page": lambda data: data[:4_096],
    "cut in the middle": lambda data: data[: len(data) // 2],
    "cut in the middle of a page": lambda data: data[: len(data) // 2 + 100],
    "last page gone": lambda data: data[:-4_096],
    "zeros": lambda data: bytes(len(data)),
    "zeros at the beginning": lambda data: bytes(4_096) + data[4_096:],
    "text": lambda data: b"Dear diary,\n" * 1_000,
    "its tail as text": lambda data: data[:8_192] + b"x" * (len(data) - 8_192),
    "a page of zeros in every table": lambda data: data[:4_096] + bytes(len(data) - 4_096),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named_and_restored_with_one_call(kept: Home, name: str) -> None:
    damaged = DAMAGE[name](kept.library.read_bytes())
    kept.library.write_bytes(damaged)
    with pytest.raises(Corrupt, match="paperreader restore") as caught:
        use(kept)
    assert str(kept.library) in str(caught.value)
    assert "\n" not in str(caught.value)
    # Looking did not change it.
    assert kept.library.read_bytes() == damaged
    restore(kept.library, backups=kept.backups, device=kept.device)
    with kept.open() as library:
        assert library.marks() == expected()


def test_flipped_bits_never_end_in_a_traceback(
    kept: Home, long_form: bool, record_property: Callable[[str, Any], None]
) -> None:
    """What a flipped bit hits in a text nobody can know; but it is an error with words, or a library that works."""
    whole = kept.library.read_bytes()
    noticed = 0
    rounds = 600 if long_form else 60
    for seed in range(rounds):
        dice = random.Random(seed)
        data = bytearray(whole)
        for _ in range(dice.choice((1, 3, 30, 300))):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        kept.library.write_bytes(bytes(data))
        for path in kept.backups.iterdir():
            if "test" in path.name:
                path.unlink()
        try:
            use(kept)
        except StorageError as error:
            noticed += 1
            assert "\n" not in str(error)
        for suffix in ("-wal", "-shm"):
            kept.library.with_name("library.db" + suffix).unlink(missing_ok=True)
    record_property("measured", f"flipped bits: {rounds} files, {noticed} noticed and said, 0 tracebacks")
    kept.library.write_bytes(whole)
    restore(kept.library, backups=kept.backups, device=kept.device)


def test_a_damaged_journal_gives_what_was_synced_before(kept: Home) -> None:
    library = kept.open()
    library.apply([Change("x:1", "rating", 5)], "rate")
    library.apply([Change("x:2", "rating", 5)], "rate")
    image = {path.name: path.read_bytes() for path in kept.library.parent.glob("library.db*")}
    library.close()
    wal = bytearray(image["library.db-wal"])
    wal[-2_000] ^= 0xFF
    kept.library.write_bytes(image["library.db"])
    kept.library.with_name("library.db-wal").write_bytes(bytes(wal))
    with kept.open() as library:
        assert library.marks()["x:1"].rating == 5
        assert library.marks()["x:2"].rating == 0


def test_a_missing_library_with_backups_is_no_first_start(kept: Home) -> None:
    kept.library.unlink()
    with pytest.raises(Corrupt, match=r"missing, but it has backups, the newest of 20\d\d-.* paperreader restore"):
        kept.open()
    assert not kept.library.exists()


def test_another_programs_file_is_left_alone(kept: Home) -> None:
    kept.library.unlink()
    other = sqlite3.connect(kept.library)
    other.execute("CREATE TABLE urls (id INTEGER)")
    other.commit()
    other.close()
    before = kept.library.read_bytes()
    for open_it in (kept.open, lambda: Catalog.open(kept.library)):
        with pytest.raises(Foreign, match=r"is not a paperreader (library|catalogue); it was left alone"):
            open_it()
    assert kept.library.read_bytes() == before


def test_a_catalogue_is_not_a_library(kept: Home, tmp_path: Path) -> None:
    Catalog.open(tmp_path / "catalog.db").close()
    with pytest.raises(Foreign):
        Library.open(tmp_path / "catalog.db", backups=kept.backups, device=kept.device)
    with pytest.raises(Foreign):
        Catalog.open(kept.library)


def test_a_newer_library_is_refused_with_exact_words(kept: Home) -> None:
    connection = sqlite3.connect(kept.library)
    connection.execute("PRAGMA user_version = 99")
    connection.execute("UPDATE meta SET value = '9.9.9' WHERE key = 'program'")
    connection.commit()
    connection.close()
    before = kept.library.read_bytes()
    with pytest.raises(TooNew) as caught:
        kept.open()
    assert str(caught.value) == (
        f"this library was written by paperreader 9.9.9; this is {__version__}: "
        "upgrade, or set PAPERREADER_HOME to another folder"
    )
    assert caught.value.exit_code == 3
    assert kept.library.read_bytes() == before
    # An older backup would take its marks back: the newer one is moved aside, not overwritten.
    done = restore(kept.library, backups=kept.backups, device=kept.device)
    assert done.aside is not None
    assert done.aside.read_bytes() == before


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.library.mkdir(parents=True)
    with pytest.raises(StorageError, match=r"library\.db"):
        home.open()


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_catalogue_is_named_too(tmp_path: Path, name: str) -> None:
    path = tmp_path / "catalog.db"
    with Catalog.open(path) as catalog:
        connection = catalog._database.connection
        connection.executemany(
            "INSERT INTO identity VALUES (?, ?, ?, 1, 1, NULL, NULL, '')", [(f"x:{n}", n, n) for n in range(3_000)]
        )
    path.write_bytes(DAMAGE[name](path.read_bytes()))
    if name == "empty":
        Catalog.open(path).close()  # it can be made again, so an empty one is simply filled
        return
    with (
        pytest.raises(Corrupt, match=r"your marks are safe in the library.*paperreader doctor --rebuild"),
        Catalog.open(path) as catalog,
    ):
        catalog.numbers_of([f"x:{n}" for n in range(3_000)])
        list(catalog.numbers())
