"""Every reader with the same few papers in whatever encoding, line ends and packing a file comes in."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import tracemalloc

import pytest

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry, Item, Origin, formats, read
from paperreader.formats.packed import plain_name

#: Two papers in every format that has readers; TITLE stands for a title in the words of a language.
LONG = "We read lists of papers and say what of them could not be read, which is more than others do. " * 4
DOCUMENTS = {
    "jsonl": '{"title": "TITLE", "authors": ["A B"]}\n{"title": "TITLE", "year": 2020}\n',
    "bibtex": "@article{a,\n title = {TITLE},\n year = 2020\n}\n\n@book{b,\n title = {TITLE}\n}\n",
    "ris": "TY  - JOUR\nTI  - TITLE\nER  - \n\nTY  - BOOK\nTI  - TITLE\nER  - \n",
    "csl-json": '[\n{"type": "book", "id": "a", "issued": {"date-parts": [[2020]]},\n "title": "TITLE"},\n'
    '{"type": "book", "id": "b",\n "title": "TITLE"}\n]\n',
    "json": '{"papers": [\n{"title": "TITLE"},\n{"title": "TITLE"}\n]}\n',
    "csv": "title;authors;year\nTITLE;A B;2020\nTITLE;C D;2021\n",
    "nbib": "PMID- 1\nOWN - NLM\nTI  - TITLE\n\nPMID- 2\nTI  - TITLE\n\n",
    "enw": "%0 Journal Article\n%T TITLE\n%A A B\n\n%0 Book\n%T TITLE\n",
    "isi": "FN ISI\nVR 1.0\nPT J\nTI TITLE\nER\n\nPT J\nTI TITLE\nER\nEF\n",
    "feed": "<rss version='2.0'><channel>\n<item><title>TITLE</title></item>\n<item><title>TITLE</title></item>\n</channel></rss>\n",
    "pubmed-xml": "<PubmedArticleSet>\n<PubmedArticle><ArticleTitle>TITLE</ArticleTitle></PubmedArticle>\n"
    "<PubmedArticle><ArticleTitle>TITLE</ArticleTitle></PubmedArticle>\n</PubmedArticleSet>\n",
    "endnote-xml": "<xml><records>\n<record><ref-type name='Book'>6</ref-type><titles><title>TITLE</title></titles></record>\n"
    "<record><ref-type name='Book'>6</ref-type><titles><title>TITLE</title></titles></record>\n</records></xml>\n",
    "dblp-xml": "<dblp>\n<article><title>TITLE</title></article>\n<book><title>TITLE</title></book>\n</dblp>\n",
    "oai-xml": "<OAI-PMH><ListRecords>\n<record><metadata><oai_dc:dc><dc:title>TITLE</dc:title></oai_dc:dc></metadata></record>\n"
    "<record><metadata><arXiv><id>2401.00001</id><title>TITLE</title></arXiv></metadata></record>\n</ListRecords></OAI-PMH>\n",
    "arxiv-mail": "\\\\\narXiv:2401.00001\nDate: Mon, 1 Jan 2024\n\nTitle: TITLE\nAuthors: A B\n\\\\\n  We read.\n\\\\\n" + "-" * 78
    + "\n\\\\\narXiv:2401.00002\nDate: Mon, 1 Jan 2024\n\nTitle: TITLE\nAuthors: A B\n\\\\\n  We read.\n\\\\\n" + "-" * 78 + "\n",
    "abstracts": f"# TITLE\n\nTITLE. {LONG}\n\nTITLE. {LONG}\n",
}  # fmt: skip
TITLES = {
    "latin-1": "Über die Größe und Schönheit älterer Bücher, façade, naïve",
    "cp1252": "Über die Größe und “Schönheit” älterer Bücher – façade",
    "utf-8-sig": "Über die Größe 数学",
    "utf-16": "Über die Größe 数学",
    "utf-16-le": "On the size of Größe",
    "utf-16-be": "On the size of Größe",
    "utf-32": "Über die Größe 数学",
    "gbk": "基于深度学习的图像识别方法研究与应用，一种新的神经网络模型",
    "cp1251": "Методы вычисления физико-химических величин и прикладные расчёты",
}


def titles(found: list[Item], format: str) -> list[str]:
    """Titles; of plain abstracts, which have none, how the text begins."""
    records = [item.record for item in found if isinstance(item, Entry)]
    if format == "abstracts":
        return [record.abstract.split(".")[0] for record in records]
    return [record.title for record in records]


def items(data: bytes, format: str, name: str = "list") -> list[Item]:
    """What a file holds: the format is told by its content."""
    return list(read(io.BytesIO(data), Origin(name), format if name == "list" else None))


def test_every_reader_is_here() -> None:
    assert set(DOCUMENTS) == {known.name for known in formats() if known.reads} - {"opml"}


@pytest.mark.parametrize("encoding", TITLES)
@pytest.mark.parametrize("format", DOCUMENTS)
@pytest.mark.parametrize("told", ["by name", "by content"])
def test_encodings(format: str, encoding: str, told: str) -> None:
    title = TITLES[encoding]
    data = DOCUMENTS[format].replace("TITLE", title).encode(encoding)
    assert titles(items(data, format, "list" if told == "by name" else "whatever"), format) == [title, title]


@pytest.mark.parametrize("ends", ["\r\n", "\r", "mixed"])
@pytest.mark.parametrize("format", DOCUMENTS)
def test_line_ends(format: str, ends: str) -> None:
    text = DOCUMENTS[format].replace("TITLE", "A title")
    if ends == "mixed":
        first, rest = text[: len(text) // 2], text[len(text) // 2 :]
        text = first.replace("\n", "\r\n") + rest
    else:
        text = text.replace("\n", ends)
    assert titles(items(text.encode(), format, "whatever"), format) == ["A title", "A title"]


@pytest.mark.parametrize("format", DOCUMENTS)
def test_zeros_that_a_crash_left_at_the_end_cost_nothing(format: str) -> None:
    text = DOCUMENTS[format].replace("TITLE", "A title")
    found = items(text.encode() + bytes(500), format, "whatever")
    assert titles(found, format)[:2] == ["A title", "A title"]
    assert not any(isinstance(item, Broken) for item in found)


@pytest.mark.parametrize("format", DOCUMENTS)
@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\t\n", b"\xef\xbb\xbf", b"\xff\xfe", bytes(64)])
def test_an_empty_file_holds_nothing(format: str, data: bytes) -> None:
    assert items(data, format) == []


def zstd(data: bytes) -> bytes:
    from importlib import import_module

    try:
        return import_module("compression.zstd").compress(data)  # type: ignore[no-any-return]
    except ImportError:
        return import_module("backports.zstd").compress(data)  # type: ignore[no-any-return]


PACKERS = {"gz": gzip.compress, "bz2": lambda data: bz2.compress(data, 1), "xz": lzma.compress, "zst": zstd}


@pytest.mark.parametrize(
    ("format", "packer"),
    [("jsonl", "gz"), ("jsonl", "bz2"), ("jsonl", "xz"), ("jsonl", "zst"), ("bibtex", "gz"), ("ris", "zst"), ("json", "gz"),
     ("csv", "xz"), ("feed", "bz2"), ("abstracts", "gz")],
)  # fmt: skip
def test_a_packed_file_that_breaks_off_gives_what_it_holds(format: str, packer: str) -> None:
    def varied(part: str, count: int) -> str:
        # Words that do not pack, so that the packed file ends where the text does.
        return "".join(part.replace("TITLE", f"T{n} {n * 7_919_171 % 1_000_003} {n**7}") for n in range(count))

    parts = {
        "jsonl": ("", '{"title": "TITLE"}\n'), "bibtex": ("", "@article{a,\n title = {TITLE},\n}\n"),
        "ris": ("", "TY  - JOUR\nTI  - TITLE\nER  - \n"), "json": ("[{}", ',\n{"title": "TITLE"}'),
        "csv": ("title,year\n", "TITLE,2020\n"), "feed": ("<rss>", "<item><title>TITLE</title></item>\n"),
        "abstracts": ("# ICLR 2026\n\n", f"TITLE. {LONG}\n\n"),
    }  # fmt: skip
    opening, part = parts[format]
    count = 12_000 if format != "abstracts" else 3_000
    packed = PACKERS[packer]((opening + varied(part, count)).encode())
    kept = len(packed) * 2 // 3
    found = items(packed[:kept], format)
    last = found[-1]
    assert isinstance(last, Broken)
    assert last.reason == "the file ends before its packed data does; get it again"
    entries = sum(isinstance(item, Entry) for item in found)
    assert entries == len(titles(items(_what_is_left(packed[:kept], packer), format), format))
    assert entries > count / 4


@pytest.mark.parametrize("format", ["jsonl", "json", "bibtex", "feed", "csv"])
@pytest.mark.parametrize("packer", PACKERS)
def test_a_bomb_of_any_packing_is_stopped_at_the_cap(packer: str, format: str) -> None:
    opening = {"jsonl": b'{"title": "T"}\n', "json": b'[{"title": "T"},', "bibtex": b"@article{a, title = {T}}\n", "csv": b"title\nT\n",
               "feed": b"<rss><item><title>T</title></item>"}[format]  # fmt: skip
    bomb = PACKERS[packer](opening + (b" " * 999 + b"\n") * 24_000)
    assert len(bomb) < 100_000
    tracemalloc.start()
    found = items(bomb, format)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert titles(found, format) == ["T"]
    assert isinstance(found[-1], Broken)
    assert "unpacks to more than 100 times its size" in found[-1].reason
    assert peak < 60 * 1024**2


def _what_is_left(packed: bytes, packer: str) -> bytes:
    """The bytes that a packed file of which the end is missing holds, by the low-level interface of its packer."""
    import zlib

    if packer == "gz":
        return zlib.decompressobj(wbits=31).decompress(packed)
    if packer == "bz2":
        return bz2.BZ2Decompressor().decompress(packed)
    if packer == "xz":
        return lzma.LZMADecompressor().decompress(packed)
    from importlib import import_module

    try:
        module = import_module("compression.zstd")
    except ImportError:
        module = import_module("backports.zstd")
    return module.ZstdDecompressor().decompress(packed)  # type: ignore[no-any-return]


@pytest.mark.parametrize("format", DOCUMENTS)
@pytest.mark.parametrize(
    "name", ["papers.bib", "papers.json", "papers.xml", "papers.csv", "papers.gz", "papers.pdf", "x"]
)
def test_a_name_that_lies_is_not_believed(format: str, name: str) -> None:
    data = DOCUMENTS[format].replace("TITLE", "A title").encode()
    assert titles(items(data, format, name), format) == ["A title", "A title"]
    assert titles(items(gzip.compress(data), format, plain_name(name)), format) == ["A title", "A title"]


@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE html><html><body><p>404</p></body></html>",
        b"%PDF-1.7\n%\xe2\xe3\n1 0 obj",
        b"GIF89a\0\0",
        b"just a line",
    ],
)
@pytest.mark.parametrize("name", ["papers.bib", "papers.ris", "papers.json", "papers.xml", "papers.csv"])
def test_what_is_no_list_of_papers_says_so(data: bytes, name: str) -> None:
    with pytest.raises(FormatError, match=re.escape(name)):
        items(data, "", name)


def test_one_line_in_another_encoding_costs_the_others_nothing() -> None:
    lines = [json.dumps({"title": f"Größe {n} 数学"}, ensure_ascii=False).encode() for n in range(3)]
    lines.insert(1, '{"title": "café noir"}'.encode("latin-1"))
    found = items(b"\n".join(lines), "jsonl")
    assert titles(found, "jsonl") == ["Größe 0 数学", "café noir", "Größe 1 数学", "Größe 2 数学"]
    assert isinstance(found[1], Entry)
    assert found[1].raw == lines[1]


def test_control_characters_in_a_line_of_json_cost_nothing() -> None:
    assert titles(items(b'{"title": "a\tb\x01\x00c"}\n{"title": "d"}\r{"title": "e"}\n', "jsonl"), "jsonl") == [
        "a\tb\x01\x00c", "d", "e",
    ]  # fmt: skip


def test_what_trickles_out_of_a_pipe_is_seen_whole() -> None:
    class Slow(io.RawIOBase):
        data = io.BytesIO(DOCUMENTS["bibtex"].replace("TITLE", "A title").encode())

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = self.data.read(3)
            buffer[: len(piece)] = piece
            return len(piece)

    found = list(read(io.BufferedReader(Slow()), Origin("standard input")))
    assert titles(found, "bibtex") == ["A title", "A title"]
