"""Reads running text with LaTeX in it into a flow (rules T7, T8, X1 to X6, D1, D2, M11).

One method a thing that can begin at a place; each gets the place, adds to the flow and says where to go on. What the
macros are called is data in `text_macros`, what formulas mean is `math_parser`'s business.
"""

from __future__ import annotations

import re

from .dollars import is_formula
from .flow import PLACEHOLDER, Flow, FlowMaker, Formula, Item, Literal, Styled
from .lazy import lazy
from .math_atoms import BINARY, LARGE, MAX_DEPTH, RELATION, WORD, Atom, TooDeep, Usage
from .math_parser import FormulaParser
from .segments import MARKDOWN_LINK, Segments, address_target, plain_address
from .text_dispatch import is_text_macro, read_macro
from .text_escapes import escape

_MACRO = lazy(r"\\([A-Za-z]+)(\*?)|\\(.)", re.DOTALL)
_SPACES = lazy(r"[ \t]*\n?[ \t]*")
_PROTECTED_WORD = lazy(r"[^\W_]+(?:[-.+][^\W_]+)*")
_SET_OF_NUMBERS = lazy(r"[^{}\d]*\d[^{},]*,[^{}\d]*\d[^{}]*")

_TEXT_STYLE = lazy(r"\\(?:text(?:bf|it|tt|sc|sf|rm)|emph)\{")
_PROSE = lazy(r"[A-Za-z0-9 ,.\-()':&/]*")
_TWO_LETTERS = lazy(r"[A-Za-z]{2}")

#: Behind a sign without a right operand: `6.2\\times faster`.
_PROSE_FOLLOWS = lazy(r" +(?:[A-Za-z]{2}|[(,.;:)]|$)")

#: How far a formula outside dollars is looked at first; doubled while it is not long enough.
_WINDOW = 120
_OPERATORS = frozenset((WORD, LARGE, BINARY, RELATION))


