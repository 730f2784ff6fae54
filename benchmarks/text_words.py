"""Make the word list of the text room (`tui/paperreader/text/words.txt.gz`) from a file of counts.

    python benchmarks/text_words.py COUNTS

COUNTS has a word and its count a line, separated by a space. Words of letters and hyphens are kept; the result is the
same for the same counts, byte for byte.
"""

import math
import re
import sys
import zlib
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tui"))

from paperreader.text.vocabulary import LEVELS_AN_OCTAVE, WORDS_FILE


def main() -> None:
    words: dict[int, list[str]] = defaultdict(list)
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        word, count = line.split()
        if re.fullmatch("[a-z]+(?:-[a-z]+)*", word):
            words[round(LEVELS_AN_OCTAVE * math.log2(int(count)))].append(word)
    text = "\n".join(" ".join(sorted(words[level])) for level in range(max(words) + 1))
    packer = zlib.compressobj(9, wbits=31)
    WORDS_FILE.write_bytes(packer.compress(text.encode("ascii")) + packer.flush())
    print(f"{sum(map(len, words.values()))} words, {WORDS_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
