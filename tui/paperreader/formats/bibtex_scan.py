"""Finding the entries of a BibTeX file, and the fields of an entry, in whatever state they are.

Constant memory: a window of text slides over the file. A closing brace too many or too few, a missing comma, a field
without a value, a comment between entries cost at most what they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from paperreader.formats import limits

_HEAD = re.compile(r"@\s*([A-Za-z][\w-]*)\s*([{(])")
#: The start of an entry at the start of a line, with its key: inside another entry it says that the other one is open.
_NEXT = re.compile(r"^[ \t]*+@[ \t]*+[A-Za-z]++[ \t]*+[{(][ \t]*+[^\s,{}()=\"]*+[ \t]*+,", re.MULTILINE)
#: The same anywhere on a line: believed only inside an entry that does not end.
_INLINE = re.compile(r"@[A-Za-z]+\{[ \t]*[^\s,{}()=\"]+[ \t]*,(?=\s*[A-Za-z][\w-]*\s*=)")
#: Braces around what holds none go at once: they are most of an entry's.
_BRACES = re.compile(r"\{[^{}\\]*+\}|\\[\\{}]|[{}]")
_PARENS = re.compile(r"\\[\\{}]|[{}()]")
#: BibTeX itself counts escaped braces; what does not end without them may end with them.
_STRICT = {"{": re.compile(r"[{}]"), "(": re.compile(r"[{}()]")}
#: So many starts of entries inside one that does not end: it is not closed, look no further.
_PATIENCE = 4
#: The longest entry, the deepest braces and the most joined pieces that are taken for one.
_LONGEST = 1024 * 1024
_DEEPEST = 200
#: Most entries end within so many characters; only for longer ones is more looked at.
_REACH = 2 * 1024
_JOINED = 1_000
_FIELDS = 1_000
#: A name begins behind a sign that no name holds, and has an end: else every letter of a long word would be tried.
_FIELD = re.compile(r"(?<![^\s=,{}\"#])([^\s=,{}\"#]{1,100}+)\s*+=\s*")
_JOINS = re.compile(r"\s*#\s*")
_BARE = re.compile(r"[^\s,#{}\"=]+")
_QUOTED = re.compile(r"\\.|[{}\"]", re.DOTALL)
#: What JabRef writes before the first entry, at times without a line end.
_DECLARED = re.compile(r"%\s*encoding:", re.IGNORECASE)
#: A field after what looks like the end of an entry.
_GOES_ON = re.compile(r"\s{0,200},\s{0,200}[A-Za-z][\w+.:-]{0,40}\s{0,20}=\s{0,20}[{\"\d]")
#: Where a value ends that does not close: before the next field, on a line of its own or behind a closed one.
_NEXT_FIELD = re.compile(r"(?:\n[ \t]*+|(?<=[}\"])[ \t]*+,[ \t]*+)[A-Za-z][\w+.:-]*+\s*+=\s*+[{\"\d]")
#: The end of a text in quotes that ran on into the quotes of the next field.
_RAN_ON = re.compile(r",?[ \t]{0,50}\n\s{0,50}[A-Za-z][\w+.:-]{0,40}\s{0,50}=\s{0,50}$")
_KEY = re.compile(r"([^,={}\"]*+)(?:,|$)")


class Block(NamedTuple):
    """`@kind{body}`; `closed` is False when its end is missing and was guessed."""

    kind: str
    body: str
    raw: str
    line: int
    closed: bool


class _Window:
    """A text that comes in pieces, seen through a window that slides forward; `start` is where it begins in `text`."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self.text = ""
        self.start = 0
        self.line = 1
        self.ended = False

    def more(self) -> bool:
        """Take another piece in; False at the end of the text. Forgets what lies before `start`, which then is 0."""
        piece = next(self._pieces, None)
        if piece is None:
            self.ended = True
            return False
        # Every kind of line end counts as one line, and is one character in the values.
        self.text = self.text[self.start :] + piece.replace("\r\n", "\n").replace("\r", "\n")
        self.start = 0
        return True

    def slide(self, place: int) -> None:
        """Begin at `place` from now on."""
        self.line += self.text.count("\n", self.start, place)
        self.start = place


