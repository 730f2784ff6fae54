"""A session on the seeds, in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paperreader.paths import Places, places
from paperreader.session import Session, open_session


@pytest.fixture
def folders() -> Places:
    return places()


@pytest.fixture
def session(folders: Places) -> Iterator[Session]:
    opened = open_session(folders)
    yield opened
    opened.close()
