"""Opening a session: both files, the seeds on the first start, what lay open the last time."""

from __future__ import annotations

from paperreader.errors import StorageError
from paperreader.paths import Places
from paperreader.session.saved import Saved, load
from paperreader.session.session import Session


def open_session(places: Places, *, restore: bool = False) -> Session:
    """Open the catalogue and the library of these folders.

    `restore` opens what lay open the last time; commands want the plain start instead. Raises the types of
    `errors.StorageError` when the library is damaged, or a file foreign or too new; a damaged catalogue is made again
    (`notice`). A place that cannot be written is no error: the session's `banner` says what is not being saved. With
    `restore`, a catalogue that lost papers is not waited for: `housekeeping.keep_house` reads them in again.
    """
    from paperreader.sources import ensure_seeds
    from paperreader.storage.catalog import Catalog
    from paperreader.storage.joined import join
    from paperreader.storage.library import Library

    library = Library.open(places.library, backups=places.backups, device=places.device)
    try:
        catalog = Catalog.open_mended(places.catalog, records=places.records)
    except StorageError:
        library.close()
        raise
    if catalog.writable:
        # First the papers with marks get their identities back, if the catalogue was lost; then papers may come in.
        join(library, catalog)
        lost = catalog.fresh and catalog.behind()
        if lost and not restore:
            catalog.catch_up()
            join(library, catalog)
        if not (restore and lost):
            ensure_seeds(catalog)
    saved = load(places.session) if restore else Saved()
    return Session(catalog, library, saved=saved, index=places.index)
