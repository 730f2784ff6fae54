"""The user's settings: one TOML file, read once at the start; for one run, the environment and options
(`session.settings` writes the file).

`schema` says what can be set, `reading` reads it, `wording` is how messages speak of a word that is not known. Nothing
may enter here that needs more than the standard library.
"""

from paperreader.config.reading import LARGEST, Problem, Settings, from_text, load, value_of, variable, written
from paperreader.config.schema import SCHEMA, Setting
from paperreader.config.wording import near, nearest, shown

__all__ = [
    "LARGEST",
    "SCHEMA",
    "Problem",
    "Setting",
    "Settings",
    "from_text",
    "load",
    "near",
    "nearest",
    "shown",
    "value_of",
    "variable",
    "written",
]
