"""A title for an abstract that came without one. Stated rules, tried in this order; the result is marked as derived.

1. A system is named where the abstract says what it brings ("we introduce", "we propose", "this paper presents" …):
   - `a … framework named MaskPro` gives `MaskPro: a … framework` (also called, termed, dubbed), and so does
     `a new fine-tuning strategy, STAT, to …`;
   - `we introduce Quantized Zeroth-order Optimization (QZO)` and `HERO (Hybrid Ensemble Reward Optimization)` give
     `QZO: Quantized Zeroth-order Optimization` and `HERO: Hybrid Ensemble Reward Optimization`;
   - `we introduce TusoAI, an agentic AI system that …` gives `TusoAI: an agentic AI system that …`;
   - `we introduce X` with nothing to describe it gives X and the sentence's next words.
2. Else the first sentence, without its full stop.

Either is cut at a word at 100 characters and then ends in "…".
"""

from __future__ import annotations

import re
from functools import cache

LONGEST = 100

#: A name is a word with a capital or digit beyond its first letter, or all capitals: MaskPro, STAT, 4DMoT, Loc-Decomp.
_NAME = (
    r"(?:[A-Z][\w.+/-]{0,40}[A-Z0-9][\w.+/-]{0,40}|[A-Z]{2,40}[\w.+/-]{0,40}|[0-9]{1,9}[A-Z][\w.+/-]{0,40}"
    r"|[a-z]{1,20}[A-Z][\w.+/-]{0,40})"
)
_DETERMINER = r"(?:an?|the|our)"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    # A comma may follow the adverb only when there is one.
    adverbs = r"(?: (?:\w{1,20}ly|here|then|further|also|first|thus|therefore),?){0,2}"
    brings = (
        r"\b(?:we|this (?:paper|work|article|study))" + adverbs + r" (?:introduces?|presents?|proposes?|develops?|"
        r"describes?|releases?|contributes?|designs?|creates?) "
    )
    return {
        "brings": re.compile(brings, re.IGNORECASE),
        "named": re.compile(
            rf"(?P<what>{_DETERMINER} [^.;:()]{{3,90}}?),? (?:named|called|termed|dubbed) (?P<name>{_NAME})\b"
        ),
        "full_short": re.compile(
            rf"(?:{_DETERMINER} )?(?:novel |new |simple )?"
            r"(?P<full>[A-Z][\w-]*(?: (?:[A-Z][\w-]*|of|for|and|the|with|in|on|to|via|as|from|by)){1,9})"
            r" ?\((?P<name>[\w+./-]{2,15})\)"
        ),
        "short_full": re.compile(rf"(?:{_DETERMINER} )?(?P<name>{_NAME}) ?\((?P<full>[A-Za-z0-9][^()]{{7,100}})\)"),
        "apposed": re.compile(rf"(?P<name>{_NAME}) ?(?:,|:|—|–| -) ?(?P<what>{_DETERMINER} [^.;:]{{8,200}})"),
        "bare": re.compile(rf"(?:{_DETERMINER} )?(?:new |novel )?(?P<name>{_NAME})(?P<rest>[^.;:]{{0,160}})"),
        "markup": re.compile(
            r"\\(?:text[a-z]{2}|emph|mathrm|mathsf)\{([^{}]*)\}|(?<![\w*])[*_]{1,3}([^*_\n$]{1,60}?)[*_]{1,3}(?![\w*])"
        ),
        "strategy": re.compile(rf"(?P<what>{_DETERMINER} [^.;:,()]{{3,90}}), (?P<name>{_NAME}),"),
        "clause": re.compile(r",? (?:which|that|where|who|whose)\b|, (?:\w+ed|\w+ing|and|to)\b"),
        "sentence": re.compile(r"[.?!](?=\s+[A-Z\"'(`\\$*_“]|\s*$)"),
        "abbreviation": re.compile(
            r"(?:\b(?:e\.g|i\.e|etc|et al|vs|cf|resp|approx|fig|eq|sec|dr|prof|st|no)|\b[A-Za-z])$", re.IGNORECASE
        ),
    }


def derive_title(abstract: str) -> str:
    """Return a title for an abstract by the rules above; "Untitled" for one without any word."""
    text = _plain(" ".join(abstract[:20_000].split()))
    return shorten(_named_system(text) or _first_sentence(text)) or "Untitled"


def shorten(text: str, longest: int = LONGEST) -> str:
    """Cut a text at a word so that it has at most `longest` characters; what was cut shows as "…"."""
    if len(text) <= longest:
        return text
    short = text[: longest - 1]
    head, space, _ = short.rpartition(" ")
    return (head if space and len(head) > longest // 2 else short).rstrip(" ,;:-–—(") + "…"


def _plain(text: str) -> str:
    """Return the text without the emphasis that stands around names; mathematics stays."""
    return _patterns()["markup"].sub(lambda match: match[1] or match[2] or "", text)


def _named_system(text: str) -> str:
    for match in _patterns()["brings"].finditer(text):
        if title := _in_statement(text[match.end() : match.end() + 400]):
            return title
    return ""


def _in_statement(said: str) -> str:
    """Return the title in what an abstract brings; `said` starts right after the verb."""
    patterns = _patterns()
    sentence = said[: _end_of_sentence(said)]
    if (match := patterns["full_short"].match(sentence)) and _stands_for(match["name"], match["full"]):
        return f"{match['name']}: {match['full']}"
    if (match := patterns["short_full"].match(sentence)) and _stands_for(match["name"], match["full"]):
        return f"{match['name']}: {match['full']}"
    if match := patterns["apposed"].match(sentence):
        return f"{match['name']}: {_phrase(match['what'])}"
    if match := patterns["named"].match(sentence):
        return f"{match['name']}: {match['what']}"
    if match := patterns["strategy"].match(sentence):
        return f"{match['name']}: {match['what']}"
    if match := patterns["bare"].match(sentence):
        return f"{match['name']}{match['rest']}".rstrip(" ,")
    return ""


def _stands_for(short: str, full: str) -> bool:
    """Say whether the letters of `short` occur in order in `full`, the first at its start."""
    letters = [char for char in short.lower() if char.isalnum()]
    place = 0
    lowered = full.lower()
    if not letters or letters[0] != lowered[0]:
        return False
    for letter in letters:
        place = lowered.find(letter, place) + 1
        if not place:
            return False
    return True


def _phrase(text: str) -> str:
    """Return a noun phrase up to the first clause that explains it, unless it says too little without it."""
    for match in _patterns()["clause"].finditer(text):
        if match.start() >= 36:
            return text[: match.start()].rstrip(" ,")
    return text.rstrip(" ,")


def _end_of_sentence(text: str) -> int:
    patterns = _patterns()
    for match in patterns["sentence"].finditer(text):
        if match[0] != "." or not patterns["abbreviation"].search(text, max(0, match.start() - 12), match.start()):
            return match.start() if match[0] == "." else match.end()
    return len(text)


def _first_sentence(text: str) -> str:
    return text[: _end_of_sentence(text)].strip()
