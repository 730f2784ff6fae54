"""The short form of `make fuzz`: damaged documents for every reader, for moments. Longer forms run on their own."""

from __future__ import annotations

import pytest

from . import fuzz

#: Seconds for each reader; every change is fuzzed for 20 (`.ci/run`), and `make fuzz` takes ten minutes.
SECONDS = 0.5


@pytest.mark.parametrize("name", fuzz.READERS)
def test_no_damage_costs_more_than_its_entry(name: str) -> None:
    *failures, (count, _kept, _slowest) = fuzz.fuzz(name, SECONDS, seed=0)
    assert failures == []
    assert count > 0


def test_a_failure_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise KeyError("boom")

    documents = fuzz.documents("ris")
    monkeypatch.setattr(fuzz, "documents", lambda *_: documents)
    calls = iter([("", [])] * len(documents))
    monkeypatch.setattr(fuzz, "tried", lambda *_: next(calls, None) or broken())
    first, *_ = fuzz.fuzz("ris", 0.05, seed=0)
    assert isinstance(first, fuzz.Failure)
    assert "boom" in first.what
