"""From atoms to characters: spaces by TeX's classes, scripts, fractions, roots (rules M5 to M8).

An atom's class may depend on its neighbours: a minus without a left operand is a sign, a bar opens or closes by its
place. `_classes` settles that for a list, `Layout.line` then writes it from left to right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from .math_atoms import (
    BAR,
    BINARY,
    CLOSING,
    FRACTION,
    LARGE,
    OPENING,
    ORDINARY,
    PUNCTUATION,
    RELATION,
    ROOT,
    SLASH,
    SPACE,
    TEXT,
    WORD,
    Atom,
    Usage,
)
from .math_letters import PLAIN
from .math_scripts import stands_alone, subscript, superscript
from .strip import Strip, Style

if TYPE_CHECKING:
    from .flow import Flow

#: Classes that only layout knows: a sign without a left operand, one without a right operand, and bars by their place.
SIGN, POSTFIX, OPENING_BAR, CLOSING_BAR = "sign", "postfix", "opening bar", "closing bar"

_OPERANDS = frozenset((ORDINARY, CLOSING, CLOSING_BAR, FRACTION, ROOT, TEXT, POSTFIX))
_FACTORS = frozenset((ORDINARY, CLOSING, CLOSING_BAR, FRACTION, ROOT))
_OPENS = frozenset((OPENING, OPENING_BAR))
_CLOSES = frozenset((CLOSING, CLOSING_BAR))
#: How many atoms away the partner of a bar is looked for.
_FAR = 300
#: What makes a numerator more than a product.
_LOOSE = frozenset((BINARY, SIGN, RELATION, PUNCTUATION, WORD, LARGE, FRACTION, SLASH))
_PLUS_LIKE = frozenset("+−±∓⊕⊖")


class Layout:
    """Writes formulas of one text. `basic` keeps to the characters that every font has."""

    def __init__(self, usage: Usage, draw_text: Callable[[Flow], Strip], *, basic: bool = False) -> None:
        self._usage = usage
        self._draw_text = draw_text
        self._basic = basic

    def line(self, atoms: list[Atom], *, in_script: bool = False) -> Strip:
        """`atoms` on one line; in a script signs have no spaces around them."""
        strip = Strip()
        classes = _classes(atoms)
        before = ""  # the class of what stands before, "" at the start
        last: Atom | None = None
        gap = False  # an explicit space is pending
        stuck = ""  # what the text before must not touch: "script" or "root"
        for place, atom in enumerate(atoms):
            kind = classes[place]
            if kind == SPACE:
                gap = True
                continue
            if not atom.text and kind == ORDINARY and not atom.sub and not atom.sup:
                continue
            bracketed = kind == FRACTION and _needs_brackets(atoms, classes, place, before)
            spaced_as = OPENING if bracketed and before == WORD else kind
            runs_into = kind in (ORDINARY, ROOT, FRACTION, TEXT) and stuck and _touches(atom, stuck)
            names_touch = last is not None and kind == ORDINARY == before and _names_touch(last, atom)
            if runs_into or names_touch or (before and self._space_between(before, spaced_as, gap, in_script)):
                strip.space()
            stuck = self._atom(strip, atom, kind, bracketed=bracketed, in_script=in_script)
            before = CLOSING if bracketed else kind
            last = atom
            gap = False
        return strip

    @staticmethod
    def _space_between(before: str, kind: str, gap: bool, in_script: bool) -> bool:
        """Whether TeX's classes, or an explicit space, put a space between two atoms."""
        if gap and kind not in (PUNCTUATION, CLOSING, CLOSING_BAR) and before not in _OPENS:
            return True
        if kind in (BINARY, RELATION) or before in (BINARY, RELATION):
            return not in_script
        if kind in (PUNCTUATION, CLOSING, CLOSING_BAR, POSTFIX):
            return False
        if before == PUNCTUATION:
            return not in_script
        if before in (OPENING, OPENING_BAR, SIGN, SLASH, POSTFIX):
            return False
        if before == WORD:
            return kind not in (OPENING, SLASH)
        if kind == SLASH:
            return False
        if kind == WORD or LARGE in (before, kind):
            return True
        return kind == FRACTION and before in _FACTORS

    def _atom(self, strip: Strip, atom: Atom, kind: str, *, bracketed: bool, in_script: bool) -> str:
        """Write one atom with its scripts; "script" or "root" when its end must not touch a letter."""
        start = strip.length
        stuck = ""
        if kind == FRACTION:
            self._fraction(strip, atom, bracketed=bracketed, in_script=in_script)
        elif kind == ROOT:
            stuck = self._root(strip, atom, in_script=in_script)
        elif kind == TEXT and atom.flow is not None:
            strip.join(self._draw_text(atom.flow))
        else:
            strip.add(atom.text.translate(_PLAIN_TABLE) if self._basic and not atom.text.isascii() else atom.text)
        if atom.style is not None and strip.length > start:
            strip.styles.append(Style(start, strip.length, atom.style, None, atom.start, atom.end))
        if atom.sub:
            stuck = self._script(strip, atom, atom.sub, "_") or stuck
        if atom.sup:
            stuck = self._script(strip, atom, atom.sup, "^")
        return stuck

    def _script(self, strip: Strip, base: Atom, script: list[Atom], mark: str) -> str:
        """Write a script, small as a whole or fallen back; "script" after a fallback without parentheses."""
        inner = self.line(script, in_script=True)
        text = inner.text.strip()
        if text != inner.text:
            trimmed = Strip()
            trimmed.add(text)
            inner = trimmed
        if not text:
            return ""
        words = any(atom.is_word or atom.kind == WORD for atom in script)
        small = None
        if mark == "^":
            small = superscript(text, words=words, basic=self._basic)
        elif not (text.isalpha() and self._usage.letters_fall_back(base.text or base.base)):
            small = subscript(text, words=words, basic=self._basic)
        if small is not None:
            strip.join(inner, small)
            return ""
        if stands_alone(text):
            strip.add(mark)
            strip.join(inner)
            return "script" if not text.endswith(")") else ""
        strip.add(mark + "(")
        strip.join(inner)
        strip.add(")")
        return ""

    def _fraction(self, strip: Strip, atom: Atom, *, bracketed: bool, in_script: bool) -> None:
        above, below = atom.parts
        if bracketed or atom.sub or atom.sup:
            strip.add("(")
        self._part(strip, above, _loose_above(above), in_script=in_script)
        strip.add("/")
        self._part(strip, below, _loose_below(below), in_script=in_script)
        if bracketed or atom.sub or atom.sup:
            strip.add(")")

    def _part(self, strip: Strip, atoms: list[Atom], loose: bool, *, in_script: bool) -> None:
        if loose:
            strip.add("(")
        strip.join(self.line(atoms, in_script=in_script))
        if loose:
            strip.add(")")

    def _root(self, strip: Strip, atom: Atom, *, in_script: bool) -> str:
        """√n, √(n + 1); "root" when the radicand has no parentheses."""
        radicand, index = atom.parts
        raised = atom.sup is not None
        if raised:
            strip.add("(")
        order = self.line(index, in_script=True).text
        if order in ("", "2", "3", "4"):
            strip.add({"3": "∛", "4": "∜"}.get(order, "√"))
        else:
            strip.add((superscript(order, basic=self._basic) or f"({order})") + "√")
        inner = self.line(radicand, in_script=in_script)
        text = inner.text
        alone = len(radicand) == 1 and radicand[0].kind == ORDINARY and not radicand[0].sub and not radicand[0].sup
        bare = alone and (sum(not unicodedata.combining(c) for c in text) == 1 or text.replace(".", "").isdigit())
        if bare or _is_bracketed(radicand, _classes(radicand)):
            strip.join(inner)
        else:
            strip.add("(")
            strip.join(inner)
            strip.add(")")
        if raised:
            strip.add(")")
            return ""
        return "root" if bare else ""


