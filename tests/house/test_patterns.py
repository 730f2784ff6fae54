"""No pattern of the house takes time that grows with the square of a text: what is read comes from strangers.

Every pattern in the sources is taken apart, and for each of its repetitions texts are made that go on for ever with what
it repeats: what comes before it once, or again and again, and an end at which it fails. A pattern that is only matched
at a place (`match`, `fullmatch`) is tried so; every other one is searched for in the whole text.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

import pytest

import paperreader

#: Characters tried of a class, and seconds of the processor for a text of so many: the square of it takes many times that.
LENGTH, SECONDS = 60_000, 0.4
CHARS = ' \na0A-<"({\\.,@=$'
ANCHORED = {"match", "fullmatch"}
ROOT = Path(paperreader.__file__).parent


class Known(NamedTuple):
    """A pattern, where it stands, and the methods that are called on it."""

    source: str
    flags: int
    where: str
    methods: frozenset[str]


def patterns() -> dict[tuple[str, int], Known]:
    """Every pattern that a module holds, compiles or hands to `re`."""
    found: dict[tuple[str, int], Known] = {}
    for info in pkgutil.walk_packages(paperreader.__path__, "paperreader."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        for known in (*_held(module, text), *_written(info.name, text)):
            before = found.get((known.source, known.flags))
            found[known.source, known.flags] = (
                known if before is None else before._replace(methods=before.methods | known.methods)
            )
    return found


def _held(module: ModuleType, text: str) -> Iterator[Known]:
    """Patterns in the module's own names, in tuples and mappings there, and in those that its `_patterns()` returns."""
    held = dict(vars(module))
    if callable(make := held.get("_patterns")):
        held["_patterns()"] = make()
    for name, value in held.items():
        inner = {f'{name}["{key}"]': item for key, item in value.items()} if isinstance(value, dict) else {name: value}
        if isinstance(value, tuple | list):
            inner = {f"{name}[{at}]": item for at, item in enumerate(value)}
        for spelled, item in inner.items():
            # A lazy pattern of text/ is one as well.
            source, flags = getattr(item, "_source", None), getattr(item, "_flags", 0)
            if isinstance(item, re.Pattern):
                source, flags = item.pattern, item.flags
            if isinstance(source, str):
                # `_patterns()["year"].search`, and `patterns["year"].search` where somebody gave them a name.
                called = frozenset(
                    re.findall(rf"(?:\b|(?=\[)){re.escape(spelled.removeprefix('_patterns()'))}\.(\w+)", text)
                )
                yield Known(
                    source, int(flags) & ~re.UNICODE, f"{module.__name__} {spelled}", called or frozenset({"search"})
                )


