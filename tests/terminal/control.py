"""A terminal's state machine over a raw byte stream, stricter than any terminal.

It cuts what a program wrote into text and control functions (after Paul Williams' parser of the DEC VT500 series and
ECMA-48) and knows nothing of screens. `Harness` feeds a screen with it; `foreign` judges with it whether a stream holds
anything but what the program itself is known to write. Strings (OSC, DCS, APC, PM, SOS) and C1 controls are found
wherever a terminal could find them: as 7-bit escapes, as 8-bit bytes, and as their UTF-8 encoding, which xterm and
others obey too.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple


class Piece(NamedTuple):
    """One control function, or a run of text."""

    kind: str
    """`text`, `c0`, `c1`, `esc`, `csi`, `osc`, `dcs`, `apc`, `pm`, `sos`, or `broken` (cut off or aborted)."""
    raw: str
    """As written; bytes that are no UTF-8 are lone surrogates U+DC80 … U+DCFF."""

    @property
    def function(self) -> str:
        """A CSI without its parameters: `?h`, `m`, `?$p`, `>u`."""
        return _parts(self.raw)[0] if self.kind == "csi" else ""

    @property
    def parameters(self) -> str:
        """The digits, semicolons and colons of a CSI."""
        return _parts(self.raw)[1] if self.kind == "csi" else ""


@lru_cache(maxsize=4096)
def _parts(csi: str) -> tuple[str, str]:
    """Function and parameters of a CSI; a program writes the same few again and again."""
    return re.sub(r"[0-9;:]", "", csi[2:]), re.sub(r"[^0-9;:]", "", csi[2:])


_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\udc80-\udcff]+")
_CSI = re.compile(r"[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]")
_CSI_SO_FAR = re.compile(r"[\x30-\x3f]*[\x20-\x2f]*")
_ESC = re.compile(r"[\x20-\x2f]*[\x30-\x7e]")
_ESC_SO_FAR = re.compile(r"[\x20-\x2f]*")
#: A string ends with ST in any form; an OSC with BEL too; CAN and SUB abort it. An ESC that starts anything but ST
#: aborts it as well.
_STRING_END = re.compile(r"\x1b\\|\x9c|\udc9c|[\x18\x1a]|\x1b(?=[^\\])")
_OSC_END = re.compile(r"\x07|\x1b\\|\x9c|\udc9c|[\x18\x1a]|\x1b(?=[^\\])")
_STRINGS = {"]": "osc", "P": "dcs", "_": "apc", "^": "pm", "X": "sos"}


class Control:
    """Cuts a stream that arrives in any portions into pieces."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._rest = ""

    def feed(self, data: bytes, *, final: bool = False) -> list[Piece]:
        """Return the pieces that are complete; with `final` also what was left open, as `broken`."""
        text = self._rest + self._decode(data, final)
        pieces = []
        at = 0
        while at < len(text):
            piece = self._next(text, at)
            if piece is None:
                break
            pieces.append(piece)
            at += len(piece.raw)
        self._rest = text[at:]
        if final and self._rest:
            pieces.append(Piece("broken", self._rest))
            self._rest = ""
        return pieces

    def _next(self, text: str, at: int) -> Piece | None:
        """The piece that starts at an offset, or None if its end has not arrived."""
        if run := _TEXT.match(text, at):
            return Piece("text", run[0])
        char = text[at]
        if char != "\x1b":
            code = ord(char)
            # U+DC80 … U+DC9F stand for the bytes 80 … 9F where UTF-8 allows none: C1 controls of an 8-bit terminal.
            if 0x80 <= code <= 0x9F or code >= 0xDC80:
                return Piece("c1" if code <= 0xDC9F else "broken", char)
            return Piece("c0", char)
        if at + 1 == len(text):
            return None
        kind = text[at + 1]
        if kind == "[":
            return self._match(text, at, 2, "csi", _CSI, _CSI_SO_FAR)
        if kind in _STRINGS:
            return self._string(text, at, _STRINGS[kind])
        return self._match(text, at, 1, "esc", _ESC, _ESC_SO_FAR)

    @staticmethod
    def _match(text: str, at: int, skip: int, kind: str, whole: re.Pattern[str], part: re.Pattern[str]) -> Piece | None:
        if found := whole.match(text, at + skip):
            return Piece(kind, text[at : found.end()])
        so_far = part.match(text, at + skip)
        assert so_far is not None
        return None if so_far.end() == len(text) else Piece("broken", text[at : so_far.end()])

    @staticmethod
    def _string(text: str, at: int, kind: str) -> Piece | None:
        ends = _OSC_END if kind == "osc" else _STRING_END
        found = ends.search(text, at + 2)
        if found is None:
            return None
        if found[0] == "\x1b":
            return Piece("broken", text[at : found.start()])
        return Piece("broken" if found[0] in "\x18\x1a" else kind, text[at : found.end()])


#: What a full-screen program needs and this one writes: CSI functions and, for `?h` and `?l`, the private modes.
FUNCTIONS = {"m", "H", "?h", "?l", "?$p", ">u", "<u", "J", "K"}
MODES = {"7", "25", "1000", "1003", "1004", "1006", "1015", "1016", "1049", "2004", "2026", "2048"}
#: Taken back when the program ends, whatever was set.
MODES_OFF = {"9", "1002", "1005"}
#: Line ends; everything else among C0 is either input or noise (BEL, SO, SI) or can move what is drawn (BS, HT).
C0 = {"\r", "\n"}
#: Whole strings that Textual writes by itself: the form of the mouse pointer.
STRINGS = {f"\x1b]22;{shape}\x07" for shape in ("default", "pointer", "text")}


def foreign(data: bytes, *, strings: Iterable[str] = ()) -> Counter[str]:
    """Return whatever in a stream the program would not write by itself, with how often, shown by `ascii`.

    `strings` are further whole OSC or DCS sequences that are expected (what was copied).
    """
    return Counter(ascii(piece.raw) for piece in _foreign(Control().feed(data, final=True), STRINGS.union(strings)))


def _foreign(pieces: Iterable[Piece], strings: set[str]) -> Iterator[Piece]:
    for piece in pieces:
        match piece.kind:
            case "text":
                continue
            case "c0" if piece.raw in C0:
                continue
            case "csi" if piece.function in ("?h", "?l"):
                allowed = MODES if piece.function == "?h" else MODES | MODES_OFF
                if set(piece.parameters.split(";")) <= allowed:
                    continue
            case "csi" if piece.function in FUNCTIONS:
                continue
            case "osc" | "dcs" if piece.raw in strings:
                continue
        yield piece
