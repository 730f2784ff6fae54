"""What a command did, told in one way: a line for people, one object with `--json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperreader.cli import output
from paperreader.cli.options import wants_json

if TYPE_CHECKING:
    from paperreader.storage.library import Applied


def tell(words: str, *, done: bool = True, **facts: object) -> int:
    """Print what was done, and return the exit code: 0, or 1 if there was nothing to do.

    The object has `done`, `words` (the line that people see; "" if they see none), and the facts that the command adds.
    """
    if wants_json():
        output.json_out({"done": done, "words": words, **facts}, indent=1)
    elif words:
        output.out(words)
    return 0 if done else 1


def tell_applied(applied: Iterable[Applied | None], nothing: str) -> int:
    """The same for steps of the library; `nothing` is what to say when none of them changed anything."""
    steps = [step for step in applied if step is not None]
    return tell(
        "\n".join("; ".join((step.words, *step.skipped)) for step in steps) or nothing,
        done=bool(steps),
        papers=[uid for step in steps for uid in step.uids],
        skipped=[words for step in steps for words in step.skipped],
    )
