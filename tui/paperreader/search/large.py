"""The index of a large catalogue, kept fit: opened when it is there, built when it is not, with what changed since.

For the worker thread. What it returns is complete before the engine takes it, so that the interface never waits.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import store
from .build import Built, build
from .index import Index, Part
from .rows import row
from .segment import Segment
from .states import Corpus, States

#: So many papers that changed since the index was built are indexed beside it, in memory; for more it is built anew.
BESIDE = 2000

Cancelled = Callable[[], bool] | None
Progress = Callable[[float], None] | None


class Large:
    """The index of one catalogue in one folder (or in memory alone, without a folder)."""

    def __init__(self, states: States, folder: Path | None) -> None:
        self.states = states
        self.folder = folder
        self._base: Segment | None = None
        self._generation = -1

    def fit(self, corpus: Corpus, cancelled: Cancelled, progress: Progress) -> Index | None:
        """An index of the catalogue as it is now; None when cancelled."""
        index = self._from_base(corpus)
        if index is not None:
            return index
        if self._open(corpus):
            index = self._from_base(corpus)
            if index is not None:
                return index
        if not self._build(corpus, cancelled, progress):
            return None
        return self._from_base(corpus) or self._alone()

    def forget(self) -> None:
        """Drop the index and its file: it turned out to be damaged."""
        self._base = None
        if self.folder is not None:
            store.tidy(self.folder, keep=None)

    def _alone(self) -> Index | None:
        return Index([Part(self._base)]) if self._base is not None else None

    def _from_base(self, corpus: Corpus) -> Index | None:
        """The index at hand with what changed since; None when it cannot be told, or too much did."""
        if self._base is None:
            return None
        if corpus.generation == self._generation:
            return self._alone()
        if self._generation > corpus.generation:
            return None
        changed = corpus.changed(self._generation)
        if len(changed) > BESIDE:
            return None
        gone = np.zeros(self._base.size, dtype=bool)
        gone[self._base.places(np.array(changed, dtype=np.int64))] = True
        beside = build(_numbered(corpus, changed))
        assert beside is not None
        parts = [Part(self._base, gone)]
        if len(beside.arrays["number"]):
            parts.append(Part(Segment(beside.arrays, beside.tables, self.states)))
        return Index(parts)

    def _open(self, corpus: Corpus) -> bool:
        """Map the newest index of the folder that is this catalogue's."""
        if self.folder is None:
            return False
        for generation in store.generations(self.folder):
            if generation > corpus.generation:
                continue
            try:
                built, generation, titles = store.read(self.folder / store.name(generation))
            except store.Damaged:
                continue
            changed = corpus.changed(generation)
            if not store.belongs(titles, map(row, _numbered(corpus, list(titles))), changed):
                continue
            self._take(built, generation)
            return True
        return False

    def _take(self, built: Built, generation: int) -> None:
        self._base = Segment(built.arrays, built.tables, self.states)
        self._generation = generation

    def _build(self, corpus: Corpus, cancelled: Cancelled, progress: Progress) -> bool:
        path = getattr(corpus, "path", None)
        if self.folder is not None and isinstance(path, Path):
            done = self._in_a_process(path, cancelled, progress)
            if done is None:
                return False
            if done and self._open(corpus):
                return True
        generation = corpus.generation
        built = build(corpus.search_rows(), cancelled=cancelled)
        if built is None:
            return False
        self._take(built, generation)
        return True

    def _in_a_process(self, path: Path, cancelled: Cancelled, progress: Progress) -> bool | None:
        """Build in a process of its own: whether it worked, or None when cancelled."""
        command = [sys.executable, "-m", "paperreader.search.worker", str(path), str(self.folder)]
        # The same code as here, wherever this process found it.
        home = str(Path(__file__).resolve().parents[2])
        places = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
        try:
            process = subprocess.Popen(  # noqa: S603
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return False
        assert process.stdout is not None
        with process:
            for line in process.stdout:
                if cancelled is not None and cancelled():
                    process.terminate()
                    return None
                if progress is not None:
                    progress(float(line))
        return process.returncode == 0


def _numbered(corpus: Corpus, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
    return list(corpus.search_rows(numbers=sorted(numbers)))
