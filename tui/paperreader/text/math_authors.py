"""Macros that authors defined elsewhere, and macros that lost their braces (rules M10 and X5).

What is known by convention is shown so; any other macro is shown by its name or by its arguments, never dropped.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from . import math_symbols as symbols
from .fused import split_fused
from .lazy import lazy
from .math_atoms import FRACTION, ORDINARY, PUNCTUATION, Atom
from .math_build import (
    TEXT_STYLES,
    braced_arguments,
    bracketed,
    compose,
    letter_atoms,
    named,
    styled,
    symbol,
    symbol_atom,
    word_atom,
)
from .math_letters import ALPHABETS
from .math_tokens import MACRO, Token

if TYPE_CHECKING:
    from .math_parser import FormulaParser

_CALLIGRAPHIC_NAME = lazy(r"(?:c|cal|scr)([A-Z])|([A-Z])cal")
_DOUBLE_STRUCK_NAME = lazy(r"bb([A-Z])")
_BOLD_NAME = lazy(r"(?:bf|[bv])([A-Za-z])|m([A-Z])")


def convention(name: str) -> tuple[str, str | None] | None:
    """What an author's macro without arguments shows by convention, and its style; None when there is none."""
    shown = symbols.CONVENTIONS.get(name)
    if shown is not None:
        return unicodedata.normalize("NFC", shown), None
    if match := _CALLIGRAPHIC_NAME.fullmatch(name):
        return ALPHABETS["cal"][match[1] or match[2]], None
    if match := _DOUBLE_STRUCK_NAME.fullmatch(name):
        return ALPHABETS["bb"][match[1]], None
    if match := _BOLD_NAME.fullmatch(name):
        return match[1] or match[2], "bold"
    return None


def author_macro(parser: FormulaParser, token: Token) -> list[Atom]:
    name = token.value
    if not name.isalpha():
        return [Atom(ORDINARY, name, token.start, token.end)]
    known = convention(name)
    if known is not None:
        atom = Atom(ORDINARY, known[0], token.start, token.end)
        atom.style = known[1]
        return [atom]
    fused = split_fused(name)
    if fused is not None:
        return fused_atoms(parser, token, *fused)
    arguments = braced_arguments(parser)
    if not arguments:
        return [named(token, name)]
    if len(arguments) == 1:
        argument = styled(arguments[0], "macro", token.start, parser.last_end())
        return argument if len(argument) == 1 else bracketed(argument, token.start, parser.last_end())
    inside = list(arguments[0])
    for argument in arguments[1:]:
        inside += [Atom(PUNCTUATION, ",", token.start, token.end), *argument]
    return [named(token, name), *bracketed(inside, token.start, parser.last_end())]


def fused_atoms(parser: FormulaParser, token: Token, head: str, rest: str) -> list[Atom]:
    """A macro that lost its braces, `rest` being what is left of its argument and perhaps more (rule X5)."""
    start, end = token.start, token.end
    found = symbol(head)
    if found is not None:
        return [symbol_atom(parser, Token(MACRO, head, start, end), *found), *letter_atoms(rest, start, end)]
    if head == "sqrt":
        return [Atom(ORDINARY, "√" + rest, start, end)]
    if head in symbols.ALPHABETS:
        alphabet = symbols.ALPHABETS[head]
        if alphabet == "bold":
            return styled(letter_atoms(rest, start, end), "bold", start, end)
        return [Atom(ORDINARY, "".join(ALPHABETS[alphabet].get(char, char) for char in rest), start, end)]
    if head in symbols.ACCENTS:
        return [
            Atom(ORDINARY, compose(rest[0], symbols.ACCENTS[head]), start, end),
            *letter_atoms(rest[1:], start, end),
        ]
    if head in symbols.LINES:
        return [Atom(ORDINARY, "".join(compose(char, symbols.LINES[head]) for char in rest), start, end)]
    if head in symbols.FRACTIONS and len(rest) > 1:
        atom = Atom(FRACTION, "", start, end, (letter_atoms(rest[0], start, end), letter_atoms(rest[1], start, end)))
        return [atom, *letter_atoms(rest[2:], start, end)]
    word = word_atom(rest, start, end, function=rest.islower())
    word.style = TEXT_STYLES.get(head)
    return [word]
