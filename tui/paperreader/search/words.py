"""What a word is, for the index, for a typed word and for the highlights: one rule, so that they agree.

A text is folded (`text.folding`) and cut at everything that is neither letter nor digit. In scripts that are written
without blanks (Chinese, Japanese, Thai …) every character is a word of its own, and a typed word is a row of them. TeX
that titles carry is looked through: `$\\mathcal{X}$-armed` is `x armed`, `Schr{\\"o}dinger` is `schrodinger`.

A text has further words, that are only found as such and take no part in phrases: the parts of a compound written
together (`frank-wolfe` is also `frankwolfe`), and, in titles and keywords, what follows a change of case
(`CameraPose` is also `pose`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperreader.text.folding import fold, fold_map, source_range
from paperreader.text.lazy import lazy

#: No word is longer than this, in bytes of UTF-8; a longer run of letters is several words in a row.
LONGEST = 48
#: Scripts without blanks between words: Thai, Lao, Myanmar, Khmer, kana, Han; and all letters beyond the basic plane.
_SOLID = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00010000-\U0010ffff"
)
WORD = lazy(rf"[a-z0-9]{{1,{LONGEST}}}|(?![\W_])(?:[{_SOLID}]|[^\W_a-z0-9{_SOLID}]{{1,{LONGEST // 3}}})")
#: The same for ASCII, which is nearly everything and five times as fast.
ASCII_WORD = lazy(f"[a-z0-9]{{1,{LONGEST}}}")
#: Signs that join the parts of a compound.
JOINERS = "-'_"
_JOINER = lazy(f"[{JOINERS}]")
COMPOUND = lazy(rf"(?<![^\W_])[^\W_]++(?:[{JOINERS}][^\W_]++)+")
#: Where a word inside a word begins: `LeGO`, `MILPNet`, `Flash3D`.
CAMEL = lazy(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?=[A-Z])")
_RUN = lazy(r"[^\W_]+")

_TEX_COMMAND = lazy(r"\\(?:([a-zA-Z]+)\s*|[^a-zA-Z\s])")
#: TeX commands that are letters are read by their name, all others (fonts, accents, spaces) are dropped.
_TEX_LETTERS = {
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu"),
    *("xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "ell", "aleph", "hbar", "nabla"),
    *("partial", "sqrt", "log", "exp", "min", "max", "arg", "argmin", "argmax"),
}
_TEX_SAME = {"infty": "infinity", "ss": "ss", "ae": "ae", "oe": "oe", "o": "o", "l": "l", "i": "i", "j": "j", "aa": "a"}


def _untex(match: re.Match[str]) -> str:
    name = match.group(1)
    if not name:
        return ""
    if name in _TEX_SAME:
        return _TEX_SAME[name]
    lower = name.lower()
    lower = lower.removeprefix("var") if lower.removeprefix("var") in _TEX_LETTERS else lower
    return lower + " " if lower in _TEX_LETTERS else ""


def readable(text: str) -> str:
    """`text` without TeX commands, for search only. Texts without a backslash, brace or dollar are returned as is."""
    if "\\" in text:
        text = _TEX_COMMAND.sub(_untex, text)
    if "$" in text:
        text = text.replace("$", "")
    if "{" in text or "}" in text:
        text = text.replace("{", "").replace("}", "")
    return text


def split(text: str) -> list[str]:
    """The words of a text in order: what phrases and typed words are compared with."""
    folded = fold(readable(text))
    return (ASCII_WORD if folded.isascii() else WORD).findall(folded)


def compounds(text: str) -> list[str]:
    """Compounds written together: `frankwolfe` of `Frank-Wolfe`."""
    return compounds_of(fold(readable(text)))


def compounds_of(folded: str) -> list[str]:
    """The same for a text that is folded already."""
    if not _JOINER.search(folded):
        return []
    return _short([_JOINER.sub("", found) for found in COMPOUND.findall(folded)])


def inner(text: str) -> list[str]:
    """What follows a change of case inside a word, to the end of the word: `pose` of `CameraPose`."""
    if not CAMEL.search(text):
        return []
    text = readable(text)
    found: list[str] = []
    for place in CAMEL.finditer(text):
        rest = _RUN.match(text, place.start())
        if rest is not None:
            found.append("".join(WORD.findall(fold(rest.group()))))
    return _short([word for word in found if word])


def _short(found: list[str]) -> list[str]:
    return [word for word in found if len(word) <= LONGEST and len(word.encode(errors="replace")) <= LONGEST]


def split_map(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a *displayed* text with where they stand in it: (word, start, end)."""
    folded, offsets = fold_map(text)
    pattern = ASCII_WORD if folded.isascii() else WORD
    for match in pattern.finditer(folded):
        start, end = source_range(offsets, *match.span())
        yield match.group(), start, end
