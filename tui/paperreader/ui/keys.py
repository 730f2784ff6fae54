"""What a key is called: the names of the table of commands for what Textual reports."""

from __future__ import annotations

from textual import events


def key_name(event: events.Key) -> str:
    """The key as the table of commands writes it: the character itself, or Textual's name."""
    if event.character and event.character.isprintable() and event.character != " ":
        return event.character
    return plain_key(event)


def plain_key(event: events.Key) -> str:
    """The key's name; a line feed is Enter, as it comes from what was typed before the reader had the terminal."""
    return "enter" if event.key == "ctrl+j" else event.key
