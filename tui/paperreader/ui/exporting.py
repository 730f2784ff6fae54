"""An export from inside the reader: in a thread, on a connection of its own, with progress in the hint line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperreader.errors import PaperreaderError
from paperreader.paper import Marks, Paper
from paperreader.paths import places
from paperreader.session.rows import papers_in_words
from paperreader.system.log import log_error

if TYPE_CHECKING:
    from paperreader.storage.catalog import Catalog
    from paperreader.ui.app import PaperreaderApp

#: Papers fetched at once; after each lot the progress is told.
LOT = 500


def start(app: PaperreaderApp, numbers: Sequence[int], name: str, path: Path, *, over: bool) -> None:
    """Write papers to a file in a format, `over` one that is there: an export that fails leaves what was there.

    It goes on to its end when the reader is left meanwhile.
    """
    session = app.session
    marked = {number: session.marks.of(number) for number in numbers if session.marks.has(number)}

    def tell(text: str, kind: str = "info") -> None:
        session.say(text, kind)
        app.main.paint()

    def run() -> None:
        from paperreader.formats import format_named
        from paperreader.storage.catalog import Catalog
        from paperreader.system import targets

        where = places()
        try:
            with Catalog.open(where.catalog, records=where.records, read_only=True) as catalog:

                def told(done: int) -> None:
                    app.later(partial(tell, f"exporting {done:,} of {len(numbers):,} …"))

                marks: dict[str, Marks] = {}
                papers = _papers(catalog, numbers, told, marked, marks)
                targets.write(path, format_named(name).write(papers, marks), over=over)
        except PaperreaderError as error:
            app.later(partial(tell, str(error), "error"))
        except Exception as error:  # noqa: BLE001  (a fault of ours in a thread must reach the log and the user)
            log_error(where.log, error, doing="export")
            words = f"the export failed ({type(error).__name__}); paperreader locate shows the log"
            app.later(partial(tell, words, "error"))
        else:
            verb = "is" if len(numbers) == 1 else "are"
            app.later(partial(tell, f"{papers_in_words(len(numbers))} {verb} in {path}"))

    threading.Thread(target=run, name="export").start()


def _papers(
    catalog: Catalog,
    numbers: Sequence[int],
    told: Callable[[int], None],
    marked: Mapping[int, Marks],
    marks: dict[str, Marks],
) -> Iterator[Paper]:
    """Fetch papers in lots; `marks` has the marks of each by its uid when it is handed out."""
    for start_ in range(0, len(numbers), LOT):
        if start_:
            told(start_)
        for paper in catalog.papers(numbers[start_ : start_ + LOT]):
            if paper.number in marked:
                marks[paper.uid] = marked[paper.number]
            yield paper
