"""Going through the papers that may be one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperreader.errors import Busy
from paperreader.paths import places
from paperreader.ui.reading.comparison import different_words

ONE = {
    "title": "Attention over Sparse Graphs", "authors": ["Ada Lovelace", "Grace Hopper"], "year": 2024,
    "abstract": "It improves long documents by 4.2 points.", "arxiv": "2401.00001",
}  # fmt: skip
OTHER = {**ONE, "authors": ["Ada Lovelace"], "abstract": "It improves long documents by 3.9 points.", "arxiv": "2401.9"}


@pytest.fixture
def twins(tmp_path: Path) -> None:
    """Two papers that may be one, besides the seeds."""
    from paperreader.session import open_session
    from paperreader.sources import import_path

    file = tmp_path / "twins.jsonl"
    file.write_text("".join(json.dumps(paper) + "\n" for paper in (ONE, {**OTHER, "arxiv": "2401.00009"})))
    session = open_session(places())
    import_path(file, session.catalog)
    session.close()


async def open_duplicates(reader) -> None:
    await reader.press("ctrl+p")
    await reader.until(lambda: reader.overlay is not None)
    await reader.type("duplicates")
    await reader.press("enter")
    await reader.until(lambda: "Duplicates" in reader.lines[0])


async def test_no_pairs_are_said_to_be_none(start) -> None:
    async with start() as reader:
        await open_duplicates(reader)
        assert "No two papers look like the same one." in reader.text
        await reader.press("m", "n", "right", "J")
        assert reader.session.library.commands() == []
        await reader.press("q")
        await reader.until(lambda: reader.overlay is None)


@pytest.mark.parametrize(("width", "beside"), [(120, True), (80, False)])
async def test_what_differs_is_marked(start, twins: None, width: int, beside: bool) -> None:
    async with start(width, 24) as reader:
        await open_duplicates(reader)
        assert "1 of 1 · same title" in reader.lines[0]
        (title,) = [line for line in reader.lines if line.startswith("   title ")]
        assert "≠" not in title
        (abstract,) = [line for line in reader.lines if "≠ abstract" in line]
        assert ("4.2" in abstract, "3.9" in abstract) == (True, beside)
        assert "3.9" in reader.text
        assert "≠ authors" in reader.text


async def test_merging_and_undoing(start, twins: None) -> None:
    async with start() as reader:
        await reader.press("0", "s", "G")
        assert reader.session.marks.total == 40
        await open_duplicates(reader)
        await reader.press("u")
        assert "nothing was done here yet" in reader.hint
        await reader.press("m")
        assert "merged Attention over Sparse Graphs" in reader.hint
        assert "That was the last pair." in reader.text
        assert reader.session.marks.total == 39
        await reader.press("u")
        assert "1 of 1" in reader.lines[0]
        assert reader.session.marks.total == 40
        await reader.press("m", "escape")
        await reader.until(lambda: reader.overlay is None)
        assert "removed" not in reader.text
        assert "/39" in reader.lines[0]
        await reader.press("u")
        assert reader.session.marks.total == 40
        # The star from before is the next to be taken back.
        assert reader.session.marks.count("Starred") == 1


async def test_a_step_that_cannot_be_taken_back_now_can_be_later(
    start, twins: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_command: int) -> None:
        raise Busy("the library is in use by another program")

    async with start() as reader:
        await open_duplicates(reader)
        await reader.press("m")
        with monkeypatch.context() as patch:
            patch.setattr(reader.session.library, "undo", busy)
            await reader.press("u")
            assert "not saved: the library is in use" in reader.hint
        await reader.press("u")
        assert "1 of 1" in reader.lines[0]


@pytest.mark.parametrize("verdict", ["m", "n"])
async def test_a_step_that_another_terminal_took_back_is_said_to_be(start, twins: None, verdict: str) -> None:
    from paperreader.session import open_session

    async with start() as reader:
        await open_duplicates(reader)
        await reader.press(verdict)
        other = open_session(places())
        other.undo()
        other.close()
        await reader.press("u")
        assert "this step was undone already" in reader.hint
        assert "1 of 1" in reader.lines[0]
        await reader.press("u")
        assert "nothing was done here yet" in reader.hint


async def test_not_the_same_is_remembered(start, twins: None) -> None:
    async with start() as reader:
        await open_duplicates(reader)
        await reader.press("n")
        assert "not the same: Attention" in reader.hint
    async with start() as reader:
        await open_duplicates(reader)
        assert "No two papers" in reader.text


def test_different_words() -> None:
    first, second = "a b c d", "a x c d e"
    in_first, in_second = different_words(first, second)
    assert [first[start:end] for start, end in in_first] == ["b"]
    assert [second[start:end] for start, end in in_second] == ["x", "e"]
