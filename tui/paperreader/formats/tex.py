"""The TeX that BibTeX uses to carry text: accents, letters, protecting braces. Not a TeX reader.

`decode` turns what only stands for a character into that character and drops braces that only protect case;
mathematics and commands that mean something (`\\emph{…}`) stay, `text.readable` shows them. `encode` is its way back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

_MARKS = {
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "c": "\u0327",
    "d": "\u0323",
    "b": "\u0331",
    "h": "\u0309",
    "u": "\u0306",
    "v": "\u030c",
    "r": "\u030a",
    "k": "\u0328",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "ng": "ŋ",
    "NG": "Ŋ",
    "dj": "đ",
    "DJ": "Đ",
    "i": "ı",
    "j": "ȷ",
    "ohorn": "ơ",
    "OHORN": "Ơ",
    "uhorn": "ư",
    "UHORN": "Ư",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textunderscore": "_",
    "textbackslash": "\\",
}
_BRACES = {"{": r"\textbraceleft{}", "}": r"\textbraceright{}", "\\": r"\textbackslash{}"}
_ESCAPED = re.compile(r"\\[\\{}]")
_MATH = re.compile(r"((?<!\\)\$[^$]*(?<!\\)\$)")
_NEEDED = re.compile(r"[\\{}~]")
#: How every accent begins, to know at a glance that there is none.
_ACCENT = re.compile(r"""\\["'`^~=.Hcdbhuvrk]""")
#: So many accents may stand on one letter.
_STACKED = 4
#: A command whose argument follows, within its last few letters.
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)\s*$")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    letters = "|".join(sorted(_LETTERS, key=len, reverse=True))
    accented = "|".join(name for name in sorted(_LETTERS, key=len, reverse=True) if _LETTERS[name].isalpha())
    # With the accents that it has already: {\~{\^e}}.
    base = rf"[^\W\d_][\u0300-\u036f]{{0,{_STACKED}}}"
    return {
        # \"{o} {\"o} \"o \'\i \'{\i} \'{\o} \c{c} \c c \v{s}: an accent that is a letter needs a brace or a space.
        "accent": re.compile(
            r"""\{?\\(?:(?P<mark>["'`^~=.])\s*|(?P<name>[Hcdbhuvrk])(?:\s+|(?=\{)))"""
            rf"""(?:\{{\s*(?:\\(?P<letter1>{accented})(?:\{{\}})?|(?P<base1>{base}))\s*\}}"""
            rf"""|\\(?P<letter2>{accented})(?![A-Za-z])[ \t]*|(?P<base2>{base}))(?P<end>\}}?)"""
        ),
        "letter": re.compile(rf"\\({letters})(?:(?![A-Za-z])\{{\}}|(?![A-Za-z])[ \t]*)"),
        "escape": re.compile(r"(?<!\\)\\([&%#_])"),
        "tie": re.compile(r"(?<=[\w.,;:)\]}])~(?=[\w(\[\\${])"),
        "piece": re.compile(r"\\[A-Za-z]+\*?|\\.|\$\$?|[{}]|[^\\{}$]+"),
        "special": re.compile(r"(?<!\\)([&%#_])"),
        "capitals": re.compile(r"(?<![\w{\\-])(?=[\d_-]*+[^\W\d_][\w-]*[A-Z])[\w-]+(?![\w}])"),
    }


def decode(text: str) -> str:
    """Return text from a BibTeX field with accents, letters and escapes as characters, without protecting braces.

    Mathematics between dollars stays as it is.
    """
    if not _NEEDED.search(text):
        return text
    if _ACCENT.search(text):
        text = _outside_math(text, _composed)
    if "{" in text or "}" in text:
        text = _unprotected(text)
    text = _outside_math(text, _plain)
    # What our own export made of braces that close nothing, in mathematics too.
    for char, command in _BRACES.items():
        text = text.replace(command, char)
    return text


