"""How frequent a word is in abstracts, from the word list that is shipped beside this module.

`words.txt.gz` was made by `benchmarks/text_words.py` from counts over public abstracts: its line *k* (from 0) holds
the words that stand there about 2 ** (k / LEVELS_AN_OCTAVE) times, in alphabetical order. It is read when the first
text asks for a word, which is only the case for text with a broken word in it.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

#: How finely counts are kept: 3 levels from a count to its double.
LEVELS_AN_OCTAVE = 3

WORDS_FILE = Path(__file__).with_name("words.txt.gz")


@cache
def _levels() -> dict[str, int]:
    text = zlib.decompress(WORDS_FILE.read_bytes(), wbits=31).decode("ascii")
    levels: dict[str, int] = {}
    for level, line in enumerate(text.split("\n")):
        levels.update(dict.fromkeys(line.split(), level))
    return levels


def frequency(word: str) -> int:
    """About how often the lower-case `word` stands in the abstracts that the list was made from; 0 when unknown."""
    found = _levels().get(word)
    return 0 if found is None else round(2 ** (found / LEVELS_AN_OCTAVE))
