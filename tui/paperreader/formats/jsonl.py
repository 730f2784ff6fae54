"""JSON Lines: one object a line, in our own field names or the synonyms that public lists use (`fields`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from paperreader.errors import FormatError
from paperreader.formats import fields, limits
from paperreader.formats.base import Broken, Entry, Item, Origin, broken
from paperreader.formats.decoding import Odd
from paperreader.formats.guess import Guess
from paperreader.formats.opening import BLANK
from paperreader.paper import Marks, Record

#: What it writes has control characters as escapes: it comes back exactly.
ESCAPES = True
#: So many unreadable lines and not one readable: this is some other kind of file.
HOPELESS = 1_000


def sniff(head: bytes, name: str) -> int:
    """A first line that is one whole object; a single object may also be a JSON file spread over one line."""
    line, newline, rest = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if not line.startswith(b"{"):
        return 0
    if not newline or not rest.strip():
        # One line, or no end in sight: only the name can tell.
        return 80 if _named(name) else 40 if line.rstrip().endswith(b"}") else 20
    if not line.rstrip().endswith(b"}"):
        return 0
    return 90 if rest.lstrip().startswith(b"{") else 10


def _named(name: str) -> bool:
    return name.lower().endswith((".jsonl", ".ndjson", ".jsonlines"))


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a line; empty lines are nothing, a line that is not an object with a title is `Broken`.

    Raises `FormatError` when the first thousand lines are all broken.
    """
    odd = Odd(stream)
    number = failed = 0
    good = False
    guess = Guess()
    while line := stream.readline(limits.ENTRY):
        number += 1
        if len(line) >= limits.ENTRY and not line.endswith(b"\n"):
            yield broken(f"{origin.name}: line {number}", f"longer than {limits.ENTRY >> 20} MB", line)
            while (line := stream.readline(limits.ENTRY)) and not line.endswith(b"\n"):
                pass
            continue
        # Old line ends among new ones, and what a crash leaves behind the last line.
        for part in line.strip(BLANK).split(b"\r"):
            if not (raw := part.strip(BLANK)):
                continue
            where = f"{origin.name}: line {number}"
            try:
                found = item(raw, where, guess)
            except UnicodeDecodeError:
                found = item(odd.utf8(raw), where, guess)
                found = found._replace(raw=raw if isinstance(found, Entry) else raw[: limits.RAW])
            good = good or isinstance(found, Entry)
            failed += not good
            if failed > HOPELESS:
                raise FormatError(f"{origin.name} is not JSON Lines: none of its first {HOPELESS:,} lines is a paper")
            yield found
    if good and (remark := guess.remark(origin.name)):
        yield remark


def item(raw: bytes, where: str, guess: Guess | None = None) -> Entry | Broken:
    """Return what one object in JSON says; `guess` learns its names where they are its own.

    Raises UnicodeDecodeError when it is not UTF-8.
    """
    from paperreader.formats.shapes import known

    try:
        value = parsed(raw)
        if not isinstance(value, dict):
            return broken(where, "not an object with fields", raw)
        given = known(value)
        record = fields.record(given)
        if given is value and guess is not None:
            guess.see(value)
        return Entry(record, raw, where)
    except UnicodeDecodeError:
        raise
    except ValueError as error:
        return broken(where, str(error), raw)


def _python(raw: bytes) -> object:
    """Return the value of a line that is Python's way of writing an object, as scripts print it; else raise ValueError.

    Only literals are evaluated, and only short, shallow ones.
    """
    if len(raw) > limits.ABSTRACT * 4 or raw.count(b"{") + raw.count(b"[") + raw.count(b"(") > limits.DEPTH * 8:
        raise ValueError("not JSON")
    import ast
    import warnings

    try:
        with warnings.catch_warnings(action="ignore"):  # of a backslash in TeX that Python does not know
            return ast.literal_eval(raw.decode("utf-8"))
    except (SyntaxError, MemoryError, RecursionError, UnicodeDecodeError):
        raise ValueError("not JSON") from None


def parsed(raw: bytes) -> object:
    """Return the value of a piece of JSON. Raises ValueError with a reason that a user can read.

    What is not UTF-8 raises UnicodeDecodeError, which is one too.
    """
    # Given bytes, json would guess an encoding.
    text = raw.decode("utf-8", "surrogatepass")
    try:
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            lenient = _without_last_commas(text) if error.msg.startswith(_AFTER_COMMA) else text
            if lenient == text and not error.msg.startswith("Invalid control character"):
                raise
            # A tab, a line break or worse as it is, where JSON wants it escaped; a comma where nothing more comes.
            try:
                value = json.loads(lenient, strict=False)
            except json.JSONDecodeError:
                # There is more than that: what was wrong first is what is told.
                raise error from None
    except json.JSONDecodeError as error:
        if raw.startswith(b"{'"):
            return _python(raw)
        raise ValueError(f"not JSON: {error.msg.removesuffix(' starting at')} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError(f"nested deeper than {limits.DEPTH}") from None
    if raw.count(b"[") + raw.count(b"{") > limits.DEPTH and _deep(value):
        raise ValueError(f"nested deeper than {limits.DEPTH}")
    return value


#: What Python says of `[1,]` and `{"a": 1,}`: 3.11 and 3.12, then 3.13.
_AFTER_COMMA = ("Expecting value", "Expecting property name", "Illegal trailing comma")


def _without_last_commas(text: str) -> str:
    """JSON without the commas after the last item of a list or an object, as people and JavaScript write them."""
    # A string that does not end takes the rest with it, so that nothing is looked at twice.
    return re.sub(r'("[^"\\]*+(?:\\.[^"\\]*+)*+"?)|,(?=\s*+[\]}])', lambda match: match[1] or "", text, flags=re.DOTALL)


def _deep(value: object) -> bool:
    """Say whether a value is nested deeper than `limits.DEPTH`; without recursion, level by level."""
    level = [value]
    for _ in range(limits.DEPTH + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (list, dict))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (list, dict))
        ]
        if not level:
            return False
    return True


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield one line a paper, in our own field names."""
    from paperreader.formats import plain_json

    return plain_json.lines(papers, marks)
