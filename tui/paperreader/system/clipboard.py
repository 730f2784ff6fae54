"""Putting text on the user's clipboard, wherever that is, and saying which way it went.

On the user's own machine a clipboard tool is asked, since it answers whether it worked. Inside tmux, tmux is. Over SSH
the terminal is asked with OSC 52, which it may ignore without a word, so the words do not promise more. If no way is
left, or the text is too long for it, a file only the user can read holds it. Nothing is read from a clipboard here.
"""

from __future__ import annotations

import os
import shutil
import sys
from binascii import b2a_base64
from collections.abc import Callable, Mapping, Sequence

from paperreader.paths import places

#: Longest text for OSC 52, in bytes. Terminals cut or drop longer ones at different lengths; 100,000 bytes of base64
#: is the smallest limit among those that say theirs (hterm), and its header needs a few.
LONGEST = 74_994
#: What GNU screen takes in one string, less some room for the wrapping (its MAXSTR is 768).
_SCREEN_CHUNK = 700
#: Seconds that a clipboard tool may take before the next way is tried.
_PATIENCE = 2.0
#: Controls that never go on a clipboard: pasted into a shell they would be keys (ESC ends a bracketed paste).
_CONTROLS = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def copy(
    text: str,
    write: Callable[[str], None] | None,
    environ: Mapping[str, str] = os.environ,
    command: Sequence[str] = (),
) -> str:
    """Copy a text and return words that say where it went (`copied with wl-copy`), made to follow what was copied.

    `write` sends characters to the terminal as they are; None if there is none. `command` is the user's own program
    with its arguments, tried first. Controls other than line ends and tabs are left out. May take up to some seconds if
    a clipboard tool hangs. Raises OSError or a `StorageError` if nothing but the file is left and it cannot be written.
    """
    text = text.translate(_CONTROLS)
    own = [(list(command), "utf-8")] if command else []
    for tool, encoding in own + _tools(environ):
        if shutil.which(tool[0]) and _give(tool, text.encode(encoding, "replace")):
            return "copied through tmux" if tool[0] == "tmux" else f"copied with {tool[0]}"
    size = len(text.encode("utf-8", "replace"))
    if write is not None and size <= LONGEST and _understands(environ):
        write(osc52(text, environ))
        return "sent to the terminal's clipboard (OSC 52)"
    return f"saved in {_save(text)}, as no clipboard could be reached"


def osc52(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The sequence that puts a text on the terminal's clipboard, wrapped for the multiplexer in between, if any.

    For tmux it is sent bare and wrapped: tmux takes the bare one with `set-clipboard on` and passes the wrapped one
    through with `allow-passthrough on`. GNU screen takes strings of limited length, so it gets several.
    """
    encoded = b2a_base64(text.encode("utf-8", "replace"), newline=False).decode("ascii")
    bare = f"\x1b]52;c;{encoded}\x07"
    term = environ.get("TERM", "")
    if environ.get("TMUX") or term.startswith("tmux"):
        doubled = bare.replace("\x1b", "\x1b\x1b")
        return f"{bare}\x1bPtmux;{doubled}\x1b\\"
    if environ.get("STY"):
        chunks = (bare[start : start + _SCREEN_CHUNK] for start in range(0, len(bare), _SCREEN_CHUNK))
        return "".join(f"\x1bP{chunk}\x1b\\" for chunk in chunks)
    return bare


def _understands(environ: Mapping[str, str]) -> bool:
    """False for terminals that are known not to have OSC 52; the rest cannot be asked."""
    return environ.get("TERM", "") not in ("", "dumb", "linux") and environ.get("TERM_PROGRAM") != "Apple_Terminal"


def _tools(environ: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """Clipboard tools to try, best first, each with the encoding that it reads."""
    tools: list[tuple[list[str], str]] = []
    if not (environ.get("SSH_CONNECTION") or environ.get("SSH_TTY") or environ.get("SSH_CLIENT")):
        if sys.platform == "darwin":
            tools.append((["pbcopy"], "utf-8"))
        if sys.platform == "win32" or "WSL_DISTRO_NAME" in environ or "WSL_INTEROP" in environ:
            tools.append((["clip.exe"], "utf-16-le"))
        if environ.get("WAYLAND_DISPLAY"):
            tools.append((["wl-copy"], "utf-8"))
        if environ.get("DISPLAY"):
            tools.append((["xclip", "-selection", "clipboard", "-in"], "utf-8"))
            tools.append((["xsel", "--clipboard", "--input"], "utf-8"))
    if environ.get("TMUX"):
        # Works where tmux refuses OSC 52 from programs, its default; needs tmux 3.2 for -w, an older one ends with 1.
        tools.append((["tmux", "load-buffer", "-w", "-"], "utf-8"))
    return tools


def _give(command: list[str], data: bytes) -> bool:
    """Hand data to a tool; whether it took them."""
    import subprocess

    # Without a UTF-8 locale pbcopy takes the bytes for MacRoman; the others do not ask.
    environ = {**os.environ, "LC_CTYPE": "UTF-8"} if command[0] == "pbcopy" else None
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            env=environ,
            start_new_session=True,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _save(text: str) -> str:
    """Write the text to the user's own file and return its path, shortened with `~`."""
    from paperreader.system.files import private_folder, write_atomic

    path = places().state / "copied.txt"
    private_folder(path.parent)
    write_atomic(path, text.encode("utf-8", "replace"), mode=0o600)
    home = os.path.expanduser("~")  # noqa: PTH111  (pathlib raises where there is no home)
    shown = str(path)
    return f"~{shown[len(home) :]}" if home != "/" and shown.startswith(home + os.sep) else shown
