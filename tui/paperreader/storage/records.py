"""Raw records: what every source said, as it came, so that the catalogue can be made again without the network.

One file a source in `records/`, append-only: a series of gzip members, each a batch of lines of JSON, so that `zcat`
reads them and a torn end costs one batch at most. The first line says which source it is; every other
line holds one record as it was understood and as it came, with the uid and the number that it was given.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from paperreader.system import files

#: A gzip member as written here starts with these bytes (no name, no time); used to find the next one after damage.
_MAGIC = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"
_CHUNK = 1 << 18
SUFFIX = ".jsonl.gz"


def file_of(folder: Path, source: str) -> Path:
    """Return the file of a source: a safe name that still tells which it is."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-").lower()[:48] or "source"
    return folder / f"{plain}-{blake2b(source.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}{SUFFIX}"


def header(source: str, title: str, origin: str, added: int, removed: int = 0) -> str:
    """Return the first line of a source's file."""
    told = {"paperreader": "records", "version": 1, "source": source, "title": title, "origin": origin, "added": added}
    if removed:
        told["removed"] = removed
    return json.dumps(told) + "\n"


def append(path: Path, committed: int, text: str) -> int:
    """Add a batch of lines and return the length of the file; it is on the disk when this returns.

    `committed` is the length that the catalogue knows. What lies behind it was written before a crash: whole batches
    stay, a torn one is cut off. Call it under the catalogue's write lock. Raises OSError.
    """
    files.private_folder(path.parent)
    created = files.create_private(path)
    if created:
        files.sync_folder(path.parent)
    disk = files.disk
    descriptor = disk.open(str(path), os.O_RDWR, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        if size > committed:
            whole = _whole(path, committed)
            if whole < size:
                disk.truncate(descriptor, whole)
                size = whole
        os.lseek(descriptor, size, os.SEEK_SET)
        packed = pack(text)
        disk.write(descriptor, packed)
        disk.sync(descriptor)
    finally:
        disk.close(descriptor)
    return size + len(packed)


def pack(text: str) -> bytes:
    """Return lines as one gzip member. Level 1: a record's two forms repeat each other, which any level finds."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(text.encode()) + packer.flush()


def _whole(path: Path, start: int) -> int:
    """Return where the last whole member ends, reading from `start`."""
    end = start
    for _, stop, _ in _members(path, start):
        end = stop
    return end


def lines(path: Path, start: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the parsed lines of a file from a member's beginning on; damaged members are skipped.

    The header is a line too (it has `source`). Constant memory. Raises OSError.
    """
    for _, batch in batches(path, start):
        yield from batch


def batches(path: Path, start: int = 0) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the parsed lines of each whole batch from `start`, a batch's beginning, with the offset of its end."""
    for _, stop, text in _members(path, start):
        batch = []
        for line in text.split(b"\n"):
            try:
                value = json.loads(line) if line else None
            except ValueError:
                continue
            if isinstance(value, dict):
                batch.append(value)
        yield stop, batch


def removed(path: Path) -> bool:
    """Whether the last header of a file says that the user removed the source; False when there is no file."""
    found = False
    if path.exists():
        for line in lines(path):
            if "source" in line:
                found = bool(line.get("removed"))
    return found


def texts(path: Path) -> Iterator[str]:
    """Yield the lines of a file word for word, without their newlines; damaged members are skipped."""
    for *_, text in _members(path, 0):
        for line in text.split(b"\n"):
            if line:
                yield line.decode()


def damage(path: Path) -> int:
    """Return how many bytes of a file belong to no readable member."""
    return path.stat().st_size - sum(stop - begun for begun, stop, _ in _members(path, 0))


def _members(path: Path, start: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield (start, end, content) of each whole member from `start`; after damage, go on at the next that is found."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size <= start:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            position = start
            while position < size:
                content, stop = _unpack(data, position, size)
                if content is not None:
                    yield position, stop, content
                    position = stop
                    continue
                position = data.find(_MAGIC, position + 1)
                if position < 0:
                    return


def _unpack(data: mmap.mmap, position: int, size: int) -> tuple[bytes | None, int]:
    """Return the member at `position` and its end, or None when it is damaged or torn."""
    unpacker = zlib.decompressobj(31)
    parts = []
    try:
        while not unpacker.eof:
            if position >= size:
                return None, size
            chunk = data[position : position + _CHUNK]
            parts.append(unpacker.decompress(chunk))
            position += len(chunk)
    except zlib.error:
        return None, position
    return b"".join(parts), position - len(unpacker.unused_data)
