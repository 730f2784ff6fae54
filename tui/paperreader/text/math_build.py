"""Pieces that the modules of formulas build with: symbols by name, words, letters, accents, styles."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from . import math_symbols as symbols
from .math_atoms import (
    BAR,
    BINARY,
    CLOSING,
    LARGE,
    OPENING,
    ORDINARY,
    PUNCTUATION,
    RELATION,
    WORD,
    Atom,
    walk,
)
from .math_tokens import Token

if TYPE_CHECKING:
    from .math_parser import FormulaParser

TEXT_STYLES = {
    "textbf": "bold", "textit": "italic", "emph": "italic", "textsl": "italic", "texttt": "code", "textsc": "smallcaps",
}  # fmt: skip

#: They belong to the number or letter before them, not to a word.
_ORDINAL_ENDINGS = frozenset(("th", "st", "nd", "rd"))

_TABLES = (
    (ORDINARY, symbols.GREEK),
    (RELATION, symbols.RELATION),
    (BINARY, symbols.BINARY),
    (ORDINARY, symbols.ORDINARY),
    (LARGE, symbols.LARGE),
    (OPENING, symbols.OPENING),
    (CLOSING, symbols.CLOSING),
    (BAR, symbols.BARS),
    (PUNCTUATION, symbols.PUNCTUATION),
)


def symbol(name: str) -> tuple[str, str] | None:
    """The kind of atom and the characters of a macro without arguments, or None."""
    for kind, table in _TABLES:
        shown = table.get(name)
        if shown is not None:
            return kind, shown
    if name in symbols.FUNCTIONS:
        return WORD, symbols.FUNCTION_WORDS.get(name, name)
    return None


def symbol_atom(parser: FormulaParser, token: Token, kind: str, shown: str) -> Atom:
    atom = Atom(kind, shown, token.start, token.end)
    if token.value == "epsilon":
        parser.usage.note_epsilon(atom)
    elif token.value == "varepsilon":
        parser.usage.varepsilon = True
    elif kind == WORD:
        atom.is_word = True
    return atom


def compose(base: str, mark: str) -> str:
    return unicodedata.normalize("NFC", {"ı": "i", "ȷ": "j"}.get(base, base) + mark)


def clusters(text: str) -> list[str]:
    """The characters of `text`, each with its combining marks."""
    clusters: list[str] = []
    for char in text:
        if clusters and unicodedata.combining(char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def styled(atoms: list[Atom], style: str, start: int, end: int) -> list[Atom]:
    for atom in walk(atoms):
        if atom.style is None:
            atom.style, atom.start, atom.end = style, start, end
        for script in (atom.sub, atom.sup):
            if script is not None:
                styled(script, style, start, end)
    return atoms


def word_atom(text: str, start: int, end: int, *, function: bool) -> Atom:
    letters = sum(char.isalpha() for char in text)
    atom = Atom(WORD if function and letters > 1 and text not in _ORDINAL_ENDINGS else ORDINARY, text, start, end)
    atom.is_word = letters > 1
    return atom


def letter_atoms(text: str, start: int, end: int) -> list[Atom]:
    return [Atom(ORDINARY, char, start, end) for char in text]


def named(token: Token, name: str) -> Atom:
    atom = Atom(ORDINARY, name, token.start, token.end)
    atom.style = "unknown"
    atom.is_word = len(name) > 1
    return atom


def bracketed(atoms: list[Atom], start: int, end: int) -> list[Atom]:
    return [Atom(OPENING, "(", start, start), *atoms, Atom(CLOSING, ")", end, end)]


def braced_arguments(parser: FormulaParser) -> list[list[Atom]]:
    """The arguments in braces that follow without a space; empty ones do not count."""
    arguments = []
    while parser.peek() == "{" and parser.adjacent():
        argument = parser.argument()
        if argument:
            arguments.append(argument)
    return arguments
