"""What a macro in running text is, and what becomes of it (rules X1, X4, X5, M11).

The kinds are tried in order: macros with a grammar of their own, styles, letters, silent ones, macros of formulas,
macros that lost their braces; what remains is unknown and stays to be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import text_macros as macros
from .flow import Formula, Literal, Styled
from .fused import split_fused, split_letter
from .lazy import lazy
from .math_authors import fused_atoms
from .math_macros import is_math_macro
from .math_tokens import MACRO, Token
from .text_escapes import accent
from .text_macro_grammar import GRAMMAR, is_citation

if TYPE_CHECKING:
    from .latex import Region

_SPACES = lazy(r"[ \t]*\n?[ \t]*")
_OPENING_BRACE = lazy(r"\s*\{")


def read_macro(region: Region, at: int, name: str, end: int) -> int:
    """Read the macro that begins at `at` and whose name ends at `end`; where to go on."""
    rule = GRAMMAR.get(name)
    if rule is not None:
        return rule(region, at, name, end)
    if name in macros.STYLES:
        return _styled(region, at, end, macros.STYLES[name])
    if name in macros.SWITCHES:
        return _switch(region, at, end, name)
    if name in macros.ABBREVIATIONS:
        return _abbreviation(region, at, name, end)
    if name in macros.NAMES:
        region.maker.put(macros.NAMES[name], at, end)
        return region.skip_empty(end)
    if name in macros.ACCENTS:
        accented = accent(region, at, end, name)
        if accented:
            return accented
    if name in macros.LETTERS and not _is_formula_letter(region, name, end):
        region.maker.put(macros.LETTERS[name], at, end)
        return _behind_letter(region, end)
    if name in macros.INFIX:
        return _infix(region, at, end, macros.INFIX[name])
    if name in macros.SPACES:
        region.maker.put(" ", at, end)
        return end
    if name in macros.SILENT:
        return region.skip_empty(end)
    if name in macros.SILENT_WITH_ARGUMENT:
        return _silent_arguments(region, end)
    if is_citation(name):
        return GRAMMAR["cite"](region, at, name, end)
    if is_math_macro(name):
        return region.raw_formula(at, end)
    fused = split_fused(name)
    if fused is not None:
        return _fused(region, at, end, *fused)
    address = _before_address(region, at, name, end)
    if address:
        return address
    letter = split_letter(name, in_word=region.text[at - 1 : at].isalpha() and not region.text.startswith("{", end))
    if letter is not None:
        inner = end - len(letter[1])
        region.maker.put(macros.LETTERS[letter[0]], at, inner)
        return inner
    return _unknown(region, at, name, end)


def _is_formula_letter(region: Region, name: str, end: int) -> bool:
    """`\\P(X)` and `\\S_t` are mathematics, `\\S 3` is a section."""
    return name in ("P", "S") and region.text[end : end + 1] in ("(", "_", "^", "[")


def _styled(region: Region, at: int, end: int, style: str | None) -> int:
    span = region.argument(end)
    if span is None:
        return _lost_argument(region, end)
    close = region.after(span)
    flow = region.reader.read(*span)
    if flow.text.text:
        region.maker.node(Styled(at, close, flow, style))
    return close


def _lost_argument(region: Region, end: int) -> int:
    """Behind a macro whose argument never closes: without its brace."""
    match = _OPENING_BRACE.match(region.text, end, region.end)
    return match.end() if match else end


def _before_address(region: Region, at: int, name: str, end: int) -> int:
    r"""Where the address begins that a bare macro is stuck to: `\smallhttps://…`; 0 when there is none."""
    for scheme in ("https", "http"):
        head = name.removesuffix(scheme)
        if head != name and region.text.startswith("://", end) and (head in macros.SWITCHES or head in macros.SILENT):
            return end - len(scheme)
    return 0


def _switch(region: Region, at: int, end: int, name: str) -> int:
    if name == "color":
        span = region.argument(end)
        end = region.after(span) if span else end
    spaces = _SPACES.match(region.text, end, region.end)
    start = spaces.end() if spaces else end
    style = macros.SWITCHES[name]
    if not region.closing:
        return end if region.maker.last().isalnum() else start
    close = region.closing[-1]
    if style is None or start >= close:
        return start
    if region.text[at - 1 : at].isalnum() and start > end:
        region.maker.put(" ", end, start)
    region.maker.node(Styled(at, close, region.reader.read(start, close), style))
    return close


def _abbreviation(region: Region, at: int, name: str, end: int) -> int:
    shown = macros.ABBREVIATIONS[name]
    region.maker.put(shown, at, end)
    end = region.skip_empty(end)
    if shown.endswith(".") and region.text.startswith(".", end) and not region.text.startswith("..", end):
        return end + 1
    return end


def _behind_letter(region: Region, end: int) -> int:
    """TeX eats the spaces behind the name of a letter."""
    if region.text.startswith("{}", end):
        return end + 2
    while end < region.end and region.text[end] == " ":
        end += 1
    return end


def _silent_arguments(region: Region, end: int) -> int:
    while (span := region.argument(end, spaces=False)) is not None:
        end = region.after(span)
    return end


def _fused(region: Region, at: int, end: int, head: str, rest: str) -> int:
    """A macro that lost its braces (rule X5)."""
    if head in ("begin", "end"):
        return GRAMMAR[head](region, at, rest, -1) if rest in macros.LIST_ENVIRONMENTS else end
    inner = end - len(rest)
    if head in ("url", "href"):
        return inner
    if head in ("cite", "citep", "citet"):
        region.maker.node(Literal(at, end, f"[{rest}]", "cite", spaced=True))
        return end
    if head == "footnote":
        return inner
    if head in macros.STYLES and head != "mathit":
        region.maker.node(Styled(at, end, region.reader.read(inner, end), macros.STYLES[head]))
        return end
    parser = region.reader.formula_parser(at, end)
    region.maker.node(Formula(at, end, fused_atoms(parser, Token(MACRO, head, at, end), head, rest)))
    return end


def _infix(region: Region, at: int, end: int, shown: str) -> int:
    """`n \\choose 2` outside dollars, its group lost."""
    region.maker.put(shown, at, end)
    return end


def _unknown(region: Region, at: int, name: str, end: int) -> int:
    """A macro that nobody knows: its arguments, or its name as written (rule X4)."""
    close = end
    shown = 0
    while (span := region.argument(close, spaces=False)) is not None:
        flow = region.reader.read(*span)
        if flow.text.text.strip():
            if shown:
                region.maker.put(" ", span[0], span[0])
            region.maker.node(Styled(at if not shown else span[0], region.after(span), flow, "macro"))
            shown += 1
        close = region.after(span)
    if not shown:
        region.maker.node(Literal(at, end, "\\" + name, "unknown"))
    return close


def is_text_macro(name: str) -> bool:
    """Whether a formula leaves the macro to the text around it."""
    return (
        name in GRAMMAR
        or name in macros.ABBREVIATIONS
        or name in macros.NAMES
        or name in macros.LETTERS
        or is_citation(name)
        or macros.STYLES.get(name) is not None
    )
