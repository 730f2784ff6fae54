"""An import that ends while the user does something else leaves that alone, and is told all the same."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from paperreader.sources import import_path


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Imports end only when this is set."""
    go = threading.Event()

    def slow(*args, **options):
        report = import_path(*args, **options)
        assert go.wait(20)
        return report

    monkeypatch.setattr("paperreader.sources.import_path", slow)
    return go


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three papers, and a line that cannot be read."""
    path = tmp_path / "mine.jsonl"
    rows = [json.dumps({"title": f"Paper {number} on zebras"}) for number in range(3)]
    path.write_text("\n".join([*rows, "{broken"]))
    return path


async def begin(reader, file: Path) -> None:
    await reader.press("0", "I")
    await reader.type(str(file))
    await reader.press("enter")


async def test_it_does_not_take_the_list_from_who_types(start, held: threading.Event, file: Path) -> None:
    async with start(160) as reader:
        await begin(reader, file)
        await reader.press("/")
        await reader.type("graph")
        held.set()
        await reader.until(lambda: reader.app.importing is None)
        session = reader.session
        await reader.until(lambda: session.marks.total == 41)
        assert (session.view.name, session.query) == ("All", "graph")
        assert 0 < session.result.total < 38
        assert reader.overlay is None
        assert "3 new" in reader.hint
        assert "source:mine in All" in reader.hint
        # The next key takes it away, so it comes once more.
        await reader.press("s")
        assert "3 new" not in reader.hint
        await reader.press("enter")
        await reader.until(lambda: "3 new" in reader.hint)
        assert session.query == "graphs"
        await reader.press("0", "/")
        await reader.type("source:mine")
        assert session.result.total == 3


@pytest.mark.parametrize("keys", [("?",), ("j",), ("1",)])
async def test_it_does_not_take_the_list_from_who_went_on(
    start, held: threading.Event, file: Path, keys: tuple[str, ...]
) -> None:
    async with start(160) as reader:
        await begin(reader, file)
        await reader.press(*keys)
        session, overlay = reader.session, reader.overlay
        view, number = session.view, session.number()
        held.set()
        await reader.until(lambda: reader.app.importing is None and session.marks.total == 41)
        assert (session.view, session.number(), reader.overlay) == (view, number, overlay)
        if overlay:
            await reader.press("escape")
        await reader.until(lambda: "source:mine in All" in reader.hint)


async def test_it_is_shown_to_who_waits(start, held: threading.Event, file: Path) -> None:
    async with start(160) as reader:
        await begin(reader, file)
        held.set()
        await reader.until(lambda: reader.session.view.query == "source:mine")
        await reader.until(lambda: reader.overlay is not None)


async def test_one_that_fails_beside_a_line_being_typed_is_told_after_it(
    start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    def late(*args, **options):
        assert go.wait(20)
        return import_path(*args, **options)

    monkeypatch.setattr("paperreader.sources.import_path", late)
    async with start() as reader:
        (tmp_path / "empty.bib").touch()
        await begin(reader, tmp_path / "empty.bib")
        await reader.press("/")
        go.set()
        await reader.until(lambda: reader.app.importing is None)
        await reader.press("a")
        assert "empty.bib" not in reader.hint
        await reader.press("enter")
        await reader.until(lambda: "empty.bib" in reader.hint)


async def test_a_stray_escape_stops_no_import_and_is_promised_only_where_it_would(
    start, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paperreader.sources import ImportReport
    from paperreader.sources.importing import Progress

    seconds = iter(range(1, 1 << 30))

    def endless(path: Path, _catalog: object, *, progress, cancelled, **_: object) -> ImportReport:
        while not cancelled():
            progress(Progress(path.stem, 0, None, 1, 0, next(seconds)))
            threading.Event().wait(0.01)
        return ImportReport(path.stem, path.stem, 1, 1, 0, 0, 0, 0, (), True, 1.0)

    monkeypatch.setattr("paperreader.sources.import_path", endless)
    async with start(80) as reader:
        await begin(reader, file)
        await reader.until(lambda: reader.hint.endswith("1 paper · Esc stops it"))
        await reader.press("/")
        await reader.until(lambda: "importing mine.jsonl" not in reader.hint or reader.hint.endswith("1 paper"))
        assert "stops it" not in reader.hint
        await reader.press("escape")
        await reader.until(lambda: reader.hint.endswith("· Esc stops it"))
        await reader.press("escape")
        await reader.until(lambda: reader.hint.endswith("· Esc again stops it"))
        await reader.press("j")
        await reader.until(lambda: reader.hint.endswith("· Esc stops it"))
        await reader.press("escape")
        assert reader.app.importing is not None
        assert not reader.app.importing.cancelled
        await reader.press("escape")
        await reader.until(lambda: reader.app.importing is None)
        await reader.until(lambda: reader.hint.endswith("; import it again, and the rest comes in"))


async def test_a_count_that_leaves_out_what_is_not_indexed_yet_says_so(
    start, held: threading.Event, file: Path
) -> None:
    async with start() as reader:
        await begin(reader, file)
        await reader.until(lambda: reader.session.marks.total == 41)
        await reader.press("/")
        await reader.type("graph")
        assert "so far" in reader.text
        await reader.press("enter")
        assert "so far" in reader.text
        held.set()
        await reader.until(lambda: "so far" not in reader.text)
