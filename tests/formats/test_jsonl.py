"""JSON Lines: every good line comes in, every bad one is named."""

import gzip
import io
import json
import time
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry, Item, Origin, Remark, detect, limits, read


def items(data: bytes, name: str = "papers.jsonl", format: str | None = None) -> list[Item]:
    return list(read(io.BytesIO(data), Origin(name), format))


def test_good_and_bad_lines() -> None:
    data = b'\xef\xbb\xbf{"title": "One"}\r\n\n{"title": \n[1]\n{"year": 1}\n\xff{"title": "x"}\n{"title": "Two"}'
    found = items(data)
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["One", "Two"]
    assert [item.where for item in found] == [f"papers.jsonl: line {n}" for n in (1, 3, 4, 5, 6, 7)]
    reasons = [item.reason for item in found if isinstance(item, Broken)]
    assert [reason.split(":")[0] for reason in reasons] == [
        "not JSON", "not an object with fields", "neither a title nor an abstract", "not JSON",
    ]  # fmt: skip
    assert found[0].raw == b'{"title": "One"}'


def test_packed_by_content_not_by_name() -> None:
    data = b"".join(json.dumps({"title": f"Paper {n}"}).encode() + b"\n" for n in range(100))
    assert len(items(gzip.compress(data), "papers.txt")) == 100
    assert len(items(data, "papers.jsonl.gz")) == 100


def test_a_file_that_breaks_off_gives_what_it_holds() -> None:
    data = b"".join(json.dumps({"title": f"Paper {n} {n * n}"}).encode() + b"\n" for n in range(20_000))
    found = items(gzip.compress(data)[:-2000])
    assert len(found) > 10_000
    assert isinstance(found[-1], Broken)
    assert "ends before" in found[-1].reason


def test_a_damaged_file_is_said_to_be_damaged() -> None:
    packed = bytearray(gzip.compress(bytes(range(256)) * 1000))
    packed[40:60] = b"\0" * 20
    with pytest.raises(FormatError, match="damaged"):
        items(bytes(packed), format="jsonl")


@pytest.mark.parametrize("depth", [100, 200_000])
def test_deep_nesting_is_one_broken_line(depth: int) -> None:
    start = time.process_time()
    found = items(b'{"title":' + b"[" * depth + b"]" * depth + b'}\n{"title": "After"}\n')
    assert time.process_time() - start < 1
    assert isinstance(found[0], Broken)
    assert isinstance(found[1], Entry)


def test_brackets_in_text_are_no_depth() -> None:
    (found,) = items(json.dumps({"title": "[" * 1000 + '\\"' + "{" * 1000}).encode())
    assert isinstance(found, Entry)


@pytest.mark.parametrize("format", ["jsonl", "abstracts"])
@pytest.mark.parametrize("filling", [b"\0", b"words "])
def test_a_bomb_is_refused_in_little_time_and_memory(filling: bytes, format: str) -> None:
    packer = zlib.compressobj(9, wbits=31)
    piece = filling * (1024**2 // len(filling))
    bomb = b"".join([packer.compress(piece) for _ in range(256)]) + packer.flush()
    assert len(bomb) < 1_500_000
    for traced in (False, True):
        start = time.process_time()
        if traced:
            tracemalloc.start()
        last = None
        for last in read(io.BytesIO(bomb), Origin("bomb.gz"), format):  # noqa: B007 - the last one is wanted
            pass
        peak = tracemalloc.get_traced_memory()[1] if traced else 0
        tracemalloc.stop()
        assert isinstance(last, Broken)
        assert "unpacks to more than" in last.reason
        assert traced or time.process_time() - start < 2
        assert peak < 100 * 1024**2


def test_a_line_without_end_is_skipped() -> None:
    data = b'{"title": "' + b"x" * (limits.ENTRY * 2) + b'"}\n{"title": "After"}\n'
    found = items(data)
    assert isinstance(found[0], Broken)
    assert "longer than" in found[0].reason
    assert len(found[0].raw) == limits.RAW
    assert isinstance(found[1], Entry)
    assert len(found) == 2


def test_another_kind_of_file_is_given_up_early() -> None:
    with pytest.raises(FormatError, match="is not JSON Lines"):
        items(b"x\n" * 1_000_000, format="jsonl")
    assert len(items(b'{"title": "x"}\n' + b"x\n" * 2000, format="jsonl")) == 2001


def test_content_is_believed_before_the_name() -> None:
    known = detect(b'{"title": "x"}\n{"title": "y"}\n', "papers.txt")
    assert known is not None
    assert known.name == "jsonl"
    assert detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture.jsonl") is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
field_names = st.sampled_from(
    [
        "title",
        "authors",
        "abstract",
        "year",
        "venue",
        "status",
        "url",
        "pdf",
        "id",
        "keywords",
        "ratings",
        "links",
        "idents",
    ]
)


@given(st.dictionaries(field_names, json_values))
def test_any_object_is_an_entry_or_broken(value: dict[str, object]) -> None:
    found = [item for item in items(json.dumps(value).encode(), format="jsonl") if not isinstance(item, Remark)]
    assert len(found) == 1
    if isinstance(found[0], Entry):
        repr(found[0].record).encode()


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(data: bytes) -> None:
    try:
        found = items(data, format="jsonl")
    except FormatError as error:
        # Bytes that say they are packed or an archive, and are not.
        assert "papers.jsonl" in str(error)
    else:
        assert all(item.where for item in found)
