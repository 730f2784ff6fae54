"""Out of the panes: links and the clipboard, importing, and the lists to choose from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from paperreader.commands import BY_ID, COMMANDS, Command, drawn_key, help_rows
from paperreader.errors import PaperreaderError
from paperreader.paper import Paper, View
from paperreader.text.clean import clean_line
from paperreader.text.readable import readable
from paperreader.text.titles import title_of
from paperreader.ui.actions import action
from paperreader.ui.actions.settings import change
from paperreader.ui.actions.typing import ask, complete_path

if TYPE_CHECKING:
    from paperreader.ui.screens.main import MainScreen
    from paperreader.ui.screens.picker import Choice


def _paper(screen: MainScreen) -> Paper | None:
    paper = screen.session.current()
    if paper is None:
        screen.session.say("no paper here")
    return paper


# Links ----------------------------------------------------------------------------------------------------------------


def open_url(screen: MainScreen, url: str) -> None:
    """Open an address in the user's program, and say so."""
    from paperreader.system.opener import open_external

    def failed(words: str) -> None:
        screen.app.later(partial(_say_failed, screen, words))  # type: ignore[attr-defined]

    try:
        open_external(url, screen.options.opener or None, failed=failed)
    except PaperreaderError as error:
        screen.session.say(str(error), "error")
    else:
        screen.session.say(f"opened {url}")


def _say_failed(screen: MainScreen, words: str) -> None:
    """The program for links ended badly, perhaps a second after it was started."""
    screen.session.say(words, "error")
    screen.paint()


def _open_kind(screen: MainScreen, kind: str, missing: str) -> None:
    paper = _paper(screen)
    if paper is None:
        return
    url = next((link.url for link in paper.links if link.kind == kind), "")
    if url:
        open_url(screen, url)
    else:
        screen.session.say(missing)


@action("open-web")
def _open_web(screen: MainScreen) -> None:
    _open_kind(screen, "web", "no web page is known for this paper")


@action("open-pdf")
def _open_pdf(screen: MainScreen) -> None:
    _open_kind(screen, "pdf", "no PDF is known for this paper")


@action("open-code")
def _open_code(screen: MainScreen) -> None:
    _open_kind(screen, "code", "no code is known for this paper")


def _open_link(number: int) -> None:
    @action(f"open-link-{number}")
    def run(screen: MainScreen) -> None:
        url = screen.reader.link(number)
        if url:
            open_url(screen, url)
        else:
            screen.session.say(f"no link has the number {number}")


for _number in range(1, 10):
    _open_link(_number)


# The shell ------------------------------------------------------------------------------------------------------------


@action("stop")
def _stop(screen: MainScreen) -> None:
    """Back to the shell, as `^Z` does in every other program; `fg` goes on."""
    from paperreader.system.jobs import hindrance, stop

    if problem := hindrance():
        screen.session.say(problem, "error")
        return
    # Who stops a program may forget it, and end it with the terminal.
    screen.app.save()  # type: ignore[attr-defined]
    stop()
    # Nothing of ours stands on the screen any more.
    screen.frame.layout_due()
    screen.refresh()


# The clipboard --------------------------------------------------------------------------------------------------------


def _copy(screen: MainScreen, text: str, what: str) -> None:
    from paperreader.system.clipboard import copy

    if not text:
        screen.session.say(f"no {what} to copy")
        return
    try:
        where = copy(text, screen.app.write_raw, command=screen.options.clipboard)  # type: ignore[attr-defined]
    except PaperreaderError as error:
        screen.session.say(str(error), "error")
    else:
        screen.session.say(f"{what} {where}")


def _url(paper: Paper) -> str:
    return next((link.url for link in paper.links if link.kind == "web"), "") or next(
        (link.url for link in paper.links), ""
    )


@action("copy-citation")
def _copy_citation(screen: MainScreen) -> None:
    """`Authors. Title. Venue, year. Address`, as one pastes it into a mail."""
    if (paper := _paper(screen)) is None:
        return
    people = ", ".join(clean_line(author) for author in paper.authors)
    # A venue often names its year.
    year = str(paper.year) if paper.year and str(paper.year) not in paper.venue else ""
    where = ", ".join(part for part in (readable(paper.venue).line, year) if part)
    parts = (people, readable(paper.title).line, where, _url(paper))
    _copy(screen, ". ".join(part for part in parts if part), "citation")


@action("copy-bibtex")
def _copy_bibtex(screen: MainScreen) -> None:
    """The entry of every target, so that a selection is a small bibliography."""
    from paperreader.formats import format_named

    session = screen.session
    # Another terminal may have removed some a moment ago.
    papers = session.catalog.papers(session.targets())
    _copy(screen, "".join(format_named("bibtex").write(papers)), "BibTeX")


@action("copy-key")
def _copy_key(screen: MainScreen) -> None:
    from paperreader.formats.citekeys import Keys

    if (paper := _paper(screen)) is not None:
        _copy(screen, Keys().key(paper), "key")


@action("copy-url")
def _copy_url(screen: MainScreen) -> None:
    if (paper := _paper(screen)) is not None:
        _copy(screen, _url(paper), "address")


@action("copy-title")
def _copy_title(screen: MainScreen) -> None:
    if (paper := _paper(screen)) is not None:
        _copy(screen, readable(paper.title).line, "title")


