"""The one table of the query language: fields, values, sorts, with the help and the examples that the docs show.

The parser, the completion and `docs/query.md` are made from it, so that none of them can say something else. No
behaviour here, and nothing that costs to import.
"""

from __future__ import annotations

#: What a field's value is: words (of a text), a name (whole, out of a set), a number, a time, a state, a thing.
WORDS, NAME, NUMBER, TIME, STATE, THING = "words", "name", "number", "time", "state", "thing"


class Field:
    """A field of the language: its name, the other ways to write it, the kind of its value, and what it finds."""

    __slots__ = ("example", "help", "kind", "name", "others")

    def __init__(self, name: str, kind: str, help: str, example: str, others: tuple[str, ...] = ()) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.example = example
        self.others = others


FIELDS = (
    Field("title", WORDS, "words of the title", "title:diffusion"),
    Field("author", WORDS, "words of one author's name", 'author:"Yann LeCun"', ("authors", "by")),
    Field("abstract", WORDS, "words of the abstract or the TL;DR", "abstract:convergence", ("abs",)),
    Field("keyword", WORDS, "words of one keyword", 'keyword:"world model"', ("keywords", "kw")),
    Field("area", WORDS, "words of the area (primary area, category)", "area:optimization", ("category",)),
    Field("venue", WORDS, "words of the venue", "venue:iclr"),
    Field("decision", WORDS, "words of the venue's decision", "decision:oral"),
    Field("note", WORDS, "words of your note", "note:reproduce", ("notes",)),
    Field("source", WORDS, "words of the name of a source", "source:seeds"),
    Field("tag", NAME, "a tag of yours, in full", "tag:to-read", ("tags",)),
    Field("id", NAME, "an identifier, in full, with or without its scheme", "id:2505.15489"),
    Field("year", NUMBER, "the year of publication", "year:2023.."),
    Field("score", NUMBER, "the mean of the reviewers' scores", "score:>=6", ("scores",)),
    Field("rating", NUMBER, "your rating, 0 to 5 (0: none)", "rating:>=4"),
    Field("added", TIME, "when it came into the catalogue: an age or a day", "added:<7d"),
    Field("is", STATE, "a state or a kind of presentation", "is:unread"),
    Field("has", THING, "papers that have it", "has:code"),
    Field("no", THING, "papers that do not have it", "no:tag"),
)

#: Values of `is:`. The first ones are marks, the last ones words of the decision.
STATES = {
    "unread": "not read",
    "read": "read",
    "starred": "starred (kept)",
    "later": "in the later queue",
    "dismissed": "dismissed",
    "undecided": "not starred, not later, not dismissed; read or not",
    "decided": "starred, later or dismissed",
    "oral": "an oral",
    "spotlight": "a spotlight",
    "poster": "a poster",
}
MARK_STATES = ("unread", "read", "starred", "later", "dismissed", "undecided", "decided")

#: Values of `has:` and `no:`.
THINGS = {
    "pdf": "a link to a PDF",
    "code": "a link to code",
    "arxiv": "an arXiv identifier",
    "doi": "a DOI",
    "abstract": "an abstract",
    "authors": "authors",
    "keywords": "keywords",
    "area": "an area",
    "venue": "a venue",
    "year": "a year",
    "score": "scores of reviewers",
    "note": "a note of yours",
    "tag": "a tag of yours",
    "rating": "a rating of yours",
}
#: Things that the user made; the others belong to the catalogue.
MARK_THINGS = ("note", "tag", "rating")

#: Values of `sort:`; a `-` before one turns it round. Papers without a value always come last.
SORTS = {
    "relevance": "how well the words match (the default when there are words)",
    "number": "the order of the catalogue (the default when there are none)",
    "year": "year",
    "title": "title, without regard to case and accents",
    "author": "name of the first author",
    "venue": "venue",
    "score": "mean score of the reviewers",
    "rating": "your rating",
    "added": "when it came into the catalogue",
    "later": "place in the later queue",
}
#: Sorts that need what the user made.
MARK_SORTS = ("rating", "later")

#: Forms of the language that are not fields: what is written, and what it finds.
FORMS = (
    ("attention", "papers with a word that starts so, in title, keywords, authors, area, abstract or TL;DR; forgiving"),
    ("'gan", "exact: the word itself, no longer word and no typos"),
    ("^learning", "the title starts so"),
    ("networks$", "the title ends with this word"),
    ("-survey", "not: no word starts so; never forgiving"),
    ("!survey", "the same"),
    ("diffusion | flow", "one or the other; `OR` is the same; everything between two bars belongs together"),
    ("(diffusion | flow) matching", "parentheses group"),
    ('"in-context learning"', "these words, one after the other"),
    ("author:(bengio | lecun)", "a field's value may be grouped"),
    ("author:-lecun", "or negated"),
)

#: Whole queries, for the documentation.
EXAMPLES = (
    ("author:(bengio | lecun) -is:read year:2024..", "unread papers of either since 2024"),
    ("diffusion -image is:undecided", "about diffusion, nothing that mentions images, not yet decided on"),
    ('"chain of thought" score:>=6 sort:-score', "the phrase, scored 6 and more, the best first"),
    ("(quantization | pruning) llm has:code", "with code"),
    ("is:(oral | spotlight) no:note", "orals and spotlights without a note of yours"),
    ("^towards added:<7d", "titles that start so, new in the last week"),
    ("tag:to-read is:unread sort:added", "what you meant to read, the oldest first"),
)

BY_NAME: dict[str, Field] = {}
for _field in FIELDS:
    for _name in (_field.name, *_field.others):
        BY_NAME[_name] = _field
del _field, _name

SORT = "sort"


def nearest(word: str, valid: tuple[str, ...] | list[str]) -> str:
    """The valid word that `word` was most likely meant to be, or "" when none is near."""
    word = word.casefold()
    if not word:
        return ""
    best, least = "", 3 if len(word) > 3 else 2
    for candidate in valid:
        if len(word) >= 2 and candidate.startswith(word):
            return candidate
        distance = _distance(word, candidate)
        if distance < least:
            best, least = candidate, distance
    return best


def _distance(a: str, b: str) -> int:
    """Edits between two short words (a swap of neighbours is one)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before = before, row
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
