"""What a user can do: one table of commands, and the keys that mean them. Nothing here imports Textual.

`table` is the table; `keymap` and `presets` say which keys mean what, `spelling` how a key is written; `pages` makes
help, hints and documentation from it, so that they cannot disagree.
"""

from paperreader.commands.keymap import Keymap, check_keys, drawn_key
from paperreader.commands.pages import help_rows, hints, keys_document
from paperreader.commands.presets import PRESETS
from paperreader.commands.table import BY_ID, COMMANDS, Command

__all__ = [
    "BY_ID",
    "COMMANDS",
    "PRESETS",
    "Command",
    "Keymap",
    "check_keys",
    "drawn_key",
    "help_rows",
    "hints",
    "keys_document",
]
