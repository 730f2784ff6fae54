"""An import from inside the reader: in a thread, on connections of its own, with progress in the hint line."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperreader.errors import PaperreaderError
from paperreader.paths import places
from paperreader.search import quote
from paperreader.session.rows import papers_in_words
from paperreader.system.log import log_error
from paperreader.text.clean import clean_line
from paperreader.ui.line import fit

if TYPE_CHECKING:
    from paperreader.sources.importing import ImportReport, Progress
    from paperreader.ui.app import PaperreaderApp

#: Seconds between two reports of the progress, and the cells of the file's name in them.
REPORT, NAME = 0.1, 30


def _stopped(what: str, papers: int) -> str:
    return f"{what} with {papers_in_words(papers)} in; import it again, and the rest comes in"


class Importing:
    """One import; the reader stays usable meanwhile."""

    def __init__(self, app: PaperreaderApp, path: Path) -> None:
        self.app = app
        self.path = path
        self._cancelled = threading.Event()
        self._reported = 0.0
        self._report: ImportReport | None = None
        #: Whether the key that stops it was pressed once: a stray one stops nothing.
        self.warned = False

    def start(self) -> None:
        """Begin."""
        session = self.app.session
        self._begun_at = session.view, session.query, session.number()
        session.say(f"importing {self.path.name} …")
        self._thread = threading.Thread(target=self._run, name="import", daemon=True)
        self._thread.start()

    @property
    def cancelled(self) -> bool:
        """Whether it was told to stop."""
        return self._cancelled.is_set()

    def stop(self) -> None:
        """Stop, and wait for the transaction that is under way (the reader is being left)."""
        self.cancel()
        self._thread.join(timeout=5)

    @property
    def farewell(self) -> str:
        """What is to be said of it when the reader was left meanwhile, or ""."""
        if self._report is None or not self._report.cancelled:
            return self._report.words() if self._report is not None else ""
        return _stopped(f"the import of {clean_line(self.path.name)} was stopped", self._report.papers)

    def escape(self) -> None:
        """Stop when it is pressed again."""
        if self.warned:
            self.cancel()
            self.app.session.say("the import stops …")
        else:
            self.warned = True
            self.app.session.say("Esc again stops the import; what is in stays")

    def cancel(self) -> None:
        """Stop after the papers that are in; they stay."""
        self._cancelled.set()

    def _run(self) -> None:
        from paperreader.sources import import_path
        from paperreader.storage.catalog import Catalog

        where = places()
        try:
            with Catalog.open(where.catalog, records=where.records) as catalog:
                report = import_path(self.path, catalog, progress=self._progress, cancelled=self._cancelled.is_set)
        except PaperreaderError as error:
            self._call(self._failed, str(error))
        except Exception as error:  # noqa: BLE001  (a fault of ours in a thread must reach the log and the user)
            log_error(where.log, error, doing=f"import of {self.path.name}")
            self._call(self._failed, f"the import failed ({type(error).__name__}); paperreader locate shows the log")
        else:
            self._report = report
            self._call(self._done, report)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        self.app.later(partial(function, *arguments))

    def _progress(self, progress: Progress) -> None:
        if progress.seconds - self._reported >= REPORT:
            self._reported = progress.seconds
            share = f" {100 * progress.fraction:.0f} %" if progress.fraction is not None else ""
            self._call(self._say_progress, f"{share} · {papers_in_words(progress.papers)}")

    def _say_progress(self, how_far: str) -> None:
        """How far it is, and what Esc would do if it is pressed here; what went wrong meanwhile is left to be read."""
        from paperreader.ui.actions.panes import escape_stops

        if self.cancelled or ((message := self.app.session.message) is not None and message.kind == "error"):
            return
        again = " again" if self.warned else ""
        keys = f" · Esc{again} stops it" if escape_stops(self.app.main) else ""
        self._say(f"importing {fit(clean_line(self.path.name), NAME)}{how_far}{keys}")

    def _say(self, text: str, kind: str = "info") -> None:
        self.app.session.say(text, kind)
        self.app.main.paint()

    def _failed(self, words: str) -> None:
        self.app.importing = None
        self._tell(words, "error")

    def _tell(self, words: str, kind: str) -> None:
        """Say how it ended; what is said beside a line being typed goes with the next key, so once more after that."""
        if not self.app.main.idle:
            self.app.untold = words, kind
        self._say(words, kind)

    @property
    def _awaited(self) -> bool:
        """Whether the user is still where it was begun, and not in the middle of something."""
        session, (view, query, number) = self.app.session, self._begun_at
        still = (session.view, session.query) == (view, query) and number in (None, session.number())
        return still and self.app.main.idle

    def _done(self, report: ImportReport) -> None:
        self.app.importing = None
        session, awaited = self.app.session, self._awaited
        words = _stopped(report.words(), report.papers) if report.cancelled else report.words()
        words += " (“duplicates” in the command palette shows them)" if report.suggested else ""
        if awaited:
            session.load()
            session.open_source(report.source, report.title)
        else:
            session.catch_up()
            words = (
                f"source:{quote(report.source)} in All shows its papers · {words}"
                if report.cancelled
                else (f"{words}; source:{quote(report.source)} in All shows its papers")
            )
            if report.problems:
                words += ", importing it again what could not be read"
        self._tell(words, "error" if report.broken else "info")
        self.app.searching.go_on()
        if report.problems and awaited:
            from paperreader.ui.screens.picker import Choice, Picker

            rows = [Choice(clean_line(str(problem))) for problem in report.problems]
            self.app.main.choose(Picker(report.words(), rows), lambda _value: None)
