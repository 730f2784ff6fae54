"""HTML in abstracts: entities are decoded, paired tags for formatting become the LaTeX that means the same (rule T4).

Only pairs of known tags are tags: `<SEG>`, `<image, verb>` and `</s>` are text, and so is a lone `<b>`.
"""

from __future__ import annotations

import re

from .lazy import lazy
from .traced import Traced, TracedMaker

_MACROS = {
    "b": r"\textbf{", "strong": r"\textbf{", "jats:bold": r"\textbf{", "bold": r"\textbf{",
    "i": r"\textit{", "em": r"\textit{", "jats:italic": r"\textit{", "italic": r"\textit{",
    "sup": "^{", "jats:sup": "^{", "sub": "_{", "jats:sub": "_{",
    "jats:monospace": r"\texttt{", "jats:underline": r"\underline{", "jats:sc": r"\textsc{",
}  # fmt: skip
_TAG = lazy(r"<(/?)(b|strong|bold|i|em|italic|sup|sub|p|br|jats:[a-z-]+)\s*(/?)>", re.IGNORECASE)
#: How many open tags an end tag looks back over.
_NEAR = 50
_ENTITY = lazy(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")


def unwrap_tags(text: Traced) -> Traced:
    """`text` with entities decoded once and paired formatting tags rewritten; itself when it has neither."""
    if "<" in text.text:
        text = _unwrap(text)
    if "&" in text.text:
        text = text.sub(_ENTITY, _decode)
    return text


def _unwrap(text: Traced) -> Traced:
    """Tags in pairs, innermost first: each end tag takes the nearest open tag of its name."""
    source = text.text
    replacements: list[tuple[int, int, str]] = []
    open_tags: list[tuple[str, re.Match[str]]] = []
    for match in _TAG.finditer(source):
        name = match[2].lower()
        if name == "br" or (match[3] and name in ("p", "jats:p")):
            replacements.append((*match.span(), "\n"))
        elif not match[1]:
            open_tags.append((name, match))
        else:
            near = range(len(open_tags) - 1, max(-1, len(open_tags) - 1 - _NEAR), -1)
            place = next((i for i in near if open_tags[i][0] == name), None)
            if place is None:
                continue
            start = open_tags[place][1]
            del open_tags[place:]
            inside = source[start.end() : match.start()]
            if name in ("p", "jats:p", "jats:title", "jats:sec"):
                replacements += [(*start.span(), "\n\n"), (*match.span(), "\n\n")]
            elif name not in _MACROS:
                replacements += [(*start.span(), ""), (*match.span(), "")]
            elif inside.count("{") == inside.count("}"):
                macro = _MACROS[name]
                wordy = macro in ("^{", "_{") and " " in inside.strip()
                replacements.append((*start.span(), macro + r"\text{" if wordy else macro))
                replacements.append((*match.span(), "}}" if wordy else "}"))
    maker = TracedMaker(text)
    for start_at, end_at, new in sorted(replacements):
        maker.keep_to(start_at)
        maker.put(new, end_at)
    return maker.done() if replacements else text


def _decode(match: re.Match[str]) -> str | None:
    import html  # its table of 2,231 names is only needed for the few texts that have an entity

    decoded = html.unescape(match.group())
    if decoded == match.group() or decoded.endswith(";"):
        return None
    return decoded if decoded.isprintable() else " "
