"""`paperreader` and `paperreader view`: open the reader. The only module of this room that may import `ui`."""

from __future__ import annotations

import contextlib
import os
import sys

from paperreader.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    import click

    from paperreader.session import Session


def view(*files: str, papers: bool = False, given: Mapping[str, str] | None = None) -> int:
    """Import the files, if any, and open the reader on them; without, where it was left. Returns the exit code.

    `-` alone is no file: the ids of papers are on standard input, and the keys come from the terminal itself. With
    `papers` it is: the papers themselves are there. `given` are settings for this time, by name.
    """
    piped = files == ("-",) and not papers
    names = _given_ids() if piped else []
    stream = _given_papers() if papers else sys.stdin
    check_terminal()
    from paperreader.ui import prepare, run

    if not files:
        prepare()  # before an import it would be too early: that does make garbage
    from paperreader.config import load
    from paperreader.paths import places
    from paperreader.session import open_session

    lie = places()
    settings, problems = load(lie.settings, given or {})
    session = open_session(lie, restore=True)
    unread: list[str] = []
    try:
        if piped:
            _open_given(session, names)
        elif files:
            from paperreader.cli.importing import import_files

            before, sys.stdin = sys.stdin, stream
            try:
                report, unread = import_files(session.catalog, files)
            finally:
                sys.stdin = before
            session.load()
            session.open_source(report.source, report.title)
        # What could not be read is one sentence: the reader has one line for it, and counts the settings' after it.
        said = ["; ".join(unread)] if unread else []
        return run(session, settings, said + [str(problem) for problem in problems])
    finally:
        session.close()


def _given_ids() -> list[str]:
    """The first word of every line of standard input; after that, keys are read from the terminal instead."""
    if sys.stdin.isatty():
        raise UsageError("- reads ids from standard input, and that is the terminal; send them through a pipe")
    from paperreader.cli import stdin

    names = list(stdin.ids())
    if not names:
        raise UsageError("standard input has no ids; paperreader list --format ids prints some")
    keys_from_terminal()
    return names


def _given_papers() -> TextIO:
    """Standard input, kept aside to be imported from; keys are read from the terminal instead."""
    given = sys.stdin
    if given.isatty():
        raise UsageError("- reads papers from standard input, and that is the terminal; send them through a pipe")
    with contextlib.suppress(OSError):  # a stream without a file of its own is one that nothing can take away
        given = os.fdopen(os.dup(given.fileno()), encoding="utf-8")
    keys_from_terminal()
    return given


def keys_from_terminal() -> None:
    """Put the terminal in the place of standard input; where there is none, `check_terminal` says what is missing.

    Textual reads keys from descriptor 0; on Windows from the console's input handle, which `dup2` to 0 sets too.
    """
    try:
        terminal = os.open("CONIN$" if sys.platform == "win32" else "/dev/tty", os.O_RDWR)
    except OSError:
        return
    os.dup2(terminal, 0)
    os.close(terminal)


def _open_given(session: Session, names: list[str]) -> None:
    """Open the papers of these ids, in their order. Those that nobody has are told in the reader."""
    from paperreader.cli.desk import numbers_of

    numbers, missing = numbers_of(session.catalog, names)
    if not numbers:
        raise UsageError(f"{missing}; paperreader list --format ids prints those there are")
    session.open_papers(numbers, "standard input")
    if missing:
        session.say(missing, "error")


def check_terminal() -> None:
    """Raise UsageError, saying what is needed, where the reader could not be drawn or no key could reach it."""
    from paperreader.system.terminal import terminal

    if not terminal().interactive or not sys.stderr.isatty():
        dumb = os.environ.get("TERM") == "dumb"
        reason = "TERM is dumb" if dumb else "its input, output or errors go somewhere else"
        raise UsageError(
            f"the reader needs a terminal to draw on, and there is none here ({reason}).\n"
            "Without one: paperreader list, show, mark, import; paperreader --help names all commands."
        )


def _given(pairs: tuple[str, ...]) -> dict[str, str]:
    """Settings from `name=value`. Raises UsageError, with the nearest name, for one that cannot be used."""
    from paperreader.config import from_text

    given = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise UsageError(f"--set {pair}: a setting is given as NAME=VALUE, such as measure=72")
        try:
            from_text(name, value)
        except ValueError as error:
            raise UsageError(f"--set {pair}: {error}") from error
        if name == "theme" and value:
            check_theme(value)
        given[name] = value
    return given


def check_theme(name: str) -> None:
    """Raise UsageError, with all names, for a theme that there is not: the reader's one line has no room for them."""
    from paperreader.config import nearest
    from paperreader.ui import theme_names

    names = theme_names()
    if name not in names:
        raise UsageError(f"there is no theme {name!r}{nearest(name, names)}; there are: {', '.join(names)}")


def __getattr__(name: str) -> click.Command:
    """Make the click command when the parser asks for it: without arguments, the reader starts without click."""
    if name != "command":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import click

    from paperreader.cli import complete
    from paperreader.cli.group import UNNAMED

    @click.command("view")
    @click.option(
        "--set",
        "pairs",
        metavar="SETTING=VALUE",
        multiple=True,
        shell_complete=complete.settings,
        help="Use a setting this once; repeatable.",
    )
    @click.option("--theme", metavar="NAME", help="Short for --set theme=NAME.")
    @click.option("--no-mouse", is_flag=True, help="Short for --set mouse=false.")
    @click.option("--ascii", "plain", is_flag=True, help="Short for --set icons=ascii --set math=basic.")
    @click.argument("files", metavar="[FILE…|-]", nargs=-1, type=click.Path())
    @click.pass_context
    def command(
        context: click.Context,
        pairs: tuple[str, ...],
        theme: str | None,
        no_mouse: bool,
        plain: bool,
        files: tuple[str, ...],
    ) -> int:
        """Open the reader.

        Each FILE is imported as a source of its own, and the reader opens on the last one. Without files it
        opens where it was left. "-" opens it on the papers whose ids are on standard input, in that order.

        The settings, their names and values: docs/configuration.md, or `paperreader config`. The options may
        stand without "view": paperreader --no-mouse.

        \b
        Examples:
          paperreader view
          paperreader list -f ids attention | paperreader view -
          paperreader papers.jsonl
          paperreader --theme paper --set measure=72
        """
        pairs += (f"theme={theme}",) if theme is not None else ()
        pairs += ("mouse=false",) if no_mouse else ()
        pairs += ("icons=ascii", "math=basic") if plain else ()
        papers = files == ("-",) and bool(context.meta.get(UNNAMED))
        return view(*files, papers=papers, given=_given(pairs))

    return command
