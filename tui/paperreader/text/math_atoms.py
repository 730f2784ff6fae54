"""What formulas are made of, and what one text must know of all of its formulas before it shows any.

Values only; `math_parser` makes atoms from a source, `math_layout` turns them into characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .math_scripts import has_small_letter

if TYPE_CHECKING:
    from .flow import Flow

#: The kinds of atoms. The first group spaces itself as in TeX; `bar` becomes one of them by its place.
ORDINARY, WORD, LARGE, BINARY, RELATION, OPENING, CLOSING, PUNCTUATION, BAR, SLASH = (
    "ordinary", "word", "large", "binary", "relation", "opening", "closing", "punctuation", "bar", "slash",
)  # fmt: skip
#: These have parts: a fraction its numerator and denominator, a root its radicand and index, text a flow.
FRACTION, ROOT, TEXT, SPACE = "fraction", "root", "text", "space"

#: How deep groups, scripts and arguments may nest.
MAX_DEPTH = 64


class TooDeep(Exception):
    """The text nests deeper than `MAX_DEPTH`; it is shown as its source."""


class Atom:
    """One piece of a formula. `text` is what it shows, `parts` are atoms inside it, `sub` and `sup` its scripts."""

    __slots__ = ("base", "end", "flow", "is_word", "kind", "parts", "start", "style", "sub", "sup", "text")

    def __init__(
        self,
        kind: str,
        text: str = "",
        start: int = 0,
        end: int = 0,
        parts: tuple[list[Atom], ...] = (),
        flow: Flow | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        self.parts = parts
        self.flow = flow
        self.sub: list[Atom] | None = None
        self.sup: list[Atom] | None = None
        self.style: str | None = None
        self.base = ""
        """What it is a script of, when that stands in the text before the formula."""
        self.is_word = False
        """Several letters that are one word; never written in small letters."""
        self.start = start
        self.end = end


def walk(atoms: list[Atom]) -> Iterator[Atom]:
    """Every atom, the ones inside parts (not inside scripts) after the one that holds them."""
    for atom in atoms:
        yield atom
        for part in atom.parts:
            yield from walk(part)


class Usage:
    """What the formulas of one text have in common: rules that look at the text as a whole."""

    def __init__(self) -> None:
        self.varepsilon = False
        self._epsilons: list[Atom] = []
        self._without_small: set[str] = set()

    def note_epsilon(self, atom: Atom) -> None:
        """Remember an `\\epsilon`."""
        self._epsilons.append(atom)

    def note_subscript(self, base: str, sub: list[Atom]) -> None:
        """Remember a base whose subscript is one letter that Unicode has no small form of (rule M6.4)."""
        if len(sub) == 1 and sub[0].sub is None and sub[0].sup is None:
            letter = sub[0].text
            if len(letter) == 1 and letter.isalpha() and not has_small_letter(letter):
                self._without_small.add(base)

    def letters_fall_back(self, base: str) -> bool:
        """Whether all letter subscripts of `base` fall back in this text."""
        return base in self._without_small

    def settle(self) -> None:
        """Apply what only the whole text decides: where it uses both epsilons, `\\epsilon` is ϵ (rule M3)."""
        if self.varepsilon:
            for atom in self._epsilons:
                atom.text = atom.text.replace("ε", "ϵ")
