"""Plain abstracts, with the catalogue that knows them and without."""

import io
import json
from pathlib import Path

import pytest

from paperreader.errors import FormatError
from paperreader.formats import Entry, Item, Origin, detect, read
from paperreader.paths import shipped

ONE = "We introduce HERO, a fine method for everything that matters. " + "It works well on all of the benchmarks. " * 8
TWO = "Nothing is named here at all, and so the first sentence is what counts. " + "More words follow it. " * 12
TEXT = f"ICLR 2026 Papers\n\n{ONE}\n\n{TWO}\n"


def items(data: bytes, folder: Path | None = None, name: str = "list.txt") -> list[Item]:
    return list(read(io.BytesIO(data), Origin(name, folder)))


def entries(data: bytes, folder: Path | None = None) -> list[Entry]:
    found = items(data, folder)
    assert all(isinstance(item, Entry) for item in found)
    return [item for item in found if isinstance(item, Entry)]


def with_catalogue(folder: Path, *papers: dict[str, object]) -> Path:
    (folder / "catalogue.json").write_text(json.dumps({"papers": papers}), encoding="utf-8")
    return folder


def test_without_a_catalogue_titles_are_derived(tmp_path: Path) -> None:
    first, second = entries(TEXT.encode(), tmp_path)
    assert first.record.title == "HERO: a fine method for everything that matters"
    assert first.record.title_derived
    assert (first.record.venue, first.record.year) == ("ICLR 2026", 2026)
    assert first.record.abstract == ONE.strip()
    assert second.where == "list.txt: paragraph 2"
    assert second.raw.decode() == TWO.strip()


def test_line_ends_marks_and_old_encodings_cost_nothing() -> None:
    assert len(entries(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())) == 2
    assert "café" in entries(TEXT.replace("benchmarks", "café").encode("cp1252"))[0].record.abstract


def test_a_catalogue_gives_the_facts(tmp_path: Path) -> None:
    folder = with_catalogue(
        tmp_path,
        {
            "file": "list.txt",
            "index": 2,
            "first_words": "Nothing is named",
            "title": "Second",
            "openreview": "abcdefgh",
        },
        {
            "file": "list.txt",
            "index": 1,
            "first_words": "We introduce HERO",
            "title": "First",
            "uncertain": ["authors"],
        },
        {"file": "other.txt", "index": 1, "first_words": "x", "title": "x"},
    )
    first, second = entries(TEXT.encode(), folder)
    assert (first.record.title, first.record.title_derived, first.record.uncertain) == ("First", False, ("authors",))
    assert (second.record.title, str(second.record.idents[0])) == ("Second", "openreview:abcdefgh")
    assert second.record.abstract == TWO.strip()


@pytest.mark.parametrize(
    ("papers", "says"),
    [
        ([(1, "We introduce HERO"), (2, "Something else")], "paragraph 2 starts with"),
        ([(1, "We introduce HERO")], "paragraph 2 has no entry"),
        ([(1, "We introduce HERO"), (3, "Nothing")], "paragraph 3 does not exist"),
        ([(1, "We introduce HERO"), (1, "We introduce HERO")], "paragraph 1 has two entries"),
        ([(1, ""), (2, "Nothing")], "paragraph 1 starts with"),
    ],
)
def test_a_catalogue_that_does_not_fit_is_an_error(tmp_path: Path, papers: list[tuple[int, str]], says: str) -> None:
    folder = with_catalogue(
        tmp_path, *({"file": "list.txt", "index": i, "first_words": w, "title": "t"} for i, w in papers)
    )
    with pytest.raises(FormatError, match=f"list.txt: {says}"):
        items(TEXT.encode(), folder)


def test_a_damaged_catalogue_is_an_error_and_a_foreign_one_nothing(tmp_path: Path) -> None:
    (tmp_path / "catalogue.json").write_text("{", encoding="utf-8")
    with pytest.raises(FormatError, match="is not a catalogue"):
        items(TEXT.encode(), tmp_path)
    (tmp_path / "catalogue.json").write_text('{"shop": []}', encoding="utf-8")
    assert len(entries(TEXT.encode(), tmp_path)) == 2


def test_other_prose_is_not_taken_for_abstracts() -> None:
    assert detect(b"# Read me\n\nShort.\n\nWords.\n", "README.md") is None
    assert detect(b"One line only", "x.txt") is None
    assert detect(TEXT.encode().replace(b" ", b"\0", 1), "x.txt") is None


def test_the_shipped_corpus() -> None:
    folder = shipped("seeds")
    found = [entry for path in sorted(folder.glob("*.txt")) for item in [path.read_bytes()]
             for entry in read(io.BytesIO(item), Origin(path.name, folder)) if isinstance(entry, Entry)]  # fmt: skip
    assert len(found) == 38
    records = [entry.record for entry in found]
    assert all(record.authors and record.abstract and record.decision for record in records)
    assert sum("authors" in record.uncertain for record in records) == 19
    assert sum("title" in record.uncertain for record in records) == 1
    assert not any(record.title_derived for record in records)
    assert {record.decision for record in records} == {"poster", "oral"}


def test_a_paragraph_of_odd_white_space_is_told() -> None:
    items = list(read(io.BytesIO("ICLR 2026\n\n\x1c\u2028\n\nWe read.\n".encode()), Origin("x.txt"), "abstracts"))
    assert [(type(item).__name__, item.where) for item in items] == [
        ("Broken", "x.txt: paragraph 1"),
        ("Entry", "x.txt: paragraph 2"),
    ]
