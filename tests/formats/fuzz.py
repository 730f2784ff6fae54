"""Damaged files for every reader: `make fuzz` for ten minutes, `test_fuzz.py` for moments.

Documents of each format are cut, spliced, repeated, re-encoded, packed and sprinkled with the signs that the format is
made of; one that makes a reader say something new is kept and damaged further. What must hold of every one: the reader
yields entries and broken entries or raises a `FormatError`, nothing else; it takes at most two seconds; every record
that comes out can be written in every format, and nothing written could control a terminal.

    python tests/formats/fuzz.py [--seconds 600 | --each 20] [--documents N] [--seed N] [--jobs N] [FORMAT…]

Readers are tried in processes of their own, as many at a time as there are processors. It prints the seed, a line a
reader, and for a failure where the input is kept (in `fuzz-failures/`). Exit code 1: something failed, or a reader's
process came to hold more than 200 MB. Time is that of the processor: a busy machine is no failure.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import os
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry, Origin, Remark, format_named, formats, read
from paperreader.formats.fields import record

#: Seconds that one document may take, and megabytes that the process may hold.
SLOWEST, LARGEST = 2.0, 200
#: A document that hangs is interrupted after so many seconds (where the system can).
HANGS = 60
#: Documents that are kept because they made a reader say something new.
_KEPT = 400
_LONGEST = 60_000
WRITERS = [known for known in formats() if known.writes]
READERS = [known.name for known in formats() if known.reads]

#: Small documents of the formats that nothing here can write.
DOCUMENTS: dict[str, str] = {
    "nbib": "PMID- 123\nTI  - On lists\n      and more\nFAU - Lovelace, Ada\nAB  - We read.\nDP  - 2024 May\nAID - 10.1/x [doi]\n\n",
    "enw": "%0 Journal Article\n%T On lists\n%A Lovelace, Ada\n%D 2024\n%X We read.\n%R 10.1000/x\n%K a\nb\n\n",
    "isi": "FN ISI\nVR 1.0\nPT J\nAU Lovelace, A\n   Turing, A\nTI On lists\n   and more\nPY 2024\nDI 10.1000/x\nER\n\nEF\n",
    "feed": '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>'
    "<id>http://arxiv.org/abs/2401.00001v1</id><title>On &lt;i&gt;lists&lt;/i&gt;</title><summary>We read.</summary>"
    "<author><name>Ada Lovelace</name></author><published>2024-01-01</published><category term='cs.LG'/></entry></feed>",
    "pubmed-xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>12</PMID><Article><ArticleTitle>On <i>lists</i>"
    "</ArticleTitle><Abstract><AbstractText Label='A'>We read.</AbstractText></Abstract><AuthorList><Author><LastName>L"
    "</LastName><ForeName>Ada</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
    "endnote-xml": "<xml><records><record><titles><title><style>On lists</style></title></titles><contributors><authors><author>"
    "Lovelace, Ada</author></authors></contributors><dates><year>2024</year></dates></record></records></xml>",
    "dblp-xml": "<result><hits><hit><info><authors><author>Ada Lovelace</author></authors><title>On lists.</title><year>2024"
    "</year><doi>10.1000/X</doi></info></hit></hits></result>",
    "oai-xml": "<OAI-PMH><ListRecords><record><header/><metadata><oai_dc:dc><dc:title>On <i>lists</i></dc:title><dc:creator>L, Ada"
    "</dc:creator><dc:identifier>https://doi.org/10.1000/x</dc:identifier></oai_dc:dc></metadata></record><record><metadata><arXiv>"
    "<id>2401.00001</id><title>T</title><authors><author><keyname>L</keyname></author></authors></arXiv></metadata></record></ListRecords></OAI-PMH>",
    "arxiv-mail": "------\n\\\\\narXiv:2401.00001\nDate: Mon, 1 Jan 2024\n\nTitle: On lists\nAuthors: Ada Lovelace, Alan Turing\n"
    "Categories: cs.LG\n\\\\\n  We read\n  lists.\n\\\\ ( https://arxiv.org/abs/2401.00001 ,  1kb)\n" + "-" * 78 + "\n",
    "opml": '<opml version="2.0"><head/><body><outline text="a"><outline xmlUrl="https://a.b/f" title="x"/></outline></body></opml>',
    "abstracts": "# ICLR 2026\n\nWe introduce Lists, a system that reads.\n\nReading is hard. We present MaskPro, which reads.\n",
}
#: The signs that formats are made of.
TOKENS = [token.encode() for token in (
    "{", "}", "[", "]", '"', "\\", "@", "@article{", "@string{", "@comment{", ",", "=", "#", "%", "\n", "\r\n", "\r", "\0", "\t",
    "<", ">", "</", "/>", "<![CDATA[", "]]>", "<!--", "-->", "<?", "&", "&#0;", "&#x1b;", "&lt;", "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "TY  - ", "ER  - ", "TI  - ", "AU  - ", "PMID- ", "%0 ", "%T ", "PT J", "ER", "\\\\", "------", "Title: ", "title", "author",
    " and ", ";", "|", "null", "true", "1e999", "-0", "\\ud800", "\\u0000", "NaN", ":", "'", "10.1000/x", "arXiv:", "https://",
    "\u202e", "\u200b", "\x1b]52;c;x\x07", "\ufeff", "é", "模型", "\U0001f600", "$", "{\\\"u}", "~", "- ", "99999999999999999999",
)]  # fmt: skip
TOKENS += [b"\xff", b"\x80", b"\xfe\xff", b"\xff\xfe", b"\x9b31m", b"\xed\xa0\x80", b"\x1f\x8b", b"BZh9"]
_LIST = record({
    "title": "On $O(n)$ lists {and} \"quotes\"", "authors": ["Ada Lovelace", "Núñez, José"], "abstract": "We read. A \\emph{list}.",
    "venue": "ICLR 2026", "year": 2026, "keywords": ["lists", "reading"], "arxiv": "2506.12876", "doi": "10.1000/x_(y)",
    "code": "https://github.com/a/b", "scores": [6, 8], "decision": "oral", "area": "lists", "tldr": "Read.",
})  # fmt: skip


class Failure(NamedTuple):
    """One document that broke a promise."""

    reader: str
    what: str
    data: bytes


class Hang(BaseException):
    """A reader did not come back; not an Exception, so that no reader can take it for one of its own."""


def documents(name: str, samples: Path | None = None) -> list[bytes]:
    """Whole documents of a format to start from: our own export, the one above, real files where there are any."""
    known = format_named(name)
    found = [DOCUMENTS[name].encode()] if name in DOCUMENTS else []
    if known.writes:
        found += ["".join(known.write([_LIST] * count)).encode() for count in (1, 3)]
    if samples is not None and samples.is_dir():
        for path in sorted(samples.rglob("*")):
            if path.is_file() and path.suffix in known.extensions and path.stat().st_size < _LONGEST:
                found.append(path.read_bytes())
    return found


def damaged(draw: random.Random, pool: list[bytes]) -> bytes:
    """One document with a few things done to it."""
    data = bytearray(draw.choice(pool))
    for _ in range(draw.choice((1, 1, 2, 3, 6))):
        at, size = draw.randrange(len(data) + 1), draw.choice((1, 2, 5, 20, 200))
        kind = draw.randrange(9)
        if kind == 0:
            data[at:at] = draw.choice(TOKENS) * draw.choice((1, 1, 2, 100))
        elif kind == 1:
            del data[at : at + size]
        elif kind == 2:
            data[at:at] = data[at : at + size] * draw.choice((1, 3, 200))
        elif kind == 3 and data:
            data[at % len(data)] = draw.randrange(256)
        elif kind == 4:
            other = draw.choice(pool)
            data[at:] = other[draw.randrange(len(other) + 1) :]
        elif kind == 5:
            del data[at:]
        elif kind == 6:
            data[at : at + size] = draw.choice(TOKENS)
        elif kind == 7:
            data = bytearray(data.replace(b"\n", draw.choice((b"\r", b"\r\n", b" ", b"\n\n"))))
        else:
            data[at:at] = draw.randbytes(size)
        del data[_LONGEST:]
    how = draw.randrange(30)
    if how == 0:
        return (
            bytes(data).decode("utf-8", "replace").encode(draw.choice(("utf-16", "utf-16-be", "utf-8-sig", "utf-32")))
        )
    if how == 1:
        return bytes(data).decode("utf-8", "replace").encode(draw.choice(("cp1252", "gbk", "latin-1")), "ignore")
    if how in (2, 3):
        packed = gzip.compress(bytes(data), mtime=0) if how == 2 else bz2.compress(bytes(data))
        return packed[: draw.choice((len(packed), len(packed) // 2))]
    return bytes(data)


def tried(name: str | None, data: bytes) -> tuple[str, list[Entry]]:
    """Read a document; return what the reader had to say, in short, and its entries. Whatever it raises passes."""
    entries: list[Entry] = []
    said: set[str] = set()
    try:
        for item in read(io.BytesIO(data), Origin("fuzz"), name):
            if isinstance(item, Broken):
                assert item.where
                assert item.reason
                said.add(re.sub(r"\d+|'.*'", "", item.reason)[:60])
            elif isinstance(item, Remark):
                said.add(item.text[:20])
            else:
                assert item.record.title
                entries.append(item)
    except FormatError as error:
        said.add(re.sub(r"\d+|'.*'|\(.*", "", str(error))[:60])
    filled = {
        field for entry in entries for field in ("authors", "abstract", "venue", "year") if getattr(entry.record, field)
    }
    return f"{min(len(entries), 4)} {sorted(filled)} {sorted(said)}", entries


def written(entries: list[Entry]) -> None:
    """Write records in every format; none may fail or hold what a terminal obeys."""
    for known in WRITERS:
        text = "".join(known.write([entry.record for entry in entries[:5]]))
        bad = next((char for char in text if (char != "\n" and ord(char) < 32) or 0x7F <= ord(char) < 0xA0), None)
        assert bad is None, f"{known.name} wrote {bad!r}"
        assert not re.search("[\u202a-\u202e\u2066-\u2069]", text), f"{known.name} wrote a change of direction"
        text.encode()


def fuzz(
    name: str, seconds: float, seed: int, samples: Path | None = None, most: int | None = None
) -> Iterator[Failure | tuple[int, int, float]]:
    """Damage documents of a format for so long, at `most` so many of them; yield failures, and at the end (documents,
    kept, the slowest). The same seed damages the same documents in the same order, on every machine.
    """
    draw = random.Random(f"{seed} {name}")
    pool = documents(name, samples)
    known = {tried(name, data)[0] for data in pool}
    failed: set[str] = set()
    count, slowest, end = 0, 0.0, time.monotonic() + seconds
    while count != most and time.monotonic() < end:
        data = damaged(draw, pool)
        count += 1
        began = time.process_time()
        try:
            with _limit():
                said, entries = tried(name if draw.random() < 0.8 else None, data)
                took = time.process_time() - began
                if entries and draw.random() < 0.05:
                    written(entries)
        except Hang:
            yield Failure(name, f"no end after {HANGS} s", data)
            continue
        except Exception as error:
            # What goes wrong once goes wrong a thousand times: each place is told once.
            where = str(traceback.extract_tb(error.__traceback__)[-1])
            if where not in failed:
                failed.add(where)
                yield Failure(name, traceback.format_exc(), data)
            continue
        slowest = max(slowest, took)
        if took > SLOWEST:
            yield Failure(name, f"took {took:.1f} s", data)
        if said not in known and len(pool) < _KEPT:
            known.add(said)
            pool.append(data)
    yield count, len(pool), slowest


class _limit:  # noqa: N801  (used as a word)
    """Interrupts what hangs, where the system has alarms."""

    def __enter__(self) -> None:
        if hasattr(signal, "SIGALRM"):
            self._before = signal.signal(signal.SIGALRM, self._ring)
            signal.alarm(HANGS)

    def __exit__(self, *_error: object) -> None:
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)
            signal.signal(signal.SIGALRM, self._before)

    @staticmethod
    def _ring(*_signal: object) -> None:
        raise Hang


def peak() -> float:
    """Megabytes that this process held at most."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Outcome(NamedTuple):
    """What came of one reader."""

    words: list[str]
    failures: int
    megabytes: float


