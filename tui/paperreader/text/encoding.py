"""Repair characters: mojibake, controls, ligatures, invisible characters, odd spaces (rules T1 and T2, NFC).

What leaves this step is NFC, has no control character but line breaks, and only one kind of space. Words and markup
are left to the next steps.
"""

from __future__ import annotations

import re
import unicodedata

from .clean import C1_AS_WINDOWS_1252, INVISIBLE, clean
from .lazy import lazy
from .traced import Traced

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}

#: What bytes 0x80 to 0xBF look like after being read as Latin-1 or Windows-1252.
_CONTINUATION_BYTES = {chr(byte): byte for byte in range(0x80, 0xC0)}
_CONTINUATION_BYTES.update({char: 0x80 + place for place, char in enumerate(C1_AS_WINDOWS_1252) if char != "�"})
_CONTINUATION = "[" + "".join(map(re.escape, _CONTINUATION_BYTES)) + "]"
_MOJIBAKE = lazy(
    f"(?:[\u00c2-\u00df]{_CONTINUATION}|[\u00e0-\u00ef]{_CONTINUATION}{{2}}|[\u00f0-\u00f4]{_CONTINUATION}{{3}})+"
)
#: Capital letters that a closing quote or a dash may follow in honest text ("CAFÉ”"); `Ã` and `Â` are not among them.
_HONEST = lazy("[\u00c4-\u00df][‘’‚“”„–—…›‹€†‡•‰]")

_ODD = lazy(
    "[\x00-\x09\x0b-\x1f\x7f-\xa0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\udfff"
    "\ufb00-\ufb06\ufeff\ufff0-\uffff\U000e0000-\U000e007f]"
)
_SOFT_HYPHEN_IN_WORD = lazy("(?<=[^\\W\\d_])[\x02\u00ad](?=[^\\W\\d_])")
_LINE_BREAK = lazy("\r\n|\u2028|\u2029|\x85(?=\n)")
_JOINER_IN_LATIN = lazy("(?<=[\x00-\u024f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\u024f]|$)")
_INVISIBLE_RUN = lazy("[" + INVISIBLE + "\u200b]+")
_REPLACED = lazy("[\x00-\x09\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\ufb00-\ufb06\ufffc]")
_WITHOUT_MEANING = lazy("[\ud800-\udfff\ufff0-\ufff8\ufffe\uffff]")
_BEYOND_ASCII_WITH_BASE = lazy(".?[^\x00-\x7f]+", re.DOTALL)
_FLOOD = lazy("[\u0300-\U0010ffff]{5,}")


def repair_characters(text: Traced) -> Traced:
    """`text` with its characters repaired; itself when it is ASCII without controls."""
    if text.text.isascii():
        if text.text.isprintable():
            return text
    else:
        for _ in range(2):  # some lists were damaged twice
            text = text.sub(_MOJIBAKE, _decode_again)
    if _ODD.search(text.text):
        text = text.sub(_SOFT_HYPHEN_IN_WORD, "")
        text = text.sub(_LINE_BREAK, "\n")
        text = text.sub(_REPLACED, _replace)
        text = text.sub(_JOINER_IN_LATIN, "")
        text = text.sub(_INVISIBLE_RUN, "")
        text = text.sub(_WITHOUT_MEANING, "\ufffd")
    if not text.text.isascii():
        if not unicodedata.is_normalized("NFC", text.text):
            text = text.sub(_BEYOND_ASCII_WITH_BASE, lambda match: unicodedata.normalize("NFC", match.group()))
        text = text.sub(_FLOOD, lambda match: clean(match.group()))
    return text


def _decode_again(match: re.Match[str]) -> str | None:
    """UTF-8 that was read as Latin-1 or Windows-1252, read as UTF-8; None where it does not decode to text."""
    run = match.group()
    if len(run) == 2 and _HONEST.match(run):
        return None
    try:
        decoded = bytes(_CONTINUATION_BYTES.get(char) or ord(char) for char in run).decode()
    except (UnicodeDecodeError, ValueError):
        return None
    if any("\x80" <= char <= "\x9f" or unicodedata.category(char) in ("Cn", "Co") for char in decoded):
        return None
    return decoded


def _replace(match: re.Match[str]) -> str:
    char = match.group()
    if char in _LIGATURES:
        return _LIGATURES[char]
    if "\x80" <= char <= "\x9f":
        meant = C1_AS_WINDOWS_1252[ord(char) - 0x80]
        return " " if meant == "�" else meant
    return "\ufffd" if char == "\ufffc" else " "
