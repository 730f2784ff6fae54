"""What lies open, kept between two runs: view, query, cursor, sizes.

It is not part of the library: losing it costs a glance, so an unreadable file is passed over and written anew. Written
atomically, at most a second behind.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from paperreader.errors import StorageError

#: How many queries the filter line can recall.
QUERIES_KEPT = 100


@dataclass(slots=True)
class Saved:
    """The state of the screen when the reader was last used."""

    view: str = "Undecided"
    view_query: str = "is:undecided"
    query: str = ""
    uid: str = ""
    """The paper under the cursor."""
    decided: bool = False
    """Whether it was decided on."""
    after: list[str] = field(default_factory=list)
    """The papers below it, nearest first."""
    index: int = 0
    """Its place in the list."""
    top: int = 0
    """The first paper on the screen."""
    reader_anchor: str = ""
    """The place in the reader: block and offset, not a line, so that another width keeps it."""
    pane: str = "list"
    sidebar: str = "auto"
    zen: bool = False
    reader_delta: int = 0
    """Columns by which the reader is wider (negative: narrower) than by default."""
    theme: str = ""
    welcomed: bool = False
    """The first lines of help were shown."""
    queries: list[str] = field(default_factory=list)
    """Earlier queries, newest last."""


def load(path: Path) -> Saved:
    """Read what lay open; a missing or damaged file gives the defaults."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Saved()
    saved = Saved()
    if isinstance(data, dict):
        for item in fields(Saved):
            value = data.get(item.name)
            # bool is an int in Python: compare the types themselves.
            if type(value) is type(getattr(saved, item.name)):
                setattr(saved, item.name, value)
    saved.queries = [query for query in saved.queries if isinstance(query, str)][-QUERIES_KEPT:]
    saved.after = [uid for uid in saved.after if isinstance(uid, str)]
    return saved


def store(path: Path, saved: Saved) -> bool:
    """Write what lies open, atomically; False when the place cannot be written (the reader goes on without)."""
    from paperreader.system.files import private_folder, write_atomic

    try:
        private_folder(path.parent)
        write_atomic(path, json.dumps(asdict(saved), ensure_ascii=False, indent=1).encode())
    except (OSError, StorageError):
        return False
    return True
