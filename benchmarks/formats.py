"""Reading files into the catalogue, and the command line's start: how fast, in how much memory.

    python benchmarks/formats.py FILE…                   import each file twice, into a catalogue of its own
    python benchmarks/formats.py --list 20000            `paperreader list` cold, beside the bare imports
    python benchmarks/formats.py --count FOLDER          entries read from every file of a folder, by subfolder

Without arguments: an import of 20,000 made-up papers (`corpus.py`) and `--list 20000`. Every import is a process of its
own with a `PAPERREADER_HOME` of its own; it imports as `paperreader import` does, then builds the word index, as the
reader does behind the first paint. Memory is the peak that the system saw (`getrusage`, POSIX only). Exit code 1: a
figure that must be reached was not (2,000 papers a second with the index, 300 MB, a second import that changes nothing
and takes less; three times the start of rapidfuzz and numpy; every entry read or reported).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tui"), str(Path(__file__).parent)]

PAPERS_A_SECOND, MEGABYTES, TIMES_BARE = 2_000, 300, 3.0
BARE = [sys.executable, "-c", "import rapidfuzz, numpy"]


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "PAPERREADER_HOME": str(home), "PYTHONPATH": str(ROOT / "tui")}


def _peak() -> float:
    """Megabytes at most so far in this process."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def import_once(file: Path) -> None:
    """In a process of its own: import, index, and print what it took as JSON."""
    from paperreader.paths import places
    from paperreader.search import Engine, NoStates
    from paperreader.sources import import_path
    from paperreader.storage.catalog import Catalog

    lie = places()
    started = time.perf_counter()
    with Catalog.open(lie.catalog, records=lie.records) as catalog:
        generation = catalog.generation
        report = import_path(file, catalog)
        imported = time.perf_counter() - started
        changed = len(catalog.changed(generation))
        Engine(catalog, NoStates(), lie.index, reopen=lambda: Catalog.open(lie.catalog, read_only=True)).prepare()
        total = time.perf_counter() - started
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (
        1 << 20 if sys.platform == "darwin" else 1 << 10
    )
    print(
        json.dumps({
            "read": report.papers, "new": report.new, "broken": report.broken, "changed": changed,
            "imported": imported, "total": total, "peak": _peak(), "index peak": children,
        })
    )  # fmt: skip


def imports(file: Path) -> bool:
    """Import a file twice; print a line for each; say whether everything that must be reached was."""
    with tempfile.TemporaryDirectory() as folder:
        done = []
        for _ in range(2):
            result = subprocess.run(
                [sys.executable, __file__, "--once", str(file)], env=_environment(Path(folder)), stdout=subprocess.PIPE,
                check=True,
            )  # fmt: skip
            done.append(json.loads(result.stdout))
    first, second = done
    for name, found in zip(("first", "second"), done, strict=True):
        print(
            f"{file.name:<30} {name:<6} {found['read']:>8,} read {found['new']:>8,} new {found['broken']:>5,} broken "
            f"{found['imported']:6.2f} s, {found['total']:6.2f} s with index  {found['read'] / found['total']:>7,.0f} "
            f"papers/s  {found['peak']:4.0f} MB, index {found['index peak']:4.0f} MB"
        )
    return (
        first["read"] / first["total"] >= PAPERS_A_SECOND
        and max(first["peak"], first["index peak"]) < MEGABYTES
        and second["new"] == second["changed"] == 0
        and second["total"] < first["total"]
    )


def lists(count: int, rounds: int = 7) -> bool:
    """`paperreader list` on a catalogue of so many papers, each time a new process; beside the bare imports."""
    import corpus

    with tempfile.TemporaryDirectory() as folder:
        file, env = Path(folder) / "made-up.jsonl", _environment(Path(folder) / "home")
        corpus.write(file, count - 38)  # the shipped papers are there already
        subprocess.run([sys.executable, "-m", "paperreader", "import", "--quiet", str(file)], env=env, check=True)
        programs = {
            "bare": BARE,
            "list": [sys.executable, "-m", "paperreader", "list"],
            "list words": [sys.executable, "-m", "paperreader", "list", "sparse attention"],
            "list --limit 50": [sys.executable, "-m", "paperreader", "list", "--limit", "50"],
        }
        times: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(rounds + 1):
            for name, argv in programs.items():
                started = time.perf_counter()
                subprocess.run(argv, env=env, stdout=subprocess.DEVNULL, check=False)
                times[name].append(time.perf_counter() - started)
    bare = statistics.median(times["bare"][1:])
    for name, found in times.items():
        middle = statistics.median(found[1:])
        print(
            f"{name:<16} {middle * 1000:7.0f} ms  {middle / bare:5.2f} x bare  (least {min(found[1:]) * 1000:.0f} ms)"
        )
    return statistics.median(times["list"][1:]) <= TIMES_BARE * bare


def counts(folder: Path) -> bool:
    """Entries and reports of every file of a folder; no file may be lost whole without a report."""
    from paperreader.errors import FormatError
    from paperreader.formats import Broken, Entry
    from paperreader.sources.files import Reading

    read: Counter[str] = Counter()
    reported: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.parent != folder):
        kind = path.relative_to(folder).parts[0]
        files[kind] += 1
        try:
            for item in Reading(path):
                if isinstance(item, Entry):
                    read[kind] += 1
                elif isinstance(item, Broken):
                    reported[kind] += 1
                    print(f"  {kind}/{item}"[:200])
        except FormatError as error:
            refused[kind] += 1
            print(f"  {kind}/{path.name}: {error}"[:200])
    for kind in files:
        told = f"{reported[kind]:>4} reported {refused[kind]:>3} refused"
        print(f"{kind:<20} {files[kind]:>4} files {read[kind]:>6,} read {told}")
    print(f"{'all':<20} {files.total():>4} files {read.total():>6,} read {reported.total():>4} reported")
    return read.total() >= 99 * reported.total()


def main() -> int:
    """Run what was asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--list", type=int, metavar="PAPERS")
    parser.add_argument("--count", type=Path, metavar="FOLDER")
    parser.add_argument("--once", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.once:
        import_once(chosen.once)
        return 0
    good = True
    if chosen.count:
        good &= counts(chosen.count)
    for file in chosen.files:
        good &= imports(file)
    if not (chosen.files or chosen.count or chosen.list):
        import corpus

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "made-up.jsonl"
            corpus.write(file, 20_000)
            good &= imports(file)
        chosen.list = 20_000
    if chosen.list:
        good &= lists(chosen.list)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
