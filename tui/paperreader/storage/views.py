"""The user's own views: named queries in an order, each change of them a command like any other."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from paperreader.errors import UsageError
from paperreader.paper import BUILTIN_VIEWS, Paper, View
from paperreader.storage.database import fetch
from paperreader.storage.log import VIEW, VIEW_UID, Applied, Command, unicode_text, view_value
from paperreader.storage.opened import Opened

NAME_LIMIT = 64


class OwnViews(Opened, ABC):
    """The part of a library that keeps the user's own views."""

    @abstractmethod
    def command(
        self,
        words: str,
        change: Callable[[Command], list[str]],
        papers: Mapping[str, Paper] | None = None,
        *,
        by_itself: bool = False,
    ) -> Applied | None:
        """Carry out `change` as one logged command (see `Library.command`)."""

    def views(self) -> list[View]:
        """Return the user's own views in their order."""
        return [View(name, query) for name, query in self.rows("SELECT name, query FROM view ORDER BY place, name")]

    def save_view(self, name: str, query: str) -> Applied | None:
        """Save a view, at the end, or give the one of that name another query. Raises `UsageError` for a bad name."""
        name, query = _view_name(name), unicode_text(query)

        def change(work: Command) -> list[str]:
            place = work.execute("SELECT place FROM view WHERE name = ?", (name,)).get
            if place is None:
                place = (work.execute("SELECT max(place) FROM view").get or 0.0) + 1
            work.put(VIEW_UID + name, VIEW, view_value(query, place))
            return []

        did = "replaced" if any(view.name == name for view in self.views()) else "saved"
        return self.command(f"{did} the view {name}", change)

    def rename_view(self, old: str, new: str) -> Applied | None:
        """Give an own view another name. Raises `UsageError` when there is none, or the new name is taken."""
        new = _view_name(new)

        def change(work: Command) -> list[str]:
            value = self._view(work, old)
            if new != old:
                if work.current(VIEW_UID + new, VIEW) is not None:
                    raise UsageError(f"there is a view {new} already; choose another name")
                work.put(VIEW_UID + old, VIEW, None)
                work.put(VIEW_UID + new, VIEW, value)
            return []

        return self.command(f"renamed the view {old} to {new}", change)

    def move_view(self, name: str, to: int) -> Applied | None:
        """Move an own view to a place among the own views, from 0."""

        def change(work: Command) -> list[str]:
            query = json.loads(self._view(work, name))[0]
            others = [
                row
                for row in fetch(work.connection, "SELECT name, query, place FROM view ORDER BY place, name")
                if row[0] != name
            ]
            at = min(max(to, 0), len(others))
            before = others[at - 1][2] if at else (others[0][2] - 2 if others else 0.0)
            after = others[at][2] if at < len(others) else before + 2
            place = (before + after) / 2
            if not before < place < after:
                # No room left between two numbers: number all anew.
                for count, (other, text, _) in enumerate([*others[:at], (name, query, 0.0), *others[at:]]):
                    work.put(VIEW_UID + other, VIEW, view_value(text, float(count + 1)))
                return []
            work.put(VIEW_UID + name, VIEW, view_value(query, place))
            return []

        return self.command(f"moved the view {name}", change)

    def delete_view(self, name: str) -> Applied | None:
        """Delete an own view. Raises `UsageError` when there is none."""

        def change(work: Command) -> list[str]:
            self._view(work, name)
            work.put(VIEW_UID + name, VIEW, None)
            return []

        return self.command(f"deleted the view {name}", change)

    def _view(self, work: Command, name: str) -> str:
        value = work.current(VIEW_UID + name, VIEW)
        if value is None:
            raise UsageError(f"there is no view {name} of your own")
        return str(value)


def _view_name(name: str) -> str:
    name = unicode_text(" ".join(name.split()))
    if not name or not name.isprintable():
        raise UsageError("a view needs a name of printable characters")
    if len(name) > NAME_LIMIT:
        raise UsageError(f"the name of a view has at most {NAME_LIMIT} characters, this one {len(name)}")
    if name.casefold() in {view.name.casefold() for view in BUILTIN_VIEWS}:
        raise UsageError(f"{name} is a view that is always there; choose another name")
    return name
