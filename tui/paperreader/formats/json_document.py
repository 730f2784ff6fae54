"""JSON documents: an array of objects, or an object that holds one somewhere (an answer of a service, an export).

A small document is parsed whole and the list of papers in it is found; a large one is read object by object. Where the
text is damaged, every object that is still whole comes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import BinaryIO, NamedTuple

from paperreader.errors import FormatError
from paperreader.formats import fields, jsonl, limits
from paperreader.formats.base import Broken, Entry, Item, Origin, Remark, broken
from paperreader.formats.decoding import decoded, pieces
from paperreader.formats.guess import Guess
from paperreader.formats.jsonl import parsed
from paperreader.formats.shapes import known
from paperreader.formats.synonyms import ours
from paperreader.paper import Marks, Record

#: What it writes has control characters as escapes: it comes back exactly.
ESCAPES = True
#: A document up to this size is parsed whole.
_WHOLE = 8 * 1024 * 1024
#: A string, closed or not, or a bracket. Nothing is given back: a long string would be remembered letter by letter.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?P<closed>")?|[\[\]{}]', re.DOTALL)


def sniff(head: bytes, name: str) -> int:
    """An array of objects, or an object over several lines."""
    text = decoded(head).lstrip()
    if re.match(r"\[\s*(?:\{|\])", text):
        return 85
    if re.match(r"\{\s*(?:\"|\})", text):
        return 70 if "\n" in text.rstrip() or not text.rstrip().endswith("}") else 50
    return 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a paper."""
    head = b""
    while len(head) <= _WHOLE and (piece := stream.read(1024 * 1024)):
        head += piece
    if len(head) <= _WHOLE:
        text = decoded(head)
        try:
            document = parsed(text.encode("utf-8", "replace"))
        except ValueError as error:
            if "Extra data" in str(error):
                # One document after another: JSON Lines under another name.
                yield from jsonl.read(BytesIO(text.encode("utf-8", "replace")), origin)
                return
            found = told = False
            for found_item in _objects(iter((text,)), origin):
                found = found or isinstance(found_item, Entry)
                told = told or isinstance(found_item, Broken)
                yield found_item
            # What is wrong with the document is said after what it holds.
            if not found:
                raise FormatError(f"{origin.name} holds no papers that can be read: {error}") from None
            words = f"{error}; every paper that is whole was read"
            # Which entries cannot be read was said where it was possible: they are not counted twice.
            yield Remark(origin.name, words) if told else Broken(origin.name, words, b"")
            return
        yield from _of_document(document, origin)
        return
    yield from _objects(pieces(_Joined(head, stream)), origin)  # type: ignore[arg-type]


def _of_document(document: object, origin: Origin) -> Iterator[Item]:
    import json

    guess = Guess()
    for path, entry in _papers(document):
        where = f"{origin.name}: {path}"
        raw = json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace")
        yield _item(entry, raw, where, guess)
    if remark := guess.remark(origin.name):
        yield remark


def _item(entry: object, raw: bytes, where: str, guess: Guess) -> Item:
    if not isinstance(entry, dict):
        return broken(where, "not an object with fields", raw)
    try:
        given = known(entry)
        record = fields.record(given)
        if given is entry:
            guess.see(entry)
        return Entry(record, raw, where)
    except ValueError as error:
        return broken(where, str(error), raw)


