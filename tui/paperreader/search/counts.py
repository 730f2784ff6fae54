"""The values of the papers of a result, counted in the columns of an index in numpy: what `facets` lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .columns import NO_YEAR
from .facets import Counted
from .index import Index
from .segment import Segment
from .states import States
from .tokens import counted

Docs = NDArray[np.int64]

_LISTS = {"keyword": "keywords", "author": "authors"}


def count(index: Index, numbers: Sequence[int], states: States, fields: Iterable[str]) -> dict[str, Counted]:
    """Count the values of some fields in the papers with these numbers."""
    wanted = np.sort(np.asarray(numbers, dtype=np.int64))
    found = {field: Counted(Counter(), 0) for field in fields}
    for part in index.parts:
        docs = part.segment.places(wanted)
        if part.gone is not None:
            docs = docs[~part.gone[docs]]
        for field, so_far in found.items():
            if field == "tag":
                values, without = _tags(part.segment, docs, states)
            elif field == "year":
                values, without = _years(part.segment, docs)
            elif field in _LISTS:
                values, without = _items(part.segment, docs, _LISTS[field])
            else:
                values, without = _codes(part.segment, docs, field)
            so_far.values.update(values)
            found[field] = Counted(so_far.values, so_far.without + without)
    return found


def _codes(segment: Segment, docs: Docs, field: str) -> tuple[Counter[str], int]:
    table = segment.tables[field]
    numbers = np.bincount(segment.arrays[f"{field}.code"][docs], minlength=len(table)).tolist()
    return _stripped(zip(table, numbers, strict=True), len(docs))


def _years(segment: Segment, docs: Docs) -> tuple[Counter[str], int]:
    years, numbers = np.unique(segment.arrays["year"][docs], return_counts=True)
    by_year = dict(zip(years.tolist(), numbers.tolist(), strict=True))
    without = by_year.pop(NO_YEAR, 0)
    return Counter({str(year): number for year, number in by_year.items()}), without


def _tags(segment: Segment, docs: Docs, states: States) -> tuple[Counter[str], int]:
    tagged = segment.places(np.array(sorted(states.numbers_with("tag")), dtype=np.int64))
    tagged = tagged[np.isin(tagged, docs)]
    of_papers = [set(states.tags(number)) for number in segment.numbers[tagged].tolist()]
    return Counter(tag for tags in of_papers for tag in tags), len(docs) - sum(map(bool, of_papers))


def _items(segment: Segment, docs: Docs, name: str) -> tuple[Counter[str], int]:
    arrays = segment.arrays
    offsets, starts = arrays[f"{name}.offsets"], arrays[f"{name}.items"]
    sizes = starts[docs + 1] - starts[docs]
    items = arrays[f"{name}.item"][counted(starts[docs], sizes)]
    # A paper counts once, however often it names something; a blank names nothing.
    pairs = np.repeat(np.arange(len(docs), dtype=np.int64), sizes) * len(offsets) + items
    pairs = pairs[offsets[items] < offsets[items + 1]]
    pairs.sort()
    of_docs, items = np.divmod(pairs[np.diff(pairs, prepend=-1) != 0], len(offsets))
    numbers = np.bincount(items, minlength=len(offsets) - 1)
    data = arrays[f"{name}.text"].tobytes()
    some = np.flatnonzero(numbers)
    bounds = zip(offsets[some].tolist(), offsets[some + 1].tolist(), strict=True)
    values = [data[begin:end].decode() for begin, end in bounds]
    without = len(docs) - int(np.count_nonzero(np.diff(of_docs, prepend=-1)))
    return Counter(dict(zip(values, numbers[some].tolist(), strict=True))), without


def _stripped(values: Iterable[tuple[str, int]], docs: int) -> tuple[Counter[str], int]:
    """Values without blanks around them, and how many of the docs are left that have none."""
    found: Counter[str] = Counter()
    for value, number in values:
        value = value.strip()
        if value and number:
            found[value] += number
            docs -= number
    return found, docs
