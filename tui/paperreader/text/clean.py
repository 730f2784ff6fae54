"""Make text from outside harmless to a terminal.

A title, a name, a path or an error message may carry escape sequences, bidirectional overrides, invisible characters
or a hundred combining marks on one letter. What leaves this module carries none of them; nothing else may enter it.
What can be seen in the result: a control character as its picture (ESC is `␛`, BEL is `␇`), so that an attempt stays
visible; a byte of Windows-1252 that was read as a C1 control as the character it was meant to be (0x92 is `’`);
`�` for what cannot be encoded or has no meaning. What a reader never sees is removed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

#: The most combining marks that one base character keeps; more is a flood that leaves its line.
MAX_MARKS = 4

#: Characters that are removed: bidirectional controls, zero-width spaces and joiners of words, soft hyphens, fillers,
#: annotation controls, tags. ZWNJ, ZWJ (U+200C, U+200D) and variation selectors carry meaning and stay.
INVISIBLE = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"

#: What Windows-1252 has at 0x80 to 0x9F; the five places that it leaves empty are `�`.
C1_AS_WINDOWS_1252 = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ"

#: Five or more characters in a row that may be combining marks; the only danger that `isprintable` does not see.
_FLOOD = "[\u0300-\U0010ffff]{5}"

_CONTROLS: dict[int, str] = {code: chr(0x2400 + code) for code in range(0x20) if code != 0x0A}
_CONTROLS.update({ord(c): " " for c in "\t\v\f\r"})
_CONTROLS[0x7F] = "\u2421"
_CONTROLS.update({0x80 + place: char for place, char in enumerate(C1_AS_WINDOWS_1252)})


def clean(text: str) -> str:
    """`text` without anything that a terminal would obey; line breaks stay, no other control character does.

    Never raises, is idempotent, and returns the very same string when there is nothing to do. Tabs and lone carriage
    returns become spaces. Source of the rules: the table of threats (escapes, spoofing) of the security design.
    """
    # No control, invisible, unassigned or unencodable character is printable, so most texts end here.
    if text.isprintable() or text.replace("\n", " ").isprintable():
        if text.isascii() or not re.search(_FLOOD, text):
            return text
        return _patterns().marks.sub(_limit_marks, text)
    patterns = _patterns()
    text = patterns.line_break.sub("\n", text).translate(_CONTROLS)
    text = patterns.invisible.sub("", text)
    text = patterns.unencodable.sub("\ufffd", text)
    return patterns.marks.sub(_limit_marks, text)


class _Patterns(NamedTuple):
    line_break: re.Pattern[str]
    invisible: re.Pattern[str]
    unencodable: re.Pattern[str]
    marks: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """What is looked for in a suspect text; compiled when there is one, since that takes longer than a start may."""
    return _Patterns(
        re.compile("\r\n|[\u2028\u2029]"),
        re.compile("[" + INVISIBLE + "]+"),
        re.compile("[\ud800-\udfff\ufffe\uffff]"),
        re.compile("[\u0300-\U0010ffff]{5,}"),
    )


def clean_line(text: str) -> str:
    """The same on one line: every run of white space is one space, none at the ends."""
    return " ".join(clean(text).split())


def _limit_marks(match: re.Match[str]) -> str:
    """A run of characters beyond Latin with at most `MAX_MARKS` marks on each base."""
    kept = []
    marks = 0
    for char in match.group():
        marks = marks + 1 if _takes_no_room(char) else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    return "".join(kept)


def _takes_no_room(char: str) -> bool:
    """Whether `char` is drawn on the character before it: marks, joiners, the vowels and finals of Hangul letters."""
    return (
        unicodedata.category(char) in ("Mn", "Me", "Cf") or "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"
    )
