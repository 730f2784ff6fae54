"""A venue is shown as titles are: LaTeX in it is for the machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .conftest import Done

Run = Callable[..., Done]


def test_a_venue_is_read_like_a_title(paperreader: Run, tmp_path: Path) -> None:
    (tmp_path / "own.bib").write_text(
        r"@inproceedings{a, title={A study of looms}, author={Ada Lovelace}, year=1999,"
        r" booktitle={Proc. $4^{th}$ {\em Summer} School}}"
    )
    assert paperreader("import", str(tmp_path / "own.bib")).code == 0
    (uid,) = paperreader("list", "--format", "ids", "looms").lines
    assert "Proc. 4ᵗʰ Summer School 1999" in paperreader("show", uid).out
    shown = paperreader("list", "--format", "table", "looms", COLUMNS="140").out
    assert "Proc. 4ᵗʰ Summer" in shown
    assert "$" not in shown