def _papers(document: object) -> Iterator[tuple[str, object]]:
    """Yield (where, object) for the papers of a document: of the largest list of papers in it, or itself."""
    if isinstance(document, dict) and is_paper(document):
        yield "entry 1", document
        return
    best: tuple[int, str, list[object]] = (0, "", [])
    # A list in which most is no paper: better than nothing.
    some: tuple[int, str, list[object]] = (0, "", [])
    level: list[tuple[str, object]] = [("", document)]
    for _ in range(5):
        following: list[tuple[str, object]] = []
        items: list[object]
        for path, value in level:
            if isinstance(value, dict):
                # What stands beside the papers, such as `"status": "ok"`, is none.
                items = [inner for inner in value.values() if isinstance(inner, dict)]
                following += [(f"{path}{name}, ", inner) for name, inner in list(value.items())[:10_000]]
            elif isinstance(value, list):
                # Semantic Scholar answers null for what it does not know.
                items = [item for item in value if item is not None]
            else:
                continue
            # A dictionary of papers by their ids counts as a list of them.
            papers = sum(isinstance(item, dict) and is_paper(item) for item in items[:200])
            if papers * 2 >= min(len(items), 200):
                best = max(best, (papers, path, items), key=_first)
            elif isinstance(value, list):
                papers = sum(isinstance(item, dict) and is_paper(item) for item in items)
                some = max(some, (papers, path, items), key=_first)
        if best[0]:
            break
        level = following
    count, path, items = best if best[0] else some
    for number, item in enumerate(items if count else (), 1):
        yield f"{path}entry {number}", item


def _first(found: tuple[int, str, list[object]]) -> int:
    return found[0]


def is_paper(entry: dict[str, object]) -> bool:
    """Say whether an object has what a paper must have: a title, or an abstract with authors."""
    found = ours(known(entry))
    return isinstance(found.get("title"), (str, list)) or ("abstract" in found and "authors" in found)


class _Span(NamedTuple):
    text: str
    line: int


def _objects(text: Iterator[str], origin: Origin) -> Iterator[Item]:
    """Yield the papers among the objects of a text that cannot be parsed whole: the outermost that are whole."""
    guess = Guess()
    for span in _spans(text):
        raw = span.text.encode("utf-8", "replace")
        try:
            value = parsed(raw)
        except ValueError as error:
            yield broken(f"{origin.name}: line {span.line}", str(error), raw)
            continue
        if isinstance(value, dict) and is_paper(value):
            yield _item(value, raw, f"{origin.name}: line {span.line}", guess)
    if remark := guess.remark(origin.name):
        yield remark


def _spans(text: Iterator[str]) -> Iterator[_Span]:
    """Yield every object that is an item of a list and not inside another such object."""
    window, line, looked, begun = "", 1, 0, -1
    stack: list[str] = []
    base = 0
    for piece in text:
        window += piece
        for match in _TOKEN.finditer(window, looked):
            char = match[0]
            if char[0] == '"' and not match["closed"]:
                # Cut by the end of the window: it is looked at again with what follows.
                looked = match.start()
                break
            looked = match.end()
            if char in "[{":
                if char == "{" and begun < 0 and stack and stack[-1] == "[":
                    begun, base = match.start(), len(stack)
                if len(stack) < 10_000:
                    stack.append(char)
            elif char in "]}" and stack:
                stack.pop()
                if begun >= 0 and len(stack) <= base:
                    yield _Span(window[begun : match.end()], line + window.count("\n", 0, begun))
                    begun = -1
        if begun >= 0 and len(window) - begun > limits.ENTRY:
            yield _Span(window[begun : begun + limits.RAW], line + window.count("\n", 0, begun))
            begun = -1
        keep = begun if begun >= 0 else looked
        if len(window) - looked > limits.ENTRY:
            # A string that never ends.
            keep = looked = len(window)
        line += window.count("\n", 0, keep)
        window, looked = window[keep:], max(0, looked - keep)
        begun = 0 if begun >= 0 else -1


class _Joined:
    """What was read already, then the rest of the stream."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        if self._head:
            data, self._head = self._head[:size], self._head[size:] if size >= 0 else b""
            return data
        return self._stream.read(size)

    def readline(self, size: int = -1) -> bytes:
        if self._head:
            end = self._head.find(b"\n") + 1 or len(self._head)
            end = min(end, size) if size >= 0 else end
            data, self._head = self._head[:end], self._head[end:]
            return data if data.endswith(b"\n") or self._head else data + self._stream.readline(size)
        return self._stream.readline(size)


def write(papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield an array, in our own field names."""
    from paperreader.formats import plain_json

    return plain_json.array(papers, marks)
