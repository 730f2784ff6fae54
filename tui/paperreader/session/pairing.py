"""Papers that may be one: pairs of them, and what the user says of each. Nothing is merged by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from paperreader.errors import UsageError
from paperreader.paper import Paper
from paperreader.session.marking import Marking, short_title
from paperreader.text.titles import title_of

if TYPE_CHECKING:
    from paperreader.storage.library import Applied


class Pair(NamedTuple):
    """Two papers that may be one, the one first that was imported first, and why; there may be thousands of pairs."""

    numbers: tuple[int, int]
    reason: str
    uids: tuple[tuple[str, str], ...]
    """The uids that were found to look alike: several, where a paper was made of several."""


class Pairing(Marking):
    """Finds pairs and carries out the verdict on them, each an undoable command of the library."""

    def pairs(self) -> list[Pair]:
        """The pairs of papers that may be one, in the order of the catalogue, without those that were kept apart."""
        from paperreader.storage.joined import suggestions

        suggested = suggestions(self.library, self.catalog)
        return self._united((pair.reason, ((pair.first, pair.second),)) for pair in suggested)

    def pairs_left(self, pairs: Sequence[Pair], decided: Pair) -> list[Pair]:
        """What of these pairs is left after a verdict on one; looks up only those that share a paper with it.

        A merge may have settled them too, or made them pairs of another paper.
        """
        both = set(decided.numbers)
        others = [pair for pair in pairs if pair.numbers != decided.numbers]
        touched = [pair for pair in others if not both.isdisjoint(pair.numbers)]
        anew = {pair.numbers: pair for pair in self._united((pair.reason, pair.uids) for pair in touched)}
        left = {pair.numbers: pair for pair in others if both.isdisjoint(pair.numbers)} | anew
        return sorted(left.values(), key=lambda pair: pair.numbers)

    def _united(self, alike: Iterable[tuple[str, tuple[tuple[str, str], ...]]]) -> list[Pair]:
        """One pair for all that is said of the same two papers; none for what is one paper or not in the catalogue."""
        told = list(alike)
        numbers = self.catalog.numbers_of([uid for _reason, pairs in told for pair in pairs for uid in pair])
        found: dict[tuple[int, int], Pair] = {}
        for reason, pairs in told:
            for uids in pairs:
                first, second = sorted(numbers.get(uid, 0) for uid in uids)
                if 0 < first < second:
                    known = found.get((first, second), Pair((first, second), reason, ()))
                    found[first, second] = known._replace(uids=(*known.uids, uids))
        return sorted(found.values(), key=lambda pair: pair.numbers)

    def both(self, pair: Pair) -> tuple[Paper, Paper]:
        """The two papers. Raises KeyError when another terminal took one out of the catalogue."""
        first, second = pair.numbers
        return self.paper(first), self.paper(second)

    def merge_pair(self, pair: Pair) -> tuple[int, ...]:
        """Make the two papers one; return the commands that undo takes back, none when it could not be done."""
        from paperreader.storage.joined import merge

        words, uids = f"merged {self._named(pair)}", list(self.catalog.uids_of(pair.numbers).values())
        _saved, applied = self._apply(lambda: merge(self.library, self.catalog, uids, words), "undo")
        return () if applied is None else (applied.command,)

    def keep_pair_apart(self, pair: Pair) -> tuple[int, ...]:
        """Note that the two papers are not the same, so that they are not suggested again; returns as `merge_pair`."""
        from paperreader.storage.joined import keep_apart

        commands: list[int] = []
        for one, other in pair.uids:
            saved, applied = self._apply(partial(keep_apart, self.library, one, other), "undo")
            if not saved:
                return tuple(commands)
            if applied is not None:
                commands.append(applied.command)
        self.say(f"not the same: {self._named(pair)}", "undo")
        return tuple(commands)

    def _named(self, pair: Pair) -> str:
        try:
            return short_title(title_of(self.paper(pair.numbers[0]).title).line)
        except KeyError:
            return "two papers, one of which is gone"

    def take_back(self, commands: tuple[int, ...]) -> tuple[int, ...]:
        """Undo these commands of `merge_pair` or `keep_pair_apart`; return those that are still to be undone."""
        while commands:
            saved, applied = self._apply(partial(self._undone, commands[-1]), "info")
            if not saved:
                break
            if applied is None:
                self.say("this step was undone already, in another terminal or in the list")
            commands = commands[:-1]
        return commands

    def _undone(self, command: int) -> Applied | None:
        """What undoing a command of ours did; None when it is undone already."""
        try:
            return self.library.undo(command)
        except UsageError:
            return None
