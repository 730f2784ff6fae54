"""Formulas above and below each other: matrices, aligned rows, binomials, stacked signs, brackets by macro.

All of it goes on one line: rows are joined by `;`, what stands above or below becomes a script.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from . import math_symbols as symbols
from .math_atoms import CLOSING, FRACTION, OPENING, ORDINARY, PUNCTUATION, SPACE, WORD, Atom
from .math_build import braced_arguments, named
from .math_tokens import MACRO, Token

if TYPE_CHECKING:
    from .math_parser import FormulaParser

STACKED_ABOVE = frozenset(("overset", "stackrel"))
STACKED_BELOW = frozenset(("underset",))
MATRIX_BRACKETS = {
    "pmatrix": "()", "psmallmatrix": "()", "bmatrix": "[]", "bsmallmatrix": "[]", "Bmatrix": "{}", "vmatrix": "||",
    "Vmatrix": "‖‖", "cases": "{}", "dcases": "{}", "rcases": "{}", "matrix": "()", "smallmatrix": "()",
}  # fmt: skip
MATRICES = frozenset((*MATRIX_BRACKETS, "array", "tabular"))
WITH_COLUMNS = frozenset(("array", "tabular", "alignat", "alignat*", "alignedat", "subarray"))


_CASES = frozenset(("cases", "dcases", "rcases"))


def infix(token: Token, above: list[Atom], below: list[Atom]) -> list[Atom]:
    """`{a \\over b}`, `{n \\choose k}` and their like: what stands before and after the macro in its group."""
    if token.value in ("choose", "brace", "brack"):
        return choose(token, above, below)
    return [Atom(FRACTION, "", token.start, token.end, (above, below))]


def choose(token: Token, above: list[Atom], below: list[Atom]) -> list[Atom]:
    """A binomial coefficient: (n choose k)."""
    opening, closing = Atom(OPENING, "(", token.start, token.end), Atom(CLOSING, ")", token.start, token.end)
    return [opening, *above, Atom(WORD, "choose", token.start, token.end), *below, closing]


def stacked(parser: FormulaParser, token: Token) -> list[Atom]:
    """`\\overset{d}{=}`: the first argument becomes a script of the second."""
    script, base = parser.argument(), parser.argument()
    if not base:
        return script
    last = base[-1]
    if token.value in STACKED_ABOVE:
        last.sup = [*(last.sup or []), *script] or None
    else:
        last.sub = [*(last.sub or []), *script] or None
    return base


def negated(atoms: list[Atom]) -> list[Atom]:
    if not atoms:
        return [Atom(ORDINARY, "¬")]
    composed = unicodedata.normalize("NFC", atoms[0].text[:1] + "\u0338")
    atoms[0].text = composed + atoms[0].text[1:]
    return atoms


def enclosure(parser: FormulaParser, token: Token) -> list[Atom]:
    """`\\norm{x}` and its like, by convention; without an argument, the name."""
    if parser.peek() == "*":
        parser.next()
    before, between, after = symbols.ENCLOSURES[token.value]
    arguments = braced_arguments(parser)
    if not arguments:
        return [named(token, token.value)]
    atoms = [Atom(OPENING, before, token.start, token.end)]
    for place, argument in enumerate(arguments):
        if place:
            kind = PUNCTUATION if between == ", " else ORDINARY
            atoms.append(Atom(kind, between.strip(), token.start, token.end))
        atoms += argument
    atoms.append(Atom(CLOSING, after, parser.last_end(), parser.last_end()))
    return atoms


def environment(parser: FormulaParser, token: Token) -> list[Atom]:
    span = parser.raw_argument()
    name = parser.source[slice(*span)].strip() if span else ""
    if name in WITH_COLUMNS and parser.peek() == "{":
        parser.raw_argument()
    return rows(parser, name, token)


def rows(parser: FormulaParser, name: str | None, token: Token | None = None) -> list[Atom]:
    """Rows joined by `;`, cells by a space, in the brackets of the environment, up to its end.

    A value and its condition, in `cases`, are parted by a comma.
    """
    rows: list[list[Atom]] = []
    row: list[Atom] = []
    is_matrix = name in MATRICES
    while parser.at < len(parser.tokens):
        before = parser.at
        row += parser.read_list(in_cell=True)
        if parser.at >= len(parser.tokens):
            break
        stop = parser.tokens[parser.at]
        if stop.kind != MACRO and stop.value != "&":
            if parser.at == before:
                parser.next()
            continue
        parser.next()
        if stop.value == "&":
            if name in _CASES:
                if row and row[-1].kind != PUNCTUATION:
                    row.append(Atom(PUNCTUATION, ",", stop.start, stop.end))
            elif is_matrix:
                row.append(Atom(SPACE, "", stop.start, stop.end))
        elif stop.value == "end":
            parser.raw_argument()
            break
        else:
            if parser.peek() == "[" and parser.adjacent():
                parser.optional()  # the room between two rows
            rows.append(row)
            row = []
    rows.append(row)
    atoms: list[Atom] = []
    for row in filter(None, rows):
        if atoms and atoms[-1].kind != PUNCTUATION:
            atoms.append(Atom(PUNCTUATION, ";", row[0].start, row[0].start))
        atoms += row
    brackets = MATRIX_BRACKETS.get(name or "", "")
    if brackets and token is not None:
        atoms.insert(0, Atom(OPENING, brackets[0], token.start, token.end))
        atoms.append(Atom(CLOSING, brackets[1], parser.last_end(), parser.last_end()))
    return atoms
