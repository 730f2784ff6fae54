"""What every reader is given of a file: unpacked, without a byte order mark, lines that end as lines do.

UTF-16 and UTF-32 become UTF-8 on the way, the carriage returns of an old Mac line feeds; everything else comes byte by
byte as it is, for the reader of the format to decode (`decoding`).
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from paperreader.formats.decoding import marked, pieces
from paperreader.formats.packed import failure, unpacked

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: As much of a file as a format sees before it must say whether it knows it; from a slow pipe at least `_ENOUGH`.
HEAD = 32 * 1024
#: White space, and what a crash leaves at the end of a file: a file of nothing else is empty.
BLANK = b" \t\r\n\f\v\0"
_ENOUGH = 4 * 1024
_BUFFER = 256 * 1024


class Opened(NamedTuple):
    """A stream that is ready to be read, and the one under it that may have been packed."""

    reader: io.BufferedReader
    unpacking: io.BufferedReader

    @property
    def head(self) -> bytes:
        """The first bytes; they stay in the stream."""
        return self.reader.peek(HEAD)[:HEAD]

    @property
    def failure(self) -> str:
        """Why the stream ended before its packed data did, or ""."""
        return failure(self.unpacking)


def opened(stream: BinaryIO, name: str) -> Opened:
    """Return a stream as readers want it. Raises `FormatError` for what cannot be unpacked."""
    unpacking = unpacked(stream, name)
    reader = _begun(unpacking)
    head = reader.peek(HEAD)[:HEAD]
    while head.startswith(codecs.BOM_UTF8):
        reader.read(len(codecs.BOM_UTF8))
        reader = _begun(reader)
        head = reader.peek(HEAD)[:HEAD]
    encoding = marked(head)
    text = head.decode(encoding, "replace") if encoding else ""
    if encoding:
        old = "\r" in text and "\n" not in text
        reader = _chained(_recoded(reader, old=old))
    elif b"\r" in head and b"\n" not in head:
        reader = _chained(piece.replace(b"\r", b"\n") for piece in _chunks(reader))
    return Opened(reader, unpacking)


def _begun(reader: io.BufferedReader) -> io.BufferedReader:
    """Return a reader that can show enough of its beginning, however slowly it comes."""
    if len(reader.peek(_ENOUGH)) >= _ENOUGH:
        return reader
    head = b""
    while len(head) < _ENOUGH and (piece := reader.read1(_ENOUGH)):
        head += piece
    return _chained(_after(head, reader))


def _after(head: bytes, reader: io.BufferedReader) -> Iterator[bytes]:
    yield head
    yield from _chunks(reader)


def _chunks(reader: io.BufferedReader) -> Iterator[bytes]:
    while piece := reader.read1(_BUFFER):
        yield piece


def _recoded(reader: BinaryIO, *, old: bool) -> Iterator[bytes]:
    for text in pieces(reader):
        yield (text.replace("\r", "\n") if old else text).removeprefix("\ufeff").encode("utf-8", "replace")


def _chained(parts: Iterator[bytes]) -> io.BufferedReader:
    return io.BufferedReader(_Parts(parts), _BUFFER)


class _Parts(io.RawIOBase):
    """A raw stream of pieces that come one after the other."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = memoryview(part)
        view = memoryview(buffer).cast("B")
        size = min(len(view), len(self._rest))
        view[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size
