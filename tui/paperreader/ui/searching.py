"""What is found out beside the keys: the word index, what forgives typos, the areas and facets of a list.

Every kind of work has a thread of its own, in which the newest job wins; what it found is put on the screen in the
app's own turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from paperreader.ui.background import Background, Job

if TYPE_CHECKING:
    from paperreader.search import Result
    from paperreader.ui.app import PaperreaderApp

#: The areas that the sidebar shows, and the longest list that they are counted for.
AREAS, AREAS_OF = 8, 6000


class Searching:
    """The workers of one reader."""

    def __init__(self, app: PaperreaderApp) -> None:
        self._app = app
        self._session = app.session
        self._slots: dict[str, Background] = {}
        self._preparing = False
        #: The result that could not be worked on.
        self._failed: Result | None = None

    def go_on(self) -> None:
        """Prepare the search if that is still to be done, and let the forgiving pass look at the newest query."""
        session = self._session
        of = session.result
        if of is self._failed:
            return  # It would fail again, and again with every paint; another query is another try.
        if not session.engine.ready or (session.engine.stale and self._app.importing is None):
            self._prepare(of)
        if of.pending or of.complete or session.forgiven(of):
            return

        def job(cancelled: Callable[[], bool]) -> Callable[[], None] | None:
            try:
                result = session.forgive(of, cancelled)
            except Exception:
                self._failed = of
                raise
            return partial(session.looked_at, of) if result is None else partial(self._found, result, of)

        self._request("search", job)

    def _found(self, result: Result, of: Result) -> None:
        self._session.accept(result, of)
        # The next key may be waiting already.
        self._app.main.in_one_frame(self._app.main.paint)

    def _prepare(self, of: Result) -> None:
        """Make the index fit the catalogue. It is not for one query: a newer one does not make it start over."""
        if self._preparing:
            return
        self._preparing = True

        def job(_cancelled: Callable[[], bool]) -> Callable[[], None] | None:
            try:
                changed = self._session.engine.prepare(cancelled=self._app.leaving.is_set)
            except Exception:
                self._failed = of
                raise
            finally:
                self._preparing = False
            return self._prepared if changed else None

        self._request("index", job)

    def _prepared(self) -> None:
        main = self._app.main
        main.guarded(self._session.catch_up)
        if self._session.own_views:
            # Their counts could not be known before.
            main.sidebar.show()
        main.paint()

    def count_areas(self) -> None:
        """Count the areas of what is listed, for the sidebar; in a list of very many papers they say little."""
        of = self._session.result

        def job(cancelled: Callable[[], bool]) -> Callable[[], None] | None:
            areas: list[tuple[str, int, str]] = []
            if of.total <= AREAS_OF and self._session.engine.ready and not cancelled():
                for facet in self._session.engine.facets(of, ["area"], AREAS):
                    areas = [(value.label, value.papers, value.query) for value in facet.values]
            return partial(self._show_areas, areas)

        self._request("areas", job)

    def _show_areas(self, areas: list[tuple[str, int, str]]) -> None:
        sidebar = self._app.main.sidebar
        if areas != sidebar.areas:
            sidebar.areas = areas
            sidebar.show()

    def count(self, job: Job) -> None:
        """Count something else; a newer job takes its place."""
        self._request("counting", job)

    def _request(self, name: str, job: Job) -> None:
        slot = self._slots.get(name)
        if slot is None:
            slot = self._slots[name] = Background(self._app.later, self._app.failed_beside)
        slot.request(job)

    def close(self) -> None:
        """Leave nothing running."""
        for slot in self._slots.values():
            slot.close()
