"""Bytes to text: byte order marks, UTF-16 without one, UTF-8, and what is left guessed once a file.

Most files are UTF-8; a line that is not is read in the encoding that the file declares, or else in the one that
charset-normalizer finds, so that one odd line never costs the others.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from paperreader.formats import limits

_PIECE = 64 * 1024
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Encodings that lists of papers are found in; a guess among all of Python's is wrong for short texts.
_CANDIDATES = [
    "cp1252",
    "cp1250",
    "cp1251",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "koi8_r",
    "iso8859_2",
    "iso8859_7",
    "iso8859_9",
]
#: Encodings that charset-normalizer finds as likely as Windows-1252 for Western text, and whose languages they are.
_LIKE_WESTERN = ("cp1250", "iso8859_2", "iso8859_9")
_CENTRAL = ("Croatian", "Czech", "Hungarian", "Polish", "Romanian", "Slovak", "Slovene", "Slovenian")
#: How the names of encodings begin that a file may declare: the others that Python knows are no text (`uu`, `zip`),
#: have rules of their own (`idna`, `unicode_escape`), or would have been recognised already.
_BYTE_BY_BYTE = (
    "cp",
    "iso8859",
    "koi8",
    "mac",
    "gb",
    "big5",
    "shift_jis",
    "euc_",
    "iso2022",
    "johab",
    "hz",
    "tis",
    "latin",
)
#: So many zeros, and such a part of every other byte, tell UTF-16.
_TELLING_ZEROS, _ZEROS = 6, 0.1
#: Fewer odd bytes than this say nothing about a language.
_TELLING = 8
_DECLARED = re.compile(rb"(?:encoding|charset|codeset)\s*[:=]\s*[\"']?([A-Za-z][\w.:-]{1,30})", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\n|\r")


def decoded(data: bytes) -> str:
    """Return the text of one entry or one small file, without NUL, which is no text; never raises."""
    if encoding := marked(data):
        return data.decode(encoding, "replace").replace("\0", "")
    data = data.replace(b"\0", b"")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_guess(data, data), "replace")


def marked(head: bytes) -> str:
    """Return the encoding that the first bytes show by a mark, or by zeros at every other place; or ""."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    sample = head[:512]
    if len(sample) >= 16 and b"\0" in sample:
        even, odd = (sample[first::2].count(0) / (len(sample) // 2) for first in (0, 1))
        # Not where zeros stand everywhere, as a crash leaves them, nor for one or two. In Chinese text few are zero.
        if sample.count(0) >= _TELLING_ZEROS and max(even, odd) > _ZEROS and min(even, odd) < max(even, odd) / 3:
            return "utf-16-be" if even > odd else "utf-16-le"
    return ""


def _guess(data: bytes, head: bytes) -> str:
    """Return the likeliest encoding of bytes that are not UTF-8."""
    if declared := _DECLARED.search(head[:4096]):
        try:
            name = codecs.lookup(declared[1].decode("ascii")).name
        except LookupError:
            name = ""
        if name.startswith(_BYTE_BY_BYTE):
            return name
    odd = len(data) - len(data.translate(None, bytes(range(128, 256))))
    if odd < _TELLING:
        return "cp1252"
    from charset_normalizer import from_bytes

    found = list(from_bytes(data[:_PIECE], cp_isolation=_CANDIDATES))
    if not found:
        return "cp1252"
    best = found[0]
    if best.encoding in _LIKE_WESTERN and any(other.encoding == "cp1252" for other in found):
        # The two differ in a few letters; which it is only the language can say.
        if best.language == "Turkish":
            return "cp1254"
        return best.encoding if best.language in _CENTRAL else "cp1252"
    return best.encoding


def pieces(stream: BinaryIO) -> Iterator[str]:
    """Yield the text of a stream in pieces of some 64,000 characters, cut at line ends where there are any.

    NUL, which is no text, is left out.
    """
    return (piece.replace("\0", "") for piece in _pieces(stream))


def _pieces(stream: BinaryIO) -> Iterator[str]:
    head = stream.read(_PIECE)
    if encoding := marked(head):
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        while head:
            yield decoder.decode(head)
            head = stream.read(_PIECE)
        yield decoder.decode(b"", final=True)
        return
    guess = ""
    cut = b""
    data = head
    while data:
        if not data.endswith(b"\n"):
            data += stream.readline(_PIECE)
        data, cut = _whole(cut + data)
        try:
            yield data.decode("utf-8")
        except UnicodeDecodeError:
            guess = guess or _guess(data, head)
            yield "".join(_line(line, guess) for line in data.splitlines(keepends=True))
        data = stream.read(_PIECE)
    if cut:
        yield _line(cut, guess or "cp1252")


def _whole(data: bytes) -> tuple[bytes, bytes]:
    """Return data without the beginning of a UTF-8 character at its very end, and that beginning."""
    for back in (1, 2, 3):
        if len(data) >= back and data[-back] >= 0x80:
            if data[-back] >= 0xC0:
                needs = 2 if data[-back] < 0xE0 else 3 if data[-back] < 0xF0 else 4
                return (data[:-back], data[-back:]) if needs > back else (data, b"")
        else:
            break
    return data, b""


def _line(line: bytes, guess: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(guess, "replace")


class Odd:
    """The lines of a stream that are not UTF-8: the encoding is told once, from the first one and what follows."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._guess = ""

    def utf8(self, line: bytes) -> bytes:
        """Return a line as UTF-8."""
        if not self._guess:
            ahead = self._stream.peek(_PIECE) if isinstance(self._stream, io.BufferedReader) else b""
            self._guess = _guess(line + b"\n" + ahead, line)
        return line.decode(self._guess, "replace").encode("utf-8", "replace")


def lines(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of a stream without their ends (`\\n`, `\\r\\n` or `\\r`, also mixed).

    A line longer than `limits.ENTRY` comes in parts.
    """
    rest = ""
    for piece in pieces(stream):
        text = rest + piece
        # A carriage return at the very end may have its line feed in the next piece.
        held = text.endswith("\r")
        found = _LINE_END.split(text[:-1] if held else text)
        rest = found.pop() + ("\r" if held else "")
        yield from found
        if len(rest) > limits.ENTRY:
            yield rest
            rest = ""
    if rest:
        yield from _LINE_END.split(rest.removesuffix("\r"))
