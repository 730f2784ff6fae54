"""Check `readable` over whole corpora of abstracts, and time it.

    python benchmarks/text_corpus.py FILE… [--limit N] [--show N] [--beside-pylatexenc]

Each FILE is JSON Lines (gzip or not) with `title` and `abstract`. Printed are the texts with an exception, a control
character, a prose word of the source that is missing, markup that stayed visible, and a norm bar, accent, unknown macro
or price that was lost; then the time. What counts as a prose word is decided here by simple means, independent of the
room's own parser: letters outside dollars, macro names and arguments that are no text.
"""

import argparse
import gzip
import json
import re
import statistics
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tui"))

from paperreader.text import text_macros
from paperreader.text.clean import clean
from paperreader.text.fused import split_fused, split_letter
from paperreader.text.math_macros import is_math_macro
from paperreader.text.math_symbols import ACCENTS, LINES, SILENT
from paperreader.text.pipeline import convert
from paperreader.text.readable import is_plain, readable
from paperreader.text.text_dispatch import is_text_macro

FORMULA = re.compile(
    r"\$\$.+?\$\$|(?<!\\)\$(?:\\.|[^$])+?\$|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\\begin\{(equation|align|gather|eqnarray|multline)\*?\}.*?\\end\{\1\*?\}",
    re.DOTALL,
)
NOT_TEXT = re.compile(
    r"\\(?:label|begin|end|color|vspace|hspace|href|bibliographystyle|usepackage)\*?\s*\{[^{}]*\}(?:\[[^\]]*\])?"
    r"|\\(?:textcolor|colorbox)\{[^{}]*\}|\]\((?:https?|www)[^()]*\)|\\hyperref\[[^\]]*\]|</?[a-z:]+>|&[a-zA-Z]+;|&#?\w+;"
)
MACRO = re.compile(r"\\([A-Za-z]+)")
WORD = re.compile(r"[^\W\d_]{3,}")
#: Words that no damaged character touches.
ASCII_WORD = re.compile(r"(?<![^\x00-\x7f])(?<![A-Za-z])[A-Za-z]{3,}(?![A-Za-z])(?![^\x00-\x7f])")
#: Names of macros that have lost their backslash or more.
LOST_BACKSLASH = re.compile(
    r"\w*(?:emph|mph|extcolor\{\w+\}|ext\w+|url|href|ootnote|footnote|cite\w?|sqrt|tilde|math\w+)\{"
)
VISIBLE = re.compile(r"[_^]\{|\\([A-Za-z]+)")
MONEY = re.compile(r"\\\$ ?\d|(?<![\\$\w])\$\d[\d.,]*(?:[KMB](?= )| ?(?:million|billion|USD|per)\b)")
LATEX = re.compile(r"[\\$]")


def texts(paths: list[str], limit: int) -> Iterator[tuple[str, str]]:
    for path in paths:
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for place, line in enumerate(lines):
                if place == limit:
                    break
                record = json.loads(line)
                for field in ("title", "abstract"):
                    if record.get(field):
                        yield f"{Path(path).name}:{place + 1}:{field}", record[field]


