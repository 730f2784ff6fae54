"""XML one element at a time: entries are cut out of the stream by their name and parsed alone.

So a file of any size needs the memory of one entry, one malformed entry costs only itself, and nothing that a document
declares (entities, a DTD) reaches a parser: a document that declares entities is refused, HTML's named entities are
replaced by their characters, and the parser is defusedxml's.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from paperreader.errors import FormatError
from paperreader.formats import fields, limits
from paperreader.formats.base import Entry, Item, Origin, broken
from paperreader.formats.decoding import pieces

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAMESPACE = re.compile(r"""(?<!\s)\s+xmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')""")
_PREFIX = re.compile(r"(?:</?|\s)([A-Za-z_][\w.-]*):[\w.-]+(?=[\s=/>])")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
_AMPERSAND = re.compile(r"&(?!#\d{1,7};|#x[0-9A-Fa-f]{1,6};|[A-Za-z][A-Za-z0-9]{1,30};)")
_CONTROLS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcBC]|1[0-9a-fA-F]|[eEfF]));"
)
_XML_OWN = frozenset({"amp", "lt", "gt", "quot", "apos"})


class Fragment(NamedTuple):
    """One element as text, and the line it starts on."""

    name: str
    text: str
    line: int


def entries(
    stream: BinaryIO,
    names: tuple[str, ...],
    origin: Origin,
    known: Callable[[Element], Mapping[str, object]],
    none: re.Pattern[str] | None = None,
    opening: Callable[[str], None] = lambda text: None,
) -> Iterator[Item]:
    """Yield one item an element of these names, made of what is `known` of it; one with `none` in its text is no entry.

    `opening` is told the text before the first one.

    Raises `FormatError` for a document that declares entities.
    """
    for fragment in fragments(stream, names, origin.name, opening):
        if none is not None and none.search(fragment.text):
            continue
        where = f"{origin.name}: line {fragment.line}"
        raw = fragment.text.encode("utf-8", "replace")
        try:
            yield Entry(fields.record(known(parsed(fragment.text))), raw, where)
        except ValueError as error:
            yield broken(where, str(error), raw)


def fragments(
    stream: BinaryIO, names: tuple[str, ...], origin: str, opening: Callable[[str], None] = lambda text: None
) -> Iterator[Fragment]:
    """Yield every element with one of these (local) names as text; where one does not close, the next one ends it.

    Raises `FormatError` for a document that declares entities.
    """
    tags = re.compile(
        rf"<(?P<close>/?)(?:[\w.-]{{1,60}}:)?(?P<name>{'|'.join(names)})(?=[\s/>])[^<>]{{0,100000}}>"
        r"|<!\[CDATA\[|<!--"
    )
    # `line` is that of the window's start, `begun` where the open element starts in it, `looked` what is behind us.
    window, line, begun, looked, name = "", 1, -1, 0, ""
    opened = False
    for piece in pieces(stream):
        window += piece
        if begun < 0 and "<!ENTITY" in window:
            raise FormatError(
                f"{origin} declares XML entities, which may hide anything; remove its DOCTYPE to import it"
            )
        while (match := tags.search(window, looked)) is not None:
            found = match["name"]
            if found is None:
                # Tags in CDATA and comments are none.
                end = window.find("]]>" if match[0] != "<!--" else "-->", match.end())
                if end < 0 and len(window) - match.start() < limits.ENTRY:
                    break
                looked = end + 3 if end >= 0 else match.end()
                continue
            looked = match.end()
            if not opened:
                opened = True
                opening(window[: match.start()])
            closing = bool(match["close"])
            if closing and (begun < 0 or found != name):
                continue
            if begun >= 0:
                end = match.end() if closing else match.start()
                yield Fragment(name, window[begun:end], line + window.count("\n", 0, begun))
                begun = -1
            if closing:
                continue
            if match[0].endswith("/>"):
                yield Fragment(found, match[0], line + window.count("\n", 0, match.start()))
            else:
                begun, name = match.start(), found
        if begun >= 0 and len(window) - begun > limits.ENTRY:
            # Far too large for an entry: it is reported as it is, and the rest passed over.
            yield Fragment(name, window[begun : begun + limits.ENTRY], line + window.count("\n", 0, begun))
            begun = -1
        # What may be the beginning of a tag or comment stays; so does the entry that has begun.
        last = window.rfind("<", looked) if match is None else match.start()
        if match is None:
            # No tag reaches beyond the next "<": what is before the last one need not be looked at again.
            looked = last if last >= 0 else len(window)
        keep = begun if begun >= 0 else last if last >= 0 and len(window) - last < limits.ENTRY else len(window)
        line += window.count("\n", 0, keep)
        window, looked = window[keep:], max(looked - keep, 0)
        begun = 0 if begun >= 0 else -1
    if begun >= 0:
        yield Fragment(name, window, line)


def parsed(fragment: str) -> Element:
    """Return the element of a fragment, without namespaces: `arxiv:doi` is a tag of that name.

    Raises ValueError with a reason when it is not well-formed or nested too deeply.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

    text = _NAMESPACE.sub("", fragment)
    text = _ENTITY.sub(_character, text)
    text = _AMPERSAND.sub("&amp;", text)
    text = _CONTROLS.sub("", text)
    # Prefixes become part of the names.
    text = _PREFIX.sub(lambda match: match[0].replace(":", _COLON, 1), text)
    if text.count("<") > limits.DEPTH and _too_deep(text):
        raise ValueError(f"nested deeper than {limits.DEPTH}")
    try:
        element: Element = fromstring(text.encode("utf-8", "replace"), forbid_dtd=True)
    except ParseError as error:
        raise ValueError(f"not well-formed: {str(error).split(':', maxsplit=1)[0]}") from None
    except DefusedXmlException as error:
        raise ValueError(f"refused: {error}") from None
    return element


#: Stands for the colon of a prefix in a name, so that no namespace need be declared.
_COLON = "\u00b7"


def tag(name: str) -> str:
    """Return how a prefixed name (`arxiv:doi`) is spelled in a parsed element."""
    return name.replace(":", _COLON)


def _character(match: re.Match[str]) -> str:
    name = match[1]
    if name in _XML_OWN:
        return match[0]
    return html.unescape(match[0]) if html.unescape(match[0]) != match[0] else f"&amp;{name};"


def _too_deep(text: str) -> bool:
    depth = 0
    for match in re.finditer(r"<(/?)[A-Za-z_][^<>]*?(/?)>", text):
        depth += -1 if match[1] else 0 if match[2] else 1
        if depth > limits.DEPTH:
            return True
    return False


def words(element: Element | None) -> str:
    """Return all the text in an element, white space as it came at its ends removed."""
    return "".join(element.itertext()).strip() if element is not None else ""


def spaced(element: Element | None) -> str:
    """Return all the text in an element with every run of white space as one space."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def without_markup(text: str) -> str:
    """Return text out of HTML or JATS that came as text: paragraphs as lines, tags gone, entities as characters."""
    if "<" in text:
        text = re.sub(
            r"<(?:/p|br(?:\s*/)?|/jats:p|/jats:title|/title|/li|/div|/h[1-6])\s*>",
            "\n",
            text[: limits.ABSTRACT * 4],
            flags=re.I,
        )
        text = re.sub(r"</?[A-Za-z][^<>]{0,1000}>", "", text)
    return html.unescape(text).strip() if "&" in text else text.strip()