def one(name: str, seconds: float, seed: int, samples: Path | None, most: int | None) -> Outcome:
    """Fuzz one reader, in this process; keep what it fails at."""
    words: list[str] = []
    failures = 0
    for found in fuzz(name, seconds, seed, samples, most):
        if isinstance(found, Failure):
            failures += 1
            folder = Path("fuzz-failures")
            folder.mkdir(exist_ok=True)
            path = folder / f"{name}-{seed}-{failures}"
            path.write_bytes(found.data)
            words.append(f"{name}: {path} ({len(found.data):,} bytes, {found.data[:200]!r}): {found.what}")
        else:
            count, kept, slowest = found
            words.append(
                f"{name:<12} {count:>8,} documents, {kept:>4} kept, the slowest {slowest:5.2f} s, {peak():.0f} MB"
            )
    return Outcome(words, failures, peak())


def main() -> int:
    """Fuzz the named readers, or all of them, some at a time."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("formats", nargs="*", default=READERS, metavar="FORMAT")
    parser.add_argument("--seconds", type=float, default=600, help="in all, on this machine")
    parser.add_argument("--each", type=float, help="seconds for each reader, instead")
    parser.add_argument("--documents", type=int, help="at most so many for each reader")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="readers at a time")
    parser.add_argument("--samples", type=Path, help="a folder of real files to start from, too")
    chosen = parser.parse_args()
    each = chosen.each or chosen.seconds * min(chosen.jobs, len(chosen.formats)) / len(chosen.formats)
    print(f"seed {chosen.seed}, {each:.0f} s a reader, {chosen.jobs} at a time", flush=True)
    outcomes: list[Outcome] = []
    # A new process for each, so that memory is that of one reader.
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        waiting = [
            pool.submit(one, name, each, chosen.seed, chosen.samples, chosen.documents) for name in chosen.formats
        ]
        for done in as_completed(waiting):
            outcomes.append(done.result())
            print("\n".join(outcomes[-1].words), flush=True)
    failures, most = sum(outcome.failures for outcome in outcomes), max(outcome.megabytes for outcome in outcomes)
    print(f"{failures} failures, at most {most:.0f} MB")
    return 1 if failures or most > LARGEST else 0


if __name__ == "__main__":
    sys.exit(main())
