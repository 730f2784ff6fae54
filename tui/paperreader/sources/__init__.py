"""Where records come from: the shipped seeds, files and folders; later, services.

This room connects `formats` (what a file says) with `storage` (what the catalogue keeps). It may import both and the
floors below; never search, the session or anything that draws. Importing the package loads nothing: the first start of
the reader must not wait for parsers that it does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperreader.sources.importing import ImportReport, Progress, ensure_seeds, import_path

__all__ = ["SEEDS", "ImportReport", "Progress", "ensure_seeds", "import_path"]

#: The name of the source that ships with the program.
SEEDS = "seeds"


def __getattr__(name: str) -> object:
    if name in __all__:
        from paperreader.sources import importing

        return getattr(importing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
