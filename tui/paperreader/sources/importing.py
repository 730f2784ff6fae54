"""From a source into the catalogue: what was read, what was new, what could not be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from paperreader.sources import SEEDS

if TYPE_CHECKING:
    from pathlib import Path

    from paperreader.formats.base import Broken, Entry, Remark
    from paperreader.sources.files import Reading
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.unreadable import Keeper

#: Problems that are kept in a report with their words; all are counted.
PROBLEMS = 200
#: Remarks that are kept in a report.
REMARKS = 20
#: Seconds between two reports of progress.
_PACE = 0.1


class Progress(NamedTuple):
    """How far an import is. Bytes are as they lie on disk; seconds count from its start."""

    source: str
    done: int
    total: int | None
    papers: int
    broken: int
    seconds: float

    @property
    def fraction(self) -> float | None:
        """Between 0 and 1; None when the size is not known (standard input)."""
        return min(1.0, self.done / self.total) if self.total else None

    @property
    def rate(self) -> float:
        """Papers a second."""
        return self.papers / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds still to go at the rate so far; None when that cannot be said."""
        return (
            self.seconds * (self.total - self.done) / self.done if self.total and 0 < self.done <= self.total else None
        )


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import."""

    source: str
    title: str
    papers: int
    """Entries that could be read."""
    new: int
    changed: int
    same: int
    suggested: int
    """Papers that may be the same as another one; nothing was merged."""
    broken: int
    """Entries that could not be read; the first of them are in `problems`."""
    problems: tuple[Broken, ...]
    cancelled: bool
    seconds: float
    remarks: tuple[Remark, ...] = ()
    """What else a user should know: which names of fields were taken for what, entries that do not close; the first."""

    def words(self) -> str:
        """Return the report in one line."""
        parts = [f"{self.new:,} new"]
        parts += [f"{count:,} {word}" for count, word in ((self.changed, "changed"), (self.same, "known")) if count]
        if self.suggested:
            parts.append(f"{self.suggested:,} may be duplicates")
        if self.broken:
            parts.append(f"{self.broken:,} unreadable")
        stopped = "stopped: " if self.cancelled else ""
        return f"{self.source}: {stopped}{', '.join(parts)}"


def import_path(
    path: Path,
    catalog: Catalog,
    *,
    source: str | None = None,
    format: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ImportReport:
    """Import a file, a folder or standard input (`-`) into the catalogue as one source.

    `progress` is called from this thread, ten times a second at most and once at the end; when `cancelled` answers True
    the import stops and keeps what is in. Raises `FormatError` when nothing at all can be read, and then the catalogue
    is untouched; `StorageError` when the catalogue cannot take it (one that cannot be written takes nothing).
    """
    from paperreader.sources.files import STDIN, Reading, source_name
    from paperreader.storage.log import unicode_text

    if not catalog.writable:
        from paperreader.errors import ReadOnly

        raise ReadOnly(f"nothing was imported: {catalog.banner}")
    reading = Reading(path, format)
    origin = "standard input" if path == STDIN else unicode_text(str(path.absolute()))
    name = source or _free_name(source_name(path), origin, catalog)
    keeper = catalog.keeper(name)
    run = _Run(reading, name, progress, cancelled, keeper)
    try:
        report = _import(run, path, catalog, name, origin, cancelled)
    except BaseException:
        if keeper is not None:
            keeper.discard()
        raise
    if keeper is not None:
        keeper.finish(stopped=report.cancelled)
    return report


def _import(
    run: _Run, path: Path, catalog: Catalog, name: str, origin: str, cancelled: Callable[[], bool] | None
) -> ImportReport:
    from paperreader.errors import FormatError, StorageError
    from paperreader.sources.files import STDIN
    from paperreader.storage.failures import after
    from paperreader.storage.log import unicode_text

    entries = run.entries()
    first = next(entries, None)
    if first is None and not run.stopped:
        if run.failure is not None:
            raise run.failure
        reason = f": {run.problems[0]}" if run.problems else ""
        raise FormatError(f"{'standard input' if path == STDIN else path} holds no papers that can be read{reason}")

    def all_entries() -> Iterator[Entry]:
        if first is not None:
            yield first
            yield from entries

    title = "standard input" if path == STDIN else unicode_text(path.name) or origin
    before = catalog.count()
    try:
        added = catalog.add(name, all_entries(), title=title, origin=origin, cancelled=cancelled) if first else None
    except StorageError as error:
        if kept := catalog.count() - before:
            raise after(error, f"{kept:,} new papers are in, and the same import brings the rest") from error
        raise
    run.tell(final=True)
    return ImportReport(
        source=name,
        title=title,
        papers=run.papers,
        new=added.new if added else 0,
        changed=added.changed if added else 0,
        same=added.same if added else 0,
        suggested=added.suggested if added else 0,
        broken=run.broken,
        problems=tuple(run.problems),
        cancelled=run.stopped or bool(added and added.cancelled),
        seconds=run.seconds,
        remarks=tuple(run.remarks),
    )


class _Run:
    """One import on its way: sorts entries from broken ones, counts, reports, and stops when asked."""

    def __init__(
        self,
        reading: Reading,
        name: str,
        progress: Callable[[Progress], None] | None,
        cancelled: Callable[[], bool] | None,
        keeper: Keeper | None = None,
    ) -> None:
        from time import monotonic

        self._clock = monotonic
        self._reading = reading
        self._name = name
        self._progress = progress
        self._cancelled = cancelled
        self._keeper = keeper
        self._start = self._told = monotonic()
        self.papers = 0
        self.broken = 0
        self.problems: list[Broken] = []
        self.remarks: list[Remark] = []
        self.failure: Exception | None = None
        self.stopped = False

    @property
    def seconds(self) -> float:
        return self._clock() - self._start

    def entries(self) -> Iterator[Entry]:
        """Yield the readable entries; those that are not are kept aside. A file that breaks off ends it, and is told.

        Raises a StorageError when an unreadable entry cannot be kept; what the catalogue has taken in stays.
        """
        from paperreader.errors import FormatError
        from paperreader.formats.base import Broken, Remark

        items = iter(self._reading)
        while True:
            if self._cancelled is not None and self._cancelled():
                self.stopped = True
                return
            try:
                item = next(items, None)
            except FormatError as error:
                self.failure = error
                self._problem(Broken(self._reading.path.name, str(error), b""))
                return
            if item is None:
                return
            if isinstance(item, Broken):
                self._problem(item)
            elif isinstance(item, Remark):
                if len(self.remarks) < REMARKS:
                    self.remarks.append(item)
            else:
                self.papers += 1
                yield item
            self.tell()

    def _problem(self, problem: Broken) -> None:
        from paperreader.storage.log import unicode_text

        self.broken += 1
        problem = problem._replace(where=unicode_text(problem.where))
        if self._keeper is not None:
            self._keeper.keep(*problem)
        if len(self.problems) < PROBLEMS:
            self.problems.append(problem)

    def tell(self, *, final: bool = False) -> None:
        """Report progress if somebody listens and it is time."""
        if self._progress is None:
            return
        now = self._clock()
        if final or now - self._told >= _PACE:
            self._told = now
            reading = self._reading
            self._progress(
                Progress(self._name, reading.done, reading.total, self.papers, self.broken, now - self._start)
            )


def _free_name(wanted: str, origin: str, catalog: Catalog) -> str:
    """Return `wanted`, or with a number behind it when another file's papers have that name already."""
    taken = catalog.origins()
    name, number = wanted, 1
    while name == SEEDS or taken.get(name, origin) != origin:
        number += 1
        name = f"{wanted}-{number}"
    return name


def ensure_seeds(catalog: Catalog) -> bool:
    """Import the shipped papers on the first start, and again when a new version ships others; say whether it did.

    Never after the user removed them. Nothing is read or parsed when nothing is to be done. Raises `FormatError` when
    the installation is damaged.
    """
    from paperreader.sources.seeds import TITLE, VERSION

    origin = f"shipped {VERSION}"
    known = catalog.origin(SEEDS)
    if known == origin:
        return False
    if (known is None and catalog.was_removed(SEEDS)) or not catalog.writable:
        return False
    from paperreader.errors import FormatError
    from paperreader.formats.base import Entry
    from paperreader.sources.seeds import seeds

    entries: list[Entry] = []
    for item in seeds():
        if not isinstance(item, Entry):
            raise FormatError(f"the shipped papers are damaged ({item}); install paperreader again")
        entries.append(item)
    catalog.add(SEEDS, entries, title=TITLE, origin=origin)
    return True
