"""The search room: the query language, the word index, matching and ranking in two passes, facets.

It knows papers as rows of text and marks as bits; nothing of Textual, of SQL, or of how a result is drawn may enter.
Importing it is cheap: rapidfuzz and numpy are imported by the modules that need them, when they are needed.
"""

from __future__ import annotations

from paperreader.errors import QueryError

from .edit import with_field, with_part
from .engine import Engine
from .parser import parse
from .query import Query, quote
from .result import Result
from .states import Corpus, NoStates, States
from .tree import Notice, Sort

__all__ = [
    "Corpus",
    "Engine",
    "NoStates",
    "Notice",
    "Query",
    "QueryError",
    "Result",
    "Sort",
    "States",
    "parse",
    "quote",
    "with_field",
    "with_part",
]
