"""The index is prepared once, whatever is typed meanwhile."""

from __future__ import annotations

import threading
import time

import pytest

from paperreader.search.engine import Engine


async def test_typing_does_not_make_the_index_start_over(start, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare, go, starts = Engine.prepare, threading.Event(), []

    def slow(self: Engine, **told) -> bool:
        starts.append(told)
        while not go.wait(0.01):
            if told["cancelled"]():
                return False
        return prepare(self, **told)

    monkeypatch.setattr(Engine, "prepare", slow)
    monkeypatch.setattr("paperreader.search.engine.INLINE", 0)
    async with start() as reader:
        await reader.press("slash")
        await reader.type("attention")
        assert reader.session.result.pending
        go.set()
        await reader.until(lambda: reader.session.result.total > 0)
        assert len(starts) == 1


async def test_leaving_stops_the_preparation(start, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def endless(_self: Engine, **told) -> bool:
        while not told["cancelled"]():
            time.sleep(0.01)
        stopped.set()
        return False

    monkeypatch.setattr(Engine, "prepare", endless)
    async with start() as reader:
        await reader.press("j")
    assert stopped.wait(10)


async def test_what_fails_is_tried_once_a_query(start, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def failing(_self: Engine, **_told) -> bool:
        tries.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(Engine, "prepare", failing)
    monkeypatch.setattr("paperreader.search.engine.INLINE", 0)
    async with start() as reader:
        reader.faulty = True
        await reader.press("slash")
        await reader.type("abc")
        await reader.until(lambda: "the search failed" in reader.hint)
        await reader.pilot.pause(0.3)
        # At the start and for each of the queries; not with every paint, which would be thousands.
        assert len(tries) < 10