def _written(name: str, text: str) -> Iterator[Known]:
    """Patterns that stand in a call: `re.sub("…", …)`; `re.compile` of one that no name of the module holds."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[ast.Constant(value=str(source)), *_]
            ):
                if method in ANCHORED | {"search", "sub", "subn", "split", "findall", "finditer"}:
                    flags = re.IGNORECASE if any(keyword.arg == "flags" for keyword in node.keywords) else 0
                    yield Known(source, int(flags), f"{name}:{node.lineno}", frozenset({method}))


def texts(source: str, flags: int) -> set[tuple[str, str]]:
    """(beginning, what goes on for ever) for each repetition of a pattern."""
    found: set[tuple[str, str]] = set()

    def look(tree: Sequence[tuple[Any, Any]], before: str) -> None:
        for at, (kind, value) in enumerate(tree):
            so_far = before + "".join(_example(*node) for node in tree[:at])
            if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
                _least, most, body = value
                if most > 50:
                    one = "".join(_example(*node) for node in body)
                    again = {one} | (set(_chars(*body[0])) if len(body) == 1 else set())
                    found.update({(so_far, part) for part in again} | {("", so_far + one), ("", so_far)})
                look(body, so_far)
            elif kind is sre.SUBPATTERN:
                look(value[3], so_far)
            elif kind is sre.BRANCH:
                for branch in value[1]:
                    look(branch, so_far)
            elif kind is sre.ATOMIC_GROUP:
                look(value, so_far)
            elif kind in (sre.ASSERT, sre.ASSERT_NOT):
                look(value[1], so_far)

    look(list(parser.parse(source, flags)), "")
    return {(before, again) for before, again in found if again}


def _chars(kind: Any, value: Any) -> list[str]:
    """Characters that one element of a pattern takes."""
    if kind is sre.LITERAL:
        return [chr(value)]
    if kind is sre.ANY:
        return list(CHARS)
    if kind is sre.NOT_LITERAL:
        return [char for char in CHARS if ord(char) != value]
    if kind is sre.IN:
        stated = [chr(arg[0] if op is sre.RANGE else arg) for op, arg in value if op in (sre.RANGE, sre.LITERAL)]
        return [char for char in [*CHARS, *stated, "é"] if _in(char, value)]
    return []


def _in(char: str, items: Sequence[tuple[Any, Any]]) -> bool:
    turned = found = False
    for op, arg in items:
        if op is sre.NEGATE:
            turned = True
        elif op is sre.LITERAL:
            found |= ord(char) == arg
        elif op is sre.RANGE:
            found |= arg[0] <= ord(char) <= arg[1]
        elif op is sre.CATEGORY:
            letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[str(arg).rsplit("_", 1)[1]]
            found |= bool(re.match("\\" + (letter.upper() if "NOT" in str(arg) else letter), char))
    return found != turned


def _example(kind: Any, value: Any) -> str:
    """A short text that one element of a pattern takes."""
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return "".join(_example(*node) for node in value[2]) * max(value[0], 1)
    if kind is sre.SUBPATTERN:
        return "".join(_example(*node) for node in value[3])
    if kind is sre.BRANCH:
        return "".join(_example(*node) for node in value[1][0])
    if kind is sre.ATOMIC_GROUP:
        return "".join(_example(*node) for node in value)
    return next(iter(_chars(kind, value)), "")


class Slow(BaseException):
    """A pattern had its time."""


@pytest.fixture
def limited() -> Iterator[Callable[[float], None]]:
    """Arm a timer of the processor's time (0: disarm); where the system has none, the pattern runs to its end."""
    if not hasattr(signal, "setitimer"):
        yield lambda seconds: None
        return

    def over(_number: int, _frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGVTALRM, over)
    yield lambda seconds: signal.setitimer(signal.ITIMER_VIRTUAL, seconds) and None
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def slowest(known: Known, limited: Callable[[float], None]) -> str:
    """Return what makes a pattern slow, "" when nothing does."""
    pattern = re.compile(known.source, known.flags)
    for before, again in sorted(texts(known.source, known.flags)):
        text = (before + again * (LENGTH // len(again) + 1))[:LENGTH] + "\1"
        began = time.process_time()
        try:
            limited(SECONDS)
            if known.methods <= ANCHORED:
                (pattern.fullmatch if known.methods == {"fullmatch"} else pattern.match)(text)
            else:
                pattern.sub("", text)
            limited(0)
        except Slow:
            pass
        if time.process_time() - began > SECONDS * 0.9:
            return f"{before[:30]!r} + {again[:30]!r} …"
    return ""


def test_patterns_take_time_by_the_length_of_a_text(limited: Callable[[float], None]) -> None:
    known = patterns()
    assert len(known) > 150
    slow = [
        f"{one.where}: {one.source[:90]!r} with {what}" for one in known.values() if (what := slowest(one, limited))
    ]
    assert not slow, "\n".join(slow)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts a pattern without an end")
@pytest.mark.parametrize("source", [r"\s+x", r"(\w+) (?:a|b)*c(?:d+d+)+e", r"[^a]*b", r"<a\b[^>]*>"])
def test_a_slow_pattern_is_found(source: str, limited: Callable[[float], None]) -> None:
    assert slowest(Known(source, 0, "here", frozenset({"search"})), limited)


@pytest.mark.parametrize("source", [r"(?<!\s)\s+x", r"[^a]*b", r"x*"])
def test_a_fast_one_is_not(source: str, limited: Callable[[float], None]) -> None:
    assert not slowest(Known(source, 0, "here", frozenset({"match"})), limited)
