"""The stages in their order. `readable` is the door; this is loaded with the first text that is not plain."""

from __future__ import annotations

from .compose import Composer, finish
from .damage import repair
from .emphasis import emphasize
from .latex import TextReader
from .math_atoms import TooDeep, Usage
from .styled import StyledText
from .typography import typeset


def make_readable(source: str, *, basic: bool) -> StyledText:
    """`source` through all stages; its source, cleaned, when it nests too deep."""
    from .readable import as_source

    try:
        return convert(source, basic=basic)
    except (TooDeep, RecursionError):
        return as_source(source)


def convert(source: str, *, basic: bool = False) -> StyledText:
    """`source` through all stages. Raises `TooDeep`."""
    repaired, has_tex = repair(source)
    text = repaired.text
    usage = Usage()
    reader = TextReader(text, usage, has_tex=has_tex)
    flow = reader.read(0, len(text))
    usage.settle()
    for part in reader.flows:
        typeset(part, has_tex=has_tex)
        emphasize(part)
    plain, spans = finish(Composer(usage, basic=basic).draw(flow), repaired)
    return StyledText(plain, spans, source)