def _outside_math(text: str, change: Callable[[str], str]) -> str:
    parts = _MATH.split(text)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def _plain(text: str) -> str:
    patterns = _patterns()
    if "\\" in text:
        text = patterns["letter"].sub(lambda match: _LETTERS[match[1]], text)
        text = patterns["escape"].sub(r"\1", text)
    if "~" in text:
        text = patterns["tie"].sub(" ", text)
    return text


def _composed(text: str) -> str:
    """Return text with accents as characters, the innermost of those that stand on each other first."""
    for _ in range(_STACKED):
        text, count = _patterns()["accent"].subn(_accented, text)
        if not count or not _ACCENT.search(text):
            break
    return text


def _accented(match: re.Match[str]) -> str:
    letter = match["letter1"] or match["letter2"]
    # An accent takes the place of the dot.
    base = (letter if letter in ("i", "j") else _LETTERS[letter]) if letter else match["base1"] or match["base2"]
    char = unicodedata.normalize("NFC", base + _MARKS[match["mark"] or match["name"]])
    # A brace at only one end belongs to something else, and so do both around what a command takes.
    opened, closed = match[0].startswith("{"), bool(match["end"])
    start = match.start()
    if opened and closed and not _COMMAND.search(match.string, max(0, start - 20), start):
        return char
    return f"{'{' * opened}{char}{'}' * closed}"


def _unprotected(text: str) -> str:
    """Drop the braces that are no argument of a command and stand outside mathematics."""
    kept: list[str] = []
    open_braces: list[bool] = []
    math = argument = False
    for match in _patterns()["piece"].finditer(text):
        piece = match[0]
        if piece == "{":
            open_braces.append(math or argument)
            if open_braces[-1]:
                kept.append(piece)
            argument = False
        elif piece == "}":
            if not open_braces:
                return text
            argument = open_braces.pop()
            if argument:
                kept.append(piece)
        else:
            if piece in ("$", "$$") and not any(open_braces):
                math = not math
            # Letters such as \ss take no argument, so braces around what follows protect it.
            letter = piece[0] == "\\" and piece[1:] in _LETTERS
            command = piece[0] == "\\" and not letter and len(piece) > 2
            argument = command or (piece[0] == "\\" and not letter and piece[1] in _MARKS)
            # The braces that are about to go may be what ends a letter: {\\o}re, or a word: {\\TeX} Users.
            following = text[match.end() : match.end() + 1]
            ends = not math and (
                (letter and following in "{}") or (command and following == "}" and not any(open_braces[-1:]))
            )
            kept.append(f"{piece}{{}}" if ends else piece)
    return text if open_braces else "".join(kept)


def balanced(text: str) -> bool:
    """Say whether a BibTeX reader finds the end of this text in braces; it counts escaped braces too."""
    depth = 0
    for char in text:
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _closes(text: str) -> bool:
    return balanced(text) and balanced(_ESCAPED.sub("", text))


def _braceless(text: str) -> str:
    return re.sub(r"\\(?=[{}])|[{}]", lambda found: _BRACES[found[0]], text)


def encode(text: str, *, protect: bool = False) -> str:
    """Return text for a BibTeX field: `& % # _` escaped outside mathematics, braces balanced.

    With `protect`, words with capitals inside (`MaskPro`, `LLMs`) get braces, so that styles keep their case.
    """
    patterns = _patterns()
    # Some readers count escaped braces and some do not; both must find the end.
    if not _closes(text):
        text = "".join(part if _closes(part) else _braceless(part) for part in _MATH.split(text))
    if text.endswith("\\"):
        # A backslash at the very end would escape the brace behind it.
        body = text.rstrip("\\")
        text = body + _BRACES["\\"] * (len(text) - len(body))
    parts = _MATH.split(text)
    for place in range(0, len(parts), 2):
        part = patterns["special"].sub(r"\\\1", parts[place])
        if protect and "\\" not in part and "{" not in part:
            part = patterns["capitals"].sub(r"{\g<0>}", part)
        parts[place] = part
    return "".join(parts)
