"""Fold text for comparison: what a reader types with a plain keyboard finds what an author wrote with care.

Case, accents, ligatures, dashes, quotes, small and double-struck letters fold to plain letters; a Greek letter that
stands for itself folds to its name, so that `epsilon`, `eps` and `ε` find each other. The folded text is only ever
compared, never shown; `fold_map` says where each of its characters comes from. Tokens, scores and indexes belong to
the search room.
"""

# ruff: noqa: SIM905 (lists of words read better in one string)
from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .lazy import lazy

#: Letters and signs that Unicode does not decompose, and what is typed for them.
_TYPED = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n", "ȷ": "j",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "⁃": "-", "﹣": "-",
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "ʹ": "'", "ʼ": "'", "`": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "«": '"', "»": '"',
    "×": "x", "∗": "*", "⋆": "*", "∕": "/", "⁄": "/", "∼": "~", "∣": "|", "‖": "||", "∞": "infinity", "℘": "p",
}  # fmt: skip

_GREEK_NAMES = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon "
        "phi chi psi omega".split(),
        strict=True,
    )
)

#: A longer run of Greek letters is a word in Greek and stays.
_LONGEST_GREEK_SYMBOL = 3

_GREEK_RUN = lazy("[α-ω]+")
#: Marks that sit on a letter and are not typed. Marks that are letters of their script (Indic vowels, the voicing of
#: kana) stay.
_MARKS = lazy("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+")
_UNSEEN = lazy("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+")


class _Folds(dict[int, str]):
    """What one character folds to, worked out when it is first met; a table for `str.translate`."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _MARKS.sub("", unicodedata.normalize("NFKD", char)).casefold()
        folded = _MARKS.sub("", unicodedata.normalize("NFKD", folded))
        folded = "".join(_TYPED.get(part, part) for part in folded)
        folded = unicodedata.normalize("NFC", _UNSEEN.sub("", folded))
        self[code] = folded
        return folded


_FOLDS = _Folds()
_OTHERS = lazy("[^\x00-\x7f]+")


def _folded(match: re.Match[str]) -> str:
    return match.group().translate(_FOLDS)


def fold(text: str) -> str:
    """`text` as it would be typed on a plain keyboard, in lower case. Idempotent; may be longer or shorter."""
    if text.isascii():
        return text.lower().replace("`", "'")
    # Most texts have a few letters that fold to ASCII ones: looking at those alone is four times as fast.
    plain = _OTHERS.sub(_folded, text)
    if plain.isascii():
        return plain.lower().replace("`", "'")
    text = text.translate(_FOLDS)
    if not _GREEK_RUN.search(text):
        return text
    pieces = []
    done = 0
    for start, end, names in _greek_symbols(text):
        pieces.append(text[done:start])
        pieces.extend(names)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def fold_map(text: str) -> tuple[str, Sequence[int]]:
    """`fold(text)` and, for each of its characters and for its end, the offset in `text` where it comes from.

    The offsets never decrease; there is one more of them than folded characters, and the last is `len(text)`. For
    ASCII text they are a `range`. `source_range` turns a match in the folded text into a range of `text`.
    """
    if text.isascii():
        return text.lower().replace("`", "'"), range(len(text) + 1)
    pieces: list[str] = []
    offsets: list[int] = []
    plain = 0
    # Between its few other letters a text is ASCII, which folds letter by letter.
    for others in _OTHERS.finditer(text):
        start, end = others.span()
        pieces.append(text[plain:start].lower().replace("`", "'"))
        offsets.extend(range(plain, start))
        for offset in range(start, end):
            piece = _FOLDS[ord(text[offset])]
            pieces.append(piece)
            offsets.extend([offset] * len(piece))
        plain = end
    pieces.append(text[plain:].lower().replace("`", "'"))
    offsets.extend(range(plain, len(text) + 1))
    folded = "".join(pieces)
    if not _GREEK_RUN.search(folded):
        return folded, offsets
    named: list[str] = []
    origins: list[int] = []
    done = 0
    for start, end, names in _greek_symbols(folded):
        named.append(folded[done:start])
        origins.extend(offsets[done:start])
        for place, name in enumerate(names, start):
            named.append(name)
            origins.extend([offsets[min(place, end - 1)]] * len(name))
        done = end
    named.append(folded[done:])
    origins.extend(offsets[done:])
    return "".join(named), origins


def source_range(offsets: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """The range of the source that the folded characters `start` to `end` (exclusive) come from.

    A character that folds to several is taken whole, and so are the marks on the last one.
    """
    if end <= start:
        return offsets[start], offsets[start]
    last = offsets[end - 1]
    after = end
    while after < len(offsets) - 1 and offsets[after] == last:
        after += 1
    return offsets[start], max(offsets[after], last)


def _greek_symbols(folded: str) -> list[tuple[int, int, list[str]]]:
    """Where Greek letters stand for themselves: start, end, and a name a letter, set off from letters by a space."""
    found = []
    for match in _GREEK_RUN.finditer(folded):
        start, end = match.span()
        if end - start > _LONGEST_GREEK_SYMBOL:
            continue
        names = [_GREEK_NAMES.get(letter, letter) for letter in match.group()]
        for place in range(1, len(names)):
            names[place] = " " + names[place]
        if start and folded[start - 1].isalnum():
            names[0] = " " + names[0]
        if end < len(folded) and folded[end].isalpha():
            names[-1] += " "
        found.append((start, end, names))
    return found
