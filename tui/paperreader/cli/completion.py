"""`paperreader completion`: what a shell needs to complete our command line."""

from __future__ import annotations

import sys

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print a script that lets a shell complete commands, options, fields of a query, names and files.

    \b
    Once, for good:
      bash  paperreader completion bash > ~/.local/share/bash-completion/completions/paperreader
      zsh   paperreader completion zsh > some folder of $fpath, as _paperreader
      fish  paperreader completion fish > ~/.config/fish/completions/paperreader.fish

    \b
    Examples:
      paperreader completion bash > paperreader.bash
      paperreader completion zsh > _paperreader
      paperreader completion fish > paperreader.fish
    """
    from paperreader.cli import shells
    from paperreader.cli.group import COMPLETE, paperreader

    kind = {"bash": shells.Bash, "zsh": shells.Zsh, "fish": shells.Fish}[shell]
    sys.stdout.write(kind(paperreader, {}, "paperreader", COMPLETE).source())
    return 0
