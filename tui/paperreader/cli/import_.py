"""`paperreader import`: papers from files into the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli import complete
from paperreader.cli.options import json_option
from paperreader.cli.outcome import INTERRUPTED, say
from paperreader.errors import FormatError, UsageError

if TYPE_CHECKING:
    from paperreader.sources import ImportReport


@click.command("import")
@json_option
@click.option("--source", metavar="NAME", help="Name the source; by default it has the file's name.")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    shell_complete=complete.formats(reads=True),
    help="Read as this format; by default the content decides.",
)
@click.option("--quiet", is_flag=True, help="No progress, and no report when all went well.")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path())
def command(source: str | None, form: str | None, quiet: bool, files: tuple[str, ...]) -> int:
    """Add the papers of files, folders, or standard input ("-") to the catalogue.

    Each file is a source of its own (`source:NAME` in a query). Importing it again brings what changed in
    it up to date and touches no mark. Entries and files that cannot be read are told and passed over,
    and where a file has names of its own for title, authors and so on, what was taken for what is told.
    Ctrl+C stops and keeps what is in; the same command goes on with the rest.

    \b
    Exit codes: 0 all was read, 1 some entries were not, 2 a file could not be read at all
    (the others were), 130 stopped.

    \b
    Examples:
      paperreader import papers.jsonl
      paperreader import --source icml papers.jsonl
      paperreader list --format jsonl is:starred | paperreader import --source copy -
    """
    from paperreader.cli.desk import catalogue
    from paperreader.cli.importing import Import, tell_report, tell_reports

    if form is not None:
        _check_format(form)  # a wrong name is none of the files' fault
    if source is not None and len(files) > 1:
        raise UsageError("--source names one file; import several files one by one")
    code = 0
    reports: list[ImportReport] = []
    with catalogue(writes=True) as catalog, Import(shown=not quiet) as importing:
        for name in files:
            try:
                report = importing.run(catalog, name, source, form)
            except FormatError as error:
                if len(files) == 1:
                    raise
                say(str(error))  # `import *` meets files that are no papers; the others are meant nevertheless
                code = FormatError.exit_code
                continue
            reports.append(report)
            code = max(code, tell_report(report, quiet=quiet))
            if report.cancelled:
                code = INTERRUPTED
                break
    tell_reports(reports)
    return code


def _check_format(name: str) -> None:
    """Raise UsageError, with the names there are, unless this is a format that can be read."""
    from paperreader.config import nearest
    from paperreader.formats import format_named, formats

    try:
        known = format_named(name)
    except FormatError as error:
        names = [each.name for each in formats() if each.reads]
        raise UsageError(
            f"there is no format {name!r} to read{nearest(name, names)}; there are: {', '.join(names)}"
        ) from error
    if not known.reads:
        raise UsageError(f"{known.title} can be written but not read; leave out --format, and the content decides")
