"""Patterns that are compiled when they are first used.

Compiling the patterns of this room takes longer than reading an abstract does, and most texts need a few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "sub", "finditer", "findall")


class _Lazy:
    """Stands for a pattern until a method of it is wanted; from then on has the methods of the compiled one."""

    def __init__(self, pattern: str, flags: re.RegexFlag) -> None:
        self._source = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """`re.compile(pattern, flags)`, put off to its first use. Has the methods of a pattern, not its attributes."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
