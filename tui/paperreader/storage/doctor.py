"""Looking everything over, and saying in plain words what is well, what is not, and what to do about it.

Reads only. Findings come one by one, so that a command can print them as they are made.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import apsw

from paperreader.errors import StorageError
from paperreader.paths import Places
from paperreader.storage import backup, mounts, records
from paperreader.storage.catalog import Catalog
from paperreader.storage.database import has_journal
from paperreader.storage.failures import CURES, decoding
from paperreader.storage.joined import orphans, suggestions
from paperreader.storage.library import Library
from paperreader.storage.moving import asides, newest_aside

WELL, NOTE, BAD = "well", "note", "bad"
#: Before this version two connections and a checkpoint at the wrong moment could corrupt a WAL database.
_SAFE_SQLITE = (3, 51, 3)

#: With less room than this, a few marks more and the disk is full.
_ROOM = 10 * 1024 * 1024

#: The newest backup, and what was marked since as far as it can be read.
_CURE = "paperreader restore --salvage"
_REBUILD = "paperreader doctor --rebuild"


class Finding(NamedTuple):
    """One thing that was looked at: `level` is `well`, `note` (worth knowing) or `bad`; `cure` says what to do."""

    level: str
    subject: str
    words: str
    cure: str = ""


def examine(places: Places) -> Iterator[Finding]:
    """Yield what is found, library first. Never raises for what it finds; reading takes about a second at 100,000."""
    yield _sqlite()
    yield from _step("place", places.data, _place(places))
    yield from _step("modes", places.data, _modes(places))
    # Both are open at the end, unless they are not there or cannot be read.
    opened: list[Library | Catalog] = []
    try:
        kept = bool(backup.backups(places.backups))
        cure = _CURE if kept else f"{_CURE}, or paperreader restore --empty"
        yield from _step("library", places.library, _library(places, kept, opened), cure)
        yield from _step("backups", places.backups, _backups(places))
        yield from _step("aside", places.data, _aside(places))
        yield from _step("catalogue", places.catalog, _catalogue(places, opened), _REBUILD)
        match opened:
            case [Library() as library, Catalog() as catalog]:
                yield from _step("orphans", places.catalog, _orphans(library, catalog), _REBUILD)
                yield from _step("duplicates", places.catalog, _duplicates(library, catalog), _REBUILD)
        yield from _step("records", places.records, _raw(places))
    finally:
        for one in opened:
            one.close()


def _step(subject: str, path: Path, findings: Iterator[Finding], cure: str = "") -> Iterator[Finding]:
    """Yield the findings of one step; what stops it is one of them, and the next steps are taken all the same."""
    try:
        with decoding(subject if subject in CURES else "place", path):
            yield from findings
    except StorageError as error:
        yield Finding(BAD, subject, str(error), cure)


def _sqlite() -> Finding:
    version = apsw.sqlite_lib_version()
    words = f"SQLite {version}, apsw {apsw.apsw_version()}"
    if tuple(map(int, version.split("."))) < _SAFE_SQLITE:
        return Finding(
            BAD, "sqlite", f"{words}: can corrupt a library that two terminals use", "install apsw 3.51.3 or newer"
        )
    return Finding(WELL, "sqlite", words)


def _place(places: Places) -> Iterator[Finding]:
    kind = mounts.file_system(places.data) or "of unknown kind"
    if mounts.is_network(places.data):
        words = f"{places.data} is on a network file system ({kind}): slower, and safe only from one machine at a time"
        yield Finding(NOTE, "place", words, "set PAPERREADER_HOME to a local folder")
    else:
        yield Finding(WELL, "place", f"{places.data} (file system {kind})")
    if places.data.exists():
        if not os.access(places.data, os.W_OK):
            words = f"{places.data} cannot be written: nothing can be marked or imported"
            yield Finding(BAD, "place", words, "make it writable for you, or set PAPERREADER_HOME to another folder")
        elif (free := shutil.disk_usage(places.data).free) < _ROOM:
            words = f"{free / 1024 / 1024:.1f} MB are left on the disk of {places.data}: soon nothing can be saved"
            yield Finding(BAD, "place", words, "free some space")
    client = mounts.synced_by(places.data)
    if client:
        words = f"{places.data} is synchronised by {client}, which may replace the library while it is open"
        yield Finding(
            NOTE, "place", words, "set PAPERREADER_HOME to another folder, and move machines with dump and load"
        )


def _modes(places: Places) -> Iterator[Finding]:
    open_to_others = []
    for path in (places.data, places.state, places.library, places.catalog, places.device, *_within(places)):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except OSError:
            continue
        if mode & 0o077:
            open_to_others.append(f"{path} ({mode:04o})")
    if open_to_others:
        yield Finding(
            NOTE, "modes", "others can read " + ", ".join(open_to_others[:5]), "chmod -R go= " + str(places.data)
        )
    else:
        yield Finding(WELL, "modes", "nobody else can read these files")


def _within(places: Places) -> Iterator[Path]:
    for folder in (places.backups, places.records):
        try:
            yield from folder.iterdir()
        except OSError:
            continue


def _library(places: Places, kept: bool, opened: list[Library | Catalog]) -> Iterator[Finding]:
    if not (places.library.exists() or kept or has_journal(places.library)):
        yield Finding(NOTE, "library", "there is none yet; it is made when paperreader is first used")
        return
    library = Library.open(places.library, backups=places.backups, device=places.device, read_only=True)
    opened.append(library)
    if library.banner:
        # It was opened to be read, and not even that is so: what is open is an empty one in memory, or a copy.
        yield Finding(BAD, "library", library.banner, "see what lies there, and who may read it")
        return
    library.check()
    with library.making():
        ((ops,),) = library.rows("SELECT count(*) FROM op")
        ((commands,),) = library.rows("SELECT count(*) FROM command")
        agrees = library.log_agrees()
        marked = len(library.marks())
    size = _size(places.library)
    yield Finding(
        WELL,
        "library",
        f"sound; {_many(marked, 'paper')} with marks, {_many(commands, 'command')}, {_many(ops, 'change')}, {size}",
    )
    if not agrees:
        yield Finding(BAD, "log", "the log does not add up to the marks", "please report this, with a dump")
    else:
        yield Finding(WELL, "log", "the log adds up to the marks")


def _aside(places: Places) -> Iterator[Finding]:
    found = asides(places.data)
    if found:
        words = f"damaged files that were kept: {', '.join(path.name for path in found[:3])}"
        look = "" if newest_aside(places.library) is None else f"{_CURE}, for marks in them; "
        yield Finding(NOTE, "aside", words, f"{look}remove them when nothing is missed")


def _backups(places: Places) -> Iterator[Finding]:
    found = backup.backups(places.backups)
    if not found:
        yield Finding(NOTE, "backups", "there are none yet", "paperreader backup")
        return
    broken = []
    for one in found:
        try:
            backup.verify(one.path)
        except apsw.Error:
            broken.append(one.path.name)
    if broken:
        yield Finding(
            BAD, "backups", f"{len(broken)} of {len(found)} are damaged: {', '.join(broken[:3])}", "paperreader backup"
        )
    else:
        yield Finding(WELL, "backups", f"{len(found)}, all sound, the newest of {found[0].when}")


def _catalogue(places: Places, opened: list[Library | Catalog]) -> Iterator[Finding]:
    if not places.catalog.exists():
        yield Finding(NOTE, "catalogue", "there is none yet; it is made when papers are imported")
        return
    catalog = Catalog.open(places.catalog, records=places.records, read_only=True)
    opened.append(catalog)
    if catalog.banner:
        yield Finding(BAD, "catalogue", catalog.banner, "see what lies there, and who may read it")
        return
    catalog.check()
    papers, sources = catalog.count(), len(catalog.origins())
    words = f"sound; {_many(papers, 'paper')} from {_many(sources, 'source')}, {_size(places.catalog)}"
    yield Finding(WELL, "catalogue", words)


def _orphans(library: Library, catalog: Catalog) -> Iterator[Finding]:
    lost = orphans(library, catalog)
    if lost:
        names = ", ".join(f"“{title or uid}”" for uid, title in sorted(lost.items())[:3])
        count = f"{_many(len(lost), 'paper')} with marks {'is' if len(lost) == 1 else 'are'}"
        words = f"{count} not in the catalogue: {names}{' …' if len(lost) > 3 else ''}"
        yield Finding(NOTE, "orphans", words, "import their source again; their marks are kept")
    else:
        yield Finding(WELL, "orphans", "every paper with marks is in the catalogue")


def _duplicates(library: Library, catalog: Catalog) -> Iterator[Finding]:
    pairs = suggestions(library, catalog)
    if pairs:
        names = ", ".join(f"{pair.first} and {pair.second} ({pair.reason})" for pair in pairs[:3])
        words = f"{_many(len(pairs), 'pair')} of papers may be the same: {names}{' …' if len(pairs) > 3 else ''}"
        yield Finding(NOTE, "duplicates", words, "paperreader duplicates")


def _raw(places: Places) -> Iterator[Finding]:
    try:
        paths = sorted(path for path in places.records.iterdir() if path.name.endswith(records.SUFFIX))
    except FileNotFoundError:
        return
    total = 0
    for path in paths:
        try:
            total += path.stat().st_size
            lost = records.damage(path)
        except OSError as error:
            words = f"{path.name} cannot be read: {error.strerror or error}"
            yield Finding(BAD, "records", words, "remove what lies there, and import that source again")
            continue
        if lost:
            words = f"{_many(lost, 'byte')} of {path.name} cannot be read"
            yield Finding(NOTE, "records", words, "import that source again")
    yield Finding(WELL, "records", f"{_many(len(paths), 'source')}, {total / 1e6:,.1f} MB")


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _size(path: Path) -> str:
    try:
        return f"{path.stat().st_size / 1e6:,.1f} MB"
    except OSError:
        return "size unknown"
