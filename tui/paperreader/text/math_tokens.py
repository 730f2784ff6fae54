"""The tokens of a formula: macros, numbers and characters, without the spaces between them."""

from __future__ import annotations

import re
from typing import NamedTuple

from .lazy import lazy

MACRO, NUMBER, CHAR = "macro", "number", "char"

_TOKEN = lazy(
    r"""
      \s+
    | \\_(?=\{)|(?<![A-Za-z]{2})\\_(?=[A-Za-z0-9](?![A-Za-z]))  # an underscore that Markdown had to be kept from
    | \\([A-Za-z]+|.)                                     # \alpha, \,
    | ([1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])             # 4,000
      |[0-9]+(?:\.[0-9]+)?(?:[eE]-[0-9]+)?                # 12, 0.01, 1e-5
      |\.[0-9]+)
    | (\.\.\.|:=|=:|<=|>=|==|!=|<<|>>|->|=>|\|\||.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """`value` is a macro's name without its backslash, a number, or one character (or a sign typed as several)."""

    kind: str
    value: str
    start: int
    end: int


def tokenize(source: str, start: int, end: int) -> list[Token]:
    """The tokens of `source[start:end]`, with their places in `source`."""
    tokens = []
    for match in _TOKEN.finditer(source, start, end):
        group = match.lastindex
        if group is None:
            if match.group() == "\\_":
                tokens.append(Token(CHAR, "_", *match.span()))
            elif source[match.start()] == "\\":  # the formula ends in a lone backslash
                tokens.append(Token(CHAR, "\\", *match.span()))
            continue
        tokens.append(Token((MACRO, NUMBER, CHAR)[group - 1], match[group], *match.span()))
    return tokens


def closing_brace(source: str, opening: int, end: int) -> int:
    """Where the group that opens at `opening` closes; `end` when it does not."""
    depth = 0
    at = opening
    while at < end:
        char = source[at]
        if char == "\\":
            at += 1
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return end
