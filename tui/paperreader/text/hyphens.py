"""Join words that a line break of a PDF left in two (rule T3).

`mod- eling` is one word, `graph- based` lost a line break after its hyphen, `head- and frequency-aware` is meant so.
What decides is how frequent the joined and the hyphenated word are, in the shipped list and in this text, so that the
result depends on nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from .lazy import lazy
from .traced import Traced
from .vocabulary import frequency

#: A half that stands this often in the list, or more, is a common word, and two of them a compound. A soft hyphen asks
#: for more: mostly it stands within a word.
_COMMON = 80
_COMMON_SOFT = 150

#: Words that follow a suspended hyphen ("pre- and post-training") or a dash, never the second half of a word.
_FUNCTION_WORDS = frozenset(
    """
    a after also although an and are as at because before both but by can do does for from has have he her his how if
    in into is it its like may more most nor not of on only or our over plus rather resp respectively such than that
    the their them then there these they this those through thus to too under up using versus via vs was we were what
    when where which while who will with without you your irrespective regardless despite whereas und et oder
    """.split()  # noqa: SIM905
)

_BROKEN = lazy(r"(?<![\w-])([A-Za-z]+(?:-[A-Za-z]+)*)-[ \n]+([a-z]+(?:-[a-z]+)*)(?![\w])")
_CID = lazy(r"(?<![\w-])([^\W\d_]+(?:-[^\W\d_]+)*)(\(cid:173\)|[\x02\u00ad])\s*([^\W\d_]*)")
_ASIDE = lazy(r"(?:^|[\s(])-[A-Za-z][^-]*$")
_WORD = lazy(r"[a-z]+(?:-[a-z]+)*")


def join_soft_hyphens(text: Traced) -> Traced:
    """`text` with soft hyphens resolved that were kept as `(cid:173)` or as a control character before a break."""
    source = text.text
    if "(cid:173)" in source or "\x02" in source or "\u00ad" in source:
        known = _counter(source)
        text = text.sub(_CID, lambda match: _join_soft(match, known))
    return text


def join_broken_words(text: Traced) -> Traced:
    """`text` with its line-break hyphens taken out where the vocabulary says so; itself when there are none."""
    source = text.text
    if "- " in source or "-\n" in source:
        known = _counter(source)
        text = text.sub(_BROKEN, lambda match: _join_hard(match, known))
    return text


def _counter(source: str) -> Callable[[str], int]:
    """How often a lower-case word stands in the shipped list and in `source` together; both are read when asked."""
    counts: Counter[str] = Counter()

    def known(word: str) -> int:
        if not counts:
            counts.update(_WORD.findall(source.lower()))
        return frequency(word) + counts[word]

    return known


def _join_hard(match: re.Match[str], known: Callable[[str], int]) -> str | None:
    left, right = match.groups()
    if "-" in left + right and known(f"{left}-{right}".lower()) >= _COMMON:
        return f"{left}-{right}"  # state-of- the-art
    if right in _FUNCTION_WORDS or right.split("-")[0] in _FUNCTION_WORDS:
        return None
    if _ASIDE.search(match.string, max(0, match.start() - 80), match.start()):
        return None
    return _choice(left, right, known)


def _join_soft(match: re.Match[str], known: Callable[[str], int]) -> str | None:
    """A soft hyphen that was kept as a glyph number or a control character."""
    left, _, right = match.groups()
    if not right:
        return left + "-" + match.string[match.end(2) : match.end()] if match[2] == "(cid:173)" else None
    if right[0].isupper() and match[2] == "(cid:173)":
        return f"{left}-{right}"
    if right in _FUNCTION_WORDS and match.end(2) < match.start(3):
        return f"{left} – {right}"
    return _choice(left, right, known, _COMMON_SOFT) or left + right


def _choice(left: str, right: str, known: Callable[[str], int], common: int = _COMMON) -> str | None:
    """The two halves joined or with a hyphen, or None when nothing is known of either."""
    joined, hyphenated = (left + right).lower(), f"{left}-{right}".lower()
    joined_known, hyphenated_known = known(joined), known(hyphenated)
    if joined_known and joined_known >= hyphenated_known:
        return left + right
    last, first = left.lower().split("-")[-1], right.split("-")[0]
    if hyphenated_known or (min(len(last), len(first)) > 2 and min(known(last), known(first)) >= common):
        return f"{left}-{right}"
    return None
