"""Markdown emphasis: CommonMark's delimiter runs, with guards for text that is not Markdown (rule X7).

In abstracts most stars and underscores are literal: `PRM*`, `snake_case`, `(1/alpha)*m`. So a single `*` cannot open
behind a letter, digit or closing bracket nor close before a letter or digit, `**` not between digits, `_` never inside
a word, and nothing reaches across a blank line.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from .flow import PLACEHOLDER, Flow, Mark
from .lazy import lazy

_RUN = lazy(r"\*+|_+")
#: A letter or some of an acronym, at the beginning of a word: `*IN*fluence *E*stimation`, `*Ada*ptive`.
_ACRONYM = lazy(r"(?<![\w*)\]}^\ufffc])(?<!\\)\*([A-Z][A-Za-z]{0,5})\*(?=[a-z])")
#: Names of Python, which no Markdown means.
_DUNDER = lazy(
    r"__(?:init|main|call|name|file|all|len|repr|str|del|new|enter|exit|iter|next|dict|slots|version|class|doc"
    r"|(?:get|set|del)(?:item|attr)|getattribute|contains|hash|eq)__(?!\w)"
)
_BLANK_LINE = lazy(r"\n\n")
_STYLES = {1: "italic", 2: "bold"}
#: Longer runs are rules and blanks to fill in, not emphasis.
_LONGEST_RUN = 3
#: How many open runs a closing one looks back over.
_NEAR = 100


@dataclass(slots=True)
class _Delimiter:
    start: int
    end: int
    char: str
    opens: bool
    closes: bool
    length: int
    paragraph: int


def emphasize(flow: Flow) -> None:
    """Find emphasis in the string of `flow`: marks for what is emphasised, cuts for the delimiters."""
    text = flow.text.text
    if "*" not in text and "_" not in text:
        return
    taken = _acronyms(flow) if "*" in text else set()
    if "__" in text:
        for match in _DUNDER.finditer(text):
            taken |= {match.start(), match.end() - 2}
    stack: list[_Delimiter] = []
    paragraphs = [match.start() for match in _BLANK_LINE.finditer(text)]
    paragraph = 0
    for match in _RUN.finditer(text):
        while paragraph < len(paragraphs) and paragraphs[paragraph] < match.start():
            paragraph += 1
            stack.clear()
        if match.start() in taken:
            continue
        delimiter = _delimiter(text, *match.span(), paragraph)
        if delimiter is None:
            continue
        if delimiter.closes:
            _close(flow, stack, delimiter)
        if delimiter.opens and delimiter.end > delimiter.start:
            stack.append(delimiter)


def _acronyms(flow: Flow) -> set[int]:
    """Mark the emphasis at the beginning of words that shows what an acronym stands for; where its stars stand."""
    taken = set()
    for match in _ACRONYM.finditer(flow.text.text):
        start, end = match.span(1)
        flow.marks.append(_mark(flow, start - 1, start, end, end + 1, 1))
        flow.cuts += [(start - 1, start), (end, end + 1)]
        taken |= {start - 1, end}
    return taken


def _close(flow: Flow, stack: list[_Delimiter], closer: _Delimiter) -> None:
    """Pair a closing run with the nearest opening runs, until it is used up."""
    place = len(stack) - 1
    lowest = max(0, len(stack) - _NEAR)
    while place >= lowest and closer.end > closer.start:
        opener = stack[place]
        if opener.char != closer.char or not _may_pair(opener, closer):
            place -= 1
            continue
        width = 2 if min(opener.end - opener.start, closer.end - closer.start) >= 2 else 1
        inner_start, inner_end = opener.end, closer.start
        if flow.text.text[inner_start:inner_end].strip():
            flow.marks.append(_mark(flow, opener.end - width, inner_start, inner_end, closer.start + width, width))
        flow.cuts += [(opener.end - width, opener.end), (closer.start, closer.start + width)]
        opener.end -= width
        closer.start += width
        del stack[place + 1 :]
        if opener.end == opener.start:
            del stack[place]
            place -= 1


def _mark(flow: Flow, outer_start: int, start: int, end: int, outer_end: int, width: int) -> Mark:
    return Mark(start, end, _STYLES[width], outer_start, outer_end)


def _may_pair(opener: _Delimiter, closer: _Delimiter) -> bool:
    """CommonMark's rule of three, for runs that could both open and close."""
    if (opener.closes or closer.opens) and closer.length % 3 != 0:
        return (opener.length + closer.length) % 3 != 0
    return True


def _delimiter(text: str, start: int, end: int, paragraph: int) -> _Delimiter | None:
    """Whether a run may open or close; None when it can do neither."""
    length = end - start
    if length > _LONGEST_RUN:
        return None
    char = text[start]
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    opens = not after.isspace() and (not _is_punctuation(after) or before.isspace() or _is_punctuation(before))
    closes = not before.isspace() and (not _is_punctuation(before) or after.isspace() or _is_punctuation(after))
    if after in ")]},.;:!?":
        opens = False
    if before in "([{":
        closes = False
    if char == "_":
        opens = opens and not _is_wordy(before)
        closes = closes and not _is_wordy(after)
    elif length == 1:
        opens = opens and not (_is_wordy(before) or before in ")]}^")
        closes = closes and not _is_wordy(after)
    elif before.isdigit() and after.isdigit():
        return None
    if not (opens or closes):
        return None
    return _Delimiter(start, end, char, opens, closes, length, paragraph)


def _is_wordy(char: str) -> bool:
    return char.isalnum() or char == PLACEHOLDER


def _is_punctuation(char: str) -> bool:
    if char == PLACEHOLDER:
        return False
    return unicodedata.category(char)[0] in "PS"
