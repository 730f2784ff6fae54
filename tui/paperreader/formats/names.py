"""Lists of authors as the world writes them: lists, objects, `A and B`, `A; B`, `A, B and C`, `Family, Given`.

The result is a tuple of names in reading order ("Given Family"), each as the source spelled it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from paperreader.formats import limits

_AND = re.compile(r"(?<!\s)\s+(?:and|AND|&)\s+")
#: arXiv writes affiliations into the list: `A. Author (1), B. Author (2 and 3) ((1) Somewhere, …)`.
_AFFILIATION = re.compile(r"(?<!\s)\s*\((?:[^()]|\([^()]*\))*\)")
#: Scopus puts its number of a person behind the name.
_NUMBERED = re.compile(r"(?<!\s)\s*\(\d{5,}\)\s*$")
_WHOLE = (
    "name",
    "fullname",
    "full_name",
    "fullName",
    "display_name",
    "displayName",
    "text",
    "raw_author_name",
    "collectiveName",
    "author_name",
)
#: How a name begins or ends that is a group's, where nothing else says so.
_GROUP = re.compile(
    r"The .+|.+ (?:Association|Collaboration|Committee|Consortium|Foundation|Group|Initiative|Institute|Laboratory"
    r"|Network|Organi[sz]ation|Society|Team|University|Inc\.?|Ltd\.?|GmbH)",
    re.DOTALL,
)
_GENERATION = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
#: Given names that are initials alone: `J.`, `J. R.-R.`, `Yu. A.`, `JR`.
_INITIALS = re.compile(r"[^\W\d_]{1,2}\.(?:[ -]?[^\W\d_]{1,2}\.)*|[^\W\d_](?:[ -]?[^\W\d_]){0,2}")
_LAST_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.$")
#: Han, Kana and Hangul: the family name comes first, and no blank stands between the two.
_EAST_ASIAN = re.compile(
    r"[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)


def names(value: object) -> tuple[str, ...]:
    """Return the authors in a value of unknown shape; at most 5,000, then one entry that says how many more."""
    if isinstance(value, str):
        listed = written_list(value)
        if listed:
            return names(listed)
        found = split(value)
    elif isinstance(value, dict):
        found = [_of_mapping(value)]
    elif isinstance(value, (list, tuple)):
        found = [_one(item) for item in value[: limits.AUTHORS * 2]]
    else:
        found = []
    kept = [limits.cut(name, limits.LINE) for name in found[: limits.AUTHORS] if name and not name.isspace()]
    more = (len(value) if isinstance(value, (list, tuple)) else len(found)) - limits.AUTHORS
    if more > 0:
        kept.append(f"{limits.CUT} and {more} more")
    return tuple(kept)


def written_list(text: str) -> list[object]:
    """Return the list that a cell holds as text, as programs write one (`["A", "B"]`, `['A', 'B']`); else none."""
    text = text.strip()
    if not (text.startswith(('["', "['", "[{", "[[")) and text.endswith("]") and len(text) < limits.ABSTRACT):
        return []
    from paperreader.formats.jsonl import parsed

    try:
        value = parsed(f'{{"list": {text}}}'.encode("utf-8", "replace"))
    except ValueError:
        try:
            value = parsed(f"{{'list': {text}}}".encode("utf-8", "replace"))
        except ValueError:
            return []
    listed = value.get("list") if isinstance(value, dict) else None
    return listed if isinstance(listed, list) else []


def _one(item: object) -> str:
    if isinstance(item, str):
        return _in_order(item)
    if isinstance(item, dict):
        return _of_mapping(item)
    if isinstance(item, (list, tuple)) and item and all(isinstance(part, str) for part in item[:3]):
        # arXiv's snapshot: [family, given, suffix, affiliation …]
        family, given, suffix = (*item[:3], "", "")[:3]
        return in_reading_order(given, family, suffix)
    return ""


def _of_mapping(item: Mapping[object, object]) -> str:
    """Return the name in an object of Semantic Scholar, CSL, Crossref, OpenAlex, Zotero, OpenReview or DBLP."""

    if isinstance(literal := item.get("literal"), str) and literal.strip():
        return literal

    def part(*keys: str) -> str:
        return next((value for key in keys if isinstance(value := item.get(key), str) and value.strip()), "")

    given = part("given", "firstName", "first_name", "first", "forename")
    family = part("family", "lastName", "last_name", "last", "surname")
    if family:
        particle = part("non-dropping-particle", "dropping-particle")
        return in_reading_order(given, f"{particle} {family}".lstrip(), part("suffix"))
    if whole := part(*_WHOLE):
        return _in_order(whole)
    inner = item.get("author") or item.get("person_or_org")
    return _of_mapping(inner) if isinstance(inner, dict) else given


def in_reading_order(given: str, family: str, suffix: str = "") -> str:
    """Return the name that these parts are, as its own language writes it: `Ada Lovelace`, `李明`."""
    if given and not given.isascii() and _EAST_ASIAN.fullmatch(family) and _EAST_ASIAN.fullmatch(given):
        given, family = "", f"{family}{given}"
    return " ".join(part for part in (given, family, suffix) if part)


def _in_order(name: str) -> str:
    """Return one name in reading order."""
    return turn(name) if "," in name and _family_first(name) else name


def split(text: str) -> list[str]:
    """Split one string into names.

    `;` and line breaks separate before `and`, `and` before commas. A single comma stands inside a name
    (`Family, Given`) unless what precedes it is itself a full name.
    """
    text = text[: limits.AUTHORS * 64]
    if text.rstrip(" .").lower().endswith("et al"):
        # They are one more entry, as in every other shape.
        named = text.rstrip(" .")[: -len("et al")]
        if named and not named[-1].isalnum():
            return [*split(named.rstrip(" ,;&").removesuffix(" and")), "et al."]
    if ";" in text:
        return [turn(_NUMBERED.sub("", part)) for part in text.split(";") if part.strip()]
    if "\n" in text.strip() and "," not in text:
        return [turn(part) for part in text.split("\n") if part.strip()]
    if "(" in text:
        text = _AFFILIATION.sub("", text)
    parts = [part.strip().strip(",").strip() for part in _AND.split(text) if part.strip().strip(",")]
    if not parts:
        return []
    inverted = [part for part in parts if "," in part]
    if len(parts) > 1 and inverted and all(map(_family_first, inverted)):
        # `Family, Given and Family, Given`, with plain names or an "others" among them.
        return [turn(part) for part in parts]
    if len(parts) == 1 and _family_first(parts[0]):
        return [turn(parts[0])]
    found: list[tuple[str, str]] = []
    for piece in (piece.strip() for part in parts for piece in part.split(",")):
        if found and _GENERATION.fullmatch(piece):
            found[-1] = (found[-1][0], piece)
        elif piece:
            found.append((piece, ""))
    # `Family, Given, & Family, Given`: what follows the last sign shows it.
    return _paired(found, sure=len(parts) > 1 and parts[-1] in inverted and _family_first(parts[-1]))


def _paired(pieces: list[tuple[str, str]], *, sure: bool) -> list[str]:
    """Return names from what stands between commas, each with its suffix; given names may stand behind family names.

    They do throughout where it is sure, or one of them ends in an initial and nothing else speaks against it; initials
    alone, which are no name, always do.
    """
    families, givens = pieces[::2], pieces[1::2]
    throughout = (
        len(families) == len(givens)
        and (sure or any(_LAST_INITIAL.search(given) for given, _ in givens))
        and not any(_are_initials(family) or not _is_family(family) for family, _ in families)
    )
    found: list[str] = []
    following = iter(pieces)
    held = next(following, None)
    while held:
        (name, suffix), held = held, next(following, None)
        if held and (throughout or (_are_initials(held[0], name) and not _are_initials(name))):
            name, suffix = in_reading_order(held[0], name), suffix or held[1]
            held = next(following, None)
        found.append(f"{name} {suffix}".rstrip())
    return found


def _are_initials(text: str, family: str = "") -> bool:
    """Say whether a text is initials alone; of capitals alone without a stop, only behind a family name that is not."""
    if not _INITIALS.fullmatch(text) or not text[0].isupper():
        return False
    return "." in text or len(text) == 1 or (text.isupper() and not family.isupper())


def _is_family(text: str) -> bool:
    """Say whether a text reads as a family name: `van der Berg` does, `Ada Lovelace` is a person."""
    words = text.split()
    return len(words) == 1 or all(word[:1].islower() for word in words[:-1])


def _family_first(part: str) -> bool:
    """Say whether `part` reads as one `Family, Given` (or `Family, Jr, Given`) rather than as a list of names."""
    pieces = [piece.strip() for piece in part.split(",")]
    if len(pieces) == 3 and _GENERATION.fullmatch(pieces[1]):
        return True
    if len(pieces) != 2:
        return False
    return _is_family(pieces[0])


def turn(name: str) -> str:
    """Return `Family, Given` (or `Family, Jr, Given`) in reading order; any other name as it is."""
    pieces = [piece.strip() for piece in name.split(",")]
    if not pieces[-1]:
        # RIS ends the name of an institution with a comma: as it is.
        return name.strip().rstrip(",").rstrip()
    if len(pieces) == 2 and all(pieces):
        family, given = pieces
        return f"{family} {given}" if _GENERATION.fullmatch(given) else in_reading_order(given, family)
    if len(pieces) == 3 and all(pieces):
        if _GENERATION.fullmatch(pieces[1]):
            return f"{pieces[2]} {pieces[0]} {pieces[1]}"
        if _GENERATION.fullmatch(pieces[2]):  # as RIS and PubMed have it
            return f"{pieces[1]} {pieces[0]} {pieces[2]}"
    return name.strip()


class Person(NamedTuple):
    """The parts of a person's name; all but the family name may be ""."""

    given: str
    particle: str
    """`von der`, `de la`: what is written small before the family name."""
    family: str
    suffix: str
    """`Jr.`, `III`."""


def person(name: str) -> Person | None:
    """Return the parts of a name in reading order as BibTeX divides one; None for a group's, as far as it can be told.

    A family name of several words that are all written large cannot be known: its last word counts as it. Names in
    Han, Kana and Hangul are left whole.
    """
    words = name.split()
    if len(words) < 2 or "," in name or _GROUP.fullmatch(name) or all(map(_EAST_ASIAN.fullmatch, words)):
        return None
    suffix = words.pop() if len(words) > 2 and _GENERATION.fullmatch(words[-1]) else ""
    family = words.pop()
    begin = len(words)
    while begin > 1 and words[begin - 1][0].islower():
        begin -= 1
    return Person(" ".join(words[:begin]), " ".join(words[begin:]), family, suffix)
