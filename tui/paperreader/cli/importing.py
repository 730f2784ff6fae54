"""Importing with a line of progress on standard error: for `import`, and for the files that the reader is opened on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from paperreader.cli import output
from paperreader.cli.done import tell
from paperreader.cli.options import wants_json
from paperreader.cli.outcome import say
from paperreader.errors import FormatError, UsageError

if TYPE_CHECKING:
    from paperreader.sources import ImportReport, Progress
    from paperreader.storage.catalog import Catalog

#: Seconds after which a rate says something about the time that is left.
_SURE = 0.5
#: Entries that could not be read and are told one by one; the rest are counted.
_TOLD = 20


class Import:
    """One import at a time. While it is entered, the first Ctrl+C stops the import and keeps what is in."""

    def __init__(self, *, shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._drawn = False
        self.stopped = False

    def __enter__(self) -> Import:
        self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        self._clear()

    def run(self, catalog: Catalog, name: str, source: str | None = None, form: str | None = None) -> ImportReport:
        """Import one file. Raises FormatError if it cannot be read at all, StorageError if it cannot be kept."""
        from paperreader.sources import import_path

        if not name:
            # A shell's variable that is not set: the folder that happens to be the current one is not meant.
            raise UsageError("the name of the file to import is empty; paperreader import . reads this folder")
        try:
            return import_path(
                Path(name), catalog, source=source, format=form, progress=self._show, cancelled=lambda: self.stopped
            )
        finally:
            self._clear()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopped:  # the second Ctrl+C is not asked for reasons
            raise KeyboardInterrupt
        self.stopped = True

    def _show(self, progress: Progress) -> None:
        if not self._shown:
            return
        from paperreader.session.rows import papers_in_words

        parts = [] if progress.fraction is None else [f"{progress.fraction:.0%}"]
        parts.append(papers_in_words(progress.papers))
        if progress.broken:
            parts.append(f"{progress.broken:,} unreadable")
        if progress.seconds >= _SURE:
            parts.append(f"{progress.rate:,.0f} a second")
            if progress.left is not None and progress.left >= 1:
                parts.append(f"{duration(progress.left)} left")
        line = output.fit(f"{progress.source}: {', '.join(parts)}", output.screen_width() - 1, pad=False)
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()
        self._drawn = True

    def _clear(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._drawn = False


def import_files(catalog: Catalog, names: tuple[str, ...]) -> tuple[ImportReport, list[str]]:
    """Import files one after the other; return the report of the last one, and what could not be read, in sentences.

    A file that cannot be read at all is passed over when another can; each entry that cannot is also told on standard
    error, where it is found again when the reader is left. Raises FormatError when nothing can be read, StorageError
    when it cannot be kept.
    """
    report: ImportReport | None = None
    failed: list[FormatError] = []
    words: list[str] = []
    with Import() as importing:
        for name in names:
            try:
                done = importing.run(catalog, name)
            except FormatError as error:
                failed.append(error)
                words.append(str(error))
                continue
            report = done
            tell_broken(report)
            if report.broken:
                first = report.problems[0]
                words.append(
                    f"{report.words()} (the first: {first.where}: {first.reason}; "
                    f"all of them: paperreader sources unreadable {report.source})"
                )
            if report.cancelled:
                break
    if report is None:
        raise failed[0]
    for failure in failed:
        say(str(failure))
    return report, words


def duration(seconds: float) -> str:
    """A time as people say it: `12 s`, `3 min 5 s`, `2 h 10 min`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def tell_report(report: ImportReport, *, quiet: bool = False) -> int:
    """Print what came of one file, how it was understood, and what could not be read; 1 if there was any of that."""
    if not wants_json() and (not quiet or report.broken or report.cancelled):
        output.out(report.words())
    if not quiet:
        for remark in report.remarks:
            say(str(remark))
    tell_broken(report)
    if report.cancelled:
        from paperreader.session.rows import papers_in_words

        say(f"stopped with {papers_in_words(report.papers)} in; the same command again brings the rest")
    return 1 if report.broken else 0


def tell_reports(reports: Sequence[ImportReport]) -> None:
    """With `--json`, print what came of all files."""
    if wants_json():
        words = "; ".join(report.words() for report in reports)
        tell(words, done=bool(reports), sources=[_object(report) for report in reports])


def _object(report: ImportReport) -> dict[str, object]:
    return {
        "source": report.source,
        "title": report.title,
        "papers": report.papers,
        "new": report.new,
        "changed": report.changed,
        "known": report.same,
        "suggested": report.suggested,
        "unreadable": report.broken,
        "problems": [{"where": problem.where, "reason": problem.reason} for problem in report.problems],
        "remarks": [{"where": remark.where, "text": remark.text} for remark in report.remarks],
        "cancelled": report.cancelled,
    }


def tell_broken(report: ImportReport) -> None:
    """Say which entries of an import could not be read, the first of them one by one."""
    for problem in report.problems[:_TOLD]:
        say(f"{problem.where}: {problem.reason}")
    if report.broken > _TOLD:
        say(f"… and {report.broken - _TOLD:,} more; try: paperreader sources unreadable {report.source}")
