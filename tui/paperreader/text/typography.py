"""Quotes, dashes, ties and white space of running text, as typists of LaTeX write them (rules T5, T6, T8, T9).

Works on the string of a flow, where formulas, links and code are placeholders: it sees that something is there and
cannot touch it.
"""

from __future__ import annotations

import re

from .flow import PLACEHOLDER, Flow, Mark
from .lazy import lazy
from .traced import Traced, TracedMaker

_DASHES = lazy(r"(?<!-)(?:---|(?:(?<=\S)|(?<=\s)(?=--\s))--)(?![->])")
_TIE = lazy("[ \n]?~[~ \n]*")
#: What a tilde means "about" before, and what must stand before it.
_ABOUT = lazy(rf"[\d{PLACEHOLDER}$.]")
_BEFORE_ABOUT = frozenset(("", " ", "\n", "(", "[", "{"))

_QUOTE = lazy("``|''|`|'")
_BREAKS = lazy(r" ?\n[ \n]*")
_BLANKS = lazy("  +")
_COMMENT = lazy(r"(?:^|(?<=[ \n]))%(?=[A-Za-z])")


def typeset(flow: Flow, *, has_tex: bool) -> None:
    """Set the string of `flow`, in place."""
    text = flow.text
    if "  " in text.text:
        text = text.sub(_BLANKS, " ")
    if "\n" in text.text:
        text = text.sub(_BREAKS, lambda match: "\n\n" if match.group().count("\n") > 1 else " ")
    if "~" in text.text:
        text = text.sub(_TIE, _tie)
    if "--" in text.text:
        text = text.sub(_DASHES, lambda match: "—" if match.group() == "---" else "–")
    if "`" in text.text:
        text = _quotes(text)
    if "  " in text.text:
        text = text.sub(_BLANKS, " ")
    flow.text = text
    if has_tex and "%" in text.text:
        flow.marks += [Mark(*match.span(), "comment", *match.span()) for match in _COMMENT.finditer(text.text)]


def _tie(match: re.Match[str]) -> str | None:
    """A tie is a space; a tilde that means "about", a spaced one and one in a path stay."""
    text, run = match.string, match.group()
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if run.count("~") > 1:
        return " "
    spaced_before, spaced_after = run[0] != "~", run[-1] != "~"
    if spaced_before and spaced_after:
        return None
    if before == "/" and not spaced_before:
        return None
    if not spaced_before and not spaced_after and after.isdigit() and (before.isdigit() or before == "%"):
        return None  # 3~20, a range
    if not spaced_after and _ABOUT.match(after) and (spaced_before or before in _BEFORE_ABOUT):
        return None
    return " "


def _quotes(text: Traced) -> Traced:
    """``x'' and `x' in pairs; apostrophes stay."""
    source = text.text
    replacements: list[tuple[int, int, str]] = []
    double_open = False
    single_at: int | None = None
    for match in _QUOTE.finditer(source):
        start, end = match.span()
        mark = match.group()
        if mark == "``":
            closes = double_open and source[start - 1 : start].strip() != "" and not source[end : end + 1].isalnum()
            replacements.append((start, end, "”" if closes else "“"))
            double_open = not closes
        elif mark == "''":
            if double_open:
                replacements.append((start, end, "”"))
                double_open = False
        elif mark == "`":
            single_at = start if source[end : end + 1].strip() else None
        elif single_at is not None and source[start - 1 : start].strip() and not source[end : end + 1].isalnum():
            replacements += [(single_at, single_at + 1, "‘"), (start, end, "’")]
            single_at = None
    if not replacements:
        return text
    maker = TracedMaker(text)
    for start, end, new in sorted(replacements):
        maker.keep_to(start)
        maker.put(new, end)
    return maker.done()
