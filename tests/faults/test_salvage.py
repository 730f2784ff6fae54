"""What a damaged library still says is added to its backup: never less than the backup, never what nobody marked."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from paperreader.errors import Corrupt, UsageError
from paperreader.paper import Marks
from paperreader.storage.log import FIELDS, Change, folded, stored_fold
from paperreader.storage.salvage import Rescued, rescue

from .test_damage import DAMAGE, Home


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A library with a backup, and with as much done after it as before."""
    home = Home(tmp_path_factory.mktemp("used"))
    with home.open() as library:
        for start in range(0, 300, 20):
            library.apply([Change(f"x:{n}", "note", f"note {n} " * 20) for n in range(start, start + 20)], "notes")
        library.apply([Change(f"x:{n}", "starred", True) for n in range(50)], "star")
        library.backup()
        for n in range(200, 500):
            field, value = [("read", True), ("rating", 1 + n % 5), ("tag", f"+t{n % 7}"), ("later", True)][n % 4]
            library.apply([Change(f"x:{n}", field, value)], "mark")
        library.apply([Change(f"x:{n}", "starred", False) for n in range(40, 50)], "unstar")
        library.save_view("Graphs", "graph is:unread")
    return home


@pytest.fixture
def home(used: Home, tmp_path: Path) -> Home:
    """A copy of it."""
    shutil.copytree(used.library.parent, tmp_path / "data")
    return Home(tmp_path)


def rescued(home: Home, **more: Any) -> Rescued:
    return rescue(home.library, backups=home.backups, device=home.device, **more)


def state(home: Home) -> tuple[dict[str, Marks], list[str]]:
    with home.open() as library:
        connection = library._database.connection
        assert connection.execute("PRAGMA integrity_check").get == "ok"
        ops = connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()
        assert folded(ops) == stored_fold(connection)
        return library.marks(), [view.name for view in library.views()]


def before_and_after(used: Home, tmp_path: Path) -> tuple[dict[str, Marks], dict[str, Marks]]:
    """The marks of the backup, and those of the library as it was before the damage."""
    backup = Home(tmp_path / "backup")
    backup.library.parent.mkdir(parents=True)
    shutil.copyfile(next(used.backups.iterdir()), backup.library)
    return state(backup)[0], state(used)[0]


#: Where not even the beginning is left, or nothing else, a backup is all there is.
READABLE = {"cut in the middle", "cut in the middle of a page", "last page gone"}


@pytest.mark.parametrize("name", DAMAGE)
def test_never_less_than_the_backup_and_never_what_nobody_marked(
    used: Home, home: Home, tmp_path: Path, name: str, record_property: Callable[[str, Any], None]
) -> None:
    old, new = before_and_after(used, tmp_path)
    damaged = DAMAGE[name](home.library.read_bytes())
    home.library.write_bytes(damaged)
    done = rescued(home)
    marks, _ = state(home)
    assert old.keys() <= marks.keys() <= new.keys()
    for uid, found in marks.items():
        first, last = old.get(uid, Marks()), new[uid]
        assert all(getattr(found, field) in (getattr(first, field), getattr(last, field)) for field in FIELDS), uid
    told = done.salvaged
    gained = sum(found != old.get(uid) for uid, found in marks.items())
    missed = sum(found != new[uid] for uid, found in marks.items()) + len(new) - len(marks)
    if name in READABLE:
        record_property(
            "measured", f"salvage, {name}: {gained} papers more than the backup, {missed} of {len(new)} less"
        )
    assert (gained > 0) == (told is not None) == (name in READABLE)
    if name != "empty":
        assert done.damaged is not None
        assert done.damaged.read_bytes() == damaged


