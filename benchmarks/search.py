"""How well and how fast the search answers, beside fzf and rapidfuzz on the same papers in the same run.

    python benchmarks/search.py [--data FILE.jsonl[.gz] …] [--cases FILE.jsonl …] [--sizes 20000 100000 1000000]

Without `--data` the papers are made from the shipped ones; beyond what is given they are recombined (`search_data.py`).
`--cases` are lines of {"query", "expected_title"}: how high does the expected paper of `--data` stand? A key is one
letter more of a typed query; it costs the CPU of the first pass and, where it is wanted, of the second. The exit code
is 1 when a figure that must be reached is not.
"""

import argparse
import gc
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from search_data import Corpus, made, read, recombined, typed

from paperreader.search import Engine, NoStates, QueryError, parse, table
from paperreader.search.build import build
from paperreader.search.rows import Row

#: CPU milliseconds a key: median, 95th percentile, worst.
BUDGETS = {20_000: (2, 5, 15), 100_000: (3, 8, 25), 1_000_000: (5, 20, 80)}
#: Mean reciprocal rank, share at the first place, share in the first ten, of `--cases`.
QUALITY = (0.90, 0.85, 0.98)
#: The index of 100,000 papers with abstracts, in seconds of CPU.
BUILD = 4.0
#: How many times cheaper than the baselines a median key must be.
CHEAPER = 20


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, nargs="*", default=[])
    options.add_argument("--cases", type=Path, nargs="*", default=[])
    options.add_argument("--sizes", type=int, nargs="*", default=[20_000, 100_000])
    options.add_argument("--quality", type=float, nargs=3, default=QUALITY, help="what the cases must reach")
    options.add_argument("--random", type=int, default=0, help="so many random queries on the largest size")
    given = options.parse_args()
    good = True
    base = read(given.data) if given.data else made(20_000)
    for cases in given.cases:
        good &= quality(base, cases, given.quality)
    for size in given.sizes:
        good &= speed(base, size, given.random if size == max(given.sizes) else 0)
    return 0 if good else 1


def say(ok: bool | None, what: str, figures: str) -> bool:
    print(f"{'  ' if ok is None else 'ok' if ok else '!!'} {what:44} {figures}")
    return ok is not False


def quality(rows: Sequence[Row], path: Path, must: Sequence[float]) -> bool:
    """How high the expected papers stand."""
    engine = Engine(Corpus(rows), NoStates(), small=0)
    engine.prepare()
    places: dict[str, list[int]] = {}
    for row in rows:
        places.setdefault(row.title.strip(), []).append(row.number)
    ranks = []
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        expected = set(places.get(case["expected_title"].strip(), ()))
        order = engine.search(parse(case["query"])).order
        ranks.append(next((place for place, number in enumerate(order[:1000], 1) if number in expected), 0))
    got = (
        sum(1 / rank for rank in ranks if rank) / len(ranks),
        sum(rank == 1 for rank in ranks) / len(ranks),
        sum(0 < rank <= 10 for rank in ranks) / len(ranks),
    )
    ok = all(value >= least for value, least in zip(got, must, strict=True))
    return say(ok, f"{path.name}, {len(ranks)} queries", "MRR {:.3f}, first {:.3f}, in ten {:.3f}".format(*got))


def speed(base: Sequence[Row], size: int, count: int) -> bool:
    """What a key costs, and what it would cost with rapidfuzz and fzf."""
    rows = list(recombined(base, size))
    # The builder reads its papers page by page; it does not have them all in memory for the collector to look at.
    gc.collect()
    gc.freeze()
    begin = time.process_time()
    built = build(rows)
    seconds = time.process_time() - begin
    assert built is not None
    words = sum(len(row.abstract) for row in rows) / max(len(rows), 1)
    good = say(
        seconds <= BUILD if size == 100_000 else None,
        f"{size:,} papers: index",
        f"{seconds:.1f} s CPU, {sum(array.nbytes for array in built.arrays.values()) / 1e6:.0f} MB, "
        f"{words:.0f} letters of abstract a paper",
    )
    del built
    engine = Engine(Corpus(rows), NoStates(), small=0)
    engine.prepare()
    queries = typed(rows)
    costs = np.array([cost for query in queries for cost in keys(engine, query)])
    median, late, worst = np.percentile(costs, [50, 95, 100])
    must = BUDGETS.get(size)
    ok = None if must is None else bool(median <= must[0] and late <= must[1] and worst <= must[2])
    wanted = f", must be {must[0]}/{must[1]}/{must[2]}" if must else ""
    good &= say(ok, f"{size:,} papers: {len(costs)} keys", f"{median:.2f}/{late:.2f}/{worst:.2f} ms CPU{wanted}")
    everything = engine.search(parse(""))
    begin = time.process_time()
    engine.facets(everything, limit=20)
    say(None, f"{size:,} papers: facets of all", f"{(time.process_time() - begin) * 1000:.0f} ms CPU")
    if count:
        good &= anything(engine, rows, count)
    for name, baseline, least in baselines(rows, queries, size):
        times = baseline / median
        good &= say(
            times >= least if least else None,
            f"{size:,} papers: {name}",
            f"{baseline:.0f} ms CPU, {times:.0f} times as much",
        )
    return good


