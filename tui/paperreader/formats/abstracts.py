"""Plain abstracts: a line that names the collection, then one abstract a paragraph.

With a `catalogue.json` beside the file, each of its entries belongs to a paragraph by file, index (from 1) and first
words, and a mismatch is an error: facts are never given to the wrong text. Without one the title is derived from the
abstract (`derive`) and marked so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from paperreader.errors import FormatError
from paperreader.formats import fields, limits
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import decoded
from paperreader.formats.jsonl import parsed
from paperreader.formats.opening import BLANK

CATALOGUE = "catalogue.json"
#: Names of a collection are shorter than this, abstracts longer.
_HEADER = 200
_ABSTRACT = 250
_COLLECTION = re.compile(r"(?<!\s)\s*\b(?:accepted )?(?:papers|abstracts|proceedings)\b\s*$", re.IGNORECASE)


def sniff(head: bytes, name: str) -> int:
    """Prose in paragraphs, all but the first of them as long as an abstract; said with little certainty."""
    if b"\0" in head.rstrip(b"\0")[:1024]:
        return 0
    text = decoded(head[:16_384])
    paragraphs = [part for part in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").strip()) if part.strip()]
    if len(paragraphs) < 2 or "\n" in paragraphs[0].strip() or len(paragraphs[0]) > _HEADER:
        return 0
    # The last one may be cut by the end of the head.
    whole = paragraphs[1:-1] or paragraphs[1:]
    long = sum(len(part) >= _ABSTRACT for part in whole)
    return 30 if long and long >= 0.8 * len(whole) else 0


def read(stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Yield one item a paragraph. Raises `FormatError` when the catalogue beside the file does not fit it."""
    if origin.folder is not None and (known := _catalogue(origin.folder / CATALOGUE, origin.name)):
        yield from _read_with(known, stream, origin)
        return
    paragraphs = _paragraphs(stream)
    _, header = next(paragraphs, (0, b""))
    venue, year = _collection(decoded(header))
    for index, raw in paragraphs:
        where = f"{origin.name}: paragraph {index}"
        if len(raw) > limits.ENTRY:
            yield broken(where, f"longer than {limits.ENTRY >> 20} MB", raw)
            continue
        try:
            yield Entry(fields.record({"abstract": decoded(raw), "venue": venue, "year": year}), raw, where)
        except ValueError as error:  # nothing but white space that is none in bytes
            yield broken(where, str(error), raw)


def _collection(header: str) -> tuple[str, int | None]:
    """Return venue and year of `ICLR 2026 Papers`; the whole line is the venue when it says neither."""
    line = " ".join(header.lstrip("# ").split())
    year = re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", line)
    return _COLLECTION.sub("", line), int(year[0]) if year else None


def _paragraphs(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield (index, paragraph), the header line as index 0; memory is bounded by the longest paragraph kept."""
    index, size = 0, 0
    lines: list[bytes] = []
    while line := stream.readline(limits.ENTRY):
        if not line.strip(BLANK):
            if lines:
                yield index, b"".join(lines).strip()
                index, lines, size = index + 1, [], 0
        elif size <= limits.ENTRY:
            lines.append(line)
            size += len(line)
    if lines:
        yield index, b"".join(lines).strip()


def _catalogue(path: Path, name: str) -> list[tuple[int, Mapping[str, object]]]:
    """Return (index, entry) of a catalogue's entries that speak of the file `name`."""
    advice = "mend or move it, then import again"
    try:
        with path.open("rb") as file:
            raw = file.read(limits.ENTRY * 4 + 1)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}; {advice}") from None
    if len(raw) > limits.ENTRY * 4:
        raise FormatError(f"{path} is larger than {limits.ENTRY * 4 >> 20} MB; {advice}")
    try:
        document = parsed(raw)
    except ValueError as error:
        raise FormatError(f"{path} is not a catalogue: {error}; {advice}") from None
    papers = document.get("papers") if isinstance(document, dict) else None
    if not isinstance(papers, list):
        # Some other program's catalogue.json is no business of ours.
        return []
    found: list[tuple[int, Mapping[str, object]]] = []
    for entry in papers:
        if isinstance(entry, dict) and entry.get("file") == name:
            index = entry.get("index")
            if not isinstance(index, int):
                raise FormatError(f"{path}: an entry for {name} has no index; {advice}")
            found.append((index, entry))
    return found


def _read_with(known: list[tuple[int, Mapping[str, object]]], stream: BinaryIO, origin: Origin) -> Iterator[Item]:
    """Check every entry against its paragraph, then yield them; nothing comes of a file that does not fit."""
    paragraphs = {index: decoded(raw) for index, raw in _paragraphs(stream) if index}
    facts: dict[int, dict[str, object]] = {}
    advice = f"{CATALOGUE} beside it speaks of another text; mend or move it, then import again"
    for index, entry in known:
        where = f"{origin.name}: paragraph {index}"
        if index not in paragraphs:
            raise FormatError(f"{where} does not exist (the file has {len(paragraphs)}); {advice}")
        if index in facts:
            raise FormatError(f"{where} has two entries; {advice}")
        text, words = paragraphs[index], entry.get("first_words")
        if not isinstance(words, str) or not words.strip() or not text.startswith(words):
            raise FormatError(f'{where} starts with "{text[:40]}", not with "{str(words)[:40]}"; {advice}')
        facts[index] = {**entry, "abstract": text}
    if without := sorted(paragraphs.keys() - facts.keys()):
        raise FormatError(f"{origin.name}: paragraph {without[0]} has no entry; {advice}")
    for index in paragraphs:
        raw = json.dumps(facts[index], ensure_ascii=False).encode("utf-8", "replace")
        where = f"{origin.name}: paragraph {index}"
        try:
            # Read from what is kept of it, so that the two cannot differ.
            yield Entry(fields.record(json.loads(raw)), raw, where)
        except ValueError as error:
            yield broken(where, str(error), raw)
