"""How fast the library and the catalogue are: import, open, mark, look up, back up, dump.

    python benchmarks/storage.py                  # the whole table; made papers, a few minutes
    python benchmarks/storage.py FILE             # the import is of this file (any format the program reads)
    python benchmarks/storage.py --papers 20000   # a smaller catalogue

Each measurement is a process of its own, on a copy, so that nothing is warm but the system's cache of files. What must
be reached stands beside each figure; the exit code is 1 if one is not. On a busy machine look at the processor times.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import corpus

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tui"))

if TYPE_CHECKING:
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.library import Library

STATES = 30_000


def places(home: Path) -> dict[str, Path]:
    return {"backups": home / "data" / "backups", "device": home / "state" / "device"}


@contextmanager
def opened(home: Path) -> Iterator[tuple[Library, Catalog]]:
    """Open both files of a home."""
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.library import Library

    with (
        Library.open(home / "data" / "library.db", **places(home)) as library,
        Catalog.open(home / "data" / "catalog.db") as catalog,
    ):
        yield library, catalog


def made_library(home: Path) -> None:
    """A library of 30,000 marked papers, as a year of reading makes it: most of them read and dismissed."""
    from paperreader.storage.library import Change

    dice = random.Random(1)
    with opened(home) as (library, catalog):
        numbers = dice.sample(range(1, catalog.count() + 1), min(STATES, catalog.count()))
        for start in range(0, len(numbers), 1_000):
            papers = {paper.uid: paper for paper in catalog.papers(numbers[start : start + 1_000])}
            changes = []
            for uid in papers:
                fate = dice.random()
                if fate < 0.7:
                    changes.append(Change(uid, "read", True))
                changes.append(Change(uid, "dismissed" if fate < 0.85 else "starred" if fate < 0.95 else "later", True))
                if fate > 0.9:
                    changes.append(Change(uid, "tag", f"+topic{dice.randrange(30)}"))
                if fate > 0.97:
                    changes.append(Change(uid, "note", f"A note about this paper, {dice.random()}"))
            library.apply(changes, f"mark {len(papers)} papers", papers)


def run_import(home: Path, file: str) -> dict[str, Any]:
    from paperreader.sources.importing import import_path
    from paperreader.storage.catalog import Catalog

    with Catalog.open(home / "data" / "catalog.db") as catalog:
        before = time.perf_counter(), time.process_time()
        report = import_path(Path(file), catalog)
        seconds, cpu = time.perf_counter() - before[0], time.process_time() - before[1]
        again = time.perf_counter()
        import_path(Path(file), catalog)
        again = time.perf_counter() - again
    return {
        "papers": report.papers,
        "rate": report.papers / seconds,
        "cpu": cpu,
        "again": report.papers / again,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def run_open(home: Path, _: str) -> dict[str, Any]:
    """What the reader does before it can draw its first list, after its modules were imported."""
    from paperreader.session.marktable import MarkTable
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.joined import join
    from paperreader.storage.library import Library

    steps: list[tuple[str, float]] = []
    cpu, begun = time.process_time(), time.perf_counter()

    def step(name: str) -> None:
        nonlocal begun
        now = time.perf_counter()
        steps.append((name, (now - begun) * 1000))
        begun = now

    library = Library.open(home / "data" / "library.db", **places(home))
    step("library")
    catalog = Catalog.open(home / "data" / "catalog.db")
    step("catalogue")
    join(library, catalog)
    step("join")
    marks = library.all_marks()
    step("marks")
    table = MarkTable(catalog)
    table.load(marks)
    step("marks by number")
    catalog.papers(range(1, 41))
    step("a page of papers")
    cpu = time.process_time() - cpu
    assert sum(map(table.has, range(catalog.count() + 1))) == len(marks.uids)
    result = dict(steps)
    result["ready"] = sum(milliseconds for _, milliseconds in steps)
    result["processor"] = cpu * 1000
    return result


def queued() -> float:
    """Milliseconds for which this process was ready to run and had no processor, as far as the system tells."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def run_marks(home: Path, _: str) -> dict[str, Any]:
    from paperreader.storage.library import Change

    dice = random.Random(2)
    with opened(home) as (library, catalog):

        def timed(count: int, act: Callable[[int], object]) -> list[float]:
            waits = []
            for turn in range(count):
                delayed, begun = queued(), time.perf_counter()
                act(turn)
                waits.append((time.perf_counter() - begun) * 1000)
                alone.append(waits[-1] - (queued() - delayed))
            return sorted(waits)

        alone: list[float] = []

        papers = catalog.papers([dice.randint(1, catalog.count()) for _ in range(2_000)])
        fields = [("rating", lambda: 1 + dice.randrange(5)), ("tag", lambda: f"+t{dice.random()}")]
        fields += [("note", lambda: f"A note, {dice.random()}"), ("later", lambda: dice.random())]

        def mark(turn: int) -> None:
            paper = papers[turn]
            field, value = dice.choice(fields)
            library.apply([Change(paper.uid, field, value())], f"mark “{paper.title}”", {paper.uid: paper})

        cpu = time.process_time()
        marks = timed(2_000, mark)
        by_itself = sorted(alone)[len(alone) * 99 // 100]
        cpu = (time.process_time() - cpu) / 2
        undos = timed(200, lambda _: library.undo())
        polls = timed(1_000, lambda _: library.poll())
        pages = timed(500, lambda _: catalog.papers([dice.randint(1, catalog.count()) for _ in range(40)]))
        bulk = timed(1, lambda _: library.apply([Change(f"bulk:{n}", "read", True) for n in range(20_000)], "bulk"))
        unbulk = timed(1, lambda _: library.undo())
        backup = timed(3, lambda _: library.backup("benchmark"))
    return {
        "p50": marks[len(marks) // 2],
        "p99": marks[len(marks) * 99 // 100],
        "by_itself": by_itself,
        "slowest": marks[-1],
        "cpu": cpu,
        "undo": undos[len(undos) // 2],
        "poll": polls[len(polls) // 2] * 1000,
        "page": pages[len(pages) // 2],
        "bulk": bulk[0],
        "unbulk": unbulk[0],
        "backup": backup[1],
    }


def run_dump(home: Path, _: str) -> dict[str, Any]:
    from paperreader.storage.dump import dump, load
    from paperreader.storage.library import Library

    def dumped(root: Path, file: Path) -> float:
        begun = time.perf_counter()
        with Library.open(root / "data" / "library.db", **places(root)) as library, file.open("w") as out:
            out.writelines(dump(library, root / "data" / "records"))
        return time.perf_counter() - begun

    first, second, other = home / "first", home / "second", home / "other"
    out = dumped(home, first)
    begun = time.perf_counter()
    with opened(other) as (library, catalog):
        with first.open() as lines:
            load(lines, library, catalog, other / "data" / "records")
        papers = catalog.count()
    seconds = time.perf_counter() - begun
    dumped(other, second)
    same = first.read_bytes() == second.read_bytes()
    return {"papers": papers, "dump": out, "load": seconds, "same": same, "size": first.stat().st_size / 1e6}


RUNS = {"import": run_import, "open": run_open, "marks": run_marks, "dump": run_dump}


def measure(name: str, home: Path, about: str = "") -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, "--run", name, str(home), about], check=True, capture_output=True, text=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", default="")
    parser.add_argument("--papers", type=int, default=100_000)
    arguments = parser.parse_args()
    missed = 0

    def say(what: str, figure: float, unit: str, must: float | None = None, more: bool = False) -> None:
        nonlocal missed
        reached = must is None or (figure >= must if more else figure <= must)
        missed += not reached
        wanted = "" if must is None else f"   must be {'≥' if more else '≤'} {must:,g}{'' if reached else '   MISSED'}"
        print(f"{what:58} {figure:>10,.{0 if figure > 200 else 2}f} {unit:9}{wanted}")

    with tempfile.TemporaryDirectory(dir=corpus.CACHE.parent, prefix=".storage-") as folder:
        root = Path(folder)
        file = arguments.file
        if not file:
            file = str(root / "papers.jsonl")
            corpus.write(Path(file), 20_000)
        told = measure("import", root / "import", file)
        print(f"import of {told['papers']:,} papers ({Path(file).name})")
        say("  rate", told["rate"], "a second", 2_000, more=True)
        say("  rate by processor time", told["papers"] / told["cpu"], "a second")
        say("  rate of importing the same again", told["again"], "a second")
        say("  memory of the process", told["memory"], "MB", 300)
        base = corpus.home(arguments.papers)
        home = root / "home"
        shutil.copytree(base, home)
        (home / "data" / "library.db").unlink(missing_ok=True)
        made_library(home)
        print(f"{arguments.papers:,} papers, {STATES:,} with marks")
        rounds = [measure("open", home) for _ in range(9)]
        for name in rounds[0]:
            values = sorted(one[name] for one in rounds)
            if name == "ready":
                say("open until ready, median of 9", values[len(values) // 2], "ms", 60)
                say("open until ready, best of 9", values[0], "ms")
            elif name == "processor":
                say("  of that, processor time (the rest is waiting)", values[0], "ms")
            else:
                say(f"  {name}", values[len(values) // 2], "ms")
        told = measure("marks", home)
        say("one mark, acknowledged, median of 2,000", told["p50"], "ms")
        say("one mark, acknowledged, 99 % within", told["p99"], "ms", 5)
        say("  99 % within, less the time in which other processes ran", told["by_itself"], "ms")
        say("  the slowest, which folds the journal", told["slowest"], "ms")
        say("  processor time of one", told["cpu"], "ms")
        say("one undo", told["undo"], "ms")
        say("a look whether another terminal changed anything", told["poll"], "µs")
        say("40 papers to draw", told["page"], "ms")
        say("mark 20,000 papers read in one command", told["bulk"], "ms")
        say("undo that", told["unbulk"], "ms")
        say("a verified backup", told["backup"], "ms")
        small = root / "small"
        shutil.copytree(root / "import", small)
        made_library(small)
        told = measure("dump", small)
        print(f"dump and load, {told['papers']:,} papers, {told['size']:,.0f} MB")
        say("  dump", told["dump"], "s")
        say("  load", told["load"], "s")
        say("  dump of the loaded library is byte-identical (1: yes)", told["same"], "", 1, more=True)
    return 1 if missed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        print(json.dumps(RUNS[sys.argv[2]](Path(sys.argv[3]), sys.argv[4])))
    else:
        sys.exit(main())
