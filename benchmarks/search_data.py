"""Papers to search in, and what is typed: real ones where a file is given, else made from the shipped ones.

However many papers are asked for, beyond the given ones they are recombined: the front of one title and the back of
another, names of two people, and new words at the rate at which real papers bring them (Heaps: the n-th token is new
with the probability β·V/n, β 0.54 for titles and 0.48 for names). The same numbers always give the same papers.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tui"))

from paperreader.search import words  # noqa: E402
from paperreader.search.rows import Row  # noqa: E402

BETA_TITLE, BETA_NAME = 0.54, 0.48
_SYLLABLES = (
    "ba be bi bo ca ce co da de di do fa fe fi ga ge gi go ha he hi ka ke ki la le li lo ma me mi mo na ne ni no pa pe"
)
_SYLLABLES += (
    " pi po ra re ri ro sa se si so ta te ti to va ve vi za ze tron lex tive ment able ing er al ic ion ism net gram"
)


def read(paths: Sequence[Path]) -> list[Row]:
    """The papers of JSON Lines files, gzipped or not, one after the other."""
    rows: list[Row] = []
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            rows.extend([_row(number, json.loads(line)) for number, line in enumerate(file, len(rows) + 1)])
    return rows


def _row(number: int, item: dict[str, Any]) -> Row:
    return Row(
        number=number,
        title=item["title"],
        authors="; ".join(item.get("authors") or ()),
        abstract=item.get("abstract") or "",
        keywords="; ".join(item.get("keywords") or ()),
        area=item.get("primary_area") or item.get("area") or "",
        venue=item.get("venue") or "",
        decision=(item.get("decision") or item.get("status") or "").lower(),
        year=item.get("year"),
        tldr=item.get("tldr") or "",
        links="web",
        idents=f"openreview:{item.get('id') or item.get('openreview') or number}",
        sources="benchmark",
        added=1_700_000_000.0,
        scores="; ".join(map(str, item.get("ratings") or ())),
    )


def made(count: int) -> list[Row]:
    """Papers made from the shipped ones, with abstracts."""
    from corpus import made_papers

    return [_row(number, item) for number, item in enumerate(made_papers(count), 1)]


def recombined(base: Sequence[Row], count: int, seed: int = 1) -> Iterator[Row]:
    """The base, then papers recombined from it, without abstracts, up to `count` in all."""
    yield from base[:count]
    draw = random.Random(seed)
    title_tokens, title_words = _size(row.title for row in base)
    name_tokens, name_words = _size(row.authors for row in base)
    authors = [row.authors for row in base if row.authors]
    for number in range(len(base) + 1, count + 1):
        front, back = draw.choice(base).title.split(), draw.choice(base).title.split()
        title = front[: draw.randint(1, max(len(front) - 1, 1))] + back[draw.randint(0, max(len(back) - 2, 0)) :]
        for place in range(len(title)):
            title_tokens += 1
            if draw.random() < BETA_TITLE * title_words / title_tokens:
                title_words += 1
                title[place] = _word(draw).title()
        names = []
        for one, other in zip(draw.choice(authors).split("; "), draw.choice(authors).split("; "), strict=False):
            parts = [one.split()[0], other.split()[-1]]
            for place in range(2):
                name_tokens += 1
                if draw.random() < BETA_NAME * name_words / name_tokens:
                    name_words += 1
                    parts[place] = _word(draw).title()
            names.append(" ".join(parts))
        like = draw.choice(base)
        yield like._replace(
            number=number, title=" ".join(title), authors="; ".join(names), abstract="", idents=f"openreview:{number}"
        )


def _size(texts: Iterator[str]) -> tuple[int, int]:
    tokens, different = 0, set()
    for text in texts:
        found = words.split(text)
        tokens += len(found)
        different.update(found)
    return max(tokens, 1), len(different)


def _word(draw: random.Random) -> str:
    return "".join(draw.choice(_SYLLABLES.split()) for _ in range(draw.randint(2, 5)))


class Corpus:
    """Rows as the engine reads a catalogue."""

    generation = 1

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows

    def count(self) -> int:
        return len(self.rows)

    def numbers(self) -> Sequence[int]:
        return range(1, len(self.rows) + 1)

    def search_rows(self, after: int = 0, numbers: Sequence[int] | None = None) -> Iterator[tuple[Any, ...]]:
        if numbers is not None:
            return iter([self.rows[number - 1] for number in numbers])
        return iter(self.rows[after:])

    def changed(self, since: int) -> list[int]:
        return []


def typed(rows: Sequence[Row], seed: int = 7) -> list[str]:
    """Sixteen queries as people type them, about papers that are there: words, names, halves, typos, fields."""
    draw = random.Random(seed)
    some = [row for row in draw.sample(list(rows), min(len(rows), 4000)) if len(row.title.split()) > 4 and row.authors]

    def word(row: Row) -> str:
        return max(draw.sample(words.split(row.title), 2), key=len)

    def name(row: Row) -> str:
        return words.split(row.authors.split("; ")[0])[-1]

    def wrong(text: str) -> str:
        place = draw.randrange(1, max(len(text) - 1, 2))
        return text[: place - 1] + text[place : place + 1] + text[place - 1 : place] + text[place + 1 :]

    kinds = [
        lambda row: " ".join(words.split(row.title)[:3]),
        lambda row: f"{word(row)} {word(row)}",
        lambda row: f"{name(row)} {word(row)}",
        lambda row: f"{word(row)} {wrong(word(row))}",
        lambda row: " ".join(part[: max(3, len(part) // 2)] for part in words.split(row.title)[:3]),
        lambda row: "".join(part[0] for part in words.split(row.title)[:4]),
        lambda row: f"{word(row)} -{word(row)} year:{row.year or 2020}..",
        lambda row: f"author:{name(row)} {word(row)}",
    ]
    return [kind(draw.choice(some)) for kind in kinds * 2]
