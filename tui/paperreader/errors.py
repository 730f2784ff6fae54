"""The errors of the house.

Every message that reaches a user says what happened, to what, and what to do next. Code below the command line and the
interface raises one of these, never a bare `Exception`; the two of them show `str(error)` and nothing else.
"""

from __future__ import annotations


class PaperreaderError(Exception):
    """Anything that a user can be told in one or two lines. `exit_code` is what the command line returns.

    1 is not among the codes: there it means that nothing was found, as grep has it.
    """

    exit_code = 2


class UsageError(PaperreaderError):
    """The command line was asked for something that it does not have."""


class ConfigError(PaperreaderError):
    """A setting cannot be used; the message names the file, the key and the nearest valid one."""


class QueryError(PaperreaderError):
    """A query does not parse.

    `position` is the offset of the offending character in the query (0-based), `hint` the nearest valid word or "".
    """

    def __init__(self, message: str, position: int, hint: str = "") -> None:
        super().__init__(message)
        self.position = position
        self.hint = hint


class FormatError(PaperreaderError):
    """A file, or one entry of it, cannot be read as papers; the message names the file and the line or entry."""


class ExternalError(PaperreaderError):
    """Another program (a browser, an editor) could not be used; the message holds what is needed to go on by hand."""


class StorageError(PaperreaderError):
    """The library or the catalogue cannot do what was asked; the subclasses say why."""


class Busy(StorageError):
    """Another process holds the file longer than anyone should wait."""


class Full(StorageError):
    """No room left on the disk; nothing was changed."""


class ReadOnly(StorageError):
    """The place cannot be written; nothing was changed."""


class Corrupt(StorageError):
    """The file is damaged; the message says how to restore a backup."""


class Foreign(StorageError):
    """The file is not a paperreader library or catalogue; it is left alone."""


class TooNew(StorageError):
    """The file was written by a newer paperreader; it is left alone."""

    exit_code = 3


class Unreachable(StorageError):
    """A place could not be reached (a network file system, a missing folder)."""
