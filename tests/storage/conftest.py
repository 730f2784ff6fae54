"""Fixtures of the storage tests: files of its own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Library


@pytest.fixture
def open_library(tmp_path: Path) -> Iterator[Callable[..., Library]]:
    """Open the library of this test's home, as many times as a test likes; all are closed at the end."""
    opened: list[Library] = []

    def open_it(**more: Any) -> Library:
        library = Library.open(
            tmp_path / "data" / "library.db",
            backups=tmp_path / "data" / "backups",
            device=tmp_path / "state" / "device",
            **more,
        )
        opened.append(library)
        return library

    yield open_it
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: Callable[..., Library]) -> Library:
    """An open library."""
    return open_library()


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    """An open catalogue."""
    with Catalog.open(tmp_path / "data" / "catalog.db") as catalog:
        yield catalog
