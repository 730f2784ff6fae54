"""Give back the backslashes that a program ate, take away those that it doubled (rule T10).

`\\times` read as a string with escapes is a tab and `imes`; trimmed, it is ` imes`; some lists lost the backslash alone
(`emph{x}`). Only remains that are no words are repaired.
"""

from __future__ import annotations

import re

from . import text_macros
from .lazy import lazy
from .math_macros import is_math_macro
from .math_symbols import ACCENTS
from .traced import Traced

#: After a control character that was `\\t`, `\\b`, `\\f`, `\\r`, `\\v`, `\\a` or `\\e`, the rest of a macro's name.
_EATEN = {
    "\t": "imes|ext[a-z]{2}(?={)|ext(?={)|ilde|heta|au|o|op|riangle|frac(?={)|binom(?={)",
    "\b": "eta|ar|egin(?={)|oldsymbol|inom(?={)|m(?={)|f|ig[lr]?|ullet",
    "\f": "rac(?={)|orall|ootnote(?={)",
    "\r": "ho|ightarrow|angle|floor|ceil|ight|ef(?={)",
    "\v": "arepsilon|arphi|artheta|ec|ert|ee",
    "\a": "lpha|pprox|st|ngle|rg(?:min|max)",
    "\x1b": "mph(?={)|psilon|ta|quiv|xp|ll",
}
_CONTROL = {"\t": "t", "\b": "b", "\f": "f", "\r": "r", "\v": "v", "\a": "a", "\x1b": "e"}
_EATEN_PATTERN = lazy("|".join(f"{control}(?:{rest})(?![a-z])" for control, rest in _EATEN.items()))

#: The same after the control character was trimmed to a space or to nothing: only what cannot be a word.
_TRIMMED_PATTERN = lazy(
    r"(?<![\w\\])(?:(imes)(?![A-Za-z{])|(ext(?:it|bf|tt|sc|rm|sf|sl|color|normal)\{)|(mph\{)|(ilde\{)|(egin\{)|(ootnote\{))"
)
_TRIMMED = ("t", "t", "e", "t", "b", "f")

_LOST_PATTERN = lazy(
    r"(?<![\w\\])(?=(?:emph|text(?:it|bf|tt|sc|rm|sf)|url|href|cite[pt]?|footnote|mathcal|mathbb|mathbf|mathrm|sqrt|tilde|widetilde|frac|hat|bar"
    r"|underline|mathfrak|mathscr|boldsymbol|operatorname)\{)(?!\w+\{\})"
)
_LOST_SWITCH = lazy(r"(?<=\{)(?=(?:em|it|bf|sl|sc|tt) [^{}]+\})")

#: A literal `\n` before a capital, unless it begins the name of a macro.
_LITERAL_BREAK = lazy(r"(?<!\\n)(?:\\n)++(?=[A-Z])(?!(?<=\\n)(?:Rightarrow|Leftarrow|Leftrightarrow|VDash|Vdash)\b)")


#: `\\textbf` and `\\{` are escaped twice, unless they end the row of a matrix.
_DOUBLED = lazy(r"(?<!\\)\\\\(?:([A-Za-z]+)|[%{}|_#&(),;!])")
_ROWS = lazy(r"\\begin\{(?:array|[a-zA-Z]*matrix|cases|align|aligned|split|gather|eqnarray)\b")
_SHORT = 2
#: What an accent stands on.
_ARGUMENT = lazy(r"\s*(?:[{\\]|(?<=\s)[A-Za-z0-9](?![A-Za-z]))")


def restore_backslashes(text: Traced) -> Traced:
    """`text` with eaten and lost backslashes restored. Must see the text before controls become spaces."""
    if "\\\\" in text.text:
        text = _halve(text)
    source = text.text
    if not source.isprintable():
        text = text.sub(_EATEN_PATTERN, lambda match: "\\" + _CONTROL[match.group()[0]] + match.group()[1:])
    if "imes" in source or "{" in source:
        text = text.sub(_TRIMMED_PATTERN, _restore_trimmed)
        text = text.sub(_LOST_PATTERN, "\\")
        text = text.sub(_LOST_SWITCH, "\\")
    if "\\n" in source:
        text = text.sub(_LITERAL_BREAK, lambda match: "\n" * match.group().count("n"))
    return text


def _restore_trimmed(match: re.Match[str]) -> str:
    place = match.lastindex or 1
    return "\\" + _TRIMMED[place - 1] + match.group()


def _halve(text: Traced) -> Traced:
    """Doubled backslashes of a text that was escaped twice; a line break before a word is left alone."""
    found = [match for match in _DOUBLED.finditer(text.text) if match[1] is None or _is_macro_of(match)]
    if not any(match[1] is None or len(match[1]) > _SHORT for match in found) or _ROWS.search(text.text):
        return text
    starts = {match.start() for match in found}
    return text.sub(_DOUBLED, lambda match: match.group()[1:] if match.start() in starts else None)


def _is_macro_of(match: re.Match[str]) -> bool:
    r"""Whether what follows two backslashes is a macro; `foo\\bar` is a line break and a word, `\\bar{x}` an accent."""
    name = match[1]
    if name in ACCENTS and _ARGUMENT.match(match.string, match.end()) is None:
        return False
    return _is_macro(name)


def _is_macro(name: str) -> bool:
    return is_math_macro(name) or name in text_macros.STYLES or name in ("textcolor", "quad", "cite", "citep", "text")