def letters(text: str) -> str:
    """Only the letters, for comparing across hyphens, ligatures and line breaks."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalpha())


def lost_words(source: str, plain: str) -> list[str]:
    prose = FORMULA.sub(" 0 ", source)
    prose = NOT_TEXT.sub(" ", prose)
    prose = re.sub(r"\\[\"'`^~=.]\s*\{?\\?([A-Za-z])\}?|\\[cvuHkrdb]\{([A-Za-z])\}", r"\1\2", prose)
    prose = MACRO.sub(" ", prose)
    prose = LOST_BACKSLASH.sub(" ", prose)
    prose = re.sub(r"[{}]|\(cid:\d+\)|(?<=\w)[-\u00ad]\s+(?=[a-z])", "", prose)
    wanted = Counter(map(letters, ASCII_WORD.findall(prose)))
    plain = re.sub(r"\(cid:\d+\)", "", plain)
    found = Counter(map(letters, WORD.findall(unicodedata.normalize("NFKC", plain))))
    missing = [word for word, count in wanted.items() if word and found[word] < count]
    if missing:
        squashed = letters(plain)
        missing = [word for word in missing if squashed.count(word) < wanted[word]]
    return missing


def is_known(name: str) -> bool:
    return (
        is_text_macro(name)
        or is_math_macro(name)
        or name in text_macros.STYLES
        or name in text_macros.SWITCHES
        or name in text_macros.SILENT
        or name in text_macros.SILENT_WITH_ARGUMENT
        or name in text_macros.SPACES
        or name in text_macros.LETTERS
        or name in text_macros.ACCENTS
        or name in SILENT
        or (name in text_macros.UNITS and len(name) > 3)
        or name in ("n", "begin", "end", "over", "choose")
    )


def is_damaged(source: str) -> bool:
    return source.count("{") != source.count("}") or (source.count("$") - source.count("\\$")) % 2 == 1


def check(source: str) -> dict[str, object]:
    """What is wrong with one text, by kind."""
    found: dict[str, object] = {}
    try:
        text = convert(source)
    except Exception as error:  # noqa: BLE001 (to be counted)
        return {"exceptions": repr(error)}
    plain = text.plain
    if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in plain) or clean(plain) != plain:
        found["control characters"] = plain[:60]
    if unicodedata.normalize("NFC", plain) != plain:
        found["not NFC"] = plain[:60]
    if "".join(plain[run.start : run.end] for run in text.runs()) != plain:
        found["runs do not tile"] = plain[:60]
    missing = lost_words(source, plain)
    if missing:
        found["words lost"] = missing[:8]
    names = MACRO.findall(source)
    if not is_damaged(source):
        for match in VISIBLE.finditer(plain):
            if match[1] is None or (is_known(match[1]) and match[1] != "n") or split_fused(match[1]):
                found["markup visible"] = plain[max(0, match.start() - 30) : match.end() + 30]
                break
    bars = source.count("\\|") + len(re.findall(r"\\[lr]?Vert\b", source))
    if bars and plain.count("‖") < bars:
        found["norm bars lost"] = f"{plain.count('‖')} of {bars}"
    accents = sum(name in ACCENTS or name in LINES for name in names if name not in ("underline", "ul", "hat", "bar"))
    accents += len(re.findall(r"\\(?:hat|bar)\b", " ".join(m.group() for m in FORMULA.finditer(source))))
    marks = sum(map(bool, map(unicodedata.combining, unicodedata.normalize("NFD", plain))))
    if accents and marks < accents:
        found["accents lost"] = f"{marks} of {accents}"
    unknown = [name for name in names if not is_known(name)]
    squashed = letters(plain)
    gone = [n for n in unknown if letters(n) not in squashed and not _has_argument(source, n) and not split_fused(n)]
    gone = [n for n in gone if not ((parts := split_letter(n, in_word=True)) and letters(parts[1]) in squashed)]
    if gone and "\\n" not in source.replace("\\nu", ""):
        found["unknown macros lost"] = gone[:5]
    prices = len(MONEY.findall(re.sub(r"(?<!\\)\$(?![\d\s])[^$]{1,40}\$", "", source)))
    if prices and plain.count("$") < prices:
        found["money lost"] = f"{plain.count('$')} of {prices}"
    return found


def _has_argument(source: str, name: str) -> bool:
    return re.search(rf"\\{name}\s*\{{", source) is not None


def beside_pylatexenc(sources: list[str]) -> None:
    try:
        from pylatexenc.latex2text import LatexNodes2Text
    except ImportError:
        print("pylatexenc is not installed")
        return
    converter = LatexNodes2Text()
    lost = failed = 0
    start = time.process_time()
    results = []
    for source in sources:
        try:
            results.append(converter.latex_to_text(source))
        except Exception:  # noqa: BLE001 (to be counted)
            failed += 1
            results.append("")
    took = time.process_time() - start
    for source, plain in zip(sources, results, strict=True):
        lost += bool(lost_words(source, plain))
    start = time.process_time()
    ours = [convert(source).plain for source in sources]
    ours_took = time.process_time() - start
    ours_lost = sum(bool(lost_words(source, plain)) for source, plain in zip(sources, ours, strict=True))
    print(f"\nbeside pylatexenc, {len(sources)} texts with LaTeX:")
    print(f"  pylatexenc  {1000 * took / len(sources):6.2f} ms a text, {failed} exceptions, words lost in {lost}")
    print(f"  paperreader {1000 * ours_took / len(sources):6.2f} ms a text, 0 exceptions, words lost in {ours_lost}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--limit", type=int, default=-1, help="records of each file")
    parser.add_argument("--show", type=int, default=0, help="examples of each kind")
    parser.add_argument("--beside-pylatexenc", action="store_true")
    parser.add_argument("--time-only", action="store_true")
    options = parser.parse_args()
    kinds: dict[str, list[tuple[str, object]]] = defaultdict(list)
    seconds: dict[str, list[float]] = {"plain": [], "latex": [], "other": []}
    latex_sources: list[str] = []
    count = 0
    total = 0.0
    for where, source in texts(options.files, options.limit):
        count += 1
        kind = "latex" if LATEX.search(source) else "plain" if is_plain(source) else "other"
        start = time.process_time()
        readable.__wrapped__(source)
        took = time.process_time() - start
        total += took
        seconds[kind].append(took)
        if kind == "latex" and where.endswith("abstract"):
            latex_sources.append(source)
        if not options.time_only and kind != "plain":
            for name, example in check(source).items():
                kinds[name].append((where, example))
    print(f"{count} texts ({len(latex_sources)} abstracts with LaTeX) in {total:.1f} s")
    for kind, times in seconds.items():
        if times:
            mean, worst = 1000 * statistics.fmean(times), 1000 * max(times)
            print(f"  {kind:6} {len(times):7}  mean {mean:.4f} ms  worst {worst:.1f}")
    for name in ("exceptions", "control characters", "not NFC", "runs do not tile", "words lost", "markup visible",
                 "norm bars lost", "accents lost", "unknown macros lost", "money lost"):  # fmt: skip
        found = kinds[name]
        print(f"{name:20} {len(found):6}  {100 * len(found) / count:.4f} %")
        for where, example in found[: options.show]:
            print(f"    {where}  {example}")
    if options.beside_pylatexenc:
        beside_pylatexenc(latex_sources[:: max(1, len(latex_sources) // 500)])


if __name__ == "__main__":
    main()
