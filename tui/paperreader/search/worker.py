"""Build the index of a catalogue in a process of its own: `python -m paperreader.search.worker CATALOGUE FOLDER`.

It prints the share done, a line each (0 to 1), and ends with the exit code 0 when the index is in place. The reader's
process keeps its interpreter for the keys meanwhile.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .states import Corpus


def make(corpus: Corpus, folder: Path, progress: Callable[[float], None] | None = None) -> None:
    """Index a catalogue into a folder."""
    import gc

    from . import store
    from .build import build

    gc.disable()
    generation = corpus.generation
    total = max(corpus.count(), 1)
    wanted = set(store.samples(corpus.numbers()))
    titles = {}

    def rows() -> Iterator[tuple[Any, ...]]:
        for values in corpus.search_rows():
            if values[0] in wanted:
                titles[values[0]] = values[1]
            yield values

    told = (lambda done: progress(min(done / total, 1.0))) if progress else None
    with store.Writer(folder, generation) as writer:
        built = build(rows(), progress=told, put=writer.put)
        assert built is not None
        writer.finish(built, titles)


def main(catalogue: str, folder: str) -> int:
    """Index the catalogue at a path."""
    from paperreader.storage.catalog import Catalog

    # Told to stop, it leaves nothing half written behind.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    if hasattr(os, "nice"):
        os.nice(5)
    with Catalog.open(Path(catalogue), read_only=True) as corpus:
        make(corpus, Path(folder), lambda share: print(f"{share:.3f}", flush=True))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
