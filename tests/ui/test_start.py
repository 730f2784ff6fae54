"""What a start does before its first frame, and what it leaves for later."""

from __future__ import annotations

import pytest

from paperreader.config import Settings
from paperreader.formats.base import Entry
from paperreader.paper import Record
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.storage.library import Change
from paperreader.ui.app import PaperreaderApp


def text_of(app: PaperreaderApp) -> str:
    """The screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_titles_in_the_sidebar_do_not_wait_for_what_makes_them_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PaperreaderApp, "_learn_to_read", lambda _app: None)
    session = open_session(places())
    session.catalog.add("mine", [Entry(Record(title=r"On $\alpha$: a study"), b"1", "line 1")])
    session.load()
    session.library.apply([Change(session.catalog.paper(session.catalog.numbers()[-1]).uid, "starred", True)], "star")
    session.load()
    app = PaperreaderApp(session, Settings(), [])
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert r"★ On $\alpha$" in text_of(app)
        app.main.show_readable()
        await pilot.pause()
        assert "★ On α" in text_of(app)
    session.close()