@action("copy-link")
def _copy_link(screen: MainScreen) -> None:
    if (paper := _paper(screen)) is not None:
        title = title_of(paper.title).line.replace("[", "\\[").replace("]", "\\]")
        _copy(screen, f"[{title}]({_url(paper)})" if _url(paper) else title, "Markdown link")


@action("copy-selection")
def _copy_selection(screen: MainScreen) -> None:
    """What the mouse selected; without a selection, say how to quit (the hand knows ^C)."""
    text = screen.get_selected_text()
    if text:
        _copy(screen, text, "selection")
        screen.clear_selection()
    else:
        keys = screen.keymap.keys(BY_ID["quit"])
        screen.session.say(f"{drawn_key(keys[0])} quits" if keys else "the command palette quits")


# Importing ------------------------------------------------------------------------------------------------------------


@action("import")
def _import(screen: MainScreen) -> None:
    ask(screen, "import file:", screen.app.import_file, complete=complete_path)  # type: ignore[attr-defined]


# Exporting ------------------------------------------------------------------------------------------------------------


@action("export")
def _export(screen: MainScreen) -> None:
    """Show how the selection, else the whole list, will stand in a file; then write it."""
    from paperreader.session.rows import papers_in_words
    from paperreader.ui.screens.export import Export, Wanted

    session = screen.session
    # The order is never changed, only replaced, so this one stays as it is.
    numbers: Sequence[int] = session.targets() if session.selection else session.order
    if not numbers:
        session.say("no papers to export")
        return
    view = clean_line(session.view.name)
    what = f"{papers_in_words(len(numbers))}, {'selected' if session.selection else f'the list {view}'}"
    name = "selection" if session.selection else re.sub(r"\W+", "-", view.lower()).strip("-") or "papers"

    def chosen(wanted: object) -> None:
        if isinstance(wanted, Wanted):
            screen.app.export(numbers, wanted.format, wanted.path, over=wanted.over)  # type: ignore[attr-defined]

    screen.choose(Export(session, numbers, what, name), chosen)


# Lists to choose from -------------------------------------------------------------------------------------------------


def pick(
    screen: MainScreen, title: str, choices: Sequence[Choice], done: Callable[[object], None], enter: str = ""
) -> None:
    """Let one be chosen; `enter` says what that does, where the title does not."""
    from paperreader.ui.screens.picker import Picker

    def chosen(value: object) -> None:
        if value is not None:
            done(value)

    screen.choose(Picker(title, choices, enter=enter), chosen)


@action("help")
def _help(screen: MainScreen) -> None:
    """The keys in force, searchable; Enter runs the command."""
    from paperreader.ui.screens.picker import Choice

    rows = [
        Choice(
            help_,
            f"({' and '.join(command.scope)})" if command.scope else "",
            keys,
            group,
            command,
            f"{command.id} {command.title}",
        )
        for group, keys, help_, command in help_rows(screen.keymap)
    ]

    def run(command: object) -> None:
        assert isinstance(command, Command)
        if command.family:
            screen.session.say(f"press {command.family}")
        else:
            screen.run_command(command)

    pick(screen, "Keys", rows, run, "runs it")


@action("palette")
def _palette(screen: MainScreen) -> None:
    """Every command, every view, every theme."""
    from paperreader.ui.screens.picker import Choice

    session = screen.session
    choices = [
        Choice(command.title, command.help, " ".join(drawn_key(key) for key in screen.keymap.keys(command)[:2]),
               "Commands", command)
        for command in COMMANDS
        if not command.family and command.id != "palette"
    ]  # fmt: skip
    choices += [
        Choice(clean_line(view.name), "", session.digit(view), "Views", view, quoted=True) for view in session.views()
    ]
    choices += [Choice(f"Theme {name}", "", "", "Themes", name) for name in sorted(screen.app.available_themes)]

    def run(value: object) -> None:
        if isinstance(value, Command):
            screen.run_command(value)
        elif isinstance(value, View):
            session.open_view(value)
            screen.rearrange(pane="list")
        else:
            change(screen, "theme", str(value))

    pick(screen, "Go to", choices, run)


@action("messages")
def _messages(screen: MainScreen) -> None:
    """What the last line had to cut; a list says in full below what a row of it cuts."""
    from paperreader.ui.screens.picker import Choice

    if screen.hint.cut:
        pick(screen, "Messages, the newest first", [Choice(words) for words in screen.hint.cut], lambda _value: None)
    else:
        screen.session.say("every message so far fitted into this line")


_SORTS = (
    ("by relevance, or as imported", ""), ("newest first", "-year"), ("oldest first", "year"), ("title", "title"),
    ("first author", "author"), ("venue", "venue"), ("score, best first", "-score"), ("rating, best first", "-rating"),
    ("last imported first", "-added"), ("the order of the later queue", "later"),
)  # fmt: skip


@action("sort")
def _sort(screen: MainScreen) -> None:
    from paperreader.ui.screens.picker import Choice

    def done(value: object) -> None:
        name = str(value)
        screen.session.sort(name.lstrip("-"), name.startswith("-"))

    rows = [Choice(label, f"sort:{value}" if value else "without sort:", value=value) for label, value in _SORTS]
    pick(screen, "Sort", rows, done)


@action("reverse")
def _reverse(screen: MainScreen) -> None:
    screen.session.reverse()
