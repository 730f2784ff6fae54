"""The one table of commands: what a user can do, under which id, with which keys.

Bindings, the hint line, the `?` help, the command palette and `docs/keys.md` are all made from it, so they cannot
disagree. A command is carried out either by a method of the session (`run`) or, where it is about the screen alone, by
the interface, which looks for a handler of the command's id. Keys are written as Textual names them, a sequence with
blanks between its keys: `"g g"`, `"ctrl+d"`, `"] u"`. Nothing here imports Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from paperreader.session import Session

#: The panes that a key can be bound in; a command without scope is bound in all three.
LIST, READER, SIDEBAR = "list", "reader", "sidebar"


class Command(NamedTuple):
    """One thing that a user can do."""

    id: str
    """Permanent: configuration files name it."""
    title: str
    """A few words, for the palette and the help."""
    help: str
    """One sentence, for the help and the documentation."""
    group: str
    keys: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    """The panes in which its keys are bound; empty means all."""
    hint: str = ""
    """One word for the hint line, empty to stay off it."""
    run: Callable[[Session], None] | None = None
    """The session's handler; None when the interface carries it out."""
    family: str = ""
    """Commands of one family (`1` to `9`) are one row of the help, drawn as this text."""


def _rate(stars: int) -> Callable[[Session], None]:
    return lambda session: session.rate(stars)


def _open_digit(digit: int) -> Callable[[Session], None]:
    return lambda session: session.open_digit(digit)


