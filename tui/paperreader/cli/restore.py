"""`paperreader restore`: a backup becomes the library."""

from __future__ import annotations

import click

from paperreader.cli.options import json_option
from paperreader.errors import UsageError


@click.command("restore")
@json_option
@click.option("--empty", is_flag=True, help="Begin an empty library where one is damaged; without BACKUP.")
@click.option("--salvage", is_flag=True, help="Add what can be read in the damaged library to the newest backup.")
@click.argument("backup", metavar="[BACKUP]", required=False, type=click.Path())
def command(empty: bool, salvage: bool, backup: str | None) -> int:
    """Make a backup the library: the newest sound one, or BACKUP, as `paperreader backup --list` names it.

    What is there now is kept, and the output says where. Open readers notice by themselves. Never copy a
    library file by hand: beside a journal of another one it would be damaged.

    Where no backup is sound, --empty moves the damaged file aside and begins an empty library. It deletes
    nothing, and refuses where the library is sound.

    A backup is at most a day old. What was marked since may still be read in the damaged library: --salvage
    restores and adds it, as one command that `paperreader undo` takes back, and says how much could be read.
    After a restore it reads the damaged library that was kept, or the one named as BACKUP.

    \b
    Examples:
      paperreader backup && paperreader restore
      paperreader restore --salvage
    """
    from pathlib import Path

    from paperreader.cli.done import tell
    from paperreader.paths import places
    from paperreader.storage.restore import begin_anew, restore

    lie = places()
    if salvage:
        from paperreader.storage.salvage import rescue

        if empty:
            raise UsageError("--empty and --salvage exclude each other; nothing was changed")
        damaged = None if backup is None else Path(backup)
        found = rescue(lie.library, backups=lie.backups, device=lie.device, damaged=damaged)
        read, lost = (found.salvaged.ops, found.salvaged.lost) if found.salvaged else (0, 0)
        kept = str(found.damaged or "")
        return tell(found.words, backup=str(found.backup or ""), kept=kept, read=read, lost=lost)
    if empty:
        if backup is not None:
            raise UsageError("--empty and a backup exclude each other; nothing was changed")
        aside = begin_anew(lie.library, backups=lie.backups, device=lie.device)
        kept = f"; what was there is kept in {aside}" if aside else ""
        return tell(f"the library is empty now{kept}", backup="", kept=str(aside or ""))
    which = None if backup is None else Path(backup)
    done = restore(lie.library, backups=lie.backups, device=lie.device, which=which)
    hint = "; for what was marked since that backup: paperreader restore --salvage" if done.aside else ""
    return tell(done.words + hint, backup=str(done.backup.path), kept=str(done.saved or done.aside or ""))
