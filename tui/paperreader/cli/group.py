"""The parser: click's group, taught to import a command only when it is called and to name what was meant."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import click

from paperreader import __version__
from paperreader.cli.names import COMMANDS, SECTIONS, module
from paperreader.config import nearest
from paperreader.errors import UsageError
from paperreader.paths import is_there

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

#: Where it is noted that `view` was meant without being named.
UNNAMED = "paperreader.unnamed"
#: Options of `view` that may stand without its name.
READER_OPTIONS = ("--set", "--theme", "--no-mouse", "--ascii")
#: The variable by which a shell's script asks for completions.
COMPLETE = "_PAPERREADER_COMPLETE"

HELP = """Read research papers in the terminal.

Without a command, the reader opens; FILE is imported and opened in it, and "-" is standard input. The names
of commands win over files: write ./list for a file of that name. The options of `view` may stand without it.

A query is what one types into the reader's filter: words, "a phrase", -not, author:name, is:starred, year:2024-.
"""

EXAMPLES = """\b
Examples:
  paperreader                                open the reader
  paperreader papers.jsonl                   add the papers of a file, open the reader on them
  paperreader list is:starred                print what you starred
  paperreader list "sparse attention"        print what matches
"""


class Group(click.Group):
    """The command `paperreader`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command; None when there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(module(cmd_name)).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module(cmd_name)}.command is no click command")
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; options of the reader, and `-`, stand for `view` with them."""
        if args and (args[0] == "-" or args[0].partition("=")[0] in READER_OPTIONS):
            ctx.meta[UNNAMED] = True
            args = ["view", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a file that exists stands for `view FILE`."""
        name = args[0]
        if name in COMMANDS:
            return super().resolve_command(ctx, args)
        if name.startswith("-"):
            return super().resolve_command(ctx, args)
        if is_there(name):
            return "view", self.get_command(ctx, "view"), args
        if os.sep in name or "." in name:
            raise UsageError(f"there is no file {name}, and no command of that name")
        raise UsageError(f"there is no command {name!r}{nearest(name, COMMANDS)}\nTry: paperreader --help")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands, without importing any of them; the shell adds files."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)]
        found += [
            CompletionItem(name)
            for name in ("--help", "--version", *READER_OPTIONS)
            if incomplete and name.startswith(incomplete)
        ]
        return [*found, CompletionItem(incomplete, type="file")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of `names`, without importing any command."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.command(
    cls=Group,
    help=HELP,
    epilog=EXAMPLES,
    subcommand_metavar="[COMMAND | FILE] [ARGUMENTS]",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def paperreader() -> None:
    """Read research papers in the terminal."""


def _as_text(arg: str) -> str:
    """An argument with bytes that the locale cannot read, as UTF-8, unless it names a file: there are no such words."""
    try:
        arg.encode()
    except UnicodeEncodeError:
        return arg if is_there(arg) else os.fsencode(arg).decode("utf-8", "replace")
    return arg


def run(args: list[str]) -> int:
    """Parse and run; return the exit code. Raises the errors of the house and UsageError for a wrong command line."""
    args = [_as_text(arg) for arg in args]
    if COMPLETE in os.environ:  # a shell asks for completions; this ends the process
        from paperreader.cli import shells  # noqa: F401  # click finds them by name

        paperreader.main(args, prog_name="paperreader")
    try:
        # Not `main`, which ends the process itself when a pipe is closed.
        with paperreader.make_context("paperreader", args) as context:
            code = paperreader.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(error.format_message() + "\n")
        return error.exit_code
    except click.UsageError as error:
        from paperreader.cli.usage import words

        raise UsageError(words(error, paperreader, args)) from error
    except click.ClickException as error:
        raise UsageError(error.format_message()) from error
    except click.Abort as error:
        raise KeyboardInterrupt from error
    return code if isinstance(code, int) else 0
