"""The handed cases: known items among 99,000 titles, and words of abstracts only among 97,000 papers.

Skipped where the data of the cases is not there; `benchmarks/search.py --cases` prints the same figures.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperreader.search import Engine, NoStates, parse
from paperreader.search.rows import Row

from .papers import Rows, paper


def papers(*files: Path) -> Iterator[Row]:
    number = 0
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                number += 1
                known = json.loads(line)
                yield paper(
                    number,
                    known["title"],
                    authors="; ".join(known.get("authors") or ()),
                    abstract=known.get("abstract") or "",
                    keywords="; ".join(known.get("keywords") or ()),
                    area=known.get("primary_area") or known.get("area") or "",
                    venue=known.get("venue") or "",
                    year=known.get("year"),
                    tldr=known.get("tldr") or "",
                )


@pytest.mark.parametrize(
    # Mean reciprocal rank, share at the first place, share in the first ten. Of abstracts only the last must be reached.
    ("cases", "data", "reciprocal", "first", "ten"),
    [
        ("search_known_items", ["search_99k"], 0.90, 0.85, 0.98),
        ("search_abstract_words", ["conferences_92k", "iclr2026_accepted"], 0.70, 0.55, 0.93),
    ],
)
def test_the_expected_paper_stands_high(
    shared: Path, cases: str, data: list[str], reciprocal: float, first: float, ten: float
) -> None:
    rows = list(papers(*(shared / "data" / f"{name}.jsonl.gz" for name in data)))
    engine = Engine(Rows(rows), NoStates(), small=0)
    engine.prepare()
    places: dict[str, set[int]] = {}
    for row in rows:
        places.setdefault(row.title.strip(), set()).add(row.number)
    ranks = []
    for line in (shared / "cases" / f"{cases}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        expected = places[case["expected_title"].strip()]
        order = engine.search(parse(case["query"])).order[:1000]
        ranks.append(next((place for place, number in enumerate(order, 1) if number in expected), 0))
    assert sum(1 / rank for rank in ranks if rank) / len(ranks) >= reciprocal
    assert sum(rank == 1 for rank in ranks) / len(ranks) >= first
    assert sum(0 < rank <= 10 for rank in ranks) / len(ranks) >= ten