def blocks(pieces: Iterator[str]) -> Iterator[Block]:
    """Yield every `@…{…}` of a text, in order; text between them is a comment, and so is a line that starts with %."""
    window = _Window(pieces)
    while True:
        head = _HEAD.search(window.text, window.start)
        if head is None:
            # A head may be cut by the end of the window: keep what follows the last @.
            end = len(window.text)
            cut = window.text.rfind("@", max(window.start, end - 100))
            window.slide(cut if cut >= 0 else end)
            if window.ended or not window.more():
                return
            continue
        start = head.start()
        line_start = window.text.rfind("\n", 0, start) + 1
        commented = window.text.startswith("%", line_start) and not _DECLARED.match(window.text, line_start)
        if commented or (start and window.text[start - 1].isalnum() and head[1].islower()):
            # Commented out, or an e-mail address.
            window.slide(head.end())
            continue
        window.slide(start)
        yield from _one(window, head.end() - start, head[1].lower(), head[2])


def _one(window: _Window, length: int, kind: str, opening: str) -> Iterator[Block]:
    """Yield the block that the window starts with, whose head has `length` characters, and slide behind it."""
    end, looked = _end(window, length, opening)
    text, start = window.text, window.start
    inside = start + length
    if end is not None:
        yield Block(kind, text[inside:end], text[start : end + 1], window.line, closed=True)
        window.slide(end + 1)
        return
    # No end: the next entry, best at the start of a line, begins where this one should have ended.
    starts = [match.start() for pattern in (_NEXT, _INLINE) if (match := pattern.search(text, inside, looked))]
    stop = max(min(starts, default=looked), inside)
    if kind in ("comment", "preamble"):
        # `@comment text` that never closes: what follows on the next line is meant.
        line_end = text.find("\n", inside, stop)
        window.slide(line_end if line_end >= 0 else stop)
        return
    body = text[inside:stop].rstrip()
    yield Block(kind, body.removesuffix("}"), text[start:stop], window.line, closed=False)
    window.slide(stop)


def _end(window: _Window, length: int, opening: str) -> tuple[int | None, int]:
    """Return where the window's block ends, or None, and how far was looked. May take more text into the window."""
    reach = _REACH
    while True:
        inside = window.start + length
        stop = min(inside + reach, len(window.text))
        end, deep = _closing(window, inside, stop, opening)
        # Starts of entries inside this one: a few may be quoted in an abstract, many say that it is not closed.
        last = next((place for place in (end, deep) if place is not None), stop)
        full = sum(1 for _ in islice(_starts(window.text, inside, last, stop), _PATIENCE)) == _PATIENCE
        if end is not None and not full:
            return end, end
        if deep is not None and not full:
            return None, deep
        if full or reach > _LONGEST:
            break
        if stop < len(window.text):
            reach *= 4
        elif window.ended or not window.more():
            break
    inside = window.start + length
    return _strict_end(window, inside, opening), min(len(window.text), inside + _LONGEST)


def _starts(text: str, start: int, last: int, stop: int) -> Iterator[int]:
    """Yield where entries seem to start before `last`: where `_NEXT` matches, looked for by the sign that it needs."""
    sign = text.find("@", start, last)
    while sign >= 0:
        place = sign
        while place > start and text[place - 1] in " \t":
            place -= 1
        match = _NEXT.match(text, place, stop)
        if match:
            yield place
        sign = text.find("@", match.end() if match else sign + 1, last)


def _closing(window: _Window, inside: int, limit: int, opening: str) -> tuple[int | None, int | None]:
    """Return the place of the closing brace or parenthesis, or the place where the braces go too deep, or neither."""
    closing = "}" if opening == "{" else ")"
    depth = 0
    for match in (_BRACES if opening == "{" else _PARENS).finditer(window.text, inside, limit):
        char = match[0]
        if depth == 0 and char == closing:
            if _GOES_ON.match(window.text, match.end()):
                # A field follows: it was a closing brace too many.
                continue
            return match.start(), None
        if char[0] == "{":
            depth += 1
            if depth > _DEEPEST:
                return None, match.start() + 1
            depth -= len(char) > 1
        elif char == "}" and depth:
            depth -= 1
    return None, None


