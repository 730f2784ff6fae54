"""What needs both files: merges, and papers with marks that the catalogue has lost.

The library decides, the catalogue follows: a merge is a command in the library's log, and the catalogue's rows are
arranged by it (`join`). Each file is written through its own connection; nothing is attached to another.
"""

from __future__ import annotations

from collections.abc import Sequence

from paperreader.errors import StorageError, UsageError
from paperreader.paper import Marks
from paperreader.storage.catalog import Catalog
from paperreader.storage.library import Applied, Library
from paperreader.storage.log import ALIAS, APART, TAG, Command
from paperreader.storage.papers import Suggestion


def join(library: Library, catalog: Catalog) -> bool:
    """Tell the catalogue which papers are merged and, when it was made anew, who the papers with marks are.

    Call it after opening both; `follow` does after commands. Returns whether the catalogue changed; under a
    millisecond when there is nothing to do.
    """
    if not catalog.writable:
        return False
    changed = False
    if not catalog.adopted:
        changed = catalog.adopt(library.known()) > 0
    return catalog.follow(library.aliases()) or changed


def follow(library: Library, catalog: Catalog, applied: Applied | None) -> str:
    """Let the catalogue follow a command that may have merged papers, or taken a merge back; after every such command.

    Return "", or why it follows later. The command is saved by then; the next `join` makes up for it, and so does an
    open reader when it looks around (`Session.poll`).
    """
    if applied is not None and applied.merges:
        try:
            join(library, catalog)
        except StorageError as error:
            reason = str(error).partition(";")[0]
            return f"saved, but the list follows later: {reason}"
    return ""


def merge(library: Library, catalog: Catalog, uids: Sequence[str], words: str = "") -> Applied | None:
    """Make several papers one, as one command that undo takes back; None when they are one already. Then `follow`.

    The paper that was imported first keeps its uid, the others become aliases of it; their marks are united: read,
    starred and later if any was, dismissed only if all were, the highest rating, all tags, all notes. Raises
    `UsageError` unless at least two of the uids are papers of the catalogue.
    """
    numbers = catalog.numbers_of(uids)
    known = sorted(set(numbers.values()))
    by_number = catalog.uids_of(known)
    if len(uids) < 2 or len(numbers) < len(set(uids)):
        raise UsageError("a merge needs two papers or more that are in the catalogue")
    names = [by_number[number] for number in known]
    if len(names) < 2:
        return None
    titles = [paper.title for paper in catalog.papers(known)]

    def change(work: Command) -> list[str]:
        # Another terminal may have merged some of them meanwhile: then what they stand for now is united.
        kept, *others = dict.fromkeys(work.resolve(uid) for uid in names)
        _unite(work, kept, others)
        return []

    papers = {paper.uid: paper for paper in catalog.papers(known)}
    return library.command(words or f"merge “{titles[0]}” and {len(names) - 1} more", change, papers)


def split(library: Library, uid: str) -> Applied | None:
    """Take a merged paper out again, without marks (undo of the merge gives them back); None if it is not merged.

    Then `follow`.
    """

    def change(work: Command) -> list[str]:
        work.put(uid, ALIAS, None)
        return []

    return library.command(f"unmerge {uid}", change)


def suggestions(library: Library, catalog: Catalog) -> list[Suggestion]:
    """Return the pairs of papers that may be one, without those of which the user said that they are or are not."""
    apart = set(library.rows("SELECT first, second FROM apart"))
    aliases = library.aliases()  # the catalogue may have yet to follow

    def stands_for(uid: str) -> str:
        for _ in aliases:
            if uid not in aliases:
                break
            uid = aliases[uid]
        return uid

    return [
        pair
        for pair in catalog.suggestions()
        if (pair.first, pair.second) not in apart and stands_for(pair.first) != stands_for(pair.second)
    ]


def keep_apart(library: Library, first: str, second: str) -> Applied | None:
    """Note that two papers are not the same, so that they are not suggested again; undoable."""
    first, second = sorted((first, second))

    def change(work: Command) -> list[str]:
        work.put(first, APART, f"+{second}")
        return []

    return library.command(f"keep apart {first} and {second}", change)


def _unite(work: Command, kept: str, others: Sequence[str]) -> None:
    """Write the operations of a merge: the marks of all to one, none to the others, and the aliases."""
    every = [kept, *others]
    held = {uid: {field: work.current(uid, field) for field in _FIELDS} for uid in every}
    marked = [uid for uid in every if any(held[uid].values()) or held[uid]["later"] is not None]
    places = [held[uid]["later"] for uid in every if held[uid]["later"] is not None]
    notes = list(dict.fromkeys(held[uid]["note"] for uid in every if held[uid]["note"]))
    united = {
        "read": max(held[uid]["read"] for uid in every),
        "starred": max(held[uid]["starred"] for uid in every),
        "later": min(places, default=None),
        "dismissed": min((held[uid]["dismissed"] for uid in marked), default=0),
        "rating": max(held[uid]["rating"] for uid in every),
        "note": "\n\n".join(notes),
    }
    for field, value in united.items():
        work.put(kept, field, value)
    for uid in others:
        for tag in held[uid]["tags"].split():
            work.put(kept, TAG, f"+{tag}")
            work.put(uid, TAG, f"-{tag}")
        for field, empty in (
            ("read", 0),
            ("starred", 0),
            ("later", None),
            ("dismissed", 0),
            ("rating", 0),
            ("note", ""),
        ):
            work.put(uid, field, empty)
        work.put(uid, ALIAS, kept)


_FIELDS = ("read", "starred", "later", "dismissed", "rating", "note", "tags")


def orphans(library: Library, catalog: Catalog) -> dict[str, str]:
    """Return the papers that have marks but are not in the catalogue: uid and the title they had ("" if unknown)."""
    marked: dict[str, Marks] = library.marks()
    found = catalog.numbers_of(marked)
    lost = [uid for uid in marked if uid not in found]
    return dict.fromkeys(lost, "") | library.titles(lost)
