"""A disk that remembers, and what it may hold when the power fails at any moment.

`Recorder` notes every change of the files under one folder, from SQLite through a VFS and from `system.files` through its
seam, in the order in which they happen. `Disk` replays them and makes images of what may be on the disk at any point:
everything that was synced is there; of what was not, every 512-byte sector landed or did not, by the dice; and of the
changes of names that were not synced, a beginning of the sequence happened. That is harsher than a journaling file system,
and is what a drive is allowed to do.

Several connections may be recorded at once. What they share in memory, the journal's index, is in a file that SQLite
makes by itself and trusts no more after a power cut: it is not recorded, so every image is opened without it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from paperreader.storage import database
from paperreader.system import files

SECTOR = 512
#: The system's own VFS, by name: "" would mean the default, which the recording one becomes.
BASE = apsw.vfs_names()[0]
Event = tuple[Any, ...]


class Recorder:
    """Notes what happens to the files under `root`; names are relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.events: list[Event] = []

    def name(self, path: str) -> str:
        return os.path.relpath(path, self.root)

    def note(self, kind: str, *about: Any) -> None:
        self.events.append((kind, *about))

    def ack(self, what: Any) -> None:
        """Note that the program was told that something is done."""
        self.events.append(("ack", what))

    @contextmanager
    def recording(self, monkeypatch: pytest.MonkeyPatch, checkpoint: int = 8) -> Iterator[None]:
        """Record everything within; `checkpoint` makes SQLite fold its journal after so many pages, to have it often.

        So does a look at other terminals (`Library.poll`) after as many commands.
        """
        vfs = _Vfs(self)
        real = database.connect

        def connect(kind: Any, path: Path, flags: int) -> apsw.Connection:
            connection = real(kind, path, flags)
            connection.execute(f"PRAGMA wal_autocheckpoint={checkpoint}")
            return connection

        with monkeypatch.context() as patch:
            patch.setattr(database, "connect", connect)
            patch.setattr(database, "UNTIDY", checkpoint)
            patch.setattr(files, "disk", _SeamDisk(self))
            apsw.set_default_vfs("recording")
            try:
                yield
            finally:
                apsw.set_default_vfs(BASE)
                vfs.unregister()


class _Vfs(apsw.VFS):
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        super().__init__("recording", BASE)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 (SQLite's name)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None:
            return super().xOpen(name, flags)
        existed = Path(path).exists()
        file = _File(self.recorder, path, name, flags)
        if not existed and Path(path).exists():
            self.recorder.note("create", self.recorder.name(path))
        return file

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        super().xDelete(name, sync)
        self.recorder.note("delete", self.recorder.name(name))
        if sync:
            self.recorder.note("names")


class _File(apsw.VFSFile):
    def __init__(self, recorder: Recorder, path: str, name: Any, flags: list[int]) -> None:
        self.recorder = recorder
        self.name = recorder.name(path)
        super().__init__(BASE, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self.recorder.note("write", self.name, offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        super().xTruncate(size)
        self.recorder.note("truncate", self.name, size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        # SQLite's own VFS syncs the folder of a file that it made when it first syncs the file.
        self.recorder.note("sync", self.name)
        self.recorder.note("names")


class _SeamDisk(files.Disk):
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.open_files: dict[int, str] = {}

    def open(self, path: str, flags: int, mode: int) -> int:
        existed = Path(path).exists()
        descriptor = super().open(path, flags, mode)
        self.open_files[descriptor] = self.recorder.name(path)
        if not existed:
            self.recorder.note("create", self.recorder.name(path))
        return descriptor

    def write(self, descriptor: int, data: bytes) -> None:
        offset = os.lseek(descriptor, 0, os.SEEK_CUR)
        super().write(descriptor, data)
        self.recorder.note("write", self.open_files[descriptor], offset, bytes(data))

    def truncate(self, descriptor: int, size: int) -> None:
        super().truncate(descriptor, size)
        self.recorder.note("truncate", self.open_files[descriptor], size)

    def sync(self, descriptor: int) -> None:
        super().sync(descriptor)
        self.recorder.note("sync", self.open_files[descriptor])

    def close(self, descriptor: int) -> None:
        self.open_files.pop(descriptor, None)
        super().close(descriptor)

    def replace(self, source: str, target: str) -> None:
        super().replace(source, target)
        self.recorder.note("rename", self.recorder.name(source), self.recorder.name(target))

    def unlink(self, path: str) -> None:
        super().unlink(path)
        self.recorder.note("delete", self.recorder.name(path))

    def sync_folder(self, path: str) -> None:
        super().sync_folder(path)
        self.recorder.note("names")


class _Inode:
    """A file's content as it was last synced, and what was done to it since."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[tuple[str, int, bytes]] = []

    def sync(self) -> None:
        for change in self.pending:
            self._apply(self.synced, change)
        self.pending = []

    @staticmethod
    def _apply(content: bytearray, change: tuple[str, int, bytes]) -> None:
        kind, offset, data = change
        if kind == "truncate":
            if offset < len(content):
                del content[offset:]
            else:
                content.extend(bytes(offset - len(content)))
            return
        if offset > len(content):
            content.extend(bytes(offset - len(content)))
        content[offset : offset + len(data)] = data

    def image(self, dice: random.Random) -> bytes:
        content = bytearray(self.synced)
        # Sometimes nearly all of it lands, sometimes nearly nothing.
        chance = dice.choice((0.0, 0.05, 0.5, 0.95, 1.0))
        for kind, offset, data in self.pending:
            if kind == "truncate":
                if dice.random() < chance:
                    self._apply(content, (kind, offset, data))
                continue
            start = 0
            while start < len(data):
                end = min(start + SECTOR - (offset + start) % SECTOR, len(data))
                if dice.random() < chance:
                    self._apply(content, ("write", offset + start, data[start:end]))
                start = end
        return bytes(content)


class Disk:
    """Replays events; at any point `image` says what a power cut may leave."""

    def __init__(self) -> None:
        self.names: dict[str, _Inode] = {}
        self.now: dict[str, _Inode] = {}
        self.pending: list[Event] = []

    def apply(self, event: Event) -> None:
        kind = event[0]
        if kind == "write":
            self.now[event[1]].pending.append(("write", event[2], event[3]))
        elif kind == "truncate":
            self.now[event[1]].pending.append(("truncate", event[2], b""))
        elif kind == "sync":
            self.now[event[1]].sync()
        elif kind == "names":
            for change in self.pending:
                self._rename(self.names, change)
            self.pending = []
        elif kind in ("create", "delete", "rename"):
            change = (kind, event[1], _Inode() if kind == "create" else event[-1])
            self._rename(self.now, change)
            self.pending.append(change)

    @staticmethod
    def _rename(names: dict[str, _Inode], change: Event) -> None:
        kind, name, about = change
        if kind == "create":
            names[name] = about
        elif kind == "delete":
            names.pop(name, None)
        elif name in names:
            names[about] = names.pop(name)

    def image(self, dice: random.Random) -> dict[str, bytes]:
        """Return the files that may be there if the power fails now."""
        names = dict(self.names)
        for change in self.pending[: dice.randint(0, len(self.pending))]:
            self._rename(names, change)
        return {name: inode.image(dice) for name, inode in names.items()}


def write_image(image: dict[str, bytes], folder: Path) -> None:
    """Put an image into a folder."""
    for name, content in image.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
