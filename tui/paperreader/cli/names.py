"""The names of the commands, each with the line that `--help` shows, so that no command's module need be imported.

A module `paperreader.cli.NAME` (`import_` for `import`) holds the click command of that name as `command`.
"""

from __future__ import annotations

#: Sections of `--help`, in its order.
SECTIONS: dict[str, dict[str, str]] = {
    "Read": {
        "view": "Open the reader, on files or ids if some are given.",
        "list": "Print the papers that match a query.",
        "show": "Print papers whole.",
        "facets": "Print what a result is made of: areas, years, authors …",
        "export": "Write papers as BibTeX, RIS, CSV, Markdown …",
    },
    "Papers and marks": {
        "import": "Add the papers of files to the catalogue.",
        "mark": "Star, decide, rate, tag papers from a script.",
        "tag": "Add and remove tags.",
        "note": "Print or write the note of a paper.",
        "views": "Print, save, rename, delete the views of the sidebar.",
        "duplicates": "Print pairs of papers that may be the same, or keep them apart.",
        "merge": "Make several papers one.",
        "split": "Take a merged paper out again.",
        "undo": "Take back the last change.",
        "redo": "Bring back what was undone.",
        "history": "Print what was done.",
        "sources": "Print where the papers came from; reload or remove a source.",
    },
    "Keep safe": {
        "backup": "Make a verified copy of the library now.",
        "restore": "Make a backup the library.",
        "doctor": "Look everything over.",
        "dump": "Write everything as lines of JSON.",
        "load": "Read a dump into an empty library.",
    },
    "About the program": {
        "keys": "Print the keys in force.",
        "config": "Print the settings in force.",
        "locate": "Print where everything lies.",
        "completion": "Print a script that lets the shell complete.",
    },
}

COMMANDS: dict[str, str] = {name: line for section in SECTIONS.values() for name, line in section.items()}


def module(name: str) -> str:
    """The module that holds a command."""
    return f"paperreader.cli.{name}_" if name == "import" else f"paperreader.cli.{name}"
