"""The shipped corpus: a source like any other, but found inside the program, so that the first start is not empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperreader.paths import shipped

if TYPE_CHECKING:
    from paperreader.formats.base import Item

TITLE = "ICLR 2026, 38 papers shipped with the program"
#: What the shipped files hash to (`digest`). Written down, so that a start need not read them to know that nothing
#: changed; a test keeps it true.
VERSION = "67684911ef74b7e6"


def digest(folder: Path) -> str:
    """Return a short hash of the corpus in a folder: the names and bytes of its texts and its catalogue."""
    import hashlib

    total = hashlib.sha256()
    for path in _files(folder):
        data = path.read_bytes()
        total.update(f"{path.name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()[:16]


def seeds() -> Iterator[Item]:
    """Yield the entries of the shipped corpus. Raises `FormatError` when the installation is damaged."""
    from paperreader.errors import FormatError
    from paperreader.formats.abstracts import read
    from paperreader.formats.base import Origin

    try:
        folder = shipped("seeds")
        for path in _files(folder):
            if path.suffix == ".txt":
                with path.open("rb") as stream:
                    yield from read(stream, Origin(path.name, folder))
    except OSError as error:
        raise FormatError(f"the shipped papers cannot be read: {error}; install paperreader again") from None


def _files(folder: Path) -> list[Path]:
    return [*sorted(folder.glob("*.txt")), folder / "catalogue.json"]
