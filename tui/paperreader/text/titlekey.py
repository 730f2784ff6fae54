"""Keys that recognise the same title and the same family name however they are written.

Frozen: what these functions give is stored and compared for years, so a change of any result needs a new
`TITLE_KEY_VERSION` and a migration of what was stored. For that reason nothing here is shared with `folding` or
`readable`, which may improve at any time.
"""

# ruff: noqa: SIM905 (lists of words read better in one string)
from __future__ import annotations

import re
import unicodedata

TITLE_KEY_VERSION = 1

#: TeX macros that are form, not content: their name does not count. Any other macro counts as the letters of its name
#: (`\alpha` is "alpha", `\log` is "log", an author's own `\OurModel` is "ourmodel").
_FORM = frozenset(
    """
    acute bar bf bfseries big bigg bm boldmath boldsymbol breve cal cdot check ddot displaystyle dot em emph ensuremath
    frac grave hat hbox hspace it itshape label langle ldots left mathbb mathbf mathbin mathcal mathds mathfrak mathit
    mathop mathrm mathscr mathsf mathtt mbox mid noindent nolimits operatorname overline protect qquad quad rangle right
    rm sc scshape sf sl small sqrt star text textbf textcolor textit textmd textnormal textrm textsc textsf textsl
    textsubscript textsuperscript texttt textup tilde times tt underline url vec widehat widetilde xspace
    """.split()
)
_LETTER_MACROS = {
    "ae": "ae", "AE": "ae", "oe": "oe", "OE": "oe", "aa": "a", "AA": "a", "o": "o", "O": "o", "l": "l", "L": "l",
    "ss": "ss", "i": "i", "j": "j", "ell": "l", "dh": "d", "DH": "d", "dj": "d", "DJ": "d", "th": "th", "TH": "th",
    "c": "", "v": "", "u": "", "H": "", "k": "", "r": "", "d": "", "b": "", "t": "",
    "varepsilon": "epsilon", "vartheta": "theta", "varphi": "phi", "varrho": "rho", "varsigma": "sigma", "varpi": "pi",
    "infty": "infinity",
}  # fmt: skip
#: Letters that NFKD leaves whole, and symbols that are read as words.
_LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ħ": "h",
    "∞": "infinity",
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ο": "omicron", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
#: Lower case for ASCII, and what of it is no letter or digit: whole texts at once, a million words in a large list.
_LOWER = bytes(range(256)).lower()
_NO_ALNUM = bytes(code for code in range(128) if not chr(code).isalnum())
_SUFFIXES = frozenset("jr sr ii iii iv phd md".split())

_MACRO = re.compile(r"\\([A-Za-z]+)[ \t]*")
_TAG = re.compile(r"</?(?:i|b|em|strong|sub|sup|u|tt|scp|inf|p|br|jats:[a-z-]+|mml:[a-z-]+)\s*/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")


def title_key(title: str) -> str:
    """The letters and digits of a title, for comparison: no case, accents, markup, punctuation or spaces.

    NFKD, marks, TeX, HTML tags and punctuation stripped, Greek letters by name, case-folded. "" when nothing is left
    (a title of punctuation only), which must not be taken for a match.
    """
    return _plain_key(title)


def author_key(name: str) -> str:
    """The key of a family name: `LeCun, Yann` and `Yann LeCun` both give `lecun`.

    The last word of the family name, since sources disagree on whether particles (`van`, `de la`) and first family
    names belong to it. Suffixes (`Jr.`, `III`), DBLP's numbers and what stands in parentheses do not count.
    """
    if "(" in name:
        name = re.sub(r"\([^()]*\)", " ", name)
    for part in name.split(","):
        for word in reversed(part.split()):
            key = _plain_key(word)
            if key and key not in _SUFFIXES and not key.isdigit():
                return key
    return ""


def _plain_key(text: str) -> str:
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if "\\" in text:
        text = _MACRO.sub(_macro_letters, text)
    if not text.isascii():
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    if text.isascii():
        return text.encode().translate(_LOWER, _NO_ALNUM).decode()
    return "".join(_LETTERS.get(char, char) for char in text if char.isalnum() or char in _LETTERS)


def _macro_letters(match: re.Match[str]) -> str:
    name = match.group(1)
    if name in _LETTER_MACROS:
        return _LETTER_MACROS[name]
    return "" if name in _FORM else name


def _entity(match: re.Match[str]) -> str:
    import html  # its table of 2,231 names is only needed for the rare title that has an entity

    return html.unescape(match.group())
