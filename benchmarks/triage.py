"""A hundred papers decided through the terminal at ten keys a second, with kill -9 in between: is any decision lost?

    python benchmarks/triage.py [--papers 19630 91902] [--decisions 100] [--kills 4] [--rate 10] [--quick]

`--papers` are numbers, for papers made from the shipped ones, or JSON Lines files of real papers. A script presses `a`,
`w` or `d` for one paper after the other, whatever the screen does, and the program is killed at moments that it does
not choose. The script starts it again, looks on which paper the cursor stands, and goes on from there, as a person
would. At the end the library is asked what it has of every paper. The exit code is 1 when a decision that the screen
had shown was lost, when a paper has another decision than the one that was pressed for it, or when the cursor came back
to another paper than the first undecided one.
"""

import argparse
import random
import re
import signal
import sys
import tempfile
import time
from pathlib import Path

import corpus
import measure  # noqa: F401  (puts the terminal of the tests on the path)
from harness import Harness
from programs import SIZE, Figure, Program, about, reader, report

DECISIONS = {"a": "starred", "w": "later", "d": "dismissed"}
_UNDECIDED = re.compile(r"1 Undecided +([\d,]+)")


class Triage:
    """One program, the decisions pressed in it, and what came of them."""

    def __init__(self, program: Program, decisions: int, kills: int, rate: float, seed: int = 1) -> None:
        draw = random.Random(seed)
        self.program = program
        self.rate = rate
        self.keys = [draw.choice("awd") for _ in range(decisions)]
        #: Before which key the program is killed, and how many seconds after the one before it.
        self.kills = [(at, draw.random() / rate) for at in sorted(draw.sample(range(5, decisions - 5), kills))]
        self.papers = _papers(Path(program.env["PAPERREADER_HOME"]), decisions + 1)
        self.pressed = self.lost = 0
        self.misplaced: list[str] = []

    def run(self) -> None:
        """Decide all papers."""
        for at, late in [*self.kills, (len(self.keys), None)]:
            with Harness(self.program.argv, self.program.env, SIZE) as terminal:
                self._press(terminal, range(self._opened(terminal), at))
                if late is None:
                    terminal.wait_for(lambda t: self._place(t) == len(self.keys))
                    return
                _wait(terminal, time.monotonic() + late)
                shown = self._shown(terminal)
                terminal.signal(signal.SIGKILL)
                terminal.wait_exit()
            self.lost += max(0, shown - len(self.decided()))

    def wrong(self) -> list[str]:
        """The papers whose decision is not the one that was pressed for them, with both."""
        has = self.decided()
        wanted = {uid: DECISIONS[key] for key, (uid, _) in zip(self.keys, self.papers, strict=False)}
        return [
            f"{uid}: {has.get(uid)}, not {wanted.get(uid)}" for uid in has | wanted if has.get(uid) != wanted.get(uid)
        ]

    def decided(self) -> dict[str, str]:
        """What the library has on the disk: {uid: starred, later or dismissed}."""
        from paperreader.paper import DISMISSED, LATER, STARRED
        from paperreader.storage.library import Library

        where = corpus.places(Path(self.program.env["PAPERREADER_HOME"]))
        names = {STARRED: "starred", LATER: "later", DISMISSED: "dismissed"}
        with Library.open(where.library, backups=where.backups, device=where.device, read_only=True) as library:
            flags = {uid: marks.flags & (STARRED | LATER | DISMISSED) for uid, marks in library.marks().items()}
        return {uid: names[flag] for uid, flag in flags.items() if flag}

    def _opened(self, terminal: Harness) -> int:
        """Wait for the program; where the cursor stands, which must be the first undecided paper."""
        terminal.wait_for(lambda t: self._row(t))
        here, wanted = self._place(terminal), len(self.decided())
        if here != wanted:
            self.misplaced.append(f"on {self._row(terminal)!r} instead of {self.papers[wanted][1]!r}")
        return wanted if here is None else here

    @staticmethod
    def _row(terminal: Harness) -> str:
        """The title on which the list's cursor stands, as far as it fits."""
        line = next((line[20:] for line in terminal.lines if "▌" in line[20:]), "")
        return re.split(r" [│|]", line.partition("▌")[2])[0].strip(" •★◔×✗…")

    def _place(self, terminal: Harness) -> int | None:
        """The number of that paper, from 0; None if it is none of those that are decided."""
        row = self._row(terminal)
        return next((n for n, (_, title) in enumerate(self.papers) if row and title.startswith(row)), None)

    def _press(self, terminal: Harness, papers: range) -> None:
        start = time.monotonic()
        for n, paper in enumerate(papers):
            _wait(terminal, start + n / self.rate)
            terminal.press(self.keys[paper])
            self.pressed += 1

    def _shown(self, terminal: Harness) -> int:
        """How many decisions the screen has acknowledged: the sidebar counts what is left."""
        found = _UNDECIDED.search(terminal.text)
        return self.program.papers - int(found[1].replace(",", "")) if found else 0


def _wait(terminal: Harness, until: float) -> None:
    while (left := until - time.monotonic()) > 0:
        terminal.pump(left)


def _papers(home: Path, count: int) -> list[tuple[str, str]]:
    """Uid and shown title of the first papers."""
    from paperreader.storage.catalog import Catalog
    from paperreader.text.readable import readable

    with Catalog.open(corpus.places(home).catalog, read_only=True) as catalog:
        papers = catalog.papers(catalog.numbers()[:count])
    return [(paper.uid, readable(paper.title).line) for paper in papers]


def figures(triage: Triage) -> list[Figure]:
    """The lines of the table."""
    start = time.monotonic()
    triage.run()
    seconds = time.monotonic() - start
    count, kept, wrong = len(triage.keys), len(triage.decided()), triage.wrong()
    for words in (*triage.misplaced, *wrong):
        print(f"{triage.program.name}: {words}")
    kills = len(triage.kills)
    return [
        Figure(
            f"decisions kept, {triage.program.name}",
            f"{kept} of {count}, {len(wrong)} wrong, {triage.pressed - count:+d} presses again, {seconds:.0f} s",
            "all",
            kept == count and not wrong,
        ),
        Figure("  shown and lost", f"{triage.lost} by {kills} kills", "0", triage.lost == 0),
        Figure(
            "  back on the right paper",
            f"{kills + 1 - len(triage.misplaced)} of {kills + 1} starts",
            "all",
            not triage.misplaced,
        ),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=corpus.papers, nargs="+", default=[19_630, 91_902])
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--rate", type=float, default=10.0, help="keys a second")
    parser.add_argument("--seed", type=int, default=1, help="of the decisions and the moments of the kills")
    parser.add_argument("--quick", action="store_true", help="thirty decisions, two kills")
    options = parser.parse_args()
    if options.quick:
        options.decisions, options.kills = 30, 2
    print(about(), end="\n\n")
    bad = 0
    for papers in options.papers:
        with tempfile.TemporaryDirectory(prefix="paperreader-bench-") as name:
            program = reader(papers, Path(name))
            bad |= report(figures(Triage(program, options.decisions, options.kills, options.rate, options.seed)))
        print(flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main())