_PLAIN_TABLE = {ord(special): plain for special, plain in PLAIN.items()}


def _classes(atoms: list[Atom]) -> list[str]:
    """The class of each atom among its neighbours."""
    classes = [atom.kind for atom in atoms]
    if BAR in classes:
        _settle_bars(atoms, classes)
    for place, kind in enumerate(classes):
        if kind not in (BINARY, RELATION, PUNCTUATION):
            continue
        before = _neighbour(classes, place, -1)
        after = _neighbour(classes, place, 1)
        if kind == PUNCTUATION:
            if atoms[place].text == ":" and _is_ratio(atoms, place):
                classes[place] = ORDINARY
        elif kind == BINARY:
            if before not in _OPERANDS:
                classes[place] = SIGN
            elif after in ("", CLOSING, CLOSING_BAR, PUNCTUATION, RELATION):
                classes[place] = POSTFIX
        elif before in ("", PUNCTUATION, RELATION, SIGN) or before in _OPENS:
            classes[place] = SIGN
    return classes


def _neighbour(classes: list[str], place: int, step: int) -> str:
    """The class of the nearest atom that is no space, "" at an end."""
    place += step
    while 0 <= place < len(classes) and classes[place] == SPACE:
        place += step
    return classes[place] if 0 <= place < len(classes) else ""


