"""What commands read from standard input: ids, one at the beginning of each line, and text."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from paperreader.errors import UsageError


def ids() -> Iterator[str]:
    """The first word of every line that has one. Raises UsageError when it is no text."""
    try:
        yield from (line.split()[0] for line in sys.stdin if line.strip())
    except UnicodeDecodeError as error:
        raise _no_text() from error


def text() -> str:
    """All of it. Raises UsageError when it is no text."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise _no_text() from error


def ids_or(words: tuple[str, ...]) -> Iterator[str]:
    """The words; for `-`, the ids of standard input."""
    for word in words:
        if word == "-":
            yield from ids()
        else:
            yield word


def _no_text() -> UsageError:
    return UsageError(f"standard input is not {sys.stdin.encoding} text; nothing was done")