def anything(engine: Engine, rows: Sequence[Row], count: int) -> bool:
    """Random queries out of the words of papers and all signs of the language: none may raise, none be slow."""
    draw = random.Random(11)
    signs = ["-", "!", "'", '"', "(", ")", "|", " OR ", "^", "$", ":", "..", ">=", "*", "é", "模"]
    signs += (
        [f"{name}:" for name in table.BY_NAME] + [f"is:{name}" for name in table.STATES] + ["sort:-year", "year:2020.."]
    )
    worst, wrong = 0.0, 0
    for _ in range(count):
        pieces = []
        for _ in range(draw.randint(1, 5)):
            word = draw.choice(draw.choice(rows).title.split() or ["x"]).lower()
            if draw.random() < 0.3:
                place = draw.randrange(len(word))
                word = word[:place] + draw.choice("aeiou") + word[place + draw.randint(0, 1) :]
            pieces.append(draw.choice(signs) if draw.random() < 0.35 else word[: draw.randint(1, 12)])
        begin = time.process_time()
        try:
            engine.search(parse(draw.choice((" ", "")).join(pieces)))
        except QueryError:
            wrong += 1
        worst = max(worst, time.process_time() - begin)
    return say(worst < 2, f"{count:,} random queries", f"worst {worst * 1000:.0f} ms CPU, {wrong:,} do not parse")


def keys(engine: Engine, query: str) -> list[float]:
    """The CPU milliseconds of each key of a query, typed letter by letter."""
    costs = []
    for end in range(1, len(query) + 1):
        begin = time.process_time()
        try:
            asked = parse(query[:end])
        except QueryError:
            continue
        result = engine.run(asked)
        if not result.complete:
            engine.forgive(asked, result)
        costs.append((time.process_time() - begin) * 1000)
    return costs


def baselines(rows: Sequence[Row], queries: Sequence[str], size: int) -> list[tuple[str, float, int | None]]:
    """The median CPU of one pass over all titles: rapidfuzz, and fzf where it is installed."""
    from rapidfuzz import fuzz, process

    titles = [row.title.lower() for row in rows]
    found: list[tuple[str, float, int | None]] = []
    if size <= 100_000:
        one = _median(lambda query: process.cdist([query], titles, scorer=fuzz.partial_ratio, workers=1), queries[:6])
        found.append(("one cdist(partial_ratio) pass", one, CHEAPER if size == 20_000 else None))
    fzf = shutil.which("fzf")
    if fzf:
        lines = "\n".join(f"{row.title} {row.authors}" for row in rows).encode()
        with tempfile.NamedTemporaryFile() as file:
            file.write(lines)
            file.flush()
            empty = _child(fzf, "\u0001", file.name)
            whole = [_child(fzf, query, file.name) for query in queries[:8]]
        # Reading the lines is paid once in a session, so it does not count.
        cost = max(float(np.median(whole)) - empty, 0.0)
        found.append((f"fzf, without reading {empty:.0f} ms", cost, None))
    return found


def _median(run: Callable[[str], object], queries: Sequence[str]) -> float:
    costs = []
    for query in queries:
        begin = time.process_time()
        run(query)
        costs.append((time.process_time() - begin) * 1000)
    return float(np.median(costs))


def _child(program: str, query: str, path: str) -> float:
    """CPU milliseconds of one run of fzf as a filter."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Path(path).open("rb") as lines:
        subprocess.run([program, "--filter", query], stdin=lines, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


if __name__ == "__main__":
    sys.exit(main())
