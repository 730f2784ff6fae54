"""`paperreader export`: papers out again, in the formats of other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperreader.cli import complete, output
from paperreader.cli.options import json_option, wants_json
from paperreader.cli.outcome import say
from paperreader.errors import UsageError

if TYPE_CHECKING:
    from paperreader.cli.desk import Desk
    from paperreader.paper import Marks, Paper


@click.command("export")
@json_option
@click.option(
    "-f",
    "--format",
    "form",
    metavar="FORMAT",
    shell_complete=complete.formats(writes=True),
    help="See below; by default the ending of FILE decides.",
)
@click.option(
    "-o", "--output", "target", metavar="FILE", type=click.Path(), help="Write this file rather than standard output."
)
@click.option(
    "--files",
    "folder",
    metavar="FOLDER",
    type=click.Path(),
    help="markdown: a file a paper, with front matter (Obsidian).",
)
@click.option("--force", is_flag=True, help="Write over files that are there, without asking.")
@click.option("--raw", is_flag=True, help="csv: do not disarm cells that a spreadsheet would run.")
@click.argument("query", nargs=-1, shell_complete=complete.query)
def command(
    form: str | None, target: str | None, folder: str | None, force: bool, raw: bool, query: tuple[str, ...]
) -> int:
    """Write the papers that match QUERY; without a query all of them, with "-" those whose ids are on standard input.

    \b
    Formats:
      bibtex    for LaTeX, JabRef, Zotero; reading state in JabRef's fields
      ris       for EndNote, Mendeley, Zotero
      csl-json  for Pandoc and citation processors
      csv       a row a paper, for spreadsheets
      json, jsonl   everything that is known, exactly
      markdown  a list; with --files a file a paper
      plain     to be read or printed

    `paperreader import` reads all but the last two back as the same papers.

    \b
    Exit codes: 0 something was written, 1 nothing matched, 2 it cannot be written.

    \b
    Examples:
      paperreader export is:starred --format bibtex
      paperreader export -o starred.bib diffusion && paperreader export -o starred.bib --force diffusion
      paperreader list -f ids attention | paperreader export --format ris -
      paperreader export --format markdown --files notes keyword:diffusion
    """
    from paperreader.cli.desk import desk

    name = _format("json" if wants_json() else form, target, folder)
    with desk() as opened:
        numbers = opened.named(query, everything="no query") if query else list(opened.session.catalog.numbers())
        if not numbers:
            if target not in (None, "-") or folder is not None:
                say("no paper matches; nothing was written")
            return 1
        if folder is not None:
            return _files(opened, numbers, Path(folder), force=force)
        texts = _texts(opened, numbers, name, raw=raw)
        if target in (None, "-"):
            sys.stdout.writelines(texts)
        elif target is not None:
            path = Path(target)
            _write(path, texts, over=force or _agreed([path]))
            output.out(f"{_papers(len(numbers))} in {path}")
    return 0


def _format(form: str | None, target: str | None, folder: str | None) -> str:
    """The name of the format to write. Raises UsageError with the names there are."""
    from paperreader.config import nearest
    from paperreader.errors import FormatError
    from paperreader.formats import format_named, formats

    written = [known.name for known in formats() if known.writes]
    names = ", ".join(written)
    if folder is not None:
        if target is not None or (form or "markdown") != "markdown":
            raise UsageError("--files writes a file a paper in markdown; leave out --output and other formats")
        return "markdown"
    ending = Path(target).suffix if target else ""
    if form is None and not ending:
        raise UsageError(f"say in which format: --format with one of {names}")
    try:
        known = format_named(form or ending)
    except FormatError as error:
        wanted = form or ending
        raise UsageError(
            f"there is no format {wanted!r} to write{nearest(wanted, written)}; there are: {names}"
        ) from error
    if form is None:
        # .json and .txt are endings of several formats; of those that are written the plainest is meant.
        same = [other for other in formats() if other.writes and ending.lower() in other.extensions]
        known = next((other for other in same if other.name in ("json", "plain")), same[0] if same else known)
    if not known.writes:
        raise UsageError(f"{known.title} can be read but not written; these can: {names}")
    return known.name


def _write(path: Path, texts: Iterable[str], *, over: bool) -> None:
    from paperreader.system import targets

    try:
        targets.write(path, texts, over=over)
    except targets.Taken as error:
        raise UsageError(f"{error} (--force does)") from error


def _texts(opened: Desk, numbers: Sequence[int], name: str, *, raw: bool) -> Iterator[str]:
    from paperreader.formats import format_named

    return format_named(name).write(_read(opened, numbers), _marks(opened), raw=raw)


def _read(opened: Desk, numbers: Sequence[int]) -> Iterator[Paper]:
    return (paper for paper, _marks in opened.papers(numbers))


def _marks(opened: Desk) -> Mapping[str, Marks]:
    return opened.session.library.marks()


def _files(opened: Desk, numbers: Sequence[int], folder: Path, *, force: bool) -> int:
    from paperreader.formats.markdown import files
    from paperreader.system import targets

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} is no folder and cannot be made one: {error.strerror}") from error
    over = force
    if not force:
        names = (name for name, _text in files(_read(opened, numbers), {}))
        over = _agreed(targets.inside(folder, name) for name in names)
    count = 0
    for name, text in files(_read(opened, numbers), _marks(opened)):
        _write(targets.inside(folder, name), [text], over=over)
        count += 1
    output.out(f"{_papers(count)} in {folder}")
    return 0


def _agreed(paths: Iterable[Path]) -> bool:
    """Whether files that are there may be replaced: asked on a terminal; False, too, when none is there."""
    from paperreader.system.targets import taken

    there = [path for path in paths if taken(path)]
    if not there or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    more = f" and {len(there) - 1:,} more" if len(there) > 1 else ""
    say(f"{there[0]}{more} exists already; write over it? (y/N)")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count:,} papers"
