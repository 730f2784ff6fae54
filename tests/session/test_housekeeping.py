"""What is done beside reading: backups, and papers that were lost with the catalogue."""

from __future__ import annotations

import os
import time
from pathlib import Path

from paperreader.paths import Places
from paperreader.session import open_session
from paperreader.session.housekeeping import keep_house


def never() -> bool:
    return False


def test_the_library_is_backed_up_once_a_day(folders: Places) -> None:
    session = open_session(folders)
    told: list[str] = []
    assert keep_house(folders, never, told.append) == []
    assert not list(folders.backups.glob("*")) if folders.backups.exists() else True
    session.toggle("starred")
    assert keep_house(folders, never, told.append) == []
    (backup,) = folders.backups.glob("*.db")
    session.toggle("read")
    assert keep_house(folders, never, told.append) == []
    assert list(folders.backups.glob("*.db")) == [backup]
    session.close()


def test_a_lost_catalogue_is_read_in_again_and_every_mark_finds_its_paper(folders: Places, tmp_path: Path) -> None:
    from paperreader.sources import import_path

    session = open_session(folders)
    file = tmp_path / "mine.jsonl"
    file.write_text('{"title": "A paper of mine", "abstract": "Short."}')
    import_path(file, session.catalog)
    session.open_source("mine")
    session.toggle("starred")
    session.close()
    for path in folders.data.glob("catalog.db*"):
        path.unlink()

    again = open_session(folders, restore=True)
    told: list[str] = []
    assert keep_house(folders, never, told.append) == []
    assert told[-1] == "the papers are all here again"
    assert again.poll()
    assert again.marks.total == 39
    assert again.count(next(view for view in again.views() if view.name == "Starred")) == 1
    again.close()


def test_what_goes_wrong_is_returned_in_words(folders: Places) -> None:
    session = open_session(folders)
    session.toggle("starred")
    session.close()
    data = bytearray(folders.catalog.read_bytes())
    data[4096:8192] = bytes(4096)
    folders.catalog.write_bytes(data)
    os.utime(folders.catalog, (time.time(), time.time()))
    problems = keep_house(folders, never, lambda _words: None, check=True)
    assert problems
    assert all("Traceback" not in problem for problem in problems)
