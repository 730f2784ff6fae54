"""The programs that are measured beside each other, and the table of what came out.

The reader on a copy of a catalogue; a bare Textual app; and, where they are installed, newsboat with a feed of the same
papers, less with a text of them and fzf with a line for each. Every program has a folder of its own and nothing of the
user's environment but where programs are.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import bare
import corpus
from measure import Frame, Recording, Times, percentile

SIZE = (120, 40)


class Program(NamedTuple):
    """Something to start, and how to see that it is ready."""

    name: str
    argv: Sequence[str]
    env: dict[str, str]
    ready: tuple[re.Pattern[str], ...]
    papers: int = 0


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    value: str
    reach: str = ""
    reached: bool = True
    net: bool = False
    """Reached if the time is left out in which the program had no core."""


def reader(of: int | Path, folder: Path, name: str = "home", *, marked: int = 0, long: bool = False) -> Program:
    """The reader on a copy of a catalogue, ready when sidebar, list and reading pane show their first line.

    `marked` papers, from the end, have a mark; a `long` one can stand there.
    """
    home = corpus.copy(corpus.home(of), folder / name)
    if long:
        corpus.add_long_paper(home)
    if marked:
        corpus.add_marks(home, marked)
    from paperreader.formats.base import Entry
    from paperreader.sources.seeds import seeds

    record = next(entry.record for entry in seeds() if isinstance(entry, Entry))
    plain = re.match(r"[\w ]{10,30}", record.abstract)
    assert plain is not None
    ready = ("Undecided", re.escape(record.title[:20]), re.escape(plain[0].strip()))
    env = {"PAPERREADER_HOME": str(home), "PYTHONPATH": str(corpus.ROOT / "tui")}
    papers = corpus.count(home)
    return Program(
        f"reader, {papers:,} papers{f', {marked:,} marked' * bool(marked)}",
        [sys.executable, "-m", "paperreader"],
        _environment(folder, env),
        tuple(re.compile(pattern) for pattern in ready),
        papers,
    )


def baseline(folder: Path, kind: str = "") -> Program:
    """A bare app."""
    argv = [sys.executable, str(Path(bare.__file__)), *([kind] if kind else [])]
    return Program(f"bare app{' of ' * bool(kind)}{kind}", argv, _environment(folder, {}), (re.compile(bare.READY),))


def rivals(home: Path, folder: Path, wanted: Iterable[str] = ("newsboat", "less", "fzf")) -> list[Program]:
    """Those of the wanted programs that are installed, with the papers of a home.

    newsboat is ready when its list of feeds shows (the papers are one key further), less and fzf when their first
    paper does.
    """
    making = {"newsboat": _newsboat, "less": _less, "fzf": _fzf}
    installed = [name for name in wanted if shutil.which(name)]
    rows = _rows(home) if installed else []
    found = []
    for name in installed:
        own = folder / name
        own.mkdir()
        program = making[name](rows, own)
        found.append(program._replace(name=f"{name}, {len(rows):,} papers", papers=len(rows)))
    return found


class _Row(NamedTuple):
    title: str
    people: str
    abstract: str


def _rows(home: Path) -> list[_Row]:
    """Title, people and abstract of every paper, each on one line."""
    from paperreader.storage.catalog import Catalog
    from paperreader.text.clean import clean_line

    with Catalog.open(corpus.places(home).catalog, read_only=True) as catalog:
        return [_Row(*map(clean_line, row[1:4])) for row in catalog.search_rows()]


def _newsboat(rows: Sequence[_Row], folder: Path) -> Program:
    with (folder / "feed.xml").open("w", encoding="utf-8") as file:
        file.write(
            '<?xml version="1.0"?><rss version="2.0"><channel><title>Papers</title><link>http://127.0.0.1/</link>'
        )
        for n, row in enumerate(rows):
            file.write(
                f"<item><title>{escape(row.title)}</title><author>{escape(row.people)}</author>"
                f"<link>http://127.0.0.1/{n}</link><guid>g{n}</guid>"
                f"<description>{escape(row.abstract)}</description></item>\n"
            )
        file.write("</channel></rss>")
    (folder / "urls").write_text(f"file://{folder}/feed.xml\n")
    (folder / "config").write_text("auto-reload no\nbind-key j down\nbind-key g home\n")
    argv = ["newsboat", "-q", "-u", str(folder / "urls"), "-c", str(folder / "cache.db"), "-C", str(folder / "config")]
    env = _environment(folder, {})
    loading = Recording([*argv, "-x", "reload"], env, SIZE)
    loading.finish(300)
    return Program("", argv, env, (re.compile(r"\(\d+/\d+"),))


def _less(rows: Sequence[_Row], folder: Path) -> Program:
    text = folder / "papers.txt"
    with text.open("w", encoding="utf-8") as file:
        file.writelines(f"{row.title}\n  {row.people}\n" for row in rows)
    ready = re.compile(re.escape(rows[0].title[:20]))
    return Program("", ["less", "-S", str(text)], _environment(folder, {}), (ready,))


def _fzf(rows: Sequence[_Row], folder: Path) -> Program:
    text = folder / "papers.txt"
    with text.open("w", encoding="utf-8") as file:
        file.writelines(f"{row.title}\t{row.people}\t{row.abstract}\n" for row in rows)
    # The list of titles and people, all three searched, the text beside it: what the reader shows.
    preview = "--preview='printf %s {3}' --preview-window=right:45%:wrap"
    command = f"exec fzf --delimiter='\\t' --no-hscroll --layout=reverse {preview} < {text}"
    ready = re.compile(re.escape(rows[0].title[:20]))
    return Program("", ["/bin/sh", "-c", command], _environment(folder, {}), (ready,))


def _environment(folder: Path, more: dict[str, str]) -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder), **more}


def started(program: Program) -> tuple[Recording, list[Frame]]:
    """Start a program and read until it is quiet."""
    recording = Recording(program.argv, program.env, SIZE)
    recording.settle(0.4, 20.0)
    frames = recording.frames()
    if not recording.alive:
        raise SystemExit(f"{program.name} ended at once:\n" + "\n".join(frames[-1].lines if frames else ()).rstrip())
    return recording, frames


def row_of(frame: Frame) -> str:
    """The text beside the cursor's sign in the reader's list."""
    for line in frame.lines:
        before, sign, text = line.partition("▌")
        if sign and len(before) > 15:
            return text[3:40]
    return ""


def spread(what: str, times: Sequence[Times], reach: str, middle: float = 0.0, high: float = 0.0) -> Figure:
    """A line with median and 95th percentile, by the clock and net; `middle` and `high` are milliseconds to reach."""

    def of(share: float, which: int) -> float:
        return percentile([time[which] for time in times], share)

    def good(which: int) -> bool:
        return bool(times) and (not middle or of(0.5, which) <= middle) and (not high or of(0.95, which) <= high)

    value = f"p50 {of(0.5, 0):.1f} ms, p95 {of(0.95, 0):.1f} ms (net {of(0.5, 1):.1f}, {of(0.95, 1):.1f})"
    return Figure(what, value, reach, good(0), good(1))


def report(figures: Sequence[Figure]) -> int:
    """Print the table; 1 if something was not reached."""
    width = max(len(figure.what) for figure in figures)
    values = max(len(figure.value) for figure in figures)
    reaches = max(len(figure.reach) for figure in figures)
    for figure in figures:
        missed = "not reached by the clock, reached net" if figure.net else "NOT REACHED"
        verdict = "" if not figure.reach else "reached" if figure.reached else missed
        print(f"{figure.what:<{width}}  {figure.value:<{values}}  {figure.reach:<{reaches}}  {verdict}".rstrip())
    return int(any(figure.reach and not (figure.reached or figure.net) for figure in figures))


def about() -> str:
    """The machine, as far as it says how to read the figures."""
    load = "/".join(f"{value:.1f}" for value in os.getloadavg())
    return f"{SIZE[0]} × {SIZE[1]}, Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {load}"
