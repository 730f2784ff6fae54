"""One module a file format, reading and writing, and the registry that picks among them: by content, then by name.

A format module may import the floors below (text, system, the nouns) and its neighbours in this room; never storage,
sources or anything above. Formats never touch the network. Their modules are imported when they are first asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from paperreader.errors import FormatError
from paperreader.formats.base import Broken, Entry, Format, Item, Origin, Remark

__all__ = ["Broken", "Entry", "Format", "Item", "Origin", "Remark", "detect", "format_named", "formats", "read"]

_FORMATS = (
    Format("jsonl", "JSON Lines", (".jsonl", ".ndjson", ".jsonlines"), "jsonl", writes=True),
    Format("bibtex", "BibTeX and BibLaTeX", (".bib", ".bibtex"), "bibtex", writes=True),
    Format("ris", "RIS", (".ris",), "ris", writes=True),
    Format("csl-json", "CSL-JSON", (".json",), "csl_json", writes=True),
    Format("json", "JSON: lists, exports, answers of services", (".json",), "json_document", writes=True),
    Format("csv", "CSV and TSV", (".csv", ".tsv"), "table", writes=True),
    Format("nbib", "PubMed (MEDLINE text)", (".nbib", ".medline"), "nbib"),
    Format("enw", "EndNote (refer)", (".enw", ".refer"), "enw"),
    Format("isi", "ISI / Web of Science", (".isi", ".ciw"), "isi"),
    Format("feed", "Atom and RSS", (".atom", ".rss", ".rdf"), "feeds"),
    Format("pubmed-xml", "PubMed and JATS XML", (".xml", ".nxml"), "pubmed_xml"),
    Format("endnote-xml", "EndNote XML", (".xml",), "endnote_xml"),
    Format("dblp-xml", "DBLP XML", (".xml",), "dblp_xml"),
    Format("oai-xml", "OAI-PMH", (".xml",), "oai_xml"),
    Format("arxiv-mail", "arXiv listing by e-mail", (".txt", ".eml"), "arxiv_mail"),
    Format("opml", "OPML list of feeds", (".opml",), "opml"),
    Format("abstracts", "plain abstracts", (".txt", ".md"), "abstracts"),
    Format("markdown", "Markdown list", (".md",), "markdown", reads=False, writes=True),
    Format("plain", "plain text for people", (".txt",), "plain", reads=False, writes=True),
)


def formats() -> tuple[Format, ...]:
    """Return every known format."""
    return _FORMATS


def format_named(name: str) -> Format:
    """Return the format that `--format NAME` means. Raises `FormatError`, with the names there are."""
    wanted = name.strip().lower().lstrip(".")
    # A name before an ending: "json" is one of several formats whose files end in .json.
    for named in ([known.name] for known in _FORMATS), (known.extensions for known in _FORMATS):
        for known, spellings in zip(_FORMATS, named, strict=True):
            if wanted in spellings or f".{wanted}" in spellings:
                return known
    import difflib

    names = [known.name for known in _FORMATS]
    near = difflib.get_close_matches(wanted, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    raise FormatError(f"no format is called {name}; {hint}")


def detect(head: bytes, name: str) -> Format | None:
    """Return the format of a file from its first (unpacked) bytes and its name, or None if none fits.

    Content decides; the name breaks ties, and speaks alone only where the content is silent and says nothing else.
    """
    ending = _ending(name)
    best: tuple[int, bool, Format] | None = None
    for known in (known for known in _FORMATS if known.reads):
        score, named = known.sniff(head, name), ending in known.extensions
        if score and (best is None or (score, named) > best[:2]):
            best = (score, named, known)
    if best is not None:
        return best[2]
    if not head.strip():
        return next((known for known in _FORMATS if known.reads and ending in known.extensions), None)
    return None


def _ending(name: str) -> str:
    base = name.rsplit("/", 1)[-1].lower()
    return base[base.rfind(".") :] if "." in base else ""


def read(stream: BinaryIO, origin: Origin, format: str | None = None) -> Iterator[Item]:
    """Yield the entries of a file, packed or not, in the named format or the one its content shows.

    Raises `FormatError` when the file as a whole cannot be read. A stream that breaks off later ends in a `Broken`:
    what came before it stands.
    """
    from paperreader.formats.opening import BLANK, HEAD, opened
    from paperreader.formats.packed import plain_name

    source = opened(stream, origin.name)
    head = source.head
    chosen = format_named(format) if format else detect(head, plain_name(origin.name))
    if source.failure and not head:
        raise FormatError(f"{origin.name} {source.failure}")
    if len(head) < HEAD and not head.strip(BLANK):
        return
    try:
        if chosen is not None:
            yield from chosen.read(source.reader, origin)
        else:
            raise FormatError(f"{origin.name} is in no known format; name one with --format, see docs/formats.md")
    except FormatError:
        # What is wrong with a file that breaks off is first of all that.
        if not source.failure:
            raise
    if source.failure:
        yield Broken(origin.name, f"the file {source.failure}", b"")
