"""The signs in the program's own words, and how they are written where only ASCII can be shown.

For what the program says; the text of papers, and what the user wrote, stay as they are.
"""

from __future__ import annotations

#: What stands for each sign that the program writes anywhere.
_ASCII = {
    "…": "...", "·": "-", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "×": "x", "≠": "!", "✓": "+",
    "•": ".", "★": "*", "◔": "~", "▌": ">", "─": "-", "│": "|", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
    "⇧": "S-", "⏎": "/",
}  # fmt: skip
_TABLE = str.maketrans(_ASCII)


def in_ascii(words: str) -> str:
    """Words of the program without the signs that ASCII has not; letters of a name that stands in them stay."""
    return words if words.isascii() else words.replace("↑↓", "↑/↓").translate(_TABLE)
