"""How fast the reader starts and answers, beside a bare Textual app in the same run.

    python benchmarks/interface.py [--papers 38 19630 91902] [--parts start keys …] [--rivals] [--rounds 9] [--quick]

`--papers` are numbers, for papers made from the shipped ones, or JSON Lines files of real papers. The parts:

    start    to the first painted rows, of every size, beside a bare Textual app; `paperreader --version`
    held     `j` pressed and held, in the list and in the reading pane
    keys     any key to its paint; a mark on the disk
    screen   another size, theme, view
    rest     idle CPU and memory

With `--rivals` newsboat, less and fzf do the same with the same papers, where they can and are installed.
Programs take turns, so that a busy moment of the machine falls on all of them; figures are medians of all rounds,
ratios are medians of the rounds' own ratios. The table says what must be reached; the exit code is 1 if something is
not. The first run makes the large catalogues, which takes a while.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import anykey
import corpus
import held
from measure import Sent, Times, first, median, set_priority
from programs import Figure, Program, about, baseline, reader, report, rivals, started

#: A key is held for as many papers as the seeds have below the first; in a longer list for three seconds.
HELD, HELD_LONG = 36, 90
#: From this many papers on, what is asked of a large catalogue is asked.
LARGE = 90_000
#: Marks in the library of somebody who has gone through a third of a large catalogue.
MARKED = 30_000
PARTS = ("start", "held", "keys", "screen", "rest")


def paint(program: Program) -> Times:
    """From the start to the first frame that has everything."""
    recording, frames = started(program)
    recording.close()
    painted = first(frames, *program.ready)
    if painted is None:
        shown = "\n".join(frames[-1].lines) if frames else "nothing"
        raise SystemExit(f"{program.name} never showed {[p.pattern for p in program.ready]}, but\n{shown}")
    return Times.between(Sent(recording.started, 0.0), painted)


def answers() -> tuple[list[float], list[float]]:
    """Milliseconds of one `paperreader --version` and one `python -c pass`."""
    script = shutil.which("paperreader", path=str(Path(sys.executable).parent))
    version = [script] if script else [sys.executable, "-m", "paperreader"]
    env = {**os.environ, "PYTHONPATH": str(corpus.ROOT / "tui")}
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(15):
        for which, argv in enumerate(([*version, "--version"], [sys.executable, "-c", "pass"])):
            start = time.perf_counter()
            subprocess.run(argv, env=env, check=True, stdout=subprocess.DEVNULL)
            times[which].append((time.perf_counter() - start) * 1000)
    return times


def memory_of(program: Program) -> tuple[float, float]:
    """Megabytes, resident and private, of a program at rest."""
    recording, _ = started(program)
    recording.rest(1.0)
    memory = recording.memory()
    recording.close()
    return memory


def starts(programs: Sequence[Program], rounds: int) -> list[Figure]:
    """First paints, in turns; the first program is the measure of the others."""
    times: dict[str, list[Times]] = {program.name: [] for program in programs}
    for program in programs:
        paint(program)  # Once for compiled files and the disk's cache.
    for n in range(rounds):
        for program in programs if n % 2 == 0 else programs[::-1]:
            times[program.name].append(paint(program))
    base = times[programs[0].name]
    figures = []
    for program in programs:
        own = times[program.name]
        ratio = median([a.clock / b.clock for a, b in zip(own, base, strict=True)])
        net = median([a.net / b.net for a, b in zip(own, base, strict=True)])
        clock = median([a.clock for a in own])
        value = f"{clock:.0f} ms ({ratio:.2f} × bare; net {median([a.net for a in own]):.0f} ms, {net:.2f} ×)"
        must = "≤ 1.25 ×" if program.name.startswith("reader") else ""
        figures.append(Figure(f"first paint, {program.name}", value, must, ratio <= 1.25, net <= 1.25))
    return figures


def version_figures() -> list[Figure]:
    """`--version` beside Python itself."""
    version, nothing = answers()
    ratio = median([a / b for a, b in zip(version, nothing, strict=True)])
    value = f"{median(version):.0f} ms ({ratio:.1f} × python -c pass)"
    return [Figure("paperreader --version", value, "≤ 5 ×", ratio <= 5)]


def rest(program: Program, plain: tuple[float, float], idle: float) -> list[Figure]:
    """Idle CPU, and memory beside a bare app: at rest, and after words were searched."""
    recording, _ = started(program)
    took = recording.calm(120.0)
    before, begin = recording.cpu(), recording.now()
    recording.rest(idle)
    load = 100 * (recording.cpu() - before) / (recording.now() - begin)
    memory = recording.memory()
    for key in ("/", *"graph learning"):
        recording.press(key)
    recording.calm(30.0)
    searched = recording.memory()
    recording.close()
    most = 20 if program.papers <= 1000 else 120

    def beside(what: str, used: tuple[float, float]) -> Figure:
        more = [b - a for a, b in zip(plain, used, strict=True)]
        value = f"{used[0]:.0f} MB, bare + {more[0]:.1f} ({more[1]:+.1f} private)"
        return Figure(f"{what}, {program.name}", value, f"≤ bare + {most} MB", max(more) <= most)

    return [
        Figure(f"idle CPU, {program.name}", f"{load:.2f} % (calm {took:.0f} s after the start)", "< 0.5 %", load < 0.5),
        beside("memory", memory),
        beside("memory after a search", searched),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=corpus.papers, nargs="+", default=[38, 19_630, 91_902])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--rivals", action="store_true", help="beside newsboat, less and fzf")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--idle", type=float, default=5.0, help="seconds over which idle CPU is measured")
    parser.add_argument("--quick", action="store_true", help="three rounds, two seconds of idling")
    parser.add_argument("--nice", type=int, help="priority of the whole run; below 0 needs root, for a busy machine")
    options = parser.parse_args()
    if options.nice is not None:
        set_priority(options.nice)
    if options.quick:
        options.rounds, options.idle = 3, 2.0
    print(about(), end="\n\n")
    bad = 0
    for part in options.parts:
        with tempfile.TemporaryDirectory(prefix="paperreader-bench-") as name:
            bad |= report(_PARTS[part](options, Path(name)))
        print(flush=True)
    print(about())
    return bad


def _start(options: argparse.Namespace, folder: Path) -> list[Figure]:
    readers = [reader(papers, folder, f"home-{n}") for n, papers in enumerate(options.papers)]
    if readers[-1].papers >= LARGE:
        readers.append(reader(options.papers[-1], folder, "home-marked", marked=MARKED))
    others = rivals(corpus.home(options.papers[-1]), folder) if options.rivals else []
    programs = [baseline(folder), baseline(folder, "three"), *readers, *others]
    return [*starts(programs, options.rounds), *version_figures()]


def _held(options: argparse.Namespace, folder: Path) -> list[Figure]:
    figures = []
    rounds = max(1, options.rounds // 3)
    for n, papers in enumerate(options.papers):
        program = reader(papers, folder, f"home-{n}", long=True)
        times = HELD if program.papers <= 1000 else HELD_LONG
        figures += held.figures(program, held.LIST, times, rounds)
        figures += held.figures(program, held.READER, times, rounds)
    if options.rivals:
        for program in rivals(corpus.home(options.papers[-1]), folder):
            place = held.OF_RIVALS[program.name.partition(",")[0]]
            figures += held.figures(program, place, HELD, rounds, ours=False)
    return figures


def _keys(options: argparse.Namespace, folder: Path) -> list[Figure]:
    readers = [reader(papers, folder, f"home-{n}") for n, papers in enumerate(options.papers)]
    if readers[-1].papers >= LARGE:
        readers.append(reader(options.papers[-1], folder, "home-marked", marked=MARKED))
    figures = []
    for program in readers:
        figures += anykey.script(program, max(2, options.rounds // 3))
        figures += anykey.marks(program, 6 * options.rounds)
    return figures


def _screen(options: argparse.Namespace, folder: Path) -> list[Figure]:
    figures = []
    for n, papers in enumerate(options.papers):
        figures += anykey.screen(reader(papers, folder, f"home-{n}"), max(1, options.rounds // 3))
    return figures


def _rest(options: argparse.Namespace, folder: Path) -> list[Figure]:
    plain = memory_of(baseline(folder))
    figures = []
    for n, papers in enumerate(options.papers):
        figures += rest(reader(papers, folder, f"home-{n}"), plain, options.idle)
    return figures


_PARTS: dict[str, Callable[[argparse.Namespace, Path], list[Figure]]] = {
    "start": _start, "held": _held, "keys": _keys, "screen": _screen, "rest": _rest,
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