def _strict_end(window: _Window, inside: int, opening: str) -> int | None:
    """Return where the block ends when escaped braces count, if that is before the next entry."""
    following = _NEXT.search(window.text, inside)
    stop = following.start() if following else min(len(window.text), inside + _LONGEST)
    depth = 0
    for match in _STRICT[opening].finditer(window.text, inside, stop):
        char = match[0]
        if depth == 0 and char == ("}" if opening == "{" else ")"):
            return match.start()
        depth += char == "{"
        depth -= char == "}"
        if depth > _DEEPEST:
            break
    return None


def fields(body: str, macros: Mapping[str, str]) -> tuple[str, dict[str, str], list[str]]:
    """Return the key of an entry, its fields by lower-case name, and what could not be understood.

    Values are joined (`#`), with macros in place; a repeated field keeps its first value, keywords are added up. White
    space at their ends stays: that of a macro counts where it is joined.
    """
    key_match = _KEY.match(body)
    key, place = (key_match[1].strip(), key_match.end()) if key_match else ("", 0)
    found: dict[str, str] = {}
    odd: list[str] = []
    for _ in range(_FIELDS):
        match = _FIELD.search(body, place)
        if match is None:
            break
        skipped = body[place : match.start()].strip(" \t\n,}")
        if skipped:
            odd.append(skipped[:80])
        value, place = _value(body, match.end(), macros)
        name = match[1].lower()
        if name not in found or not found[name].strip():
            found[name] = value
        elif name in ("keywords", "keyword", "tags") and value.strip():
            found[name] += f"; {value}"
    rest = body[place:].strip(" \t\n,}")
    if rest:
        odd.append(rest[:80])
    return key, found, odd


def _value(body: str, place: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return one value, its pieces joined, and the place behind it."""
    parts: list[str] = []
    size = 0
    for _ in range(_JOINED):
        char = body[place : place + 1]
        if char == "{":
            part, place = _braced(body, place)
        elif char == '"':
            part, place = _in_quotes(body, place)
        elif match := _BARE.match(body, place):
            part = macros.get(match[0].lower(), match[0])
            place = match.end()
        else:
            break
        if size < limits.ABSTRACT:
            # A macro of macros of macros can grow without end.
            parts.append(part)
            size += len(part)
        # Nearly every value ends with a comma: a test that costs nothing.
        after = None if body.startswith(",", place) else _JOINS.match(body, place)
        if after is None:
            break
        place = after.end()
    return "".join(parts), place


def _braced(body: str, place: int) -> tuple[str, int]:
    for pattern in (_BRACES, _STRICT["{"]):
        depth = 0
        for match in pattern.finditer(body, place):
            if match[0][0] == "{":
                depth += 1
                if depth > _DEEPEST:
                    break
                if len(match[0]) > 1:
                    depth -= 1
                    if depth == 0:
                        return match[0][1:-1], match.end()
            elif match[0] == "}":
                depth -= 1
                if depth == 0:
                    return body[place + 1 : match.start()], match.end()
    # It does not end: up to what looks like the next field, else all of it.
    following = _NEXT_FIELD.search(body, place)
    stop = following.start() if following else len(body)
    return body[place + 1 : stop].rstrip().removesuffix(","), stop


def _in_quotes(body: str, place: int) -> tuple[str, int]:
    depth = 0
    for match in _QUOTED.finditer(body, place + 1):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}" and depth:
            depth -= 1
        elif match[0] == '"' and depth == 0:
            ran_on = _RAN_ON.search(body, max(place + 1, match.start() - 100), match.start())
            stop = ran_on.start() if ran_on else match.start()
            return body[place + 1 : stop], stop if ran_on else match.end()
    following = re.compile(r"\"\s*(?:,[ \t]*)?\n").search(body, place + 1)
    stop = following.start() if following else len(body)
    return body[place + 1 : stop], following.end() if following else stop