def test_a_text_that_was_cut_is_not_taken_for_the_users(used: Home, home: Home, tmp_path: Path) -> None:
    """Wherever within a page the file ends, the rest of the page is read as zeros."""
    old, new = before_and_after(used, tmp_path)
    whole, found = home.library.read_bytes(), 0
    middle = len(whole) // 2 // 4_096 * 4_096
    for at in range(middle + 64, middle + 4_096, 256):
        home.library.write_bytes(whole[:at])
        rescued(home)
        for uid, marks in state(home)[0].items():
            assert marks.note in (old.get(uid, Marks()).note, new[uid].note)
            found += 1
    assert found


def test_a_damaged_page_costs_nothing(
    used: Home, home: Home, tmp_path: Path, record_property: Callable[[str, Any], None]
) -> None:
    """The log has a hole, and the marks fill it; or the marks have one, and the log fills it."""
    _, new = before_and_after(used, tmp_path)
    whole = home.library.read_bytes()
    complete = 0
    pages = range(2, len(whole) // 4_096)
    for page in pages:
        shutil.rmtree(home.library.parent)
        shutil.copytree(used.library.parent, home.library.parent)
        home.library.write_bytes(whole[: page * 4_096] + bytes(4_096) + whole[(page + 1) * 4_096 :])
        try:
            rescued(home)
        except UsageError as error:
            assert "no damaged library is kept" in str(error)  # the page held nothing that is in use
        complete += state(home)[0] == new
    record_property("measured", f"salvage, one page of {len(pages)} damaged: complete {complete} times")
    assert complete >= len(pages) * 0.9


def test_undo_takes_the_salvage_back(home: Home, used: Home, tmp_path: Path) -> None:
    old, new = before_and_after(used, tmp_path)
    whole = home.library.read_bytes()
    home.library.write_bytes(whole[:-4_096])
    done = rescued(home)
    assert done.backup is not None
    assert done.salvaged is not None
    assert "changes and the marks of" in done.words
    assert state(home) == (new, ["Graphs"])
    with home.open() as library:
        undone = library.undo()
        assert undone is not None
        assert undone.words == "undone: taken over from the damaged library"
        assert library.marks() == old


def test_what_was_marked_after_the_restore_has_the_last_word(home: Home) -> None:
    home.library.write_bytes(home.library.read_bytes()[:-4_096])
    from paperreader.storage.restore import restore

    restore(home.library, backups=home.backups, device=home.device)
    with home.open() as library:
        library.apply([Change("x:201", "rating", 1), Change("x:0", "starred", False)], "later")
    done = rescued(home)  # the library is sound now; the damaged one that was kept is read
    assert done.backup is None
    assert done.salvaged is not None
    marks, _ = state(home)
    assert (marks["x:201"].rating, marks["x:0"].starred) == (1, False)
    assert marks["x:205"].rating == 1
    # Once more there is nothing to add.
    again = rescued(home)
    assert again.salvaged is not None
    assert again.salvaged.applied is None
    assert "nothing in them that is not in the library" in again.words


def spoil(path: Path, sql: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")  # which keep the log as it was
        connection.execute(sql)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_how_new_a_damaged_file_is_its_log_says_and_not_its_time(home: Home, tmp_path: Path) -> None:
    """Whoever copies a file makes it look new."""
    old = tmp_path / "copied.db"
    shutil.copyfile(home.library, old)
    with home.open() as library:
        library.apply([Change("x:41", "starred", True), Change("x:42", "note", "newer")], "since")
        expected = library.marks()
    for moment in (0, 1 << 31, None):
        os.utime(old, None if moment is None else (moment, moment))
        assert rescued(home, damaged=old).salvaged is not None
        assert state(home)[0] == expected


def test_one_that_was_moved_aside_was_not_used_since(home: Home) -> None:
    """Where the log is gone, its marks hold until it was moved, whatever its time says."""
    from paperreader.storage.restore import restore

    spoil(home.library, "DELETE FROM op WHERE id > 350 OR id = 10; DELETE FROM command WHERE id > 16")
    home.library.write_bytes(home.library.read_bytes()[:-4_096])
    done = restore(home.library, backups=home.backups, device=home.device)
    assert done.aside is not None
    time.sleep(1.1)  # its name tells the second
    with home.open() as library:
        library.apply([Change("x:41", "note", "newer")], "since")
    os.utime(done.aside, (1 << 31, 1 << 31))
    rescued(home)
    marks = state(home)[0]
    assert marks["x:41"].note == "newer"
    assert not marks["x:42"].starred  # as it was in the damaged one, whose log does not tell


BAD_ROWS = {
    "a note": "UPDATE state SET note = CAST(x'ff6162' AS TEXT) WHERE uid = 'x:7'",
    "an operation": "UPDATE op SET value = CAST(x'ff6162' AS TEXT) WHERE id = 7",
    "a command": "UPDATE command SET words = CAST(x'ff6162' AS TEXT) WHERE id = 3",
    "a view": "INSERT INTO view VALUES ('mine', CAST(x'ff6162' AS TEXT), 9)",
    "a mark that is none": "UPDATE state SET read = 77 WHERE uid = 'x:7'",
}


@pytest.mark.parametrize("backed", ["no backup", "a sound backup", "the same in the newest backup"])
@pytest.mark.parametrize("name", BAD_ROWS)
def test_text_that_is_no_text_is_repaired_like_any_damage(
    used: Home, home: Home, tmp_path: Path, name: str, backed: str
) -> None:
    """SQLite calls such a file sound, so backing up, restoring and salvaging must not ask SQLite alone."""
    _, new = before_and_after(used, tmp_path)
    spoil(home.library, BAD_ROWS[name])
    if backed == "no backup":
        shutil.rmtree(home.backups)
    elif backed == "the same in the newest backup":
        shutil.copyfile(home.library, home.backups / "library-20990101T000000000Z.db")
    with home.open() as library, pytest.raises(Corrupt):
        library.backup()
    done = rescued(home)
    assert done.damaged is not None
    assert (done.backup is None) == (backed == "no backup")
    marks = state(home)[0]
    assert marks.keys() == new.keys()
    assert {uid for uid in marks if marks[uid] != new[uid]} <= {"x:6", "x:7"}
    with home.open() as library:
        library.backup()


def test_without_a_backup_what_can_be_read_is_all_there_is(home: Home, used: Home, tmp_path: Path) -> None:
    _, new = before_and_after(used, tmp_path)
    shutil.rmtree(home.backups)
    home.library.write_bytes(home.library.read_bytes()[:-4_096])
    done = rescued(home)
    assert done.backup is None
    assert state(home)[0] == new


def test_a_sound_library_is_left_alone(home: Home) -> None:
    before = state(home)
    with pytest.raises(UsageError, match="no damaged library is kept beside"):
        rescued(home)
    assert state(home) == before


def test_flipped_bits_add_no_nonsense(
    used: Home, home: Home, long_form: bool, record_property: Callable[[str, Any], None]
) -> None:
    """Whatever is read, what comes of it is a sound library, whose log adds up, with no mark less than the backup."""
    damaged = 0
    whole = used.library.read_bytes()
    for seed in range(200 if long_form else 15):
        dice = random.Random(seed)
        data = bytearray(whole)
        for _ in range(dice.choice((1, 3, 30, 300))):
            data[dice.randrange(100, len(data))] ^= 1 << dice.randrange(8)
        shutil.rmtree(home.library.parent)
        shutil.copytree(used.library.parent, home.library.parent)
        home.library.write_bytes(bytes(data))
        try:
            rescued(home)
        except UsageError as error:
            assert "no damaged library is kept" in str(error)
            continue  # the flips hit a letter of a text, or nothing: that is no damage that anything could tell
        damaged += 1
        assert len(state(home)[0]) >= 300
    record_property("measured", f"salvage, flipped bits: {damaged} damaged libraries, each a sound one afterwards")
    assert damaged
