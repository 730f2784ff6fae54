"""What holds for every text, whatever it is: no exception, nothing a terminal obeys, runs that tile, ranges that fit."""

# ruff: noqa: SIM905 (lists of words read better in one string)

import json
import os
import random
import subprocess
import sys
import threading
import time
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paperreader
from paperreader.text.clean import clean
from paperreader.text.math_atoms import TooDeep
from paperreader.text.pipeline import convert
from paperreader.text.readable import GLYPHS, is_plain, readable
from paperreader.text.styled import STYLES, StyledText

CASES = Path(__file__).parent / "cases" / "markup.jsonl"


def sources() -> list[str]:
    return [json.loads(line)["source"] for line in CASES.read_text(encoding="utf-8").splitlines()]


FRAGMENTS = [
    *r"\frac \sqrt \emph{ \textbf \begin{align} \end{align} \begin{itemize} \item \left( \right) \cite{ \text{ \hat".split(),
    *r"\mathbb R \mathcal{ \sum _{ ^{ ^ _ $ $$ \( \) \[ \] { } { } & \\ \\\\ \| || | ~ `` '' ` ' --- -- - * ** _ __".split(),
    *"[a](https://x.org) https://y.z/a_b <b> </b> <sup> &amp; &lt; (cid:173) % \\% \\n \\nWe x y n 10 4,000 the and".split(),
    *r"\unknown \foo{ \footnote{ \SI{1}{\metre} \romannumeral3 \not \choose \over \substack{ \xrightarrow{ \verb|x|".split(),
    " ", " ", "\n", "\n\n", "\t", "\x1b[31m", "\x02", "\u0301", "\u202e", "\u200d", "ﬁ", "é", "â€™", "\ufffc", "\ud800", "－",
]  # fmt: skip
texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=30).map(" ".join),
)


def check(text: StyledText) -> None:
    plain = text.plain
    assert clean(plain) == plain
    assert unicodedata.is_normalized("NFC", plain)
    for char in plain:
        assert char == "\n" or unicodedata.category(char) not in ("Cc", "Cs")
    assert "  " not in plain
    assert plain == plain.strip()
    runs = list(text.runs())
    assert "".join(plain[run.start : run.end] for run in runs) == plain
    assert all(before.end == after.start for before, after in pairwise(runs))
    assert all(run.start < run.end for run in runs)
    assert list(text.spans) == sorted(text.spans, key=lambda span: (span.start, -span.end))
    for span in text.spans:
        assert 0 <= span.start < span.end <= len(plain)
        assert 0 <= span.source_start <= span.source_end <= len(text.source)
        assert span.style in STYLES
        assert (span.data is not None) == (span.style == "link")
    assert "\n" not in text.line


@settings(max_examples=400)
@given(texts)
def test_any_text(source: str) -> None:
    for glyphs in ("unicode", "basic"):
        check(readable(source, glyphs))


@settings(max_examples=300)
@given(texts)
def test_only_depth_stops_a_conversion(source: str) -> None:
    """`readable` forgives everything, so that no text can take the reader down; nothing but depth may need it."""
    try:
        check(convert(source))
    except TooDeep:
        assert source.count("{") > 15


@given(st.sampled_from(sources()), st.data())
def test_truncation(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    check(convert(source[start:end]))


@given(st.sampled_from(sources()), st.sampled_from(FRAGMENTS), st.data())
def test_insertion(source: str, fragment: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(source)))
    check(convert(source[:place] + fragment + source[place:]))


@given(st.text(max_size=60))
def test_the_fast_path_agrees_with_the_stages(source: str) -> None:
    if is_plain(source):
        assert convert(source).plain == source


@given(st.lists(st.sampled_from("a model of x- y- 3 the é — (1) [2] 50% / & < > ; : it's – “q” a/b R&D p<0.1".split())))
def test_the_fast_path_agrees_on_prose(words: list[str]) -> None:
    source = " ".join(words)
    if is_plain(source):
        converted = convert(source)
        assert converted.plain == source
        assert converted.spans == ()


@given(texts)
def test_source_glyphs_convert_nothing(source: str) -> None:
    text = readable(source, "source")
    assert text.plain == unicodedata.normalize("NFC", clean(source))
    assert text.spans == ()


def test_unknown_glyphs() -> None:
    with pytest.raises(ValueError, match="ascii"):
        readable("x", "ascii")
    assert GLYPHS == ("unicode", "basic", "source")


