"""What is done beside reading, in a worker, soon after the start: nobody waits for it, and it waits for nobody.

Works on connections of its own. What cannot be done is returned as words; it is tried again at the next start.
"""

from __future__ import annotations

from collections.abc import Callable

from paperreader.errors import PaperreaderError
from paperreader.paths import Places


def keep_house(
    places: Places, cancelled: Callable[[], bool], told: Callable[[str], None], *, check: bool = False
) -> list[str]:
    """Back up the library if a day has passed and read lost papers in again; `check` the catalogue, a second's work.

    `told` gets lines on the progress of what takes long. Returns sentences on what went wrong.
    """
    problems: list[str] = []
    for task in (_back_up, _read_lost_papers, *([_check] if check else [])):
        if cancelled():
            break
        try:
            task(places, cancelled, told)
        except PaperreaderError as error:
            problems.append(str(error))
    return problems


def _back_up(places: Places, _cancelled: Callable[[], bool], _told: Callable[[str], None]) -> None:
    from paperreader.storage.library import Library

    with Library.open(places.library, backups=places.backups, device=places.device) as library:
        if library.backup_due():
            library.backup("daily")


def _read_lost_papers(places: Places, cancelled: Callable[[], bool], told: Callable[[str], None]) -> None:
    from paperreader.sources import ensure_seeds
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.joined import join
    from paperreader.storage.library import Library

    with Catalog.open(places.catalog, records=places.records) as catalog:
        if not catalog.behind():
            return
        catalog.catch_up(lambda papers: told(f"reading papers in again: {papers:,}"), cancelled)
        if not cancelled():
            ensure_seeds(catalog)
        with Library.open(places.library, backups=places.backups, device=places.device) as library:
            join(library, catalog)
        told("the papers are all here again")


def _check(places: Places, _cancelled: Callable[[], bool], _told: Callable[[str], None]) -> None:
    from paperreader.storage.catalog import Catalog

    with Catalog.open(places.catalog, records=places.records, read_only=True) as catalog:
        catalog.check()
