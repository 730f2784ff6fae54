"""`paperreader doctor`: is everything well?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from paperreader.cli import output
from paperreader.cli.options import json_option, wants_json

if TYPE_CHECKING:
    from paperreader.storage.doctor import Finding


@click.command("doctor")
@json_option
@click.option("--rebuild", is_flag=True, help="First make the catalogue again from what was imported.")
def command(rebuild: bool) -> int:
    """Look over the library, the catalogue, and where they lie, and say what to do about what is not well.

    It changes nothing, except with --rebuild, which needs no network and touches no mark.

    \b
    Exit codes: 0 all is well, 1 something is not.

    \b
    Examples:
      paperreader doctor
      paperreader doctor --rebuild
    """
    from paperreader.paths import places
    from paperreader.storage.doctor import examine

    bad = False

    def findings() -> Iterator[Finding]:
        nonlocal bad
        if rebuild:
            yield _rebuilt()
        for finding in examine(places()):
            bad = bad or finding.level == "bad"
            yield finding

    if wants_json():
        output.json_list(finding._asdict() for finding in findings())
        return 1 if bad else 0
    for finding in findings():
        cure = f" -> {finding.cure}" if finding.cure else ""
        output.out(f"{finding.level:<5} {finding.subject:<11} {finding.words}{cure}")
    return 1 if bad else 0


def _rebuilt() -> Finding:
    from paperreader.cli.desk import library
    from paperreader.paths import places
    from paperreader.session.rows import papers_in_words
    from paperreader.storage.doctor import WELL, Finding
    from paperreader.storage.rebuild import rebuild

    lie = places()
    with library() as opened:
        count = rebuild(lie.catalog, records=lie.records, library=opened)
    return Finding(WELL, "catalogue", f"made anew: {papers_in_words(count)}")
