"""`paperreader sources`: where the papers came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from paperreader.cli import complete, output
from paperreader.cli.done import tell
from paperreader.cli.options import form_option, json_option
from paperreader.errors import UsageError
from paperreader.paths import is_there

if TYPE_CHECKING:
    from paperreader.storage.catalog import Catalog


@click.group("sources", invoke_without_command=True)
@form_option("table", "json", default="table")
@click.pass_context
def command(context: click.Context, form: str) -> int:
    """Print where the papers came from; read a source again; remove one.

    The papers that ship with the program are the source "seeds". Removing a source keeps every mark: they
    are there again when the paper is.

    \b
    Examples:
      paperreader sources
      paperreader sources list --format json
      paperreader sources remove seeds
      paperreader sources remove seeds && paperreader sources reload seeds
    """
    code: int = context.invoke(list_, form=form) if context.invoked_subcommand is None else 0
    return code


@command.command("list")
@form_option("table", "json", default="table")
def list_(form: str) -> int:
    """Print every source with its number of papers and where it was read from.

    \b
    Examples:
      paperreader sources list --json
    """
    from paperreader.cli.desk import catalogue

    with catalogue() as catalog:
        found = catalog.sources()
    if form == "json":
        output.json_out([source._asdict() for source in found], indent=1)
    else:
        output.table((source.name, f"{source.papers:,}", source.title, source.origin) for source in found)
    return 0 if found else 1


@command.command("unreadable")
@form_option("plain", "json", default="plain")
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.sources))
def unreadable(form: str, name: str) -> int:
    """Print what the last import of a source could not read.

    For every entry: where it stands and why; with --json, also as it came.

    \b
    Examples:
      paperreader sources unreadable seeds || echo "all of it was read"
    """
    from paperreader.cli.desk import catalogue

    with catalogue() as catalog:
        _known(catalog, name)
        found = list(catalog.unreadable(name))
    if form == "json":
        output.json_out([{**entry._asdict(), "raw": entry.raw.decode("utf-8", "replace")} for entry in found], indent=1)
    else:
        for entry in found:
            output.out(f"{entry.where}: {entry.reason}")
    return 0 if found else 1


@command.command("remove")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.sources))
def remove(name: str) -> int:
    """Take the papers of a source out of the catalogue.

    Those that another source has too stay. No mark goes: it is there again when the paper is.

    \b
    Examples:
      paperreader sources remove seeds
    """
    from paperreader.cli.desk import catalogue

    with catalogue(writes=True) as catalog:
        _known(catalog, name)
        gone = catalog.remove_source(name)
    words = f"{name} is removed: {gone:,} paper{'' if gone == 1 else 's'} fewer; every mark is kept"
    return tell(words, source=name, removed=gone)


@command.command("reload")
@json_option
@click.argument("name", metavar="NAME", shell_complete=complete.of(complete.sources))
def reload(name: str) -> int:
    """Read a source again from where it came.

    "seeds" comes back when it was removed.

    \b
    Examples:
      paperreader sources remove seeds && paperreader sources reload seeds
    """
    from paperreader.cli.desk import catalogue
    from paperreader.cli.importing import Import, tell_report, tell_reports
    from paperreader.cli.outcome import INTERRUPTED
    from paperreader.session.rows import papers_in_words
    from paperreader.sources import SEEDS, ensure_seeds

    with catalogue(writes=True) as catalog, Import() as importing:
        if name == SEEDS:
            catalog.add(SEEDS, (), origin="removed")  # takes the removal back; the origin says that they are not there
            ensure_seeds(catalog)
            papers = next(source.papers for source in catalog.sources() if source.name == SEEDS)
            return tell(f"seeds: {papers_in_words(papers)}", sources=[{"source": SEEDS, "papers": papers}])
        origin = _known(catalog, name)
        if not is_there(origin):
            raise UsageError(f"{origin}, where {name} came from, is not there; import it from where it is now")
        report = importing.run(catalog, origin, name)
    code = tell_report(report)
    tell_reports([report])
    return INTERRUPTED if report.cancelled else code


def _known(catalog: Catalog, name: str) -> str:
    """Where a source came from. Raises UsageError with the nearest name."""
    from paperreader.config import nearest

    found = catalog.origins()
    if name not in found:
        raise UsageError(f"there is no source {name!r}{nearest(name, found)}; try: paperreader sources")
    return found[name]
