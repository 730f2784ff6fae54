"""What happened to a text on its way: repaired before anything is understood in it (rules T1 to T4 and T10).

The order matters: an eaten `\\t` is a control character, so backslashes come back before controls become spaces; a soft
hyphen may be one too, so it is resolved before it goes; tags are found before entities can make new ones.
"""

from __future__ import annotations

from .encoding import repair_characters
from .escapes import restore_backslashes
from .glyphs import restore_ligatures
from .hyphens import join_broken_words, join_soft_hyphens
from .tags import unwrap_tags
from .traced import Traced


def repair(source: str) -> tuple[Traced, bool]:
    """`source` without the damage that public lists are known for, each character traced to where it was.

    And whether it is a text with TeX (a backslash or a dollar of its own), in which braces are not read.
    """
    text = restore_backslashes(Traced(source))
    has_tex = "\\" in text.text or "$" in text.text
    text = restore_ligatures(text)
    text = join_soft_hyphens(text)
    text = repair_characters(text)
    text = join_broken_words(text)
    return unwrap_tags(text), has_tex
