"""What is wrong with a command line, in the words of the house: where, what, and what next.

The one place that reads the errors of click, whose own words name its types rather than what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from paperreader.config import near, nearest


def words(error: click.UsageError, root: click.Command, args: Sequence[str]) -> str:
    """Say what is wrong; `root` is the command `paperreader`, `args` what was given to it."""
    command, path = (error.ctx.command, error.ctx.command_path) if error.ctx else _called(root, args)
    where = path.removeprefix("paperreader ")
    return f"{_wrong(error, command, where)}\nTry: {path} --help"


def _wrong(error: click.UsageError, command: click.Command, where: str) -> str:
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        return f"{where} has no option {error.option_name}{_meant(error.option_name, command)}"
    if unknown := re.match(r"No such command '?(.*?)'?\.", message):
        known = list(command.commands) if isinstance(command, click.Group) else []
        return f"{where} has no command {unknown[1]!r}{nearest(unknown[1], known)}; there are: {', '.join(known)}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{where}: {_name(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{where} {_name(error.param)}: {_bad_value(error.message, error.param)}"
    if isinstance(error, click.BadOptionUsage):
        option = next((param for param in command.params if error.option_name in param.opts), None)
        if isinstance(option, click.Option) and option.is_flag:
            return f"{where} {error.option_name} takes no value"
        if option is not None:
            values = "a value" if option.nargs == 1 else f"{option.nargs} values"
            return f"{where} {error.option_name} needs {values}{_form(option)}"
    if extra := re.match(r"Got unexpected extra arguments? \((.*)\)", message):
        return f"{where}: {extra[1]!r} is more than it takes"
    return f"{where}: {message[:1].lower()}{message[1:].rstrip('.')}"


def _called(root: click.Command, args: Sequence[str]) -> tuple[click.Command, str]:
    """The command that was called, and its path; click forgets it where an option lacks its value."""
    command, path, context = root, "paperreader", click.Context(root, info_name="paperreader")
    if args and args[0].startswith("-") and isinstance(root, click.Group):
        return root.get_command(context, "view") or root, path  # whose options may stand without its name
    for arg in args:
        if not isinstance(command, click.Group) or arg not in command.list_commands(context):
            break
        found = command.get_command(context, arg)
        if found is None:
            break
        command, path = found, f"{path} {arg}"
    return command, path


def _name(param: click.Parameter) -> str:
    """A parameter as the help writes it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or (param.name or "").upper()


def _form(option: click.Parameter) -> str:
    """What the value of an option looks like."""
    if isinstance(option.type, click.Choice):
        return f": one of {', '.join(map(str, option.type.choices))}"
    return f": {option.metavar}" if option.metavar else ""


def _bad_value(message: str, param: click.Parameter) -> str:
    begun = re.match(r"'?(.*?)'? is not ", message, re.DOTALL)
    value = begun[1] if begun else ""
    if isinstance(param.type, click.Choice) and begun:
        choices = [str(choice) for choice in param.type.choices]
        return f"{value!r} is none of {', '.join(choices)}{nearest(value, choices)}"
    if isinstance(param.type, click.IntRange) and begun:
        low, high = param.type.min, param.type.max
        bounds = f", {low:g} or more" if low is not None and high is None else ""
        bounds = f" from {low:g} to {high:g}" if low is not None and high is not None else bounds
        return f"{value!r} is not a whole number{bounds}"
    return f"{message[:1].lower()}{message[1:].rstrip('.')}"


def _meant(option: str, command: click.Command) -> str:
    """The nearest option, or how a query begins that starts with a dash."""
    # Without the dashes, which would make all options alike.
    known = {name.lstrip("-"): name for param in command.params for name in param.opts if name.startswith("--")}
    known["help"] = "--help"
    if option.startswith("--"):
        found = near(option.lstrip("-"), known)
        return f"; did you mean {known[found]}?" if found else ""
    takes_query = any("QUERY" in (param.metavar or param.name or "").upper() for param in command.params)
    return "; put -- before a query that starts with -" if takes_query else ""
