"""The parser of the query language: text in, tree out, by recursive descent.

    query := alternatives
    alternatives := list (("|" | "OR") list)*
    list := part*                                   at least one, except for an empty query
    part := ("-" | "!")* ( "(" alternatives ")" | field ":" value | "sort:" order | words )
    words := ["^"] ( "'" word | word | '"' phrase '"' ) ["$"]
    value := ("-" | "!")* ( "(" alternatives ")" | words )      inside the parentheses: values of the same field

It raises `QueryError` and nothing else, on any text. A quotation mark that is not closed is a phrase still being typed.
"""

from __future__ import annotations

from paperreader.errors import QueryError
from paperreader.text.identifiers import SCHEMES

from . import table, values
from .query import Query
from .tree import Every, Named, Node, Not, Notice, Sort, Text, all_of, any_of
from .words import split

#: Deeper than anyone writes, and far from Python's own limit.
DEEPEST = 40
#: Longer than anyone types; pasted books are refused rather than searched.
LONGEST = 4000


def parse(text: str) -> Query:
    """Parse a query. Raises QueryError, with the position in `text` and the nearest valid word."""
    if len(text) > LONGEST:
        raise QueryError(f"this query has {len(text)} characters; at most {LONGEST} are searched", LONGEST)
    parser = _Parser(text)
    tree = parser.alternatives(0, None)
    if parser.at < len(text):
        raise QueryError("this ')' has no '(' before it", parser.at, "")
    return Query(text, tree, tuple(parser.sorts), tuple(parser.notices))


