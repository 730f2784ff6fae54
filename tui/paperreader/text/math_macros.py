"""What each macro with arguments does inside a formula.

The parser hands over at a macro's name; what comes back are its atoms. Macros without arguments are data in
`math_symbols`; what authors defined themselves is in `math_authors`, what is built of rows in `math_structures`.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from . import math_symbols as symbols
from .lazy import lazy
from .math_atoms import BAR, CLOSING, FRACTION, LARGE, OPENING, ORDINARY, RELATION, ROOT, SPACE, TEXT, WORD, Atom, walk
from .math_authors import author_macro, convention
from .math_build import TEXT_STYLES, bracketed, clusters, compose, styled, symbol, symbol_atom, word_atom
from .math_letters import ALPHABETS
from .math_structures import STACKED_ABOVE, STACKED_BELOW, choose, enclosure, environment, negated, rows, stacked
from .math_tokens import MACRO, Token

if TYPE_CHECKING:
    from .math_parser import FormulaParser

BINOMIALS = frozenset(("binom", "tbinom", "dbinom"))
#: Shown as their argument.
TRANSPARENT = frozenset(
    (
        "boxed", "ensuremath", "underbrace", "overbrace", "underbracket", "overbracket", "cancel", "mathclap",
        "mathllap", "mathrlap", "bcancel", "xcancel", "mathchoice", "textstyle", "displaystyle",
    )
)  # fmt: skip
FENCES = {
    "left": OPENING, "bigl": OPENING, "Bigl": OPENING, "biggl": OPENING, "Biggl": OPENING, "right": CLOSING,
    "bigr": CLOSING, "Bigr": CLOSING, "biggr": CLOSING, "Biggr": CLOSING, "middle": ORDINARY,
}  # fmt: skip
#: Sizes of brackets that do not say whether they open.
SIZES = frozenset(("big", "Big", "bigg", "Bigg", "bigm", "Bigm", "biggm", "Biggm"))
ALPHABET_SWITCHES = frozenset(("cal", "bf", "frak", "bfseries", "boldmath"))
UPRIGHT_SWITCHES = frozenset(("rm", "sf", "tt", "it", "sl", "rmfamily", "sffamily", "ttfamily", "itshape"))
_SIMPLE_WORD = lazy(r"[A-Za-z0-9]+(?:[ \-.][A-Za-z0-9]+)*")


def is_math_macro(name: str) -> bool:
    """Whether `name` means something in formulas, so that it is one even outside dollars (rule M11)."""
    return (
        name in symbols.ALPHABETS
        or name in symbols.ACCENTS
        or name in symbols.FRACTIONS
        or name in BINOMIALS
        or name in ("sqrt", "root", "operatorname", "not", "pmod", "substack")
        or name in FENCES
        or name in SIZES
        or name in STACKED_ABOVE
        or name in STACKED_BELOW
        or name in ("mathrm", "mathsf", "mathtt", "mathit", "overline", "ensuremath", "mathop", "displaystyle")
        or (len(name) > 1 and name in symbols.ENCLOSURES)
        or symbol(name) is not None
        or convention(name) is not None
    )


def macro(parser: FormulaParser, token: Token) -> list[Atom]:
    """The atoms of the macro that `token` names; its arguments are consumed from the parser."""
    name = token.value
    found = symbol(name)
    if found is not None and not (name in symbols.ENCLOSURES and parser.peek() == "{"):
        return [symbol_atom(parser, token, *found)]
    if name in symbols.SPACES:
        return [Atom(SPACE, "", token.start, token.end)]
    if name in symbols.NO_SPACES:
        return []
    if name in symbols.FRACTIONS:
        if name in ("sfrac", "nicefrac", "cfrac"):
            parser.optional()
        above, below = parser.argument(digit=True), parser.argument(digit=True)
        if not (above and below):
            return above or below
        return [Atom(FRACTION, "", token.start, parser.last_end(), (above, below))]
    if name in ("sqrt", "root"):
        index = parser.optional() or []
        return [Atom(ROOT, "", token.start, parser.last_end(), (parser.argument(), index))]
    if name in FENCES:
        return _fence(parser, token)
    if name in symbols.ACCENTS and (len(name) > 1 or parser.peek()):
        return _accented(parser, symbols.ACCENTS[name], every=False)
    if name in symbols.LINES:
        return _accented(parser, symbols.LINES[name], every=True)
    if name in symbols.ALPHABETS:
        return _in_alphabet(parser, token)
    if name in symbols.UPRIGHT:
        return _upright(parser, token)
    if name in symbols.TEXT:
        return _text(parser, token)
    if name in symbols.ENCLOSURES:
        return enclosure(parser, token)
    if name in symbols.SILENT_WITH_ARGUMENT:
        parser.raw_argument() if parser.peek() == "{" else None
        return []
    if name in BINOMIALS:
        return choose(token, parser.argument(digit=True), parser.argument(digit=True))
    return _rarer(parser, token)


def _rarer(parser: FormulaParser, token: Token) -> list[Atom]:
    name = token.value
    if name == "\\":
        return [Atom(SPACE, "", token.start, token.end)]
    if name in ("textcolor", "mathcolor", "colorbox"):
        parser.raw_argument()
        return styled(parser.argument(), "color", token.start, parser.last_end())
    if name in TRANSPARENT:
        inside = parser.argument() if parser.peek() == "{" else []
        has_label = parser.peek() in ("^", "_") and len(inside) > 1
        return bracketed(inside, token.start, parser.last_end()) if has_label else inside
    if name in STACKED_ABOVE or name in STACKED_BELOW:
        return stacked(parser, token)
    if name == "not":
        return negated(parser.argument())
    if name in ("pmod", "pod"):
        inside = parser.argument()
        word = [Atom(WORD, "mod", token.start, token.end)] if name == "pmod" else []
        space = Atom(SPACE, "", token.start, token.start)
        opening = Atom(OPENING, "(", token.start, token.end)
        return [space, opening, *word, *inside, Atom(CLOSING, ")", token.end, parser.last_end())]
    if name in ("xrightarrow", "xleftarrow", "xRightarrow", "xmapsto"):
        below = parser.optional()
        arrow = {"xleftarrow": "←", "xRightarrow": "⇒", "xmapsto": "↦"}.get(name, "→")
        atom = Atom(RELATION, arrow, token.start, token.end)
        atom.sup, atom.sub = parser.argument() or None, below
        return [atom]
    if name == "substack":
        span = parser.raw_argument()
        return rows(parser.inside(*span), None) if span else []
    if name == "begin":
        return environment(parser, token)
    if name == "end":
        parser.raw_argument()
        return []
    if name in symbols.SILENT:
        return []
    if parser.is_text_macro(name):
        return _text_macro(parser, token)
    return author_macro(parser, token)


# Symbols, fences, accents, alphabets


def _fence(parser: FormulaParser, token: Token) -> list[Atom]:
    """A bracket that says itself whether it opens or closes; `.` is none."""
    if parser.at >= len(parser.tokens):
        return []
    following = parser.next()
    if following.kind == MACRO:
        found = symbol(following.value)
        if found is None or found[0] not in (OPENING, CLOSING, BAR):
            return macro(parser, following)
        shown = found[1]
    else:
        shown = {"<": "⟨", ">": "⟩", ".": "", "||": "‖"}.get(following.value, following.value)
        if shown in ("{", "}"):  # `\left{` without its backslash
            shown = ""
    return [Atom(FENCES[token.value], shown, token.start, following.end)] if shown else []


def _accented(parser: FormulaParser, mark: str, *, every: bool) -> list[Atom]:
    atoms = parser.argument()
    if every:
        for atom in walk(atoms):
            if atom.kind in (ORDINARY, WORD) and atom.text:
                atom.text = "".join(compose(char, mark) for char in clusters(atom.text))
        return atoms
    for atom in walk(atoms):
        if atom.text and (atom.kind in (ORDINARY, WORD, LARGE) or len(atoms) == 1):
            first, *rest = clusters(atom.text)
            atom.text = compose(first, mark) + "".join(rest)
            return atoms
    return [Atom(ORDINARY, compose(" ", mark).strip() or mark, parser.last_end(), parser.last_end()), *atoms]


def _in_alphabet(parser: FormulaParser, token: Token) -> list[Atom]:
    alphabet = symbols.ALPHABETS[token.value]
    is_switch = token.value in ALPHABET_SWITCHES and parser.peek() != "{"
    atoms = parser.read_rest() if is_switch and parser.in_braces() else parser.argument()
    if alphabet == "bold":
        return styled(atoms, "bold", token.start, parser.last_end())
    letters = ALPHABETS[alphabet]
    for atom in walk(atoms):
        if atom.kind in (ORDINARY, WORD) and not atom.is_word:
            atom.text = unicodedata.normalize("NFC", "".join(letters.get(c, c) for c in _decomposed(atom.text)))
    return atoms


def _decomposed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFD", text)


def _upright(parser: FormulaParser, token: Token) -> list[Atom]:
    """`\\mathrm{poly}`: a function word in small letters, else a word that stands like a letter (rule M9)."""
    name = token.value
    is_operator = name.startswith(("operatorname", "Declare"))
    if parser.peek() == "*":
        parser.next()
    if name in UPRIGHT_SWITCHES and parser.peek() != "{":
        return _merged(parser.read_rest()) if parser.in_braces() else []
    if parser.peek() != "{":
        return parser.argument()
    span = parser.raw_argument()
    if span is None:
        return []
    content = " ".join(parser.source[slice(*span)].split())
    if _SIMPLE_WORD.fullmatch(content):
        return [word_atom(content, token.start, parser.last_end(), function=is_operator or content.islower())]
    atoms = parser.inside(*span).parse()
    if is_operator and all(atom.kind in (ORDINARY, SPACE, WORD) and not (atom.sub or atom.sup) for atom in atoms):
        text = "".join(" " if atom.kind == SPACE else atom.text for atom in atoms)
        return [word_atom(" ".join(text.split()), token.start, parser.last_end(), function=True)]
    return _merged(atoms)


def _merged(atoms: list[Atom]) -> list[Atom]:
    """Letters at the start, which a switch such as `\\rm` made a word, as one atom."""
    length = 0
    while length < len(atoms) and atoms[length].kind == ORDINARY and len(atoms[length].text) == 1:
        if not atoms[length].text.isalpha() or not atoms[length].text.isascii():
            break
        length += 1
        if atoms[length - 1].sub or atoms[length - 1].sup:
            break
    if length < 2:
        return atoms
    text = "".join(atom.text for atom in atoms[:length])
    word = word_atom(text, atoms[0].start, atoms[length - 1].end, function=text.islower())
    word.sub, word.sup = atoms[length - 1].sub, atoms[length - 1].sup
    return [word, *atoms[length:]]


# Text


def _text(parser: FormulaParser, token: Token) -> list[Atom]:
    span = parser.raw_argument()
    if span is None:
        return []
    content = parser.source[slice(*span)]
    style = TEXT_STYLES.get(token.value)
    if token.value in ("textsuperscript", "textsubscript"):
        base = Atom(ORDINARY, "", token.start, token.start)
        script = parser.inside(*span).parse()
        base.sup, base.sub = (script, None) if token.value == "textsuperscript" else (None, script)
        return [base]
    if content.isascii() and content.isalnum():
        is_function = content in symbols.FUNCTIONS or content in symbols.CONNECTIVES
        atoms = [word_atom(content, token.start, parser.last_end(), function=is_function)]
    else:
        flow = parser.read_text(*span)
        atoms = [Atom(TEXT, "", token.start, parser.last_end(), flow=flow)]
        atoms[0].is_word = True
    if style is not None:
        atoms[0].style = style
    return atoms


def _text_macro(parser: FormulaParser, token: Token) -> list[Atom]:
    """A macro of the text around formulas: it and its arguments are read there."""
    end = token.end
    while parser.peek() in ("{", "[") and parser.adjacent():
        if parser.peek() == "{":
            parser.raw_argument()
        elif parser.optional() is None:
            break
        end = parser.last_end()
    return [Atom(TEXT, "", token.start, end, flow=parser.read_text(token.start, end))]
