"""The macros of running text that have a grammar of their own: citations, links, notes, lists, units.

Each rule gets the region that is being read, where the macro begins, its name and where its name ends; it adds to the
flow and says where to go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import text_macros as macros
from .flow import Formula, Item, Literal, Styled
from .lazy import lazy
from .math_atoms import ORDINARY, Atom
from .segments import address_target, plain_address

if TYPE_CHECKING:
    from .latex import Region

Rule = Callable[["Region", int, str, int], int]

_LINE_END = lazy(r"[ \t]*\n(?![ \t]*\n)")
_KEY = r"[A-Za-z][\w:./+-]*(?<=\w)"
_KEY_WITH_YEAR = r"[A-Za-z][\w:./+-]*\d+\w*"
_FUSED_KEYS = lazy(rf"\\cite(?:[pt](?=[A-Z]))?({_KEY}(?:,\s?{_KEY_WITH_YEAR})*)")
_LOOSE_KEYS = lazy(rf"\\cite[pt]?\s+({_KEY_WITH_YEAR}(?:,\s?{_KEY_WITH_YEAR})*)")
_ROMAN_NUMBER = lazy(r"\s*+(\{?)\s*+(\d{1,4})\s*(\}?)")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


def is_citation(name: str) -> bool:
    """Whether a macro cites: `\\cite`, `\\citep`, `\\textcite` and their like."""
    return name.isascii() and name.isalpha() and ("cite" in name or "Cite" in name)


def _cite(region: Region, at: int, name: str, end: int) -> int:
    """`[pre a, b, post]` (rule X2)."""
    if region.text.startswith("*", end):
        end += 1
    notes: list[str] = []
    while len(notes) < 2 and (span := region.optional(end)) is not None:
        notes.append(_in_words(region.text[slice(*span)]))
        end = region.after(span)
    span = region.argument(end)
    if span is None:
        return _fused_citation(region, at, name) or _as_written(region, at, end)
    end = region.after(span)
    if name == "nocite":
        return end
    before, after = (notes[0], notes[1]) if len(notes) == 2 else ("", notes[0] if notes else "")
    keys = ", ".join(key.strip() for key in region.text[slice(*span)].split(",") if key.strip())
    shown = " ".join(filter(None, (before, keys)))
    shown = ", ".join(filter(None, (shown, after)))
    region.maker.node(Literal(at, end, f"[{shown}]", "cite", spaced=True))
    return end


def _fused_citation(region: Region, at: int, name: str) -> int:
    """`\\citeZhang:2010,Lee99`, a citation that lost its braces; 0 when it has no key."""
    keys = _LOOSE_KEYS.match(region.text, at, region.end) or _FUSED_KEYS.match(region.text, at, region.end)
    if keys is None:
        return 0
    region.maker.node(
        Literal(at, keys.end(), "[" + ", ".join(key.strip() for key in keys[1].split(",")) + "]", "cite", spaced=True)
    )
    return keys.end()


def _in_words(text: str) -> str:
    return " ".join(text.replace("~", " ").replace("\\", " ").split())


def _as_written(region: Region, at: int, end: int) -> int:
    region.maker.node(Literal(at, end, region.text[at:end], "unknown"))
    return end


def _reference(region: Region, at: int, name: str, end: int) -> int:
    if region.text.startswith("*", end):
        end += 1
    span = region.argument(end)
    if span is None:
        return _as_written(region, at, end)
    end = region.after(span)
    region.maker.node(Literal(at, end, f"[{region.text[slice(*span)].strip()}]", "cite"))
    return end


def _note(region: Region, at: int, name: str, end: int) -> int:
    number = region.optional(end)
    if number is not None:
        end = region.after(number)
    span = region.argument(end)
    if span is None:
        return _as_written(region, at, end)
    end = region.after(span)
    region.maker.node(Styled(at, end, region.reader.read(*span), "note", before="[", after="]", spaced=True))
    return end


def _url(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    end = region.after(span)
    address = plain_address("".join(region.text[slice(*span)].split()))
    if address:
        region.maker.node(Literal(at, end, address, "link", address_target(address)))
    return end


def _href(region: Region, at: int, name: str, end: int) -> int:
    target = region.argument(end)
    if target is None:
        return end
    address = address_target(plain_address(region.text[slice(*target)].strip()))
    span = region.argument(region.after(target))
    if span is None:
        return _url(region, at, name, end)
    end = region.after(span)
    region.maker.node(Styled(at, end, region.reader.read(*span), "link", address))
    return end


def _colored(region: Region, at: int, name: str, end: int) -> int:
    """`\\textcolor{blue}{x}`: the colour is not shown, but it is a span."""
    model = region.optional(end)
    if model is not None:
        end = region.after(model)
    color = region.argument(end)
    span = region.argument(region.after(color)) if color is not None else None
    if color is None or span is None:
        return region.after(color) if color is not None else end
    end = region.after(span)
    region.maker.node(Styled(at, end, region.reader.read(*span), "color"))
    return end


def _second_argument(region: Region, at: int, name: str, end: int) -> int:
    """`\\hyperref[label]{text}`, `\\raisebox{1ex}{text}`: the text alone."""
    label = region.optional(end)
    if label is not None:
        end = region.after(label)
    span = region.argument(end)
    if span is not None and label is None:
        second = region.argument(region.after(span))
        span = second if second is not None else span
    if span is None:
        return end
    region.maker.node(Styled(at, region.after(span), region.reader.read(*span), None))
    return region.after(span)


def _first_argument(region: Region, at: int, name: str, end: int) -> int:
    """`\\texorpdfstring{$k$}{k}`: the same twice, first for the eye."""
    span = region.argument(end)
    if span is None:
        return end
    second = region.argument(region.after(span))
    stop = region.after(second) if second is not None else region.after(span)
    region.maker.node(Styled(at, stop, region.reader.read(*span), None))
    return stop


def _quoted(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    end = region.after(span)
    region.maker.node(Styled(at, end, region.reader.read(*span), None, before="“", after="”"))
    return end


def _script(region: Region, at: int, name: str, end: int) -> int:
    """`\\textsuperscript{th}`."""
    span = region.argument(end)
    if span is None:
        return end
    end = region.after(span)
    base = Atom(ORDINARY, "", at, at)
    inside = region.reader.formula(*span)
    base.sup, base.sub = (inside, None) if name == "textsuperscript" else (None, inside)
    region.maker.node(Formula(at, end, [base]))
    return end


def _formula(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    region.maker.node(Formula(at, region.after(span), region.reader.formula(*span)))
    return region.after(span)


def _begin(region: Region, at: int, name: str, end: int) -> int:
    """An environment: a formula, a list, or what it holds. `end` is -1 for a macro that lost its braces."""
    if end < 0:
        region.reader.lists.append([macros.LIST_ENVIRONMENTS[name], 0])
        return at + len("\\begin") + len(name)
    span = region.argument(end)
    if span is None:
        return end
    environment = region.text[slice(*span)].strip()
    inner = region.after(span)
    if environment in macros.MATH_ENVIRONMENTS:
        closing = f"\\end{{{environment}}}"
        close = region.text.find(closing, inner, region.end)
        stop = close + len(closing) if close >= 0 else region.end
        atoms = region.reader.formula_parser(at, stop).parse()
        if region.maker.last().isalnum():
            region.maker.put(" ", at, at)
        region.maker.node(Formula(at, stop, atoms))
        if region.text[stop : stop + 1].isalnum():
            region.maker.put(" ", stop, stop)
        return stop
    option = region.optional(inner)
    if option is not None:
        inner = region.after(option)
    if environment in macros.ENVIRONMENTS_WITH_ARGUMENT and (columns := region.argument(inner)) is not None:
        inner = region.after(columns)
    if environment in macros.LIST_ENVIRONMENTS:
        region.reader.lists.append([macros.LIST_ENVIRONMENTS[environment], 0])
    return _behind_line(region, inner)


def _end(region: Region, at: int, name: str, end: int) -> int:
    if end < 0:
        stop, environment = at + len("\\end") + len(name), name
    else:
        span = region.argument(end)
        if span is None:
            return end
        stop, environment = region.after(span), region.text[slice(*span)].strip()
    if environment in macros.LIST_ENVIRONMENTS and region.reader.lists:
        region.reader.lists.pop()
        region.maker.node(Item(at, stop, ""))
    return _behind_line(region, stop)


def _behind_line(region: Region, at: int) -> int:
    """Behind the line break after a macro that vanishes: without its line it must not look like a blank one."""
    match = _LINE_END.match(region.text, at, region.end)
    return match.end() if match else at


def _item(region: Region, at: int, name: str, end: int) -> int:
    label = region.optional(end)
    if label is not None:
        region.maker.node(Item(at, label[0], ""))
        region.maker.node(Styled(label[0], label[1], region.reader.read(*label), None, after=" "))
        return region.after(label)
    shown = "•"
    lists = region.reader.lists
    if lists and lists[-1][0] == "1":
        lists[-1][1] = int(lists[-1][1]) + 1
        shown = f"{lists[-1][1]}."
    region.maker.node(Item(at, end, shown))
    return end


def _paragraph(region: Region, at: int, name: str, end: int) -> int:
    region.maker.put("\n\n", at, end)
    return end


def _roman(region: Region, at: int, name: str, end: int) -> int:
    match = _ROMAN_NUMBER.match(region.text, end, region.end)
    if match is None:
        return _as_written(region, at, end)
    number, roman = int(match[2]), ""
    for value, letters in _ROMAN:
        roman += letters * (number // value)
        number %= value
    region.maker.put(roman, at, match.end())
    return match.end()


def _number(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    region.maker.put(_siunitx_number(region.text[slice(*span)]), at, region.after(span))
    return region.after(span)


def _siunitx_number(text: str) -> str:
    return " ".join(text.replace("e", " × 10^").split()) if re.search(r"\de-?\d", text) else text.strip()


def _quantity(region: Region, at: int, name: str, end: int) -> int:
    """`\\SI{1}{\\metre}` is 1 m."""
    option = region.optional(end)
    if option is not None:
        end = region.after(option)
    number = region.argument(end)
    unit = region.argument(region.after(number)) if number is not None else None
    if number is None or unit is None:
        return _number(region, at, name, end)
    stop = region.after(unit)
    shown = _unit(region.text[slice(*unit)])
    space = "" if shown in ("°", "″", "′") else " "
    region.maker.put(_siunitx_number(region.text[slice(*number)]) + space + shown, at, stop)
    return stop


def _unit_alone(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    region.maker.put(_unit(region.text[slice(*span)]), at, region.after(span))
    return region.after(span)


def _unit(text: str) -> str:
    """Units by their macros; anything else in it as it is."""
    parts: list[str] = []
    for match in re.finditer(r"\\([A-Za-z]+)|\\(.)|\^\{?(-?\d)\}?|([^\\^{}])", text.strip()):
        macro, escaped, power, other = match.groups()
        if macro:
            shown = macros.UNITS.get(macro, macro)
            separate = parts and macro not in ("per", "squared", "cubed") and parts[-1] not in ("/", "·")
            if separate and macros.UNITS.get(macro) and not _is_prefixed(text, match.start()):
                parts.append("·")
            parts.append(shown)
        elif power:
            parts.append("".join("⁻" if char == "-" else "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(char)] for char in power))
        else:
            parts.append({"~": " ", ".": "·", ",": " "}.get(other or escaped, other or escaped))
    return "".join(parts)


def _is_prefixed(text: str, at: int) -> bool:
    before = re.search(r"\\([A-Za-z]+)\s*$", text[: at + len(text) - len(text.lstrip())])
    return before is not None and before[1] in macros.PREFIXES


def _angle(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    if span is None:
        return end
    region.maker.put(region.text[slice(*span)].strip() + "°", at, region.after(span))
    return region.after(span)


def _dingbat(region: Region, at: int, name: str, end: int) -> int:
    span = region.argument(end)
    number = region.text[slice(*span)].strip() if span is not None else ""
    shown = macros.DINGBATS.get(number)
    if span is None or shown is None:
        return _as_written(region, at, region.after(span) if span is not None else end)
    region.maker.put(shown, at, region.after(span))
    return region.after(span)


def _verbatim(region: Region, at: int, name: str, end: int) -> int:
    fence = region.text[end : end + 1]
    close = region.text.find(fence, end + 1, region.end) if fence and not fence.isspace() else -1
    if close < 0:
        return _as_written(region, at, end)
    region.maker.node(Literal(at, close + 1, region.text[end + 1 : close], "code"))
    return close + 1


GRAMMAR: dict[str, Rule] = {
    "cite": _cite,
    "url": _url,
    "nolinkurl": _url,
    "path": _url,
    "href": _href,
    "hyperref": _second_argument,
    "raisebox": _second_argument,
    "textcolor": _colored,
    "colorbox": _colored,
    "texorpdfstring": _first_argument,
    "enquote": _quoted,
    "textsuperscript": _script,
    "textsubscript": _script,
    "ensuremath": _formula,
    "begin": _begin,
    "end": _end,
    "item": _item,
    "par": _paragraph,
    "romannumeral": _roman,
    "num": _number,
    "SI": _quantity,
    "qty": _quantity,
    "si": _unit_alone,
    "unit": _unit_alone,
    "ang": _angle,
    "ding": _dingbat,
    "verb": _verbatim,
    **dict.fromkeys(macros.REFERENCES, _reference),
    **dict.fromkeys(macros.NOTES, _note),
}
