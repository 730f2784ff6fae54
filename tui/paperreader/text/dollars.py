"""Which dollars enclose a formula and which are money (rules D1 and D2).

TeX has no doubt about it; public lists have lost delimiters and prices. A pair is believed when what lies between looks
like a formula, and disbelieved when it reads like prose.
"""

from __future__ import annotations

from .lazy import lazy

_BLANK_LINE = lazy(r"\n[ \t]*\n")
#: Macros whose braces hold words that are no sign of prose.
_WORD_GROUP = lazy(
    r"\\(?:text[a-z]*|mbox|hbox|operatorname\*?|math[a-z]+|emph|label|tag|begin|end|boldsymbol|bm)\s*\{[^{}]*\}"
)
_MACRO = lazy(r"\\[A-Za-z]+")
#: An identifier with escaped underscores is one token, whatever its parts.
_IDENTIFIER = lazy(r"(?<![A-Za-z])[A-Za-z]+(?:\\_[A-Za-z]+)+")
#: A word that has an argument or a script is a function or a variable.
_WORD = lazy(r"[A-Za-z]{2,}(?![A-Za-z(\[_^])")
_AMOUNT_ALONE = lazy(
    r"[+−-]?\d[\d.,]*(?:\{,\}\d+)*\s*+(?:\\?%|[KMBkx])?(?:\s*+[-–]{1,3}\s*+\d[\d.,]*\s*+(?:\\?%|[KMBkx])?)?"
)
_AMOUNT = lazy(r"\d")
_STRONG = lazy(r"[\\^_=<>]|[\u0370-\u03ff\u2100-\u2bff\u00b1\u00d7\u00f7\U0001d400-\U0001d7ff]")
_WEAK = lazy(r"[-+*/|()\[\]{},:;.!'−·&]")

#: Words that stand in prose and not in formulas.
_FUNCTION_WORDS = frozenset(
    """
    about achieve achieves also among and any are average based be been being between bound bounds but by can cost costs
    does each for from given has have holds if into is it its less million billion more most necessary not of on only
    our over per prove show such than that the their then these this those to under using we were when where which
    while whose will with year years
    """.split()  # noqa: SIM905
)
#: Names that formulas are made of although they are letters.
_FORMULA_WORDS = frozenset(
    """
    log ln exp sin cos tan max min sup inf lim arg argmax argmin poly polylog mod dim det tr rank sgn sign eps
    epsilon alpha beta gamma delta lambda sigma theta mu nu pi tau sqrt frac
    """.split()  # noqa: SIM905
)
_MONEY_WORDS = frozenset("usd us eur cad k m bn million billion thousand per".split())  # noqa: SIM905

#: More plain words than this are prose, whatever stands between them.
_FEW_WORDS = 5
_LONG_WORD = 4
_LONGEST_TOKEN = 30


def is_formula(content: str, before: str, after: str) -> bool:
    """Whether `content`, between two dollars, is a formula.

    `before` and `after` are the characters outside the two dollars, "" at an end.
    """
    inner = content.strip()
    if not inner or _BLANK_LINE.search(content):
        return False
    if content.isalpha() and len(content) <= _LONGEST_TOKEN and not (before.isalnum() or after.isalnum()):
        return True
    spaced_end = content[-1].isspace() and not content[0].isspace()
    starts_as_amount = _AMOUNT.match(content) is not None
    if starts_as_amount:
        if _AMOUNT_ALONE.fullmatch(inner):
            return not spaced_end
        if spaced_end and "\\" not in inner:
            return False
    words = _plain_words(inner)
    strong = _STRONG.search(inner) is not None
    if starts_as_amount:
        if any(len(word) > 2 or word.lower() in _MONEY_WORDS | _FUNCTION_WORDS for word in words):
            return False
        if after.isdigit() and not strong:
            return False  # $5-$10
    if _has_function_word(words):
        return False
    long_words = [word for word in words if len(word) >= _LONG_WORD]
    if spaced_end and len(long_words) >= 2:
        return False
    if strong:
        return len(long_words) <= _FEW_WORDS
    if not any(char.isspace() for char in inner):
        return len(inner.strip("{}")) <= _LONGEST_TOKEN
    if _WEAK.search(inner):
        return len(long_words) <= 2
    return not any(len(word) > 2 for word in words)


def _plain_words(inner: str) -> list[str]:
    """Runs of letters that are neither names of macros nor inside macros for words, nor known in formulas."""
    if "\\" in inner:
        inner = _MACRO.sub(" ", _WORD_GROUP.sub(" ", _IDENTIFIER.sub(" ", inner)))
    return [word for word in _WORD.findall(inner) if word.lower() not in _FORMULA_WORDS]


def _has_function_word(words: list[str]) -> bool:
    """Whether one of them binds prose. Two letters may be a product (`ax + by = c`) unless they stand with words."""
    found = [word for word in words if word.lower() in _FUNCTION_WORDS]
    return any(len(word) > 2 for word in found) or (bool(found) and any(len(word) > 2 for word in words))
