"""Tables: what stands above the names of the columns."""

from __future__ import annotations

import io

import pytest

from paperreader.errors import FormatError
from paperreader.formats import Entry, limits, read
from paperreader.formats.base import Origin


def items(text: str) -> list[object]:
    return list(read(io.BytesIO(text.encode()), Origin("t.csv"), "csv"))


def test_a_quotation_mark_above_the_names_opens_nothing() -> None:
    said = [
        item
        for item in items('Export of "my list, made\ntitle,authors,year\nOne,A B,2024\n')
        if isinstance(item, Entry)
    ]
    assert [(item.record.title, item.where) for item in said] == [("One", "t.csv: line 3")]


def test_names_that_cannot_be_read_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ENTRY", 50)
    with pytest.raises(FormatError, match=r"t\.csv: line 1: the names of the columns cannot be read"):
        items('title,"authors\n' + "x" * 100 + "\nOne,A B\n")
