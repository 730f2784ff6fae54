"""Typing in the filter box: from each key to the rows that it finds, painted; beside fzf with the same papers.

    python benchmarks/filtering.py [--papers 19630 91902] [--cases FILE.jsonl] [--queries 30] [--rivals] [--quick]

Queries are typed at 11 keys a second, as fast typists do, into the real program in a pseudo-terminal of 120 × 40, over
all papers, with title, authors and abstract searched. `--papers` are numbers, for papers made from the shipped ones, or
JSON Lines files of real papers. `--cases` are lines of {"query": …}; without it queries are made from the papers: words
of titles, names, halves of words, a slip of the finger.

A key is answered by the first frame that shows both what was typed so far and the rows of it (they come in one frame);
what the forgiving pass adds later is the line below. When a query is typed, the first row and the number of papers on
the screen must be what the search itself answers, or the run ends with an error. The exit code is 1 if a figure that
must be reached is not.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import corpus
from measure import Frame, Recording, Sent, Times, set_priority
from programs import Figure, Program, about, reader, report, rivals, row_of, spread, started

#: Keys a second.
RATE = 11.0
#: What must be reached, by the number of papers up to which it holds: median and 95th percentile in milliseconds.
BUDGETS = ((25_000, 8.0, 20.0), (120_000, 20.0, 40.0))
_COUNT = re.compile(r"([\d,]+) of ([\d,]+) ?$")
#: The same, or what stands there while a query does not parse yet, such as `year:`.
_ANSWER = re.compile(rf"(?:{_COUNT.pattern}|… ?$)")


class Typed(NamedTuple):
    """What the keys of one program took."""

    rows: list[Times]
    """To the first frame that answers a key."""
    last: list[Times]
    """To the last frame before the next key."""
    cpu: float
    """Milliseconds of CPU a key, everything that it caused."""


def queries(home: Path, cases: Path | None, count: int) -> list[str]:
    """What is typed: given queries, or made ones."""
    draw = random.Random(11)
    if cases is not None:
        lines = cases.read_text(encoding="utf-8").splitlines()
        known = [json.loads(line)["query"] for line in lines]
        return draw.sample(known, min(count, len(known)))
    from search_data import typed

    from paperreader.search.rows import row
    from paperreader.storage.catalog import Catalog

    with Catalog.open(corpus.places(home).catalog, read_only=True) as catalog:
        rows = [row(values) for values in catalog.search_rows()]
    found: list[str] = []
    for seed in range(1 + count // 16):
        found += typed(rows, seed)
    return found[:count]


def type_all(program: Program, texts: Sequence[str]) -> tuple[Typed, list[Frame]]:
    """Type each query into the filter of the reader, which is emptied in between; with the last frame of each."""
    recording, _ = started(program)
    recording.calm(120.0)
    recording.press("0")
    before = recording.cpu()
    runs: list[tuple[list[Sent], float]] = []
    for text in texts:
        recording.press("/")
        sent = recording.type(text, RATE)
        recording.calm(5.0)
        runs.append((sent, recording.now()))
        recording.press("\x15")  # ^U empties the line, Enter leaves it: an empty query is all papers
        recording.press("\r")
        recording.rest(0.2)
    keys = sum(len(text) for text in texts)
    cpu = 1000 * (recording.cpu() - before) / keys
    recording.close()
    frames = recording.frames()
    rows: list[Times] = []
    last: list[Times] = []
    ends: list[Frame] = []
    for text, (sent, end) in zip(texts, runs, strict=True):
        mine = [frame for frame in frames if sent[0].time < frame.time <= end]
        at = 0
        for n, key in enumerate(sent, 1):
            found = next(
                (i for i in range(at, len(mine)) if mine[i].time > key.time and _typed(mine[i], text[:n])), None
            )
            if found is None:
                raise SystemExit(f"{program.name}: {text[:n]!r} never showed in the filter box")
            rows.append(Times.between(key, mine[found]))
            until = sent[n].time if n < len(sent) else end
            last.append(
                Times.between(key, [frame for frame in mine if frame.time <= until or frame is mine[found]][-1])
            )
            at = found + 1
        ends.append(mine[-1])
    return Typed(rows, last, cpu), ends


def _typed(frame: Frame, text: str) -> bool:
    """Whether the filter box shows a text (its end, if it is long) and how many papers it finds, if it parses."""
    box = frame.lines[0].partition(" / ")[2].partition("│")[0]
    return _ANSWER.search(box) is not None and _ANSWER.sub("", box).strip().endswith(text.strip()[-16:])


def check(program: Program, texts: Sequence[str], ends: Sequence[Frame]) -> Figure:
    """What stood on the screen, beside what the search answers when it is asked without a screen."""
    from paperreader.search import parse
    from paperreader.session.opening import open_session
    from paperreader.text.readable import readable

    session = open_session(corpus.places(Path(program.env["PAPERREADER_HOME"])))
    session.engine.prepare()
    hits = 0
    for text, frame in zip(texts, ends, strict=True):
        order = session.engine.search(parse(text.strip())).order
        shown = _COUNT.search(frame.lines[0].partition("│")[0])
        if shown is None or int(shown[1].replace(",", "")) != len(order):
            raise SystemExit(f"{program.name}: {text!r} shows {shown and shown[0]}, the search finds {len(order):,}")
        hits += bool(order)
        title = readable(session.paper(order[0]).title).line if order else ""
        row = row_of(frame).rstrip("… ").strip()
        if order and not (row and row[:20] in title):
            raise SystemExit(f"{program.name}: {text!r} shows {row!r} first, the search {title!r}")
    session.close()
    return Figure("  papers and first row as the search has them", f"{len(texts)} of {len(texts)}, {hits} with hits")


def budget(papers: int) -> tuple[float, float]:
    """What must be reached with so many papers; nothing (zeros) with more than are spoken of."""
    return next(((middle, high) for most, middle, high in BUDGETS if papers <= most), (0.0, 0.0))


def figures(program: Program, texts: Sequence[str]) -> list[Figure]:
    """The lines of the reader."""
    typed, ends = type_all(program, texts)
    middle, high = budget(program.papers)
    reach = f"p50/p95 ≤ {middle:.0f}/{high:.0f} ms" if high else ""
    return [
        spread(f"key to painted rows, {program.name}", typed.rows, reach, middle, high),
        spread("  to the last frame before the next key", typed.last, ""),
        Figure("  CPU a key, both passes", f"{typed.cpu:.1f} ms ({len(typed.rows)} keys)"),
        check(program, texts, ends),
    ]


def of_fzf(program: Program, texts: Sequence[str]) -> list[Figure]:
    """The same queries, typed into fzf: what was typed shows at once, the rows come by the last frame before a key."""
    recording, _ = started(program)
    recording.calm(60.0)
    before = recording.cpu()
    first: list[Times] = []
    last: list[Times] = []
    runs: list[list[Sent]] = []
    ends: list[float] = []
    for text in texts:
        runs.append(recording.type(text, RATE))
        _until_quiet(recording)
        ends.append(recording.now())
        recording.press("\x15")
        recording.rest(0.3)
    cpu = 1000 * (recording.cpu() - before) / sum(len(text) for text in texts)
    recording.close()
    frames = recording.frames()
    for sent, end in zip(runs, ends, strict=True):
        for n, key in enumerate(sent, 1):
            until = sent[n].time if n < len(sent) else end
            if mine := [frame for frame in frames if key.time < frame.time <= until]:
                first.append(Times.between(key, mine[0]))
                last.append(Times.between(key, mine[-1]))
    return [
        spread(f"key to the first frame, {program.name}", first, ""),
        spread("  to the last frame before the next key", last, ""),
        Figure("  CPU a key", f"{cpu:.1f} ms ({len(first)} of {sum(map(len, texts))} keys with a frame)"),
    ]


def _until_quiet(recording: Recording) -> None:
    recording.settle(0.5, 5.0)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=corpus.papers, nargs="+", default=[19_630, 91_902])
    parser.add_argument("--cases", type=Path, help='lines of {"query": …}')
    parser.add_argument("--queries", type=int, default=30)
    parser.add_argument("--rivals", action="store_true", help="beside fzf")
    parser.add_argument("--quick", action="store_true", help="eight queries")
    parser.add_argument("--nice", type=int, help="priority of the whole run; below 0 needs root, for a busy machine")
    options = parser.parse_args()
    if options.nice is not None:
        set_priority(options.nice)
    count = 8 if options.quick else options.queries
    print(about(), end="\n\n")
    bad = 0
    for papers in options.papers:
        with tempfile.TemporaryDirectory(prefix="paperreader-bench-") as name:
            home = corpus.home(papers)
            texts = queries(home, options.cases, count)
            lines = figures(reader(papers, Path(name)), texts)
            if options.rivals:
                for program in rivals(home, Path(name), ["fzf"]):
                    lines += of_fzf(program, texts)
            bad |= report(lines)
        print(flush=True)
    print(about())
    return bad


if __name__ == "__main__":
    sys.exit(main())
