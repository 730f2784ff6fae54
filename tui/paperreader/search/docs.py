"""docs/query.md, made from the table that the parser reads: `python -m paperreader.search.docs` prints it.

A test compares the file with it, and parses every example.
"""

# ruff: noqa: E501 (the lines are those of the page)
from __future__ import annotations

from . import levels, shares, table

_START = """\
# The query language

<!-- Made from the table of the parser by `python -m paperreader.search.docs`; a test compares the two. -->

The same language everywhere: in the filter box, in views, on the command line (`paperreader list QUERY`), for export and
for bulk marks. Parts that stand beside one another must all hold.
"""

_WORDS = """\
## What a word finds

A word finds the papers in which some word *starts* so: in title, keywords, authors, area, abstract or TL;DR. In abstracts
and TL;DRs that goes for words of {shortest} letters and more; shorter ones must stand there whole, or everything would
match everything. Title and first author count most, then keywords, other authors, area, abstract. *All* hits are in the
list, and the count is exact.

Case, accents, ligatures and dashes make no difference (`muller` finds Müller, `epsilon` finds ε), TeX in titles is looked
through, and a compound is found in parts or written together (`frankwolfe`, `frank-wolfe` and `frank wolfe` find
Frank-Wolfe; `pose` finds CameraPose). In scripts without blanks, such as Chinese, a word may begin anywhere.

When too few papers match, a second look forgives. Enough are {few} in title, keywords or authors (in a catalogue of fewer
than {limit:,} papers: one in {few_of} of them, and at least one), or {anywhere} times as many anywhere. It also finds

- typos: one in words of 4 letters and more, two from 7 on (a swap of neighbours is one), in beginnings of words too,
- acronyms: `trpo` finds "Trust Region Policy Optimization",
- abbreviations and words inside words: `attn`, `ttn`,
- words typed as two that stand as one, and the reverse; `seq2seq` finds "Sequence to Sequence",
- papers that lack some of the words, if still fewer than {very_few} (in a small catalogue: none) have them all: one of
  three or four words, two of five to seven, about a third of more. So a title is found with `paper pdf` behind it; the
  fewer words a paper has, the further down it stands.

What matches as it was typed comes first. A blank after a word says that it is complete: it may still be the beginning of
a longer one, but that counts less when typos are looked for.

`'word`, `"phrases"`, `-not`, and everything with a field are never forgiven: they mean what they say. So a view or a bulk
mark that must be exact is best made of those.
"""

_GROUPS = """\
## Groups, and what stands between

`|` binds least: `diffusion model | flow matching` is either of two pairs of words. Parentheses change that. A field's
value may be quoted, grouped and negated. Words that look like a field and are none (`foo:bar`) are searched as text, and
the box names the nearest field. A quotation mark that is not closed is a phrase still being typed. Anything else that
does not parse is said with its place; the list keeps what the last good query found.
"""

_VALUES = """\
## Numbers, times and orders

A number may be exact (`year:2024`), a range (`year:2023..`, `year:..2020`, `year:2018..2020`) or a comparison
(`score:>=6`, `year:<2020`). `added:` takes an age in hours, days, weeks, months or years (`added:<7d` is younger than a
week, `added:>6m` older than six months) or a day, month or year in UTC (`added:2026-01-31`, `added:>=2026-01`).
A paper without the value is in no range; `no:year` finds it.
"""


def query_md() -> str:
    """The text of docs/query.md."""
    lines = [_START, "| write | finds |", "|---|---|"]
    lines += [f"| {_code(text)} | {help_} |" for text, help_ in table.FORMS]
    lines += [
        "",
        _WORDS.format(
            shortest=levels.SHORTEST_START,
            few=shares.FEW,
            few_of=shares.FEW_OF,
            limit=shares.FEW * shares.FEW_OF,
            anywhere=shares.ANYWHERE,
            very_few=shares.VERY_FEW,
        ),
        _GROUPS,
    ]
    lines += ["## Fields", "", "| field | finds | example |", "|---|---|---|"]
    for field in table.FIELDS:
        names = ", ".join(_code(f"{name}:") for name in (field.name, *field.others))
        lines.append(f"| {names} | {field.help} | {_code(field.example)} |")
    lines += ["", "An identifier may also stand alone with its scheme: `arxiv:2505.15489`, `doi:10.1000/182`.", ""]
    lines += [_VALUES, "### `is:`", "", "| value | a paper that is |", "|---|---|"]
    lines += [f"| {_code('is:' + name)} | {help_} |" for name, help_ in table.STATES.items()]
    lines += ["", "### `has:` and `no:`", "", "| value | a paper with, or without |", "|---|---|"]
    lines += [f"| {_code('has:' + name)}, {_code('no:' + name)} | {help_} |" for name, help_ in table.THINGS.items()]
    lines += ["", "### `sort:`", "", "| write | order by |", "|---|---|"]
    lines += [f"| {_code('sort:' + name)} | {help_} |" for name, help_ in table.SORTS.items()]
    lines += [
        "",
        "A `-` turns an order round (`sort:-score`); papers without the value come last either way. Of several",
    ]
    lines += ["orders the first weighs most. `sort:` selects nothing and stands outside of parentheses.", ""]
    lines += ["## Examples", "", "```"]
    lines += [f"{text:44} {help_}" for text, help_ in table.EXAMPLES]
    lines += ["```"]
    return "\n".join(lines) + "\n"


def examples() -> list[str]:
    """Every query that the document shows in its tables."""
    found = [text for text, _ in (*table.FORMS, *table.EXAMPLES)] + [field.example for field in table.FIELDS]
    found += [f"is:{name}" for name in table.STATES] + [f"sort:{name}" for name in table.SORTS]
    return found + [f"{word}:{name}" for name in table.THINGS for word in ("has", "no")]


def _code(text: str) -> str:
    """As code in a cell of a table, where a bar must be escaped."""
    return "`" + text.replace("|", "\\|") + "`"


if __name__ == "__main__":
    print(query_md(), end="")  # noqa: T201
