"""Catalogues to measure on: the shipped seeds alone, and as many papers as asked, made from them.

A made paper recombines sentences, titles, names and keywords of the seeds and puts made-up words among them, so that
lengths and letters are like real ones while no two papers are alike. The same number always gives the same papers.
Instead of a number, a file of real papers can be given: the seeds and what is in it.
Catalogues are imported through the project's own import and kept, with their search index, in the user's cache folder,
as `paperreader-benchmarks`; delete it at will (100,000 papers are 400 MB).
"""

import json
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from paperreader.paths import Places

ROOT = Path(__file__).resolve().parents[1]
CACHE = platformdirs.user_cache_path("paperreader-benchmarks", appauthor=False)
sys.path.insert(0, str(ROOT / "tui"))

_ONSETS = "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sh sl sp st t th tr v w z"
_RIMES = "a al an ar ase e ed el en er et i ic in ine ion is ity o on or ous ule um ure us"


def made_papers(count: int, seed: int = 2026) -> Iterator[dict[str, object]]:
    """Yield made papers as objects for a JSON Lines file."""
    from paperreader.formats.base import Entry
    from paperreader.sources.seeds import seeds

    records = [entry.record for entry in seeds() if isinstance(entry, Entry)]
    draw = random.Random(seed)
    sentences = [s for r in records for s in re.split(r"(?<=[.!?])\s+", r.abstract) if len(s) > 30]
    titles = [r.title.partition(": ")[2] or r.title for r in records]
    people = [name.split() for r in records for name in r.authors]
    keywords = sorted({word for r in records for word in r.keywords})
    areas = sorted({r.area for r in records if r.area})
    words = [_word(draw) for _ in range(20_000)]

    def change(text: str, share: float) -> str:
        return " ".join(
            draw.choice(words) if len(word) > 4 and word.isalpha() and draw.random() < share else word
            for word in text.split()
        )

    for number in range(1, count + 1):
        yield {
            "title": f"{draw.choice(words).title()}{draw.choice('RLMDNX')}: {change(draw.choice(titles), 0.35)}",
            "authors": [
                f"{draw.choice(people)[0]} {draw.choice(people)[-1] if draw.random() < 0.5 else _word(draw).title()}"
                for _ in range(draw.randint(1, 9))
            ],
            "abstract": " ".join(change(s, 0.15) for s in draw.sample(sentences, draw.randint(5, 9))),
            "venue": "ICLR 2026",
            "year": 2026,
            "decision": draw.choice(["poster", "poster", "poster", "oral", "reject"]),
            "area": draw.choice(areas),
            "keywords": draw.sample(keywords, draw.randint(2, 6)),
            "tldr": change(draw.choice(sentences), 0.3),
            "openreview": f"bench{number:05d}",
        }


def _word(draw: random.Random) -> str:
    onsets, rimes = _ONSETS.split(), _RIMES.split()
    return "".join(draw.choice(onsets) + draw.choice(rimes) for _ in range(draw.randint(2, 4)))


def write(path: Path, count: int) -> None:
    """Write made papers to a JSON Lines file."""
    with path.open("w", encoding="utf-8") as file:
        for paper in made_papers(count):
            file.write(json.dumps(paper, ensure_ascii=False) + "\n")


def papers(text: str) -> int | Path:
    """What an argument of a command line means: so many papers, or a file of them."""
    return int(text) if text.isdigit() else Path(text)


def places(folder: Path) -> "Places":
    """Where things lie under a `PAPERREADER_HOME`."""
    from paperreader.paths import Places

    return Places(folder / "config", folder / "data", folder / "state", folder / "cache")


def home(of: int | Path) -> Path:
    """Return a `PAPERREADER_HOME` whose catalogue has the seeds and made papers, so many in all, or a file's papers.

    It is made on first use (100,000 papers: a minute or two) and kept. A run that changes its library or session
    should work on a `copy`.
    """
    if isinstance(of, Path):
        about = of.stat()
        folder = CACHE / f"home-{of.name.partition('.')[0]}-{about.st_size}-{about.st_mtime_ns}"
    else:
        folder = CACHE / f"home-{of}"
    done = folder / "prepared"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        _fill(folder, of)
    from paperreader.session.opening import open_session

    session = open_session(places(folder))
    session.engine.prepare()  # also when another version of the program made the index
    session.close()
    done.touch()
    return folder


def _fill(folder: Path, of: int | Path) -> None:
    """Import the seeds and what else is wanted."""
    from paperreader.session.opening import open_session

    session = open_session(places(folder))
    if isinstance(of, Path):
        bring(of, folder)
    elif of > session.catalog.count():
        CACHE.mkdir(parents=True, exist_ok=True)
        path = CACHE / f"made-{of}.jsonl"
        write(path, of - session.catalog.count())
        bring(path, folder, "made")
        path.unlink()
        assert session.catalog.count() == of, f"{session.catalog.count()} papers instead of {of}"
    session.close()


def bring(path: Path, folder: Path, source: str | None = None) -> None:
    """Import a file into a home."""
    from paperreader.sources.importing import import_path
    from paperreader.storage.catalog import Catalog

    with Catalog.open(places(folder).catalog) as catalog:
        report = import_path(path, catalog, source=source)
    print(report.words(), f"in {report.seconds:.1f} s", file=sys.stderr)


def count(folder: Path) -> int:
    """How many papers a home has."""
    from paperreader.storage.catalog import Catalog

    with Catalog.open(places(folder).catalog, read_only=True) as catalog:
        return catalog.count()


def copy(folder: Path, to: Path) -> Path:
    """Return a copy of a home, for a run that may change it."""
    shutil.copytree(folder, to)
    return to


def add_long_paper(folder: Path, sentences: int = 400) -> None:
    """Put a paper into a home whose text is many screens long. It comes last in the catalogue."""
    draw = random.Random(1)
    words = [_word(draw) for _ in range(2000)]
    text = " ".join(f"Sentence {n} says {' '.join(draw.sample(words, 9))}." for n in range(sentences))
    path = folder / "long.jsonl"
    path.write_text(json.dumps({"title": "A long paper", "abstract": text}) + "\n", encoding="utf-8")
    bring(path, folder)
    path.unlink()


def add_marks(folder: Path, papers: int) -> None:
    """Mark papers of a home, from the end of the catalogue: two thirds dismissed, the others read, put off, starred."""
    from paperreader.session.opening import open_session
    from paperreader.storage.library import Change

    session = open_session(places(folder))
    numbers = session.catalog.numbers()[-papers:]
    draw = random.Random(1)
    kinds = [("dismissed", True)] * 20 + [("read", True)] * 8 + [("later", True), ("starred", True)]
    for start in range(0, len(numbers), 1000):
        chunk = {paper.uid: paper for paper in session.catalog.papers(numbers[start : start + 1000])}
        session.library.apply([Change(uid, *draw.choice(kinds)) for uid in chunk], "mark for a benchmark", chunk)
    session.close()


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["38", "100000"]:
        print(home(papers(argument)))
