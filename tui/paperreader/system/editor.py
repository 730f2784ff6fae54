"""The user's editor: a text in, the text as it was left out."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from paperreader.errors import PaperreaderError


def command(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The editor as an argument list: $VISUAL, else $EDITOR, else what every system has.

    Raises PaperreaderError when the variable cannot be read as a command.
    """
    given = (environ.get(name, "").strip() for name in ("VISUAL", "EDITOR"))
    chosen = next(filter(None, given), "notepad" if os.name == "nt" else "vi")
    try:
        words = shlex.split(chosen, posix=os.name != "nt")
    except ValueError as error:
        raise PaperreaderError(f"EDITOR is {chosen!r}, which is no command ({error}); set it to one") from None
    # Windows keeps the quotes around a path with blanks.
    return [word.strip('"') for word in words] if os.name == "nt" else words


@contextmanager
def _interrupts_are_its_own() -> Iterator[None]:
    """A `^C` in the terminal goes to every program there; while an editor runs it is not meant for this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Not SIG_IGN: a program that is started inherits that, but no handler.
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def edit(text: str, environ: Mapping[str, str] = os.environ, *, keep: Callable[[str], bool]) -> str:
    """Open the editor on a text and hand what was saved to `keep`, stripped of blank space around it.

    The terminal is the editor's meanwhile. The text lies in a private folder (0700) that is removed afterwards, unless
    `keep` says that it could not take the text: then the file stays and its path is returned, else "". Raises
    PaperreaderError when there is no such editor, it fails, or what it saved is not UTF-8; nothing was kept then.
    """
    argv = command(environ)
    folder = Path(tempfile.mkdtemp(prefix="paperreader-"))
    file = folder / "note.md"
    left = False
    try:
        file.write_text(text, "utf-8")
        try:
            # The user's own choice of program, as an argument list, without a shell.
            with _interrupts_are_its_own():
                done = subprocess.run([*argv, str(file)], check=False)  # noqa: S603
        except OSError as error:
            reason = "was not found" if isinstance(error, FileNotFoundError) else f"cannot be run ({error.strerror})"
            raise PaperreaderError(f"the editor {argv[0]!r} {reason}; set EDITOR to one that is there") from None
        if done.returncode:
            raise PaperreaderError(f"the editor {argv[0]!r} ended with {done.returncode}; the note is as it was")
        try:
            note = file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            left = True
            raise PaperreaderError(f"the note could not be read back ({error}); it is in {file}") from None
        left = not keep(note)
        return str(file) if left else ""
    finally:
        if not left:
            shutil.rmtree(folder, ignore_errors=True)
