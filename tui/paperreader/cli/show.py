"""`paperreader show`: papers whole."""

from __future__ import annotations

import textwrap

import click

from paperreader.cli import output, stdin
from paperreader.cli.options import form_option
from paperreader.paper import OTHERS, Marks, Paper


@click.command("show")
@form_option("text", "json", default="text")
@click.option("--source", is_flag=True, help="The abstract as it came, LaTeX and all.")
@click.argument("ids", metavar="ID…", nargs=-1, required=True)
def command(form: str, source: bool, ids: tuple[str, ...]) -> int:
    """Print papers whole.

    ID is what `list --format ids` prints, any other identifier (an arXiv number, a DOI, an OpenReview id),
    or the address of a paper's page. "-" reads ids from standard input.

    \b
    Exit codes: 0 all were found, 1 some were not.

    \b
    Examples:
      paperreader show m3HXHQYmZu
      paperreader show --format json https://openreview.net/forum?id=m3HXHQYmZu
      paperreader list --format ids is:starred | paperreader show -
    """
    from paperreader.cli.desk import desk
    from paperreader.cli.outcome import say
    from paperreader.cli.words import as_object

    missing = False
    with desk() as opened:
        objects: list[dict[str, object]] = []
        first = True
        for name in stdin.ids_or(ids):
            found = opened.find(name)
            if not found:
                say(f"no paper has the id {name}; paperreader list --format ids prints them all")
                missing = True
            for paper, marks in opened.papers(found):
                if form == "json":
                    objects.append(as_object(paper, marks))
                else:
                    if not first:
                        output.out()
                    _text(paper, marks, source=source)
                    first = False
        if form == "json":
            output.json_out(objects, indent=1)
    return 1 if missing else 0


def _text(paper: Paper, marks: Marks, *, source: bool) -> None:
    from paperreader.cli.words import marks_words, signs, venue
    from paperreader.text.clean import clean, clean_line
    from paperreader.text.readable import readable
    from paperreader.text.titles import UNTITLED, title_of

    glyphs, math = signs()

    def reading(text: str) -> str:
        return clean(text if source else readable(text, math).plain)

    columns = min(88, output.screen_width())

    def wrapped(text: str, indent: str = "") -> str:
        return "\n".join(
            textwrap.fill(block, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
            for block in text.split("\n")
        )

    title = title_of(paper.title, "source" if source else math)
    line = wrapped(clean_line(title.plain))
    derived = " (title derived)" * paper.title_derived
    output.raw_line(output.dim(line) if title is UNTITLED else output.bold(line), derived)
    if paper.authors:
        doubt = " (order uncertain)" if "authors" in paper.uncertain else ""
        doubt = " and others" if OTHERS in paper.uncertain else doubt
        output.out(wrapped(clean_line(", ".join(paper.authors)) + doubt))
    facts = [venue(paper, "source" if source else math), reading(paper.area), *(str(ident) for ident in paper.idents)]
    output.out(wrapped(glyphs.dot.join(clean_line(fact) for fact in facts if fact)))
    output.out(f"marks     {marks_words(marks)}")
    if paper.tldr:
        output.out("\n" + wrapped(f"TL;DR  {reading(paper.tldr)}"))
    if paper.abstract:
        output.out("\n" + wrapped(reading(paper.abstract)))
    output.out()
    if paper.keywords:
        words = glyphs.dot.join(clean_line(reading(word)) for word in paper.keywords)
        output.out(wrapped(f"keywords  {words}", " " * 10))
    for number, link in enumerate(paper.links, 1):
        output.out(f"{f'[{number}]':<9} {link.kind:<5} {link.url}")
    if marks.note:
        output.out(wrapped(f"note      {clean(marks.note)}", " " * 10))