def _settle_bars(atoms: list[Atom], classes: list[str]) -> None:
    """Which bars open and which close; one without a partner between its brackets stands in the middle."""
    open_bars: list[list[str]] = [[]]
    for place, kind in enumerate(classes):
        if kind == OPENING:
            open_bars.append([])
        elif kind == CLOSING and len(open_bars) > 1:
            open_bars.pop()
        if kind != BAR:
            continue
        pending = open_bars[-1]
        before = _neighbour(classes, place, -1)
        if atoms[place].text == "||":
            if "|" in pending and "‖" not in pending:
                classes[place] = ORDINARY  # |a||b|
                continue
            atoms[place].text = "‖"
        bar = atoms[place].text
        expects_operand = before not in _OPERANDS
        if bar in pending and (not expects_operand or before in ("", OPENING_BAR)):
            while pending and pending.pop() != bar:
                pass
            classes[place] = CLOSING_BAR
        elif _closes_later(atoms, classes, place):
            pending.append(bar)
            classes[place] = OPENING_BAR
        elif bar in pending:
            pending.remove(bar)
            classes[place] = CLOSING_BAR
        else:
            classes[place] = ORDINARY


def _closes_later(atoms: list[Atom], classes: list[str], place: int) -> bool:
    bar = atoms[place].text.replace("||", "‖")
    depth = 0
    for later in range(place + 1, min(len(atoms), place + _FAR)):
        kind = classes[later]
        depth += (kind == OPENING) - (kind == CLOSING)
        if depth < 0:
            return False
        if depth == 0 and kind == BAR and atoms[later].text.replace("||", "‖") == bar:
            return True
    return False


def _is_ratio(atoms: list[Atom], place: int) -> bool:
    """Whether a colon stands between two numbers, or between the only two letters of the formula."""
    if not 0 < place < len(atoms) - 1:
        return False
    before, after = atoms[place - 1], atoms[place + 1]
    if before.kind != ORDINARY or after.kind != ORDINARY:
        return False
    return len(atoms) == 3 or (before.text[-1:].isdigit() and after.text[:1].isdigit())


def _needs_brackets(atoms: list[Atom], classes: list[str], place: int, before: str) -> bool:
    """Whether a fraction as a whole is read wrongly without parentheses (rule M7)."""
    if before in (WORD, SLASH):
        return True
    after = place + 1
    while after < len(atoms) and classes[after] == SPACE:
        after += 1
    if after >= len(atoms):
        return False
    if classes[after] == TEXT:
        flow = atoms[after].flow
        return flow is not None and flow.text.text[:1].isalnum()
    return classes[after] in (ORDINARY, OPENING, OPENING_BAR, WORD, LARGE, ROOT, FRACTION, SLASH)


def _loose_above(atoms: list[Atom]) -> bool:
    """Whether a numerator needs parentheses."""
    classes = _classes(atoms)
    if _is_bracketed(atoms, classes) or _is_call(atoms, classes):
        return False
    depth = 0
    for atom, kind in zip(atoms, classes, strict=True):
        depth += (kind in _OPENS) - (kind in _CLOSES)
        if depth == 0 and (
            kind in _LOOSE - {BINARY, SIGN}
            or (kind in (BINARY, SIGN, POSTFIX) and atom.text in _PLUS_LIKE)
            or (kind == TEXT and len(atoms) > 1)
        ):
            return True
    return False


def _loose_below(atoms: list[Atom]) -> bool:
    """Whether a denominator needs parentheses."""
    classes = _classes(atoms)
    solid = [atom for atom in atoms if atom.kind != SPACE]
    if len(solid) <= 1:
        return bool(solid) and solid[0].kind == FRACTION
    return not (_is_bracketed(atoms, classes) or _is_call(atoms, classes))


def _is_bracketed(atoms: list[Atom], classes: list[str], start: int = 0) -> bool:
    """Whether one pair of brackets or bars encloses all atoms from `start`."""
    if len(atoms) - start < 2 or classes[start] not in _OPENS:
        return False
    depth = 0
    for place in range(start, len(atoms)):
        depth += (classes[place] in _OPENS) - (classes[place] in _CLOSES)
        if depth == 0:
            return place == len(atoms) - 1
    return False


def _is_call(atoms: list[Atom], classes: list[str]) -> bool:
    """Whether all is one function with its argument in brackets: f(x), log(n)."""
    return (
        len(atoms) > 2 and classes[0] in (ORDINARY, WORD) and classes[1] == OPENING and _is_bracketed(atoms, classes, 1)
    )


def _touches(atom: Atom, stuck: str) -> bool:
    """Whether an atom after a fallback script or a bare root would be read as part of it."""
    if atom.kind == ROOT:
        return stuck == "script"
    first = atom.text[:1] if atom.kind != TEXT else (atom.flow.text.text[:1] if atom.flow is not None else "")
    return first.isalnum()


def _names_touch(before: Atom, atom: Atom) -> bool:
    """Whether the name of an unknown macro would run into a letter beside it."""
    if before.sub or before.sup or not (before.text and atom.text):
        return False
    unknown = (before.style == "unknown" and before.is_word) or (atom.style == "unknown" and atom.is_word)
    return unknown and before.text[-1].isalnum() and atom.text[0].isalnum()
