"""Everything that a command prints goes through here, and so through `clean()`: text of papers is hostile.

Plain text that reads well on a terminal, through `less`, and for a screen reader: no boxes, no cursor movement. Style
is bold and dim at most, only on a terminal, and not with NO_COLOR.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence

from paperreader.text.clean import clean, clean_line


def out(text: str = "") -> None:
    """Print text of one or more lines."""
    sys.stdout.write(clean(text) + "\n")


def tabbed(*fields: str) -> None:
    """Print one line of fields that stand apart by tabs; none of them can hold one."""
    line = "\t".join(fields)
    # Most lines are clean, and a look at the whole line is enough to see it: nothing but signs of ASCII, single blanks
    # inside fields, and as many tabs as there must be.
    blank = line.replace("\t", "")
    if (
        blank.isascii()
        and blank.isprintable()
        and "  " not in line
        and " \t" not in line
        and "\t " not in line
        and len(line) - len(blank) == len(fields) - 1
        and line[:1] != " " != line[-1:]
    ):
        sys.stdout.write(line + "\n")
        return
    sys.stdout.write("\t".join(clean_line(field) for field in fields) + "\n")


def json_out(value: object, indent: int | None = None) -> None:
    """Print JSON; what could control a terminal as escapes, so that nothing is lost."""
    from paperreader.formats.plain_json import dumps

    sys.stdout.write(dumps(value, indent) + "\n")


def json_list(values: Iterable[object]) -> None:
    """Print a list as JSON, one value after the other, however long it is."""
    from paperreader.formats.plain_json import dumps

    opening = "[\n "
    for value in values:
        # No string of JSON holds a line break: these are the ones between its parts.
        sys.stdout.write(opening + dumps(value, 1).replace("\n", "\n "))
        opening = ",\n "
    sys.stdout.write("[]\n" if opening == "[\n " else "\n]\n")


def is_terminal() -> bool:
    """Whether a person looks at the output, rather than another program."""
    return sys.stdout.isatty()


def styled() -> bool:
    """Whether the output may be bold or dim (https://no-color.org; it bars colour, and here all style)."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def bold(cleaned: str) -> str:
    """A line that was cleaned, bold where that is possible."""
    return f"\x1b[1m{cleaned}\x1b[0m" if styled() else cleaned


def dim(cleaned: str) -> str:
    """A line that was cleaned, dim where that is possible."""
    return f"\x1b[2m{cleaned}\x1b[0m" if styled() else cleaned


def raw_line(*cleaned: str) -> None:
    """Print parts that were cleaned (`clean_line`, `fit`) and may have been made `bold` or `dim`."""
    sys.stdout.write("".join(cleaned).rstrip() + "\n")


def screen_width() -> int:
    """Columns of the terminal; 80 if there is none."""
    return max(20, shutil.get_terminal_size((80, 24)).columns)


def width(text: str) -> int:
    """How many columns a cleaned line takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fit(text: str, columns: int, *, pad: bool = True, more: str = "…") -> str:
    """Clean a line and cut it to so many columns (with `more` where it was cut), or fill it up."""
    line = clean_line(text)
    if width(line) > columns:
        if line.isascii():
            line = line[: columns - len(more)] + more
        else:
            from rich.cells import set_cell_size

            line = set_cell_size(line, columns - len(more)).rstrip() + more
    return line + " " * (columns - width(line)) if pad else line


def table(rows: Iterable[Sequence[str]], gap: str = "  ") -> None:
    """Print rows in columns as wide as they need; the last one is not filled up."""
    cleaned = [[clean_line(cell) for cell in row] for row in rows]
    if not cleaned:
        return
    widths = [max(width(row[column]) for row in cleaned) for column in range(len(cleaned[0]))]
    for row in cleaned:
        raw_line(gap.join(cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True)))
