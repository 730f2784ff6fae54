"""The shipped papers: there on the first start, renewed by a new version, gone for good when removed."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperreader.formats import Broken, Item
from paperreader.paths import shipped
from paperreader.sources import SEEDS, ensure_seeds, seeds
from paperreader.storage.catalog import Catalog


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    with Catalog.open(tmp_path / "catalog.db") as opened:
        yield opened


def test_the_written_version_is_that_of_the_shipped_files() -> None:
    assert seeds.digest(shipped("seeds")) == seeds.VERSION, "the seeds changed: write the new digest into seeds.VERSION"


def test_the_first_start_brings_them_and_the_second_does_nothing(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ensure_seeds(catalog)
    assert catalog.count() == 38
    paper = catalog.paper(1)
    assert paper.uid == "arxiv:2506.12876"
    assert paper.title.startswith("MaskPro")
    generation = catalog.generation
    monkeypatch.setattr(seeds, "seeds", lambda: pytest.fail("a start with nothing to do must not read"))
    assert not ensure_seeds(catalog)
    assert catalog.generation == generation


def test_once_removed_they_do_not_come_back(catalog: Catalog) -> None:
    ensure_seeds(catalog)
    catalog.remove_source(SEEDS)
    assert not ensure_seeds(catalog)
    assert catalog.count() == 0


def test_another_version_is_imported_again(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    ensure_seeds(catalog)
    monkeypatch.setattr(seeds, "VERSION", "0123456789abcdef")
    assert ensure_seeds(catalog)
    assert catalog.count() == 38
    assert not ensure_seeds(catalog)


def test_a_damaged_installation_is_said_and_brings_nothing(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    from paperreader.errors import FormatError

    def damaged() -> Iterator[Item]:
        yield Broken("seeds: paragraph 1", "no title", b"")

    monkeypatch.setattr(seeds, "seeds", damaged)
    with pytest.raises(FormatError, match="install paperreader again"):
        ensure_seeds(catalog)
    assert catalog.count() == 0


def test_importing_the_room_loads_no_parser() -> None:
    code = "import sys, paperreader.sources; print([m for m in sys.modules if 'formats' in m or m == 'json'])"
    tui = str(Path(seeds.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": tui}
    )
    assert done.stdout.strip() == "[]"