class TextReader:
    """Reads the regions of one repaired text. `has_tex` says whether it holds TeX at all, which decides on braces."""

    def __init__(self, text: str, usage: Usage, *, has_tex: bool) -> None:
        self.text = text
        self.usage = usage
        self.has_tex = has_tex
        self.segments = Segments(text)
        self.lists: list[list[str | int]] = []
        """The open list environments: the sign, and the number of the last item."""
        self.flows: list[Flow] = []
        """Every flow that was read, those inside formulas too."""
        self._depth = 0

    def read(self, start: int, end: int) -> Flow:
        """The flow of the text from `start` to `end`."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TooDeep
        region = Region(self, start, end)
        flow = region.read()
        self.flows.append(flow)
        self._depth -= 1
        return flow

    def formula(self, start: int, end: int) -> list[Atom]:
        """The atoms of a formula."""
        return self.formula_parser(start, end).parse()

    def formula_parser(self, start: int, end: int) -> FormulaParser:
        """A parser of formulas that knows this text."""
        return FormulaParser(self.text, start, end, self.usage, self.read, is_text_macro, self._depth)


class Region:
    """A stretch of the text while it is read into one flow."""

    def __init__(self, reader: TextReader, start: int, end: int) -> None:
        self.reader = reader
        self.text = reader.text
        self.segments = reader.segments
        self.start = start
        self.end = end
        self.maker = FlowMaker(reader.text)
        self.closing: list[int] = []
        """Where the open groups of this region close."""

    def read(self) -> Flow:
        """The flow of all of it."""
        at = self.start
        while at < self.end:
            event = self.segments.next_event(at, self.end)
            self.maker.keep(at, event)
            if event == self.end:
                break
            at = self._event(event)
        return self.maker.done()

    def _event(self, at: int) -> int:
        char = self.text[at]
        if char == "\\":
            return self._backslash(at)
        if at in self.segments.addresses and self.segments.addresses[at] <= self.end:
            return self._address(at)
        if at in self.segments.bullets:
            bullet = self.segments.bullets[at]
            self.maker.node(Item(at, bullet.end, bullet.label))
            return bullet.end
        if char == "$":
            return self._dollar(at)
        if char == "{":
            return self._group(at)
        if char == "}" and self.closing and self.closing[-1] == at:
            self.closing.pop()
            return at + 1
        if char == "`":
            return self._backtick(at)
        if char == "[":
            return self._bracket(at)
        if char in "^_":
            return self._script(at)
        return self.keep(at, at + 1)

    def keep(self, start: int, end: int) -> int:
        """Keep a stretch as it is."""
        self.maker.keep(start, end)
        return end

    # Addresses, links, code

    def _address(self, at: int) -> int:
        end = self.segments.addresses[at]
        address = plain_address(self.text[at:end])
        self.maker.node(Literal(at, end, address, "link", address_target(address)))
        return end

    def _bracket(self, at: int) -> int:
        match = MARKDOWN_LINK.match(self.text, at, self.end)
        if match is None:
            return self.keep(at, at + 1)
        target = address_target(plain_address(match[2]))
        self.maker.node(Styled(at, match.end(), self.reader.read(*match.span(1)), "link", target))
        return match.end()

    def _backtick(self, at: int) -> int:
        if self.text.startswith("``", at):
            return self.keep(at, at + 2)
        end = self.segments.code(at, self.end)
        if end is None:
            return self.keep(at, at + 1)
        self.maker.node(Literal(at, end, " ".join(self.text[at + 1 : end - 1].split()), "code"))
        return end

    # Formulas

    def _dollar(self, at: int) -> int:
        if self.text.startswith("$$", at):
            close = self.text.find("$$", at + 2, self.end)
            if close > at + 2 and is_formula(self.text[at + 2 : close].strip(), "", ""):
                return self.formula(at, at + 2, close, close + 2)
            return self.keep(at, at + 2)
        closing = self.segments.closing_dollar(at + 1, self.end)
        if closing is None or not self.encloses_formula(at, at + 1, closing, closing + 1):
            return self.keep(at, at + 1)
        if _is_styled_prose(self.text[at + 1 : closing]):
            self.maker.node(Styled(at, closing + 1, self.reader.read(at + 1, closing), None))
            return closing + 1
        return self.formula(at, at + 1, closing, closing + 1)

    def encloses_formula(self, start: int, inner_start: int, inner_end: int, end: int) -> bool:
        """Whether two dollars enclose a formula."""
        before = self.text[start - 1 : start] if start else ""
        return is_formula(self.text[inner_start:inner_end], before, self.text[end : end + 1])

    def formula(self, start: int, inner_start: int, inner_end: int, end: int) -> int:
        self.maker.node(Formula(start, end, self.reader.formula(inner_start, inner_end)))
        return end

    def display(self, start: int, inner_start: int, inner_end: int, end: int) -> int:
        """A displayed formula: set off from letters that touch it."""
        if self.maker.last().isalnum():
            self.maker.put(" ", start, start)
        self.formula(start, inner_start, inner_end, end)
        if self.text[end : end + 1].isalnum():
            self.maker.put(" ", end, end)
        return end

    def _script(self, at: int) -> int:
        """`x_{…}` or `x^{…}` outside dollars (rule M11)."""
        close = self.segments.braces.get(at + 1)
        if close is None or close >= self.end or close == at + 2:
            return self.keep(at, at + 1)
        before = self.text[self.start : at].rstrip()[-1:]
        parser = self.reader.formula_parser(at, min(self.end, close + _WINDOW))
        atoms, end = parser.parse_scripts(before)
        self.maker.node(Formula(at, end, atoms, attached=True))
        return end

    def raw_formula(self, at: int, name_end: int) -> int:
        """Macros of formulas outside dollars, as far as they touch each other."""
        window = _WINDOW
        while True:
            stop = self.segments.before_unclosed(at, min(self.end, at + window))
            atoms, end = self.reader.formula_parser(at, stop).parse_run()
            if end < stop or stop < at + window:
                break
            window *= 2
        end = max(end, name_end)
        if not atoms:
            return end
        if self.text[end : end + 1] == " " and atoms[-1].kind in _OPERATORS and not (atoms[-1].sub or atoms[-1].sup):
            last = self.maker.last()
            is_postfix = atoms[-1].kind == BINARY and _PROSE_FOLLOWS.match(self.text, end, self.end)
            if not is_postfix and (last.isalnum() or last in (")", "]", "}", PLACEHOLDER, "|", "'")):
                self.maker.put(" ", at, at)  # the space that ended the name stands on both sides
        self.maker.node(Formula(at, end, atoms))
        return end

    # Groups

    def _group(self, at: int) -> int:
        close = self.segments.braces.get(at)
        if close is None or close >= self.end:
            return self.keep(at, at + 1)
        if not self.reader.has_tex and not self._is_protection(at, close):
            return self.keep(at, at + 1)
        nodes = self.maker.nodes
        follows_formula = self.maker.last() == PLACEHOLDER and isinstance(nodes[-1], Formula) and nodes[-1].end == at
        if follows_formula and self.text[at + 1 : at + 2].isalnum():
            self.maker.put(" ", at, at + 1)
        self.closing.append(close)
        return at + 1

    def _is_protection(self, at: int, close: int) -> bool:
        """Whether the braces in a text without TeX are BibTeX's: `{Ł}ojasiewicz`, `{FALCON}`, `4{,}000`."""
        inside = self.text[at + 1 : close]
        if not any(char.isalpha() for char in inside):
            return _SET_OF_NUMBERS.fullmatch(inside) is None
        if _PROTECTED_WORD.fullmatch(inside) is None:
            return False
        touches = self.text[at - 1 : at].isalpha() or self.text[close + 1 : close + 2].isalpha()
        return touches or inside[0].isupper()

    # Macros

    def _backslash(self, at: int) -> int:
        match = _MACRO.match(self.text, at, self.end)
        if match is None:
            return self.keep(at, at + 1)
        if match[1] is None:
            return escape(self, at, match[3])
        return read_macro(self, at, match[1], match.end(1))

    # What rules of macros need

    def argument(self, at: int, *, spaces: bool = True) -> tuple[int, int] | None:
        """The range inside the braces that follow at `at`, or None. With `spaces`, behind spaces too."""
        if spaces:
            match = _SPACES.match(self.text, at, self.end)
            at = match.end() if match else at
        if at >= self.end or self.text[at] != "{":
            return None
        close = self.segments.braces.get(at)
        return (at + 1, close) if close is not None and close < self.end else None

    def optional(self, at: int) -> tuple[int, int] | None:
        """The range inside the square brackets that follow at once, or None."""
        if at >= self.end or self.text[at] != "[":
            return None
        depth = 0
        for place in range(at, min(self.end, at + 400)):
            depth += (self.text[place] == "[") - (self.text[place] == "]")
            if depth == 0:
                return (at + 1, place)
        return None

    @staticmethod
    def after(span: tuple[int, int]) -> int:
        """Behind the bracket that closes an argument."""
        return span[1] + 1

    def skip_empty(self, end: int) -> int:
        """Behind the `{}` that ends the name of a macro, if there is one."""
        return end + 2 if self.text.startswith("{}", end) and end + 2 <= self.end else end


def _is_styled_prose(content: str) -> bool:
    """Whether dollars were only put around words to style them: `$\\textbf{Dy}namic \\textbf{V}ision$`."""
    if not _TEXT_STYLE.search(content):
        return False
    rest = _TEXT_STYLE.sub("", content).replace("}", "")
    return _PROSE.fullmatch(rest) is not None and _TWO_LETTERS.search(rest) is not None and " " in rest.strip()
