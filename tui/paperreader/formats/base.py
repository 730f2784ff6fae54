"""What every format shares: entries and broken entries, and the shape of a format.

A format reads a stream of bytes and yields one `Entry`, `Broken` or `Remark` at a time, so that a file of any size
needs the memory of one entry, and so that one bad entry never costs the file. Nothing here may know a particular
format, touch the disk or the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, cast

from paperreader.errors import FormatError
from paperreader.formats import limits
from paperreader.paper import Marks, Record


class Entry(NamedTuple):
    """One paper as a source states it."""

    record: Record
    raw: bytes
    """The entry as it came; for formats that need a second file, one line of JSON with all that is known."""
    where: str
    """File and line or entry, such as `papers.jsonl: line 17`."""


class Broken(NamedTuple):
    """An entry that cannot be read."""

    where: str
    reason: str
    raw: bytes
    """As it came, cut at 64 kB."""

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


class Remark(NamedTuple):
    """Something that a user should know of how a file was read, though nothing of it is lost."""

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


Item = Entry | Broken | Remark


class Origin(NamedTuple):
    """Where a stream comes from: the name for messages, and its folder when a file beside it may be read."""

    name: str
    folder: Path | None = None


class FormatModule(Protocol):
    """What a module of one format offers. `write` is missing where `Format.writes` is False."""

    def sniff(self, head: bytes, name: str) -> int: ...

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Item]: ...

    def write(self, papers: Iterable[Record], marks: Mapping[str, Marks]) -> Iterator[str]: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One file format; its module is imported when it is first used."""

    name: str
    """As typed after `--format`."""
    title: str
    extensions: tuple[str, ...]
    """Lower case, with the dot; consulted only when the content does not decide."""
    module: str
    reads: bool = True
    writes: bool = False

    def _load(self) -> FormatModule:
        return cast(FormatModule, import_module(f"paperreader.formats.{self.module}"))

    def sniff(self, head: bytes, name: str) -> int:
        """Say from the first bytes how surely this is the format: 0 no, 100 certain."""
        return self._load().sniff(head, name)

    def read(self, stream: BinaryIO, origin: Origin) -> Iterator[Item]:
        """Yield the entries of an unpacked stream. Raises `FormatError` when the stream as a whole cannot be read."""
        if not self.reads:
            raise FormatError(f"{self.title} can be written but not read; choose another format")
        return self._load().read(stream, origin)

    def write(
        self, papers: Iterable[Record], marks: Mapping[str, Marks] | None = None, *, raw: bool = False
    ) -> Iterator[str]:
        """Yield the text of a file with these papers; `marks` by uid go in where the format has room for them.

        `raw` leaves out what protects other programs from the text: the apostrophe before formulas in CSV. Nothing that
        a terminal would obey is in the text: JSON has it as escapes, and so exactly; elsewhere it went through `clean`.
        """
        if not self.writes:
            raise FormatError(f"{self.title} can be read but not written; choose another format")
        module = self._load()
        write = getattr(module, "write_raw", module.write) if raw else module.write
        # A mapping may be filled while papers come, so an empty one is not the same as none.
        texts = cast(Iterator[str], write(papers, {} if marks is None else marks))
        if getattr(module, "ESCAPES", False):
            return texts
        from paperreader.text.clean import clean

        return map(clean, texts)


def broken(where: str, reason: str, raw: bytes) -> Broken:
    """Return a `Broken` whose raw bytes are cut to what is kept."""
    return Broken(where, reason, raw[: limits.RAW])
