"""The letters of formulas, as data: double-struck, script and Fraktur alphabets, and what exists as small letters.

Only Unicode's own gaps and forms are said here; when a script is small and when it falls back is said in
`math_scripts`.
"""

from __future__ import annotations

import string

_UPPER, _LOWER = string.ascii_uppercase, string.ascii_lowercase


def _alphabet(upper: int, lower: int, exceptions: dict[str, str]) -> dict[str, str]:
    """An alphabet of the block of mathematical letters: two rows from `upper` and `lower`, and what lies elsewhere."""
    letters = {char: chr(upper + place) for place, char in enumerate(_UPPER)}
    letters.update({char: chr(lower + place) for place, char in enumerate(_LOWER)})
    letters.update(exceptions)
    return letters


DOUBLE_STRUCK = _alphabet(
    0x1D538, 0x1D552, {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
)  # fmt: skip
DOUBLE_STRUCK.update({digit: chr(0x1D7D8 + int(digit)) for digit in string.digits})
DOUBLE_STRUCK.update({"Γ": "ℾ", "Π": "ℿ", "γ": "ℽ", "π": "ℼ"})
SCRIPT = _alphabet(
    0x1D49C,
    0x1D4B6,
    {
        "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ", "o": "ℴ"
    },
)  # fmt: skip
FRAKTUR = _alphabet(0x1D504, 0x1D51E, {"C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"})

#: By the names that `math_symbols.ALPHABETS` uses; bold is a style and has no letters of its own.
ALPHABETS = {"bb": DOUBLE_STRUCK, "cal": SCRIPT, "frak": FRAKTUR}

#: Back to plain letters, for fonts without these: what the glyph mode `basic` shows.
PLAIN = {special: plain for letters in ALPHABETS.values() for plain, special in letters.items()}

SUPERSCRIPTS = dict(
    zip(
        "0123456789+−()=*′°abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW⊤∘",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾⁼*′°ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀ°",
        strict=True,
    )
)
SUBSCRIPTS = dict(
    zip(
        "0123456789+−()=aehijklmnoprstuvx",
        "₀₁₂₃₄₅₆₇₈₉₊₋₍₎₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
        strict=True,
    )
)
