"""From the source of a formula to its atoms.

Reads as TeX does where authors write TeX, and forgives what public lists do to it: scripts without braces, groups
without end, macros that nobody defined. Never fails: what is not understood becomes an atom of its own. How atoms look
is `math_layout`'s business; symbols are data in `math_symbols`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import math_symbols as symbols
from .math_atoms import (
    BAR,
    BINARY,
    CLOSING,
    FRACTION,
    LARGE,
    MAX_DEPTH,
    OPENING,
    ORDINARY,
    PUNCTUATION,
    RELATION,
    SLASH,
    SPACE,
    Atom,
    TooDeep,
    Usage,
)
from .math_macros import is_math_macro, macro
from .math_structures import infix
from .math_tokens import CHAR, MACRO, NUMBER, Token, closing_brace, tokenize

if TYPE_CHECKING:
    from .flow import Flow

_CHARACTERS = {
    **dict.fromkeys("([", OPENING),
    **dict.fromkeys(")]", CLOSING),
    **dict.fromkeys(",;:", PUNCTUATION),
    **dict.fromkeys("+*", BINARY),
    **dict.fromkeys(["<", ">", "=", ":=", "=:", "<=", ">=", "==", "!=", "<<", ">>", "->", "=>"], RELATION),
    "/": SLASH,
    "|": BAR,
    "‖": BAR,
}
#: `||` is ‖ or two bars; its place decides (`math_layout`).
_SIGNS = {"-": (BINARY, "−"), "||": (BAR, "||")}

#: How many tokens away the partner of a bracket is looked for.
_FAR = 300
_INFIX = frozenset(("over", "choose", "atop", "above", "brace", "brack"))

_BY_CHARACTER: dict[str, str] = {}


def kind_of_character(char: str) -> str:
    """The kind of atom that a Unicode character is, when it is typed into a formula."""
    if not _BY_CHARACTER:
        for kind, table in (
            (RELATION, symbols.RELATION),
            (BINARY, symbols.BINARY),
            (LARGE, symbols.LARGE),
            (OPENING, symbols.OPENING),
            (CLOSING, symbols.CLOSING),
        ):
            for shown in table.values():
                if len(shown) == 1 and not shown.isascii():
                    _BY_CHARACTER.setdefault(shown, kind)
        _BY_CHARACTER["−"] = BINARY
    return _CHARACTERS.get(char) or _BY_CHARACTER.get(char, ORDINARY)


class FormulaParser:
    """Parses `source[start:end]`.

    `read_text(start, end)` gives the flow of a part of the source that is text, `is_text_macro(name)` says which macros
    belong to the text around formulas (citations, links, units) and are read by it whole.
    """

    def __init__(
        self,
        source: str,
        start: int,
        end: int,
        usage: Usage,
        read_text: Callable[[int, int], Flow],
        is_text_macro: Callable[[str], bool],
        depth: int = 0,
    ) -> None:
        self.source = source
        self.end = end
        self.usage = usage
        self.read_text = read_text
        self.is_text_macro = is_text_macro
        self.depth = self.outer_depth = depth
        self.tokens = tokenize(source, start, end)
        self.at = 0

    def parse(self) -> list[Atom]:
        """All atoms of the formula."""
        atoms: list[Atom] = []
        while self.at < len(self.tokens):  # a `}` without partner ends a list; go on behind it
            atoms += self.read_list()
        return atoms

    def parse_run(self) -> tuple[list[Atom], int]:
        """Macros that touch each other from the start, with their arguments and scripts, and where they end.

        For formulas outside dollars: what is not touched is text.
        """
        atoms: list[Atom] = []
        while self.at < len(self.tokens) and (self.at == 0 or self.adjacent()):
            token = self.tokens[self.at]
            if token.kind != MACRO or not is_math_macro(token.value):
                break
            atoms += macro(self, self.next())
            self._adjacent_scripts(atoms)
        return atoms, self.last_end()

    def parse_scripts(self, base: str) -> tuple[list[Atom], int]:
        """The scripts at the start, which belong to `base` in the text before, and where they end."""
        atom = Atom(ORDINARY, "", self.tokens[0].start, self.tokens[0].start)
        atom.base = base
        atoms = [atom]
        self._adjacent_scripts(atoms)
        return atoms, self.last_end()

    def _adjacent_scripts(self, atoms: list[Atom]) -> None:
        while atoms and self.peek() in ("^", "_") and (self.at == 0 or self.adjacent()):
            self._script(self.next(), atoms)

    def inside(self, start: int, end: int) -> FormulaParser:
        """A parser for a part of the source that this one has skipped."""
        return FormulaParser(self.source, start, end, self.usage, self.read_text, self.is_text_macro, self.depth + 1)

    def in_braces(self) -> bool:
        """Whether the current list is a group in braces."""
        return self.depth > self.outer_depth + 1

    # Lists and tokens

    def read_list(self, *, in_cell: bool = False) -> list[Atom]:
        """Atoms up to the end of the group (its brace consumed), or to the end of a cell (its mark not consumed)."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TooDeep
        atoms: list[Atom] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == CHAR:
                if token.value == "}":
                    self.at += 1
                    break
                if in_cell and token.value == "&":
                    break
                self.at += 1
                self._character(token, atoms)
            elif token.kind == NUMBER:
                self.at += 1
                atoms.append(Atom(ORDINARY, token.value.replace("e-", "e−"), token.start, token.end))
            elif in_cell and token.value in ("\\", "end", "cr", "tabularnewline"):
                break
            else:
                self.at += 1
                if token.value in _INFIX:
                    atoms = infix(token, atoms, self.read_list(in_cell=in_cell))
                    break
                atoms += macro(self, token)
        self.depth -= 1
        return atoms

    def read_rest(self) -> list[Atom]:
        """The atoms up to the end of the current group, whose brace is left for it to find."""
        atoms = self.read_list()
        if self.at and self.tokens[self.at - 1].value == "}":
            self.at -= 1
        return atoms

    def _character(self, token: Token, atoms: list[Atom]) -> None:
        char = token.value
        if char == "{":
            self._group(token, atoms)
        elif char in "^_'’":
            self._script(token, atoms)
        elif char == "~":
            atoms.append(Atom(SPACE, "", token.start, token.end))
        elif char in "$&":
            return
        elif char in _SIGNS:
            kind, shown = _SIGNS[char]
            atoms.append(Atom(kind, shown, token.start, token.end))
        elif len(char) == 1 and unicodedata.combining(char) and atoms and atoms[-1].text:
            atoms[-1].text = unicodedata.normalize("NFC", atoms[-1].text + char)
        else:
            atoms.append(Atom(kind_of_character(char), char, token.start, token.end))

    def _group(self, token: Token, atoms: list[Atom]) -> None:
        """A group is set as what it holds; alone in it, a sign or a comma is spaced like a letter."""
        inside = self.read_list()
        following = self.tokens[self.at : self.at + 2]
        if [t.value for t in following] == ["/", "{"] and inside:
            self.at += 2
            below = self.read_list()
            if len(inside) > 1 or len(below) > 1:
                atoms.append(Atom(FRACTION, "", token.start, self.last_end(), (inside, below)))
            else:
                atoms += [*inside, Atom(SLASH, "/", following[0].start, following[0].end), *below]
            return
        if len(inside) == 1 and inside[0].kind in (PUNCTUATION, BINARY, RELATION):
            inside[0].kind = ORDINARY
        atoms += inside or [Atom(ORDINARY, "", token.start, token.end)]

    def _script(self, token: Token, atoms: list[Atom]) -> None:
        """A prime, a superscript or a subscript, put on the last atom."""
        base = atoms[-1] if atoms and atoms[-1].kind != SPACE else None
        if base is None:
            base = Atom(ORDINARY, "", token.start, token.start)
            atoms.append(base)
        if token.value in "'’":
            base.sup = [*(base.sup or []), Atom(ORDINARY, "′", token.start, token.end)]
            return
        script = self._script_argument(above=token.value == "^")
        if not script:
            if self.at >= len(self.tokens):
                atoms.append(Atom(ORDINARY, token.value, token.start, token.end))
            return
        if token.value == "^":
            primes_only = base.sup is not None and all(atom.text == "′" for atom in base.sup)
            if base.sup is not None and not primes_only:
                base = Atom(ORDINARY, "", token.start, token.end)
                atoms.append(base)
            base.sup = [*(base.sup or []), *script]
        else:
            if base.sub is not None:
                base = Atom(ORDINARY, "", token.start, token.end)
                atoms.append(base)
            base.sub = script
            self.usage.note_subscript(base.text or base.base, script)

    def _script_argument(self, *, above: bool) -> list[Atom]:
        """What a script without braces takes: a whole number, a sign with its number, `O` with its parentheses."""
        if self.at >= len(self.tokens):
            return []
        token = self.next()
        if token.kind == MACRO:
            atoms = macro(self, token)
            return self._with_parentheses(atoms) if above and token.value in ("Omega", "Theta", "tO") else atoms
        if token.value == "{":
            return self.read_list()
        if token.value == "}":
            self.at -= 1
            return []
        atoms = []
        if token.value in ("-", "+") and self._number_next() and self.adjacent():
            self._character(token, atoms)
            token = self.next()
        if token.kind == NUMBER:
            atoms.append(Atom(ORDINARY, token.value, token.start, token.end))
            return atoms
        self._character(token, atoms)
        if above and token.value in ("O", "o", "Θ", "Ω"):
            return self._with_parentheses(atoms)
        return atoms

    def _with_parentheses(self, atoms: list[Atom]) -> list[Atom]:
        """`atoms` and the parenthesis that follows at once, up to its partner."""
        if self.peek() == "(" and self.adjacent():
            close = self._partner("(", ")")
            if close is not None:
                return atoms + self._until(close + 1)
        return atoms

    def _partner(self, opening: str, closing: str) -> int | None:
        """The place of the token that closes what the next token opens."""
        depth = 0
        for place in range(self.at, min(len(self.tokens), self.at + _FAR)):
            value = self.tokens[place].value
            depth += (value == opening) - (value == closing)
            if depth == 0:
                return place
        return None

    def _until(self, place: int) -> list[Atom]:
        """The atoms of the tokens before `place`, which becomes the next one."""
        rest = self.tokens[place:]
        del self.tokens[place:]
        atoms = self.parse()
        self.tokens += rest
        return atoms

    # Arguments

    def argument(self, *, digit: bool = False) -> list[Atom]:
        """The next argument of a macro; with `digit`, of a number without braces only its first digit."""
        if self.at >= len(self.tokens):
            return []
        token = self.next()
        if token.value == "{" and token.kind == CHAR:
            return self.read_list()
        if token.value == "}" and token.kind == CHAR:
            self.at -= 1
            return []
        if token.kind == MACRO:
            return macro(self, token)
        if digit and token.kind == NUMBER and len(token.value) > 1:
            self.at -= 1
            self.tokens[self.at] = Token(NUMBER, token.value[1:], token.start + 1, token.end)
            return [Atom(ORDINARY, token.value[0], token.start, token.start + 1)]
        atoms: list[Atom] = []
        if token.kind == NUMBER:
            atoms.append(Atom(ORDINARY, token.value, token.start, token.end))
        else:
            self._character(token, atoms)
        return atoms

    def optional(self) -> list[Atom] | None:
        """The argument in square brackets that follows, or None."""
        close = self._partner("[", "]") if self.peek() == "[" else None
        if close is None:
            return None
        self.at += 1
        atoms = self._until(close)
        self.at += 1
        return atoms

    def raw_argument(self) -> tuple[int, int] | None:
        """The range in the source of the next argument, which is not read as a formula."""
        if self.at >= len(self.tokens):
            return None
        token = self.next()
        if token.value != "{" or token.kind != CHAR:
            return (token.start, token.end)
        close = closing_brace(self.source, token.start, self.end)
        while self.at < len(self.tokens) and self.tokens[self.at].start <= close:
            self.at += 1
        return (token.end, close)

    def next(self) -> Token:
        """The next token, consumed; there must be one."""
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self) -> str:
        """The next token if it is a character, else ""."""
        if self.at < len(self.tokens) and self.tokens[self.at].kind == CHAR:
            return self.tokens[self.at].value
        return ""

    def _number_next(self) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at].kind == NUMBER

    def adjacent(self) -> bool:
        """Whether no space stands before the next token."""
        return self.at < len(self.tokens) and self.tokens[self.at].start == self.last_end()

    def last_end(self) -> int:
        """Where in the source the last consumed token ends."""
        return self.tokens[self.at - 1].end if self.at else 0
