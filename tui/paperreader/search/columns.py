"""The values of papers in an index, an array a column: numbers, years, scores, codes of venues, identifiers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import hashing
from .items import Items
from .rows import mean_score

Arrays = dict[str, NDArray[Any]]

#: The bits of the column `has`.
HAS = ("pdf", "code", "arxiv", "doi", "abstract", "authors", "keywords", "area", "venue", "year", "score")
NO_YEAR = -32768
#: The columns that are kept as codes, and whether they are lists.
CODED = {"venue": False, "decision": False, "area": False, "sources": True}


#: The lists whose items are kept, for facets.
ITEMS = ("keywords", "authors")


#: The same scores come again and again.
_mean = lru_cache(1 << 12)(mean_score)


class Columns:
    """What is collected of the values of papers."""

    def __init__(self) -> None:
        self.number: list[int] = []
        self.year: list[int] = []
        self.score: list[float] = []
        self.added: list[float] = []
        self.has: list[NDArray[np.uint16]] = []
        self.codes: dict[str, list[int]] = {name: [] for name in CODED}
        self.tables = {name: defaultdict[str, int](count().__next__) for name in CODED}
        self.items = {name: Items() for name in ITEMS}
        self.idents: list[tuple[NDArray[np.uint64], NDArray[np.int32]]] = []

    def add(self, values: Mapping[str, Sequence[Any]], lists: Mapping[str, bytes]) -> None:
        """Take the values of some papers, by the fields of their rows; the lists also as `block_of` lays them out."""
        hashes, docs = hashing.of_names(values["idents"])
        self.idents.append((hashes, docs + np.int32(len(self.number))))
        self.number.extend(values["number"])
        self.year.extend([NO_YEAR if year is None or abs(year) >= -NO_YEAR else year for year in values["year"]])
        means = [_mean(scores) if scores else None for scores in values["scores"]]
        self.score.extend([float("nan") if mean is None else mean for mean in means])
        self.added.extend(values["added"])
        bits = np.zeros(len(means), dtype=np.uint16)
        for place, thing in enumerate(HAS):
            if thing in ("pdf", "code"):
                having = {links for links in set(values["links"]) if thing in links.split()}
                true = [links in having for links in values["links"]]
            elif thing in ("arxiv", "doi"):
                start, later = f"{thing}:", f" {thing}:"
                true = [idents.startswith(start) or later in idents for idents in values["idents"]]
            elif thing in ("year", "score"):
                true = [value is not None for value in (values["year"] if thing == "year" else means)]
            else:
                true = [*map(bool, map(str.strip, values[thing]))]
            bits |= np.frombuffer(bytes(true), dtype=np.uint8).astype(np.uint16) << np.uint16(place)
        self.has.append(bits)
        for name, items in self.items.items():
            items.add(lists[name])
        for name, codes in self.codes.items():
            codes.extend(map(self.tables[name].__getitem__, values[name]))

    def finish(self, arrays: Arrays) -> dict[str, list[str]]:
        arrays["number"] = np.array(self.number, dtype=np.int32)
        arrays["year"] = np.array(self.year, dtype=np.int16)
        arrays["score"] = np.array(self.score, dtype=np.float32)
        arrays["added"] = np.array(self.added, dtype=np.float64)
        arrays["has"] = np.concatenate([np.zeros(0, dtype=np.uint16), *self.has])
        for name, codes in self.codes.items():
            wide = np.uint32 if len(self.tables[name]) > 65535 else np.uint16
            arrays[f"{name}.code"] = np.array(codes, dtype=wide)
        for name, items in self.items.items():
            items.finish(name, arrays)
        hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *[found[0] for found in self.idents]])
        docs = np.concatenate([np.zeros(0, dtype=np.int32), *[found[1] for found in self.idents]])
        order = np.argsort(hashes, kind="stable")
        arrays["ident.hash"] = hashes[order]
        arrays["ident.doc"] = docs[order]
        return {name: list(table) for name, table in self.tables.items()}