@pytest.mark.parametrize(
    "deep",
    [
        "$" + "{" * 100 + "x" + "}" * 100 + "$",
        r"\emph{" * 100 + "x" + "}" * 100,
        "$" + r"\sqrt{" * 70 + "x" + "}" * 70 + "$",
        "$" + "x^{" * 5000 + "}" * 5000 + "$",
        "$" + r"\text{$" * 100 + "x" + "$}" * 100 + "$",
        r"\footnote{" * 3000,
    ],
)
def test_too_deep_is_the_source(deep: str) -> None:
    text = readable(deep)
    assert text.plain == deep
    assert text.spans == ()


@pytest.mark.parametrize("level", [10, 40])
def test_ordinary_depth_is_read(level: int) -> None:
    assert readable(r"\emph{" * level + "x" + "}" * level).plain == "x"
    assert readable("$" + "{" * level + "x" + "}" * level + "$").plain == "x"


LONG = 40_000
HOSTILE = {
    "one unit": [
        "$", "$$", "{", "}", "\\", "*", "_", "`", "'", "~", "[", "](", "<b>", "&amp;", "-", "\n", "- a\n", "^{", "\\item ",
        "\\frac", "\\left", "$x$ ", "a- b ", "(cid:173)", "https://x ", "\u0301", "Ã", "\\text{$", "||", "$|", "\\cite[",
        "\\footnote{", "`x", "\\[", "$\\sqrt", "\\alpha ", "\\alpha", "\\sqrt[", "a_", "a-", "a.", "*a _b ", "[x] ", "|(", "αβ ",
        "\\item[a] ", "<b></i>", " %a", "{a}", "1,000,",
    ],
    "halves": [
        ("*a ", "b_ "), ("<b>", "</i>"), ("<b>", "</b>"), ("[", "]("), ("`", "x"), ("``a ", "''"), (" ", "~"), (" ", "\n"),
        ("a", "\xad b"), ("\\abcd", "\\$"), ("[[", "] "),
    ],
    "whole": [
        "$\\textbf{" + "a" * LONG + "!}$", "$" + "a" * LONG + "=\\x$", "$" + "(|" * (LONG // 2) + "$", "\\$" + "\\abcd" * (LONG // 5),
        "\\frac{" * 60 + "x " * (LONG // 2), "\\cite" + "A1" * (LONG // 2), "$" + "\\sqrt[" * (LONG // 6) + "$",
        "$\\begin{matrix}" + "a&b\\\\" * (LONG // 6) + "\\end{matrix}$", "$x" + "'" * LONG + "$", "$" + "x_" * (LONG // 2) + "$",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        *((unit * (LONG // len(unit) + 1))[:LONG] for unit in HOSTILE["one unit"]),
        *(a * (LONG // 2 // len(a)) + b * (LONG // 2 // len(b)) for a, b in HOSTILE["halves"]),
        *HOSTILE["whole"],
    ],
    ids=lambda source: ascii(source[:12]),
)
def test_long_hostile_text_is_quick(source: str) -> None:
    start = time.process_time()
    check(readable(source))
    assert time.process_time() - start < 3, "more than linear in the length"


def test_threads_agree() -> None:
    all_sources = sources()
    expected = [convert(source) for source in all_sources]
    wrong: list[str] = []

    def read(seed: int) -> None:
        order = list(range(len(all_sources)))
        random.Random(seed).shuffle(order)
        wrong.extend(
            all_sources[place] for place in order if readable(all_sources[place] + " ").plain != expected[place].plain
        )

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_cache_is_bounded() -> None:
    assert readable.cache_info().maxsize is not None


def test_import_loads_no_stage() -> None:
    program = (
        "import sys; import paperreader.text.readable as r; r.readable('Plain words.');"
        "loaded = [m for m in sys.modules if m.startswith('paperreader.text.')];"
        "print(' '.join(sorted(m.split('.')[-1] for m in loaded)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(paperreader.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["clean", "readable", "styled"]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"Nguy{\~{\^e}}n and Nguy\~{\^{e}}n", "Nguyễn and Nguyễn"),
        (r"Tr\`{\^a}n, Ph{\d{\^o}}, {\'{\=e}}, {\^{\"{\i}}}", "Trần, Phộ, ḗ, ï\u0302"),
        (r"it\'s a \~{} \~{\^ }", r"it's a ~ ~\^"),
    ],
)
def test_accents_stand_on_each_other(source: str, shown: str) -> None:
    assert readable(source).line == unicodedata.normalize("NFC", shown)