def _signed(node: Node | None, negated: bool) -> Node | None:
    """The node or its opposite; None when it holds nothing to search for (punctuation)."""
    if node is None or isinstance(node, Every):
        return None
    if not negated:
        return node
    return node.part if isinstance(node, Not) else Not(node)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.sorts: list[Sort] = []
        self.notices: list[Notice] = []

    # -- structure

    def alternatives(self, depth: int, field: table.Field | None) -> Node:
        """Lists between bars, up to the end or to a `)` that is left for the caller."""
        found: list[Node] = []
        last = -1
        while True:
            parts, any_part = self.list_(depth, field)
            bar = self._bar()
            if (bar or last >= 0) and not any_part:
                raise QueryError("OR, or a bar, wants something on both sides", self.at if bar else last, "")
            if parts:
                found.append(all_of(parts))
            if not bar:
                return any_of(found) if found else Every()
            last = self.at
            self.at += bar

    def list_(self, depth: int, field: table.Field | None) -> tuple[list[Node], bool]:
        """Parts up to a bar, a `)` or the end; and whether there was any (punctuation alone selects everything)."""
        parts: list[Node] = []
        any_part = False
        while True:
            self._blanks()
            if self.at >= len(self.text) or self.text[self.at] == ")" or self._bar():
                return parts, any_part
            part = self.part(depth, field)
            any_part = True
            if part is not None:
                parts.append(part)

    def part(self, depth: int, field: table.Field | None) -> Node | None:
        """One part, with its signs; None when there is nothing in it to search for."""
        begin = self.at
        negated = self._signs()
        if self._ends():
            return None
        char = self.text[self.at]
        node: Node | None
        if char == "(":
            node = self.group(depth, field)
        else:
            name, known = self._field_name()
            if known is not None or name == table.SORT:
                if field is not None:
                    raise QueryError(f"{name}: cannot stand inside {field.name}:( )", self.at, "")
                if name == table.SORT:
                    if negated or depth:
                        raise QueryError("sort: stands alone; sort:-year turns it round", begin, "sort:-year")
                    self.at += len(name) + 1
                    self.sort()
                    return None
                assert known is not None
                self.at += len(name) + 1
                node = self.value(depth, known)
            elif field is not None:
                node = self.atom(field)
            else:
                if name in SCHEMES and not self._ends(self.at + len(name) + 1):
                    node = Named("id", self._word())
                else:
                    self._notice(name)
                    node = self.atom(None)
        return _signed(node, negated)

    def group(self, depth: int, field: table.Field | None) -> Node:
        opened = self.at
        if depth >= DEEPEST:
            raise QueryError("more parentheses inside one another than anyone can read", opened, "")
        self.at += 1
        node = self.alternatives(depth + 1, field)
        if self.at >= len(self.text):
            raise QueryError("this '(' is not closed", opened, ")")
        self.at += 1
        return node

    def value(self, depth: int, field: table.Field) -> Node | None:
        begin = self.at
        negated = field.name != "id" and self._signs()
        if self._ends():
            raise QueryError(
                f"{field.name}: wants a value, {field.help}, such as {field.example}", begin, field.example
            )
        node = self.group(depth, field) if self.text[self.at] == "(" else self.atom(field)
        return _signed(node, negated)

    # -- what stands between blanks

    def atom(self, field: table.Field | None) -> Node | None:
        """A word, a phrase, or a value of `field`."""
        begin = self.at
        if field is not None and field.kind != table.WORDS:
            if self.text[self.at] == '"':
                text, _ = self._quoted()
            else:
                text = self._word()
            return values.node(field, text, begin)
        anchored = field is None or field.name == "title"
        start = end = False
        if anchored and self.text[self.at] == "^" and not self._ends(self.at + 1):
            start = True
            self.at += 1
        mode, ended = "word", True
        if self.text[self.at] == "'":
            mode = "exact"
            self.at += 1
            if self._ends():
                return None
        if self.text[self.at] == '"':
            text, closed = self._quoted()
            mode = "phrase" if closed else "open"
            if anchored and closed and self.text[self.at : self.at + 1] == "$":
                end = True
                self.at += 1
        else:
            text = self._word()
            ended = self.at < len(self.text)
            if anchored and len(text) > 1 and text.endswith("$") and text.count("$") == 1:
                end = True
                text = text[:-1]
        if not split(text):
            return None
        return Text(text, mode, field.name if field else "", start=start, end=end, ended=ended or mode != "word")

    def sort(self) -> None:
        begin = self.at
        word = self._word()
        name = word.removeprefix("-").lower()
        if name not in table.SORTS:
            hint = table.nearest(name, list(table.SORTS)) or next(iter(table.SORTS))
            what = f"no sort is called {name!r}" if name else "sort: wants a field"
            raise QueryError(f"{what}; there are {', '.join(table.SORTS)}", begin, hint)
        self.sorts.append(Sort(name, word.startswith("-")))

    # -- characters

    def _blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _ends(self, at: int | None = None) -> bool:
        """Whether nothing of the part is left: a blank, a bar, a `)` or the end comes."""
        at = self.at if at is None else at
        return at >= len(self.text) or self.text[at].isspace() or self.text[at] in "|)"

    def _bar(self) -> int:
        """The length of the `|` or `OR` that comes, or 0."""
        if self.text.startswith("|", self.at):
            return 1
        if self.text.startswith("OR", self.at) and self._ends(self.at + 2):
            return 2
        return 0

    def _signs(self) -> bool:
        """Skip the signs `-` and `!`; whether they negate. A sign before a blank is punctuation."""
        negated = False
        while self.at < len(self.text) and self.text[self.at] in "-!":
            negated = not negated
            self.at += 1
        return negated

    def _field_name(self) -> tuple[str, table.Field | None]:
        """The `name:` that comes, without moving: the name as the table has it, and its field if it is one.

        A capital before a blank is a title that was pasted (`Note: …`), not a field without a value.
        """
        end = self.at
        while end < len(self.text) and (self.text[end].isalpha() or self.text[end] == "_"):
            end += 1
        if end == self.at or self.text[end : end + 1] != ":":
            return "", None
        name = self.text[self.at : end]
        if self._ends(end + 1) and not name.islower():
            return "", None
        name = name.lower()
        return name, table.BY_NAME.get(name)

    def _notice(self, name: str) -> None:
        after = self.at + len(name) + 1
        if name in SCHEMES:
            # Only alone: with a value behind it, it is one.
            message = f"{name}: wants an identifier right behind it; alone it is searched as text"
            self.notices.append(Notice(self.at, len(name) + 1, message, ""))
            return
        if not name or self._ends(after) or self.text.startswith("//", after):
            return
        near = table.nearest(name, [*table.BY_NAME, table.SORT])
        instead = f"{near}: is" if near else f"fields: {', '.join(field.name for field in table.FIELDS)}"
        message = f"{name}: is not a field, so it is searched as text; {instead}"
        self.notices.append(Notice(self.at, len(name) + 1, message, near))

    def _word(self) -> str:
        """Everything up to a blank, a bar or a `)`; parentheses that the word itself opens belong to it."""
        begin = self.at
        own = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char.isspace() or (not own and char in "|)"):
                break
            own += (char == "(") - (char == ")")
            self.at += 1
        return self.text[begin : self.at]

    def _quoted(self) -> tuple[str, bool]:
        """What stands between quotation marks, and whether they are closed."""
        begin = self.at + 1
        end = self.text.find('"', begin)
        if end < 0:
            self.notices.append(Notice(self.at, 1, "this quotation mark is not closed", '"'))
            self.at = len(self.text)
            return self.text[begin:], False
        self.at = end + 1
        return self.text[begin:end], True
