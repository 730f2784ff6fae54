"""`paperreader note`: the note of a paper."""

from __future__ import annotations

import click

from paperreader.cli import output, stdin
from paperreader.cli.options import form_option


@click.command("note")
@form_option("text", "json", default="text", text="How to print it.")
@click.argument("name", metavar="ID")
@click.argument("text", metavar="[TEXT|-]", required=False)
def command(form: str, name: str, text: str | None) -> int:
    """Print the note of a paper, or write TEXT as its note; "-" reads it from standard input, "" takes it away.

    \b
    Exit codes: 0 done, 1 there is no note, or TEXT is what it says already.

    \b
    Examples:
      paperreader note m3HXHQYmZu "compare with MInference"
      paperreader note m3HXHQYmZu "a draft" && paperreader note m3HXHQYmZu
      echo "several lines" | paperreader note m3HXHQYmZu -
    """
    from paperreader.cli.desk import desk
    from paperreader.cli.mark import apply

    with desk(writes=text is not None) as opened:
        found = [opened.one(name).number]
        if text is not None:
            return apply(opened, found, "note", (stdin.text() if text == "-" else text).strip())
        ((paper, marks),) = opened.papers(found)
    if form == "json":
        output.json_out({"uid": paper.uid, "note": marks.note}, indent=1)
    elif marks.note:
        output.out(marks.note)
    return 0 if marks.note else 1