def _table() -> Iterator[Command]:
    """Yield every command, in the order in which the help shows them."""
    c = Command
    move, panes, filter_, mark, decide = "Move", "Panes", "Filter", "Mark", "Decide"
    views, out, more = "Views", "Open and copy", "More"

    yield c("down", "Down", "One paper down; in the reader one line.", move, ("j", "down"))
    yield c("up", "Up", "One paper up; in the reader one line.", move, ("k", "up"))
    yield c("top", "First", "To the first paper; in the reader to the top.", move, ("g g", "home"))
    yield c("bottom", "Last", "To the last paper; in the reader to the end.", move, ("G", "end"))
    yield c("half-down", "Half a page down", "Half a page down.", move, ("ctrl+d",))
    yield c("half-up", "Half a page up", "Half a page up.", move, ("ctrl+u",))
    yield c("page-down", "Page down", "A page down.", move, ("pagedown",))
    yield c("page-up", "Page up", "A page up.", move, ("pageup",))
    yield c("next-undecided", "Next undecided", "To the next paper that is not decided.", move, ("n",), (LIST,))
    yield c("previous-undecided", "Previous undecided", "To the previous undecided paper.", move, ("N",), (LIST,))
    yield c("next-unread", "Next unread", "To the next unread paper.", move, ("] u", ") u"))
    yield c("previous-unread", "Previous unread", "To the previous unread paper.", move, ("[ u", "( u"))
    yield c("next-starred", "Next starred", "To the next starred paper.", move, ("] s", ") s"))
    yield c("previous-starred", "Previous starred", "To the previous starred paper.", move, ("[ s", "( s"))

    yield c(
        "read-on", "Read on", "Page the reader; at its end go to the next paper.", panes, ("space",), hint="read on"
    )
    yield c("reader-down", "Scroll the reader down", "Scroll the reader while the list keeps the focus.", panes, ("J",))
    yield c("reader-up", "Scroll the reader up", "Scroll the reader back.", panes, ("K",))
    yield c("open", "Into the reader", "Into the reader; in the sidebar, open what the cursor is on.", panes,
            ("l", "enter", "right"))  # fmt: skip
    yield c("previous-list", "Previous list", "Back to the list that was open before, its query and its cursor.", panes,
            ("ctrl+o",))  # fmt: skip
    yield c("back", "Back", "Back to the list; in the list, clear the selection, then the filter.", panes,
            ("h", "escape", "left"))  # fmt: skip
    yield c("next-pane", "Next pane", "To the next pane.", panes, ("tab",))
    yield c("previous-pane", "Previous pane", "To the previous pane.", panes, ("shift+tab",))
    yield c("sidebar", "Bookmarks", "Show or hide the bookmarks sidebar.", panes, ("B",))
    yield c("zen", "Zen", "The reader alone, and back.", panes, ("Z",))
    yield c("narrower", "Narrower reader", "Make the reader narrower.", panes, ("<",))
    yield c("wider", "Wider reader", "Make the reader wider.", panes, (">",))
    yield c("source", "Source of the abstract", "The abstract as it came, and back.", panes, ("\\",))

    yield c("filter", "Filter", "Filter as you type; Enter keeps the query, Esc clears it.", filter_, ("/",),
            hint="filter")  # fmt: skip
    yield c("next-match", "Next match", "To the next match of the query in the text.", filter_, ("n",), (READER,))
    yield c("previous-match", "Previous match", "To the previous match of the query.", filter_, ("N",), (READER,))
    for key, what, word in (("a", "author", "author"), ("k", "keyword", "keyword"), ("c", "area", "area"),
                            ("v", "venue", "venue"), ("t", "tag", "tag")):  # fmt: skip
        yield c(f"like-{what}", f"Same {word}", f"The papers with the same {word}.", filter_, (f"f {key}",),
                (LIST, READER))  # fmt: skip
    yield c("more-like-this", "More like this", "The papers that share this one's rarest words.", filter_, ("g m",),
            (LIST, READER), run=lambda session: session.more_like_this())  # fmt: skip
    yield c("facets", "Facets", "What the list is made of: areas, venues, years, keywords, authors, tags.", filter_,
            ("F",))  # fmt: skip
    yield c("sort", "Sort", "Choose how the list is sorted.", filter_, ("S",))
    yield c("reverse", "Reverse the sort", "Reverse the order of the list.", filter_, ("g s",))

    yield c("keep", "Keep", "Star it, take it off the other two piles, go to the next paper.", decide, ("a",),
            (LIST, READER), hint="keep", run=lambda session: session.decide("keep"))  # fmt: skip
    yield c("later", "Later", "Put it in the later queue, go to the next paper.", decide, ("w",), (LIST, READER),
            hint="later", run=lambda session: session.decide("later"))  # fmt: skip
    yield c("dismiss", "Dismiss", "Dismiss it, go to the next paper.", decide, ("d",), (LIST, READER),
            hint="dismiss", run=lambda session: session.decide("dismiss"))  # fmt: skip
    yield c("clear", "Clear the decision", "Take it off all three piles, go to the next paper.", decide, ("x",),
            (LIST, READER), run=lambda session: session.decide("clear"))  # fmt: skip

    yield c("star", "Star", "Star or unstar; touch nothing else.", mark, ("s",), (LIST, READER), hint="star",
            run=lambda session: session.toggle("starred"))  # fmt: skip
    yield c("read", "Read / unread", "Mark as read or unread; touch nothing else.", mark, ("r",), (LIST, READER),
            hint="read", run=lambda session: session.toggle("read"))  # fmt: skip
    yield c("undo", "Undo", "Take back what you did last.", mark, ("u",), hint="undo",
            run=lambda session: session.undo())  # fmt: skip
    yield c("redo", "Redo", "Bring back what was undone.", mark, ("ctrl+r",), run=lambda session: session.redo())
    yield c("later-up", "Up in the later queue", "Move it up in the later queue.", decide, ("{",), (LIST, READER),
            run=lambda session: session.move_later(-1))  # fmt: skip
    yield c("later-down", "Down in the later queue", "Move it down in the later queue.", decide, ("}",), (LIST, READER),
            run=lambda session: session.move_later(1))  # fmt: skip
    yield c("tags", "Tags", "Add and remove tags: `+a -b`.", mark, ("t",), (LIST, READER))
    yield c("note", "Note", "Write a one-line note.", mark, ("e",), (LIST, READER))
    yield c("note-editor", "Note in the editor", "Write the note in $EDITOR.", mark, ("E",), (LIST, READER))
    for stars in range(6):
        yield c(f"rate-{stars}", f"Rate {stars}" if stars else "No rating", "Rate from 0 (none) to 5.", mark,
                (f"R {stars}",), (LIST, READER), family="R 0…5", run=_rate(stars))  # fmt: skip
    yield c("select", "Select", "Select or unselect it, go to the next paper.", mark, ("v",), (LIST,),
            run=lambda session: session.select())  # fmt: skip
    yield c("select-range", "Select a range", "Select all from the last selected paper to here.", mark, ("V",), (LIST,),
            run=lambda session: session.select_range())  # fmt: skip
    yield c("select-all", "Select all shown", "Select all papers of the list, or none.", mark, ("*",), (LIST,),
            run=lambda session: session.select_all())  # fmt: skip

    for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0):
        yield c(f"view-{digit}", f"View {digit}", "Go to this view of the sidebar; 0 is All.", views, (str(digit),),
                family="1…9 0", run=_open_digit(digit))  # fmt: skip
    yield c("save-view", "Save the query as a view", "Keep the query in the sidebar under a name.", views, ("g v",))
    yield c("rename-view", "Rename the view", "Give the view under the cursor another name.", views, ("e",), (SIDEBAR,))
    yield c(
        "move-view-up", "Move up", "Move the view or the queued paper under the cursor up.", views, ("{",), (SIDEBAR,)
    )
    yield c(
        "move-view-down",
        "Move down",
        "Move the view or the queued paper under the cursor down.",
        views,
        ("}",),
        (SIDEBAR,),
    )
    yield c("delete-view", "Delete the view", "Delete the view under the cursor; undo brings it back.", views, ("D",),
            (SIDEBAR,))  # fmt: skip

    yield c("open-web", "Open the web page", "Open the paper's page in the browser.", out, ("o",))
    yield c("open-pdf", "Open the PDF", "Open the PDF.", out, ("p",))
    yield c("open-code", "Open the code", "Open the code.", out, ("c",))
    for number in range(1, 10):
        yield c(f"open-link-{number}", f"Open link {number}", "Open a numbered link of the reader.", out,
                (f"O {number}",), family="O 1…9")  # fmt: skip
    yield c("copy-citation", "Copy the citation", "Copy authors, title, venue, year and address.", out, ("y y",))
    yield c("copy-bibtex", "Copy the BibTeX entry", "Copy the BibTeX entry.", out, ("y b",))
    yield c("copy-key", "Copy the citation key", "Copy the citation key.", out, ("y k",))
    yield c("copy-url", "Copy the URL", "Copy the address of the paper's page.", out, ("y u",))
    yield c("copy-title", "Copy the title", "Copy the title.", out, ("y t",))
    yield c("copy-link", "Copy a Markdown link", "Copy the title as a Markdown link.", out, ("y m",))
    yield c("copy-selection", "Copy the selected text", "Copy what the mouse selected.", out, ("ctrl+c",))
    yield c("export", "Export", "Write the selection, or the whole list, to a file.", out, ("X",))
    yield c("import", "Import", "Import a file of papers, with a report.", out, ("I",))

    yield c("duplicates", "Duplicates", "Papers that may be the same, pair by pair: merge them, or keep them apart.",
            more)  # fmt: skip
    yield c("help", "Keys", "All keys, searchable.", more, ("?",), hint="keys")
    yield c("palette", "Command palette", "Every command, view and theme by name.", more, ("ctrl+p",))
    yield c("messages", "Messages in full", "The last messages that had to be cut, whole.", more,
            ("g <",))  # fmt: skip
    yield c("theme", "Theme", "Choose a theme; it is kept in config.toml.", more)
    yield c("settings", "Settings", "Change a setting; it is kept in config.toml, whose comments stay.", more)
    yield c("redraw", "Redraw", "Paint the whole screen again, after something else wrote on it.", more, ("ctrl+l",))
    yield c("stop", "Stop", "Back to the shell, where `fg` goes on. Not on Windows.", more,
            ("ctrl+z",))  # fmt: skip
    yield c("quit", "Quit", "Close what is open; at the top level, quit. Everything is saved already.", more, ("q",),
            hint="quit")  # fmt: skip


COMMANDS: tuple[Command, ...] = tuple(_table())
BY_ID: dict[str, Command] = {command.id: command for command in COMMANDS}
