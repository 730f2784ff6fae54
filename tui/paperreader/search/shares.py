"""What a loose match is worth: shares of the level that the word itself would have, and the weights of the order.

One table for the index in memory and the one in numpy. The numbers were chosen on plateaus: the quality that the tests
ask for hardly moves when one of them is changed by half.
"""

from __future__ import annotations

from math import log2

#: Fewer hits than this in title, keywords and authors, and the second pass looks for more. (In a small catalogue, one
#: of so many papers is enough.)
FEW, FEW_OF = 50, 400
#: Fewer than this in the second pass, and papers that lack some of the words count too (see `lacking`).
VERY_FEW = 10
#: So many times as many hits anywhere, abstracts included, are enough too.
ANYWHERE = 3

#: Typos in a word.
ONE_TYPO, TWO_TYPOS = 0.82, 0.62
#: In the beginning of a longer word.
ONE_TYPO_HEAD, TWO_TYPOS_HEAD = 0.62, 0.42
#: The same when a blank says that the typed word is complete.
ENDED = 0.8
#: Initials at the start of a title, and of any words in a row; of two letters; of a whole title.
ACRONYM_LEAD, ACRONYM, ACRONYM_ALL = 0.85, 0.62, 0.95
ACRONYM_LEAD_OF_TWO, ACRONYM_OF_TWO = 0.65, 0.43
#: Letters in a row inside a word.
INSIDE = 0.5
#: One typed word that stands as two, two that stand as one; with a part of one or two letters.
TOGETHER, TOGETHER_SHORT = 0.8, 0.4
#: A compound whose parts stand anywhere in the paper.
APART = 0.8

#: The score of a paper for each word that matches only by a guess, although other papers have it as it was typed.
GUESSED = 0.2

#: Letters inside words are looked for when so many are typed: fewer say nothing, and nobody abbreviates to more.
FEWEST_INSIDE, MOST_INSIDE = 3, 8

#: Words that a typed one may stand for, at the most; the best are kept.
MOST = 300

#: Weights of the order among the best: see `closeness`.
NEXT, COVER, START, WHOLE, SHORT = 0.25, 0.35, 0.12, 0.15, 0.12
#: Of short titles, for all hits (no round number, so that levels and lengths do not meet in ties by accident).
BRIEF = 0.41
#: So many of the best are looked at closely.
CLOSELY = 100


def few(papers: int) -> int:
    """So many hits are enough in a catalogue of so many papers."""
    return max(1, min(FEW, papers // FEW_OF))


def lacking(words: int) -> int:
    """So many of these words a paper may lack: about a third, as of a title with `paper pdf` behind it; none of two."""
    return (words + 1) // 3 if words > 2 else 0


def enough(strong: int, total: int, papers: int) -> bool:
    """Whether the first pass found enough: hits in title, keywords and authors, and hits anywhere."""
    return strong >= few(papers) or total >= ANYWHERE * few(papers)


def edits_allowed(size: int) -> int:
    """So many typos a word of this many letters may have."""
    return 0 if size < 4 else 1 if size < 7 else 2


def one_typo(size: int) -> float:
    """The share of a word with one typo: in a short word it says less."""
    return ONE_TYPO if size > 5 else ONE_TYPO - 0.06 * (6 - size)


def doubt(known: int) -> float:
    """The more papers have a word as it was typed, the less likely it was meant to be another."""
    return max(0.25, 1 - log2(1 + known) / 10)


def abbreviation(size: int, length: int, span: int, same_first: bool) -> float:
    """The share of a word of `length` letters that has the typed ones inside in order, within `span` letters; 0: none.

    `attn` in "attention": the first letter is the same, and the letters do not lie far apart.
    """
    if span > 3 * size or (not same_first and span > 2 * size):
        return 0.0
    return (0.3 if same_first else 0.1) + 0.35 * size / span + 0.1 * size / length


def acronym(size: int, lead: bool) -> float:
    """The share of a title that has words with these initials in a row, at its start or anywhere."""
    if size == 2:
        return ACRONYM_LEAD_OF_TWO if lead else ACRONYM_OF_TWO
    return ACRONYM_LEAD if lead else ACRONYM
