"""The power fails at random points: nothing acknowledged is lost, nothing is corrupt, nothing is half done."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from paperreader.errors import Corrupt
from paperreader.paper import Ident, Record
from paperreader.storage import backup, devices
from paperreader.storage import library as library_module
from paperreader.storage import restore as restore_module
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change, folded, stored_fold
from paperreader.storage.migrations import LIBRARY
from paperreader.storage.restore import restore
from paperreader.system import files

from .powercut import Disk, Recorder, write_image


class Entry(NamedTuple):
    record: Record
    raw: bytes


def entry(number: int) -> Entry:
    title = f"A Study of Thing Number {number}"
    return Entry(
        Record(title=title, abstract="Words. " * 60, idents=(Ident("openreview", f"r{number}"),)), title.encode()
    )


class Home:
    """The files of one user below a folder."""

    def __init__(self, root: Path) -> None:
        self.library = root / "data" / "library.db"
        self.catalog = root / "data" / "catalog.db"
        self.backups = root / "data" / "backups"
        self.device = root / "state" / "device"

    def open(self) -> Library:
        return Library.open(self.library, backups=self.backups, device=self.device)

    def restore(self, which: Path | None = None) -> None:
        restore(self.library, backups=self.backups, device=self.device, which=which)


def state(library: Library) -> tuple[Any, ...]:
    """Everything the user would miss."""
    return (
        library.marks(),
        library.views(),
        [library.place(f"x:{n}") for n in range(3)],
        len(library.commands(10_000)),
    )


def whole(library: Library) -> None:
    """The file is sound and its log adds up to its state."""
    connection = library._database.connection
    assert connection.execute("PRAGMA integrity_check").get == "ok"
    assert folded(connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()) == stored_fold(
        connection
    )


def act(library: Library, dice: random.Random, step: int) -> None:
    """A mark, a tag, a note, a bulk change, undo, redo, a view, or a place in a text."""
    what = dice.randrange(12)
    uid = f"x:{dice.randrange(30)}"
    if what < 3:
        library.apply([Change(uid, dice.choice(["read", "starred", "dismissed"]), dice.random() < 0.7)], "mark")
    elif what < 5:
        library.apply([Change(uid, "tag", dice.choice("+-") + dice.choice("abcd"))], "tag")
    elif what < 7:
        library.apply([Change(uid, "note", "long note " * dice.randrange(1_500))], "note")
    elif what == 7:
        library.apply([Change(f"y:{n}", "read", dice.random() < 0.5) for n in range(dice.randrange(200))], "bulk")
    elif what == 8:
        library.undo()
    elif what == 9:
        library.redo()
    elif what == 10:
        library.save_view(f"V{dice.randrange(4)}", f"query {step}")
    else:
        library.set_place(f"x:{dice.randrange(3)}", str(step))


def marking(home: Home, recorder: Recorder, dice: random.Random, steps: int) -> None:
    """All kinds of changes; closing and opening in between."""
    library = home.open()
    recorder.ack(state(library))
    for step in range(steps):
        act(library, dice, step)
        recorder.ack(state(library))
        if dice.random() < 0.2:
            library.poll()
        if dice.random() < 0.08:
            library.close()
            library = home.open()
    library.close()


def taking_turns(home: Home, recorder: Recorder, dice: random.Random, steps: int) -> None:
    """Two terminals change the library in turn; now and then one reads while the other writes and folds the journal."""
    terminals = [home.open(), home.open()]
    recorder.ack(state(terminals[0]))
    for step in range(steps):
        mine = dice.randrange(2)
        library, other = terminals[mine], terminals[1 - mine]
        assert library._database.connection.pragma("journal_mode") == "wal"
        reading = other._database.connection if dice.random() < 0.3 else None
        if reading is not None:
            reading.execute("BEGIN; SELECT count(*) FROM state").fetchall()
        act(library, dice, step)
        recorder.ack(state(library))
        if dice.random() < 0.3:
            library.poll()
        if reading is not None:
            reading.execute("COMMIT")
        if dice.random() < 0.1:
            library.close()
            terminals[mine] = home.open()
    for library in terminals:
        library.close()


def check_marking(home: Home, acked: Any, following: Any) -> None:
    with home.open() as library:
        whole(library)
        found = state(library)
        assert found in (acked, following)
        # And it goes on: the next command is kept.
        library.apply([Change("z:1", "starred", True)], "after")
        assert library.marks()["z:1"].starred


def saving(home: Home, recorder: Recorder, dice: random.Random, steps: int) -> None:
    """Marks, with backups of them: what is acknowledged is the marks and the number of sound backups."""
    library = home.open()
    count = 0
    recorder.ack((state(library), count))
    for step in range(steps):
        library.apply([Change(f"x:{n}", "note", f"{step} " * 50) for n in range(dice.randrange(1, 40))], "notes")
        recorder.ack((state(library), count))
        if step % 2:
            library.backup("test")
            count += 1
            recorder.ack((state(library), min(count, 5)))
    library.close()


def check_saving(home: Home, acked: Any, following: Any) -> None:
    found = backup.backups(home.backups)
    for one in found:
        backup.verify(one.path)
    with home.open() as library:
        whole(library)
        assert state(library) in (acked[0], following[0])
    assert len(found) >= acked[1]


def restoring(home: Home, recorder: Recorder, dice: random.Random, steps: int) -> None:
    """Restores over a sound library, and over one that was damaged."""
    library = home.open()
    recorder.ack(state(library))
    for step in range(steps):
        library.apply([Change(f"x:{n}", "note", f"{step} " * 50) for n in range(dice.randrange(1, 40))], "notes")
        recorder.ack(state(library))
        saved = library.backup("test")
        library.apply([Change("x:1", "rating", 1 + step % 5)], "rate")
        recorder.ack(state(library))
        library.close()
        if step % 2:
            # A sector goes bad: on the disk, whatever the power does.
            damage = home.library.read_bytes()[:4_096] + b"\xff" * 4_096
            home.library.write_bytes(damage)
            name = recorder.name(str(home.library))
            recorder.note("truncate", name, 0)
            recorder.note("write", name, 0, damage)
            recorder.note("sync", name)
            recorder.ack("damaged")
            home.restore(saved)
            library = home.open()
        else:
            # Another terminal has it open, and goes on with what was restored.
            library = home.open()
            home.restore(saved)
            assert library.poll() is not None
        recorder.ack(state(library))
    library.close()


def check_restoring(home: Home, acked: Any, following: Any) -> None:
    try:
        library = home.open()
    except Corrupt:
        # Only while damage was there or was being put right; and the same command finishes it.
        assert "damaged" in (acked, following)
        home.restore()
        with home.open() as library:
            whole(library)
        return
    with library:
        whole(library)
        found = state(library)
        assert found in (acked, following) or acked == "damaged"


class Scenario(NamedTuple):
    run: Callable[[Home, Recorder, random.Random, int], None]
    check: Callable[[Home, Any, Any], None]
    steps: int


SCENARIOS = {
    "mark, tag, note, bulk, undo, view": Scenario(marking, check_marking, 60),
    "two terminals in turn": Scenario(taking_turns, check_marking, 60),
    "backup": Scenario(saving, check_saving, 10),
    "restore": Scenario(restoring, check_restoring, 6),
}


def cut(
    recorder: Recorder, dice: random.Random, points: int, folder: Path, check: Callable[[Home, Any, Any], None]
) -> int:
    """Cut the power at `points` random moments and check what is left; return how many were checked."""
    acks = [index for index, event in enumerate(recorder.events) if event[0] == "ack"]
    assert acks
    # Before the first acknowledgement there is nothing to lose, but it must open all the same.
    moments = sorted(dice.randrange(len(recorder.events)) for _ in range(points))
    disk = Disk()
    done = 0
    told: Any = None
    upcoming: Iterator[int] = iter(acks)
    following = recorder.events[next(upcoming)][1]
    for index, event in enumerate(recorder.events):
        if event[0] == "ack":
            told = event[1]
            following = recorder.events[next(upcoming, index)][1]
        else:
            disk.apply(event)
        while done < len(moments) and moments[done] == index:
            done += 1
            root = folder / f"cut{done}"
            write_image(disk.image(dice), root)
            try:
                check(Home(root), told if told is not None else following, following)
            except Exception as error:
                raise AssertionError(f"cut {done} after event {index}: {event[:2]}, kept in {root}") from error
            shutil.rmtree(root)
    return done


@pytest.mark.parametrize("name", SCENARIOS)
def test_power_cuts(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    long_form: bool,
    record_property: Callable[[str, Any], None],
) -> None:
    scenario = SCENARIOS[name]
    total = 0
    for seed in range(8 if long_form else 1):
        dice = random.Random(seed)
        root = tmp_path / f"run{seed}"
        recorder = Recorder(root)
        with recorder.recording(monkeypatch):
            scenario.run(Home(root), recorder, dice, scenario.steps)
        total += cut(recorder, dice, 100 if long_form else 60, root, scenario.check)
    record_property("measured", f"power cuts, {name}: {total} points, 0 corrupt, 0 acknowledged changes lost")


def test_power_cuts_while_a_library_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, Any], None]
) -> None:
    """The first start, after an import: whatever is left is made into a library, or is one; never one that was lost."""
    root = tmp_path / "run"
    recorder = Recorder(root)
    with recorder.recording(monkeypatch), Home(root).open() as library:
        recorder.ack(state(library))
    used = Home(tmp_path / "used")
    Catalog.open(used.catalog).close()
    devices.device_id(used.device)

    def check(home: Home, acked: Any, following: Any) -> None:
        for path in (used.catalog, used.device):
            target = home.catalog if path == used.catalog else home.device
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        check_marking(home, acked, following)

    total = cut(recorder, random.Random(1), 150, root, check)
    record_property("measured", f"power cuts, first start: {total} points, 0 corrupt, 0 taken for one that was lost")


def test_power_cuts_while_importing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_form: bool, record_property: Callable[[str, Any], None]
) -> None:
    """The catalogue is not synced at every commit, but its raw records are: whatever was acknowledged comes back."""
    total = 0
    for seed in range(6 if long_form else 1):
        dice = random.Random(seed)
        root = tmp_path / f"run{seed}"
        recorder = Recorder(root)
        with recorder.recording(monkeypatch, checkpoint=30):
            home = Home(root)
            library, catalog = home.open(), Catalog.open(home.catalog)
            recorder.ack((0, state(library)))
            for turn in range(6):
                first = turn * 40
                catalog.add(f"source{turn % 2}", [entry(n) for n in range(first, first + 40)], batch=15)
                recorder.ack((first + 40, state(library)))
                library.apply([Change(f"openreview:r{first}", "starred", True)], "star")
                recorder.ack((first + 40, state(library)))
            library.close()
            catalog.close()

        def check(home: Home, acked: Any, following: Any) -> None:
            with home.open() as library:
                whole(library)
                assert state(library) in (acked[1], following[1])
            with Catalog.open(home.catalog) as catalog:
                assert catalog._database.connection.execute("PRAGMA integrity_check").get == "ok"
                catalog.catch_up()
                assert acked[0] <= catalog.count() <= following[0]
                assert catalog.numbers() == range(1, catalog.count() + 1)
                found = {paper.uid for paper in catalog.papers(catalog.numbers())}
                assert found == {f"openreview:r{n}" for n in range(catalog.count())}
                report = catalog.add("source0", [entry(n) for n in range(240)])
                assert report.new == 240 - len(found)

        total += cut(recorder, dice, 80 if long_form else 40, root, check)
    record_property("measured", f"power cuts, import: {total} points, 0 corrupt, 0 acknowledged papers or marks lost")


def test_power_cuts_while_migrating(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_form: bool, record_property: Callable[[str, Any], None]
) -> None:
    """A made-up step two: after a cut the library is of schema one or two, whole, and the next start finishes it."""
    steps = tmp_path / "steps"
    steps.mkdir()
    (steps / "library_0001.sql").write_text(LIBRARY.step(1))
    (steps / "library_0002.sql").write_text(
        "ALTER TABLE known ADD COLUMN venue TEXT; CREATE INDEX known_title ON known (title); UPDATE state SET rating = 5;"
    )
    newer = LIBRARY._replace(version=2, folder=steps)
    total = 0
    for seed in range(4 if long_form else 1):
        dice = random.Random(seed)
        root = tmp_path / f"run{seed}"
        recorder = Recorder(root)
        with recorder.recording(monkeypatch):
            home = Home(root)
            with home.open() as library:
                library.apply([Change(f"x:{n}", "note", "words " * 40) for n in range(150)], "notes")
                notes = {uid: marks.note for uid, marks in library.marks().items()}
            recorder.ack("first")
            with monkeypatch.context() as patch:
                patch.setattr(library_module, "LIBRARY", newer)
                patch.setattr(backup, "LIBRARY", newer)
                home.open().close()
            recorder.ack("second")
        start = next(index for index, event in enumerate(recorder.events) if event == ("ack", "first"))
        moments = len(recorder.events) - start

        def check(home: Home, acked: Any, following: Any, notes: dict[str, str] = notes) -> None:
            with monkeypatch.context() as patch:
                patch.setattr(library_module, "LIBRARY", newer)
                patch.setattr(restore_module, "LIBRARY", newer)
                patch.setattr(backup, "LIBRARY", newer)
                with home.open() as library:
                    assert library._database.connection.execute("PRAGMA integrity_check").get == "ok"
                    marks = library.marks()
                    assert {uid: mark.note for uid, mark in marks.items()} in ({}, notes)
                    if acked == "second" or backup.backups(home.backups):
                        assert {uid: mark.note for uid, mark in marks.items()} == notes
                        assert all(mark.rating == 5 for mark in marks.values())
                    assert library._database.connection.pragma("user_version") == 2
                for one in backup.backups(home.backups):
                    backup.verify(one.path)

        # Only cuts from the first acknowledgement on are about the migration.
        kept = recorder.events[:start]
        recorder.events = [("ack", "first"), *recorder.events[start:]]
        total += cut_from(kept, recorder, dice, 60 if long_form else 30, root, check)
        assert moments > 20
    record_property("measured", f"power cuts, migrate: {total} points, 0 corrupt, 0 acknowledged changes lost")


def cut_from(
    before: list[Any],
    recorder: Recorder,
    dice: random.Random,
    points: int,
    folder: Path,
    check: Callable[[Home, Any, Any], None],
) -> int:
    """Like `cut`, with events that happened and were synced before."""
    settled = Recorder(folder)
    settled.events = [*before, *recorder.events]
    acks = [index for index, event in enumerate(settled.events) if event[0] == "ack"]
    disk = Disk()
    moments = sorted(dice.randrange(len(before), len(settled.events)) for _ in range(points))
    told = "first"
    done = 0
    for index, event in enumerate(settled.events):
        if event[0] == "ack":
            told = event[1]
        else:
            disk.apply(event)
        while done < len(moments) and moments[done] == index:
            done += 1
            root = folder / f"cut{done}"
            write_image(disk.image(dice), root)
            check(Home(root), told, "second")
            shutil.rmtree(root)
    assert acks
    return done


@pytest.mark.parametrize("run", [marking, taking_turns])
@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_the_simulator_finds_a_library_that_is_synced_too_little(
    synchronous: str,
    run: Callable[[Home, Recorder, random.Random, int], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same scenarios with `synchronous` turned down loses acknowledged work: so the test can fail."""
    dice = random.Random(1)
    root = tmp_path / "run"
    recorder = Recorder(root)
    with monkeypatch.context() as patch:
        patch.setattr(library_module, "LIBRARY", LIBRARY._replace(synchronous=synchronous))
        with recorder.recording(monkeypatch):
            run(Home(root), recorder, dice, 30)
    with pytest.raises(AssertionError, match="kept in"):
        cut(recorder, dice, 60, root, check_marking)


@pytest.mark.parametrize("call", ["sync", "sync_folder"])
def test_the_simulator_finds_files_that_are_synced_too_little(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backups without fsync of the file, or of the folder, are lost or torn: so the seam is watched too."""
    root = tmp_path / "run"
    recorder = Recorder(root)
    with recorder.recording(monkeypatch):
        monkeypatch.setattr(files.disk, call, lambda *_: None)
        saving(Home(root), recorder, random.Random(1), 6)
    # SQLite syncs what it writes and the folder with it; left alone, it would cover for what is missing here.
    covered = ("sync", "names") if call == "sync" else ("names",)
    recorder.events = [
        event
        for event in recorder.events
        if not (event[0] in covered and (event[0] == "names" or "backups" in event[1]))
    ]
    with pytest.raises(AssertionError, match="kept in"):
        cut(recorder, random.Random(1), 60, root, check_saving)
