"""Files, folders and standard input into the catalogue."""

import gzip
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from paperreader.errors import Corrupt, FormatError, Full
from paperreader.formats import Broken, Entry
from paperreader.sources import ImportReport, Progress, import_path
from paperreader.sources.files import Reading, entries, source_name
from paperreader.storage.catalog import Catalog


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    with Catalog.open(tmp_path / "home" / "catalog.db") as opened:
        yield opened


def lines(*titles: str) -> bytes:
    return b"".join(
        json.dumps({"title": title, "year": 2025, "authors": ["Ada L"]}).encode() + b"\n" for title in titles
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a file is text")
def test_a_file_whose_name_is_no_text_comes_in(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / os.fsdecode(b"list \xff.jsonl")
    path.write_bytes(lines("One") + b"nonsense\n")
    report = import_path(path, catalog)
    assert (report.source, report.title, report.new) == ("list", "list \ufffd.jsonl", 1)
    assert [problem.where for problem in catalog.unreadable("list")] == ["list \ufffd.jsonl: line 2"]
    assert import_path(path, catalog).same == 1


def test_a_file_becomes_a_named_source(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "my list.jsonl.gz"
    path.write_bytes(gzip.compress(lines("One", "Two") + b"nonsense\n"))
    report = import_path(path, catalog)
    assert (report.source, report.papers, report.new, report.broken) == ("my-list", 2, 2, 1)
    assert report.problems[0].where == "my list.jsonl.gz: line 3"
    assert [(source.name, source.origin, source.papers) for source in catalog.sources()] == [("my-list", str(path), 2)]
    assert report.words() == "my-list: 2 new, 1 unreadable"


def test_a_report_says_what_was_guessed_and_what_does_not_close(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "a.csv").write_text("Paper Title,Author(s),Odd\nOne,A B,x\n")
    (folder / "b.bib").write_text("@article{b, title = {Two},\n\n@article{c, title = {Three}}\n")
    (folder / "c.jsonl").write_bytes(lines("Four"))
    report = import_path(folder, catalog)
    assert (report.new, report.broken) == (4, 0)
    assert [str(remark) for remark in report.remarks] == [
        'a.csv: line 1: title <- "Paper Title", authors <- "Author(s)"; not used: "Odd"',
        "b.bib: line 1: does not close; it was read up to the next entry, so look at it",
    ]


def test_a_second_import_changes_nothing(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "list.jsonl"
    path.write_bytes(lines("One", "Two"))
    import_path(path, catalog)
    generation = catalog.generation
    report = import_path(path, catalog)
    assert (report.new, report.changed, report.same) == (0, 0, 2)
    assert list(catalog.changed(generation)) == []
    assert len(catalog.sources()) == 1


def test_two_files_of_one_name_are_two_sources(tmp_path: Path, catalog: Catalog) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "list.jsonl").write_bytes(lines(f"From {folder}"))
    assert import_path(tmp_path / "a" / "list.jsonl", catalog).source == "list"
    assert import_path(tmp_path / "b" / "list.jsonl", catalog).source == "list-2"
    assert import_path(tmp_path / "a" / "list.jsonl", catalog).source == "list"


def test_nobody_takes_the_name_of_the_seeds(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "seeds.jsonl"
    path.write_bytes(lines("One"))
    assert import_path(path, catalog).source == "seeds-2"


def test_a_folder_gives_what_can_be_read(tmp_path: Path, catalog: Catalog) -> None:
    folder = tmp_path / "papers"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.jsonl").write_bytes(lines("One") + b"[\n")
    (folder / "b.jsonl").write_bytes(lines("Two"))
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / ".hidden.jsonl").write_bytes(lines("Hidden"))
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "away.jsonl").symlink_to("/etc/hostname")
    report = import_path(folder, catalog)
    assert (report.source, report.new) == ("papers", 2)
    assert [problem.where for problem in report.problems] == ["picture.png", "deep/a.jsonl: line 2"]


def test_a_folder_with_what_cannot_be_opened_gives_the_rest(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "papers"
    (folder / "shut").mkdir(parents=True)
    for name in ("a", "b", "gone"):
        (folder / f"{name}.jsonl").write_bytes(lines(name))
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.jsonl")  # reading it would wait for ever
    scandir = os.scandir

    def guarded(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    reading = Reading(folder)
    (folder / "gone.jsonl").unlink()
    found = list(reading)
    assert [item.record.title for item in found if isinstance(item, Entry)] == ["a", "b"]
    told = [(item.where, item.reason.partition("cannot be read: ")[2]) for item in found if isinstance(item, Broken)]
    assert told == [
        ("shut", "Permission denied; check its permissions, then try again"),
        ("gone.jsonl", "No such file or directory; check its permissions, then try again"),
    ]


def test_standard_input(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(lines("Piped"))))
    report = import_path(Path("-"), catalog)
    assert (report.source, report.new) == ("stdin", 1)


@pytest.mark.parametrize("content", [b"", b"no papers here", b"{}\n{}\n", b"\x1f\x8b damaged", b"PK\x03\x04"])
def test_nothing_readable_is_an_error_and_leaves_no_source(tmp_path: Path, catalog: Catalog, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"x\.jsonl"):
        import_path(path, catalog)
    assert catalog.sources() == []


def test_what_cannot_be_opened_is_a_typed_error(tmp_path: Path, catalog: Catalog) -> None:
    for path in (tmp_path / "none.jsonl", Path("/dev/zero"), tmp_path / "nul\0byte", tmp_path / ("x" * 300)):
        with pytest.raises(FormatError):
            import_path(path, catalog)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="holds no files"):
        import_path(tmp_path / "empty", catalog)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that this user may not read")
def test_a_file_without_permission(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(lines("One"))
    path.chmod(0)
    with pytest.raises(FormatError, match="permissions"):
        import_path(path, catalog)


def test_a_stopped_import_leaves_what_the_last_one_could_not_read(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text('{"title": "One"}\nbroken\n{"title": "Two"}\nbroken too\n')

    def stop_after(lines: int) -> list[bytes]:
        left = iter([False] * lines)
        assert import_path(path, catalog, cancelled=lambda: next(left, True)).cancelled
        return [entry.raw for entry in catalog.unreadable("list")]

    # The first one keeps what it has seen; a later one, which has seen less, takes nothing away.
    assert stop_after(3) == [b"broken"]
    import_path(path, catalog)
    for lines in (0, 1, 3):
        assert stop_after(lines) == [b"broken", b"broken too"]
    assert not [file for file in (catalog.path.parent / "records").iterdir() if ".tmp" in file.name]


def test_a_free_name_is_found_without_counting_papers(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting those of every source takes a quarter of a second at 100,000."""
    monkeypatch.setattr(catalog, "sources", lambda: pytest.fail("counts papers"))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "list.jsonl").write_text('{"title": "One"}\n')
    names = [import_path(tmp_path / folder / "list.jsonl", catalog).source for folder in ("a", "b", "a")]
    assert names == ["list", "list-2", "list"]
    assert list(catalog.origins()) == ["list", "list-2"]


def test_cancelling_keeps_what_is_in(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(lines(*(f"Paper {n}" for n in range(3000))))
    seen = 0

    def enough() -> bool:
        nonlocal seen
        seen += 1
        return seen > 1500

    report = import_path(path, catalog, cancelled=enough)
    assert report.cancelled
    assert 0 < report.new < 3000
    assert catalog.count() == report.new
    assert report.words().startswith("long: stopped: ")


def test_a_failure_on_the_way_keeps_what_is_in(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "cut.jsonl.gz"
    whole = gzip.compress(lines(*(f"Paper {n} {n * n}" for n in range(20_000))))
    path.write_bytes(whole[: len(whole) // 2])
    report = import_path(path, catalog)
    assert report.new > 1000
    # The half of a line with which it ends, and why.
    assert [problem.reason.split(":")[0] for problem in report.problems] == [
        "not JSON",
        "the file ends before its packed data does; get it again",
    ]


def test_a_disk_that_fills_up_on_the_way_is_told_with_what_is_in(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(lines(*(f"{n} {'long title ' * 50}" for n in range(3000))))
    pages = catalog._database.connection.pragma("page_count")
    catalog._database.connection.pragma("max_page_count", pages + 200)
    with pytest.raises(Full, match="no room left on the disk") as caught:
        import_path(path, catalog)
    kept = catalog.count()
    assert 0 < kept < 3000
    assert f"; {kept:,} new papers are in, and the same import brings the rest: free some space" in str(caught.value)
    catalog._database.connection.pragma("max_page_count", 10**6)
    assert import_path(path, catalog).new == 3000 - kept


def test_progress_grows_to_the_end(tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperreader.sources.importing._PACE", 0)
    path = tmp_path / "list.jsonl"
    path.write_bytes(lines(*(f"Paper {n}" for n in range(2000))))
    told: list[Progress] = []
    report = import_path(path, catalog, progress=told.append)
    assert isinstance(report, ImportReport)
    assert [tell.papers for tell in told] == sorted(tell.papers for tell in told)
    assert told[-1].papers == 2000
    assert told[-1].fraction == 1.0
    assert told[-1].left == 0


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/iclr2026.jsonl.gz", "iclr2026"),
        ("my papers (1).bib", "my-papers-1"),
        ("-", "stdin"),
        ("a/..jsonl", "file"),
        ("日本.txt", "日本"),
    ],
)
def test_names_of_sources(path: str, name: str) -> None:
    assert source_name(Path(path)) == name


def test_a_reading_knows_its_size(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(lines("One"))
    reading = Reading(path)
    assert (reading.total, reading.folder, len(list(reading))) == (path.stat().st_size, False, 1)
    assert reading.done == reading.total
    assert not any(isinstance(item, Broken) for item in entries(path))


def test_what_cannot_be_read_is_kept_as_it_came_until_it_can_be(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "list.jsonl"
    torn, nameless = b'{"title": "\xff torn\n', b'{"abstract": ""}\n'
    path.write_bytes(lines("One") + torn + nameless)
    for _ in range(2):  # a second import keeps them once
        import_path(path, catalog)
        kept = list(catalog.unreadable("list"))
        assert [(entry.where, entry.raw) for entry in kept] == [
            ("list.jsonl: line 2", torn.strip()),
            ("list.jsonl: line 3", nameless.strip()),
        ]
        assert all(entry.reason for entry in kept)
    assert len(catalog.sources()) == 1
    stored = [file for file in (tmp_path / "home" / "records").iterdir() if "unreadable" in file.name]
    assert [oct(file.stat().st_mode & 0o777) for file in stored] == ["0o600"]
    stored[0].write_bytes(stored[0].read_bytes()[:-9])
    with pytest.raises(Corrupt, match="import list again"):
        list(catalog.unreadable("list"))
    path.write_bytes(lines("One", "Two"))
    import_path(path, catalog)
    assert list(catalog.unreadable("list")) == []
    path.write_bytes(lines("One") + torn)
    import_path(path, catalog)
    catalog.remove_source("list")
    assert list(catalog.unreadable("list")) == []
    assert not [file for file in (tmp_path / "home" / "records").iterdir() if "unreadable" in file.name]


def test_an_import_that_fails_leaves_what_was_kept(tmp_path: Path, catalog: Catalog) -> None:
    path = tmp_path / "list.jsonl"
    path.write_bytes(lines("One") + b"torn\n")
    import_path(path, catalog)
    path.write_bytes(b"only torn lines\n")
    with pytest.raises(FormatError):
        import_path(path, catalog, format="jsonl")
    assert [entry.raw for entry in catalog.unreadable("list")] == [b"torn"]
    assert len(list((tmp_path / "home" / "records").iterdir())) == 2
