"""Macros that lost their braces: `\\emphnovel` was `\\emph{novel}`, `\\mathbbR` was `\\mathbb{R}` (rule X5).

Lists made from older proceedings have hundreds of them. A name that nobody defined is split after the longest name
that takes an argument; names that words begin with (`\\in`, `\\o`, `\\pi`) never split.
"""

from __future__ import annotations

from .vocabulary import frequency

#: Names that had an argument in braces, and that no author's macro is likely to begin with.
SPLITTABLE = frozenset(
    """
    emph textbf textit texttt textsc textrm textsf textsl textnormal textup underline mathbb mathcal mathrm mathbf
    mathsf mathit mathtt mathfrak mathscr mathds mathbbm boldsymbol sqrt widetilde widehat tilde hat bar overline
    operatorname begin end footnote url cite citep citet text mathop frac tfrac dfrac vec
    """.split()  # noqa: SIM905
)
#: Symbols that a letter was stuck to when the group around them went (`{\\epsilon}n`); they split before one or two
#: letters only, or before a capital.
_SYMBOLS = frozenset(
    """
    epsilon varepsilon lambda sigma theta alpha gamma delta omega Omega Theta Delta Gamma Lambda Sigma kappa varphi
    infty times cdot leq geq log ell
    """.split()  # noqa: SIM905
)
#: Names in Latin letters that are no ASCII: `{\\L}ojasiewicz` lost its braces. Any other name may be an author's macro.
_NAMES = frozenset(
    """
    Lojasiewicz Lojasiewcz Lukasiewicz Lukasz Lukaszewicz Lukaszuk Los Lodz Lozinski Luczak Oksendal Orsted Ostergaard
    Odegaard Odegard Oystein Oyvind AAngstrom AAngstr AArhus AAlborg AAsa AAberg AAstrom AAstr
    """.split()  # noqa: SIM905
)
_LETTERS = ("AA", "L", "O")
#: Within a word any letter may follow (`S\\orensen`), unless the name is a word, or ours.
_INNER_LETTERS = ("ss", "aa", "ae", "oe", "o", "l")
_LONGEST = max(map(len, SPLITTABLE | _SYMBOLS))


def split_fused(name: str) -> tuple[str, str] | None:
    """The macro and what was its argument (or, for a symbol, what followed it); None when `name` does not split."""
    for length in range(min(len(name) - 1, _LONGEST), 2, -1):
        head, rest = name[:length], name[length:]
        if head in SPLITTABLE:
            return head, rest
        if head in _SYMBOLS and (len(rest) <= 2 or rest[0].isupper()):
            return head, rest
    return None


def split_letter(name: str, *, in_word: bool) -> tuple[str, str] | None:
    """The letter that a name was stuck to, and the rest: `Lojasiewicz` is `L` and `ojasiewicz`; None if there is none.

    `in_word` says whether the backslash stands behind a letter.
    """
    if name in _NAMES:
        letter = next(letter for letter in _LETTERS if name.startswith(letter))
        return letter, name[len(letter) :]
    if not in_word or not name.islower() or name.startswith("our") or frequency(name):
        return None
    for letter in _INNER_LETTERS:
        if name.startswith(letter):
            return letter, name[len(letter) :]
    return None
