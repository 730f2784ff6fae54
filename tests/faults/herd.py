"""Several processes at one library, all at the same moment. Run as a program by `test_terminals`; prints one line of JSON.

One process imports the package and forks the others, which wait at a gate, so that they start closer together than a
shell could start them.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paperreader.errors import PaperreaderError
from paperreader.paper import Ident, Record
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library
from paperreader.storage.log import Change, folded, stored_fold


def open_library(root: Path) -> Library:
    return Library.open(
        root / "data" / "library.db", backups=root / "data" / "backups", device=root / "state" / "device"
    )


class Herd:
    """Forked children behind a gate; each reports through a pipe, as lines."""

    def __init__(self, count: int, work: Callable[[int, Callable[[str], None]], None]) -> None:
        gate_read, self._gate = os.pipe()
        self.children: list[int] = []
        self.pipes: list[int] = []
        for number in range(count):
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(self._gate)
                os.read(gate_read, 1)  # until the parent closes the gate's other end
                code = 1
                try:
                    work(number, lambda text, to=writing: os.write(to, text.encode() + b"\n"))  # type: ignore[misc]
                    code = 0
                except PaperreaderError as error:
                    os.write(writing, f"error {type(error).__name__}: {error}\n".encode())
                except BaseException as error:  # a traceback is what must never be seen
                    os.write(writing, f"traceback {type(error).__name__}: {error}\n".encode())
                os._exit(code)
            os.close(writing)
            self.children.append(child)
            self.pipes.append(reading)
        os.close(gate_read)

    def go(self) -> None:
        os.close(self._gate)

    def kill(self) -> None:
        for child in self.children:
            os.kill(child, signal.SIGKILL)

    def reports(self) -> list[list[str]]:
        """Wait for all and return the whole lines that each wrote."""
        import select

        texts: dict[int, bytes] = dict.fromkeys(self.pipes, b"")
        waiting = set(self.pipes)
        while waiting:
            for pipe in select.select(list(waiting), [], [])[0]:
                data = os.read(pipe, 65_536)
                texts[pipe] += data
                if not data:
                    waiting.discard(pipe)
                    os.close(pipe)
        for child in self.children:
            os.waitpid(child, 0)
        return [texts[pipe].decode().split("\n")[:-1] for pipe in self.pipes]


def problems(library: Library) -> list[str]:
    """What is wrong with a library: nothing, if all is well."""
    connection = library._database.connection
    found = []
    told = connection.execute("PRAGMA integrity_check").get
    if told != "ok":
        found.append(str(told))
    if folded(connection.execute("SELECT uid, field, value FROM op ORDER BY id").fetchall()) != stored_fold(connection):
        found.append("the log does not add up")
    seqs = connection.execute("SELECT count(*), count(DISTINCT device || ' ' || seq) FROM op").get
    if seqs[0] != seqs[1]:
        found.append("sequence numbers repeat")
    return found


def starts(root: Path, count: int, rounds: int) -> dict[str, Any]:
    """`count` first starts at once, `rounds` times, each in an empty home."""
    wrong: list[str] = []
    started = 0
    for turn in range(rounds):
        home = root / f"home{turn}"

        def start(number: int, tell: Callable[[str], None], home: Path = home) -> None:
            with open_library(home) as library, Catalog.open(home / "data" / "catalog.db") as catalog:
                library.apply([Change(f"x:{number}", "starred", True)], "star")
                catalog.add("one", [Entry(number)])
                tell("started" if library.writable else library.banner)

        herd = Herd(count, start)
        herd.go()
        for lines in herd.reports():
            started += lines == ["started"]
            wrong.extend(line for line in lines if line != "started")
        with open_library(home) as library, Catalog.open(home / "data" / "catalog.db") as catalog:
            wrong.extend(problems(library))
            if len(library.marks()) != count or catalog.count() != count:
                wrong.append(f"{len(library.marks())} marks, {catalog.count()} papers")
            devices = {op[0] for op in library.rows("SELECT DISTINCT device FROM op")}
            if len(devices) != 1:
                wrong.append(f"{len(devices)} device ids")
    return {"started": started, "of": count * rounds, "wrong": wrong[:10]}


def writers(root: Path, count: int, operations: int) -> dict[str, Any]:
    """`count` processes write `operations` commands each on the same 50 papers; every one must be there in the end."""
    open_library(root).close()

    def write(number: int, tell: Callable[[str], None]) -> None:
        dice = random.Random(number)
        slowest = 0.0
        with open_library(root) as library:
            for turn in range(operations):
                uid = f"x:{dice.randrange(50)}"
                begun = time.perf_counter()
                if turn % 10 == 9:
                    library.apply([Change(uid, "note", f"{number} {turn}"), Change(uid, "later", True)], "note")
                else:
                    library.apply([Change(uid, "tag", f"+{number}.{turn}")], "tag")
                slowest = max(slowest, time.perf_counter() - begun)
                library.poll()
        tell(f"slowest {slowest * 1000:.1f}")

    herd = Herd(count, write)
    begun = time.perf_counter()
    herd.go()
    reports = herd.reports()
    seconds = time.perf_counter() - begun
    with open_library(root) as library:
        wrong = problems(library)
        tags = {tag for marks in library.marks().values() for tag in marks.tags}
        wanted = {f"{number}.{turn}" for number in range(count) for turn in range(operations) if turn % 10 != 9}
        commands = len(library.commands(10**9))
    wrong.extend(line for lines in reports for line in lines if not line.startswith("slowest"))
    return {
        "lost": len(wanted - tags),
        "commands": commands,
        "of": count * operations,
        "seconds": round(seconds, 1),
        "slowest": max(
            [float(line.split()[1]) for lines in reports for line in lines if line.startswith("slowest")], default=0
        ),
        "wrong": wrong[:10],
    }


def kills(root: Path, count: int, rounds: int) -> dict[str, Any]:
    """`count` writers are killed with SIGKILL at a random moment, `rounds` times, at one library."""
    open_library(root).close()
    acknowledged: dict[str, int] = {}
    wrong: list[str] = []
    opened: list[float] = []
    dice = random.Random(count)
    total = 0
    for turn in range(rounds):

        def write(number: int, tell: Callable[[str], None], turn: int = turn) -> None:
            with open_library(root) as library:
                for step in range(10**6):
                    uid, value = f"x:{turn}.{number}", step + 1
                    # Three fields of one command: either all of them or none.
                    library.apply(
                        [
                            Change(uid, "later", float(value)),
                            Change(uid, "note", str(value) * 40),
                            *(Change(f"{uid}.{part}", "note", str(value)) for part in range(3)),
                        ],
                        "step",
                    )
                    tell(f"{uid} {value}")

        herd = Herd(count, write)
        herd.go()
        time.sleep(dice.uniform(0.005, 0.12))
        herd.kill()
        for lines in herd.reports():
            wrong.extend(line for line in lines if line.startswith(("error", "traceback")))
            total += len(lines)
            if lines:
                uid, value = lines[-1].split()
                acknowledged[uid] = int(value)
        begun = time.perf_counter()
        library = open_library(root)
        marks = library.marks()
        opened.append(time.perf_counter() - begun)
        wrong.extend(problems(library))
        library.close()
        for uid, value in acknowledged.items():
            found = int(marks[uid].later or 0) if uid in marks else 0
            # One more than acknowledged is right too: it was done but not told any more.
            if found not in (value, value + 1):
                wrong.append(f"{uid}: {found} instead of {value}")
            if marks[uid].note != str(found) * 40 or any(
                marks[f"{uid}.{part}"].note != str(found) for part in range(3)
            ):
                wrong.append(f"{uid}: half done")
    return {
        "kills": rounds * count,
        "acknowledged": total,
        "slowest_open": round(max(opened) * 1000, 1),
        "wrong": wrong[:10],
    }


class Entry:
    """An entry of a made-up source."""

    def __init__(self, number: int) -> None:
        title = f"A Study of Thing Number {number}"
        self.record = Record(title=title, abstract="Words. " * 200, idents=(Ident("openreview", f"r{number}"),))
        self.raw = title.encode()


def importing(root: Path, papers: int, _: int) -> dict[str, Any]:
    """One process imports while another marks: how long the marks wait."""
    open_library(root).close()
    Catalog.open(root / "data" / "catalog.db").close()

    def work(number: int, tell: Callable[[str], None]) -> None:
        if number:
            with Catalog.open(root / "data" / "catalog.db") as catalog:
                catalog.add("one", map(Entry, range(papers)))
            (root / "done").touch()
            return
        waits = []
        with open_library(root) as library, Catalog.open(root / "data" / "catalog.db") as catalog:
            while not (root / "done").exists():
                begun = time.perf_counter()
                library.apply([Change("x:1", "rating", 1 + len(waits) % 5)], "rate")
                catalog.papers(range(1, 41))
                waits.append(time.perf_counter() - begun)
                time.sleep(0.002)
        waits.sort()
        tell(
            json.dumps({"marks": len(waits), "p99": waits[len(waits) * 99 // 100] * 1000, "slowest": waits[-1] * 1000})
        )

    herd = Herd(2, work)
    herd.go()
    told, nothing = herd.reports()
    result: dict[str, Any] = json.loads(told[0]) if told and told[0].startswith("{") else {"marks": 0}
    return {**result, "wrong": [*nothing, *(line for line in told if not line.startswith("{"))]}


if __name__ == "__main__":
    mode, folder, first, second = sys.argv[1:]
    run = {"starts": starts, "writers": writers, "kills": kills, "importing": importing}[mode]
    print(json.dumps(run(Path(folder), int(first), int(second))))
