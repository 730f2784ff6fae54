"""Words that a title's acronym leaves out. They are searched like all others."""

from __future__ import annotations

STOP_WORDS = frozenset(
    {
        *("a", "an", "and", "as", "at", "be", "by", "for", "from", "how", "in", "into", "is", "it", "its", "of", "on"),
        *("or", "s", "the", "their", "to", "toward", "towards", "under", "using", "via", "what", "when", "with"),
        "without",
    }
)
