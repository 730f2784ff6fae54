"""Unpacking on the way in: gzip, bzip2, xz and zstd, told by content, streamed, with a cap on size and on ratio.

A bomb (1 GiB out of 1 MB) must end in a typed error long before it fills memory or disk, and a file cut short must give
what it still holds.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO, cast

from paperreader.errors import FormatError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: Bytes that one file may unpack to. The arXiv metadata snapshot, the largest list in use, has about 5 GB.
LARGEST = 64 * 1024**3
#: Text packs 3 to 10 times, very repetitive lists 40 times; a bomb a thousand times.
RATIO = 100
#: Below this the ratio says nothing: a small file of one repeated line is no attack.
FREE = 4 * 1024**2
_BUFFER = 256 * 1024
_PIECE = 16 * 1024
_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
#: Packed in ways that hold several files or are not streams; named so that the message can say what to do.
_ARCHIVES = {b"PK\x03\x04": "zip", b"7z\xbc\xaf": "7-Zip", b"Rar!": "RAR"}


def packing(head: bytes) -> str:
    """Return how a file is packed (`gzip`, `bzip2`, `xz`, `zstd`) by its first bytes, or ""."""
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "")


def plain_name(name: str) -> str:
    """Return a file's name without the ending that says how it is packed."""
    for ending in (".gz", ".bz2", ".xz", ".zst"):
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name


def unpacked(stream: BinaryIO, name: str) -> io.BufferedReader:
    """Return a buffered reader of the unpacked bytes of `stream`, which may be packed or not.

    Raises `FormatError` for archives and for a packing that this Python cannot undo. Where the data ends early, is
    corrupt, or unpacks beyond the caps, the stream ends, and `failure` says why.
    """
    reader = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(_Raw(stream), _BUFFER)
    head = reader.peek(8)[:8]
    for magic, kind in _ARCHIVES.items():
        if head.startswith(magic):
            raise FormatError(f"{name} is a {kind} archive; unpack it and import the folder")
    kind = packing(head)
    if not kind:
        return reader
    counted = _Counted(reader)
    return io.BufferedReader(_Capped(_opened(kind, counted, name), counted), _BUFFER)


def failure(reader: io.BufferedReader) -> str:
    """Return why an unpacked stream ended before its packed data did, or ""."""
    return reader.raw.failure if isinstance(reader.raw, _Capped) else ""


def _opened(kind: str, stream: _Counted, name: str) -> io.BufferedIOBase:
    packed = cast(BinaryIO, stream)
    if kind == "gzip":
        import gzip

        return gzip.GzipFile(fileobj=packed)
    if kind == "bzip2":
        import bz2

        return bz2.BZ2File(packed)
    if kind == "xz":
        import lzma

        return lzma.LZMAFile(packed)
    return _zstd(packed, name)


def _zstd(stream: BinaryIO, name: str) -> io.BufferedIOBase:
    from importlib import import_module

    # In the standard library from Python 3.14; before that in a package of the same interface.
    for module in ("compression.zstd", "backports.zstd"):
        try:
            return cast(io.BufferedIOBase, import_module(module).ZstdFile(stream))
        except ImportError:
            continue
    raise FormatError(f"{name} is packed with zstd, which this Python cannot read; unpack it first: zstd -d {name}")


class _Raw(io.RawIOBase):
    """A raw stream over anything with `read`, so that it can be buffered and peeked into."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        data = self._stream.read(len(view))
        view[: len(data)] = data
        return len(data)


class _Counted:
    """Counts the packed bytes that were taken."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        # Small pieces, so that what was taken is what the unpacked bytes came from.
        data = self._stream.read(min(size, _PIECE) if size >= 0 else size)
        self.taken += len(data)
        return data

    def seekable(self) -> bool:
        return False

    def readable(self) -> bool:
        return True

    @property
    def closed(self) -> bool:
        return self._stream.closed


class _Capped(io.RawIOBase):
    """The unpacked bytes, up to the caps. It ends where they do or the packed data cannot be read on (`failure`)."""

    def __init__(self, stream: io.BufferedIOBase, counted: _Counted) -> None:
        self._stream = stream
        self._counted = counted
        self._given = 0
        self.failure = ""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        if self.failure:
            return 0
        view = memoryview(buffer).cast("B")
        data = b""
        # An error ends the stream rather than pass through the buffers above, which would lose what they hold.
        try:
            # One piece at a time: what was unpacked before the damage counts.
            data = self._stream.read1(len(view))
        except EOFError:
            self.failure = "ends before its packed data does; get it again"
        except Exception as error:
            # zlib.error, lzma.LZMAError, ZstdError, gzip.BadGzipFile (an OSError): each module has its own.
            if type(error).__module__ == "builtins" and not isinstance(error, (OSError, ValueError)):
                raise
            self.failure = f"is damaged: {error}; get it again"
        self._given += len(data)
        if self._given > LARGEST or (self._given > FREE and self._given > self._counted.taken * RATIO):
            self.failure = f"unpacks to more than {RATIO} times its size; if that is right, unpack it yourself first"
            return 0
        view[: len(data)] = data
        return len(data)
