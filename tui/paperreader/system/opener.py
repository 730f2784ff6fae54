"""Opening a link of a paper in another program: the only place of the house that does it.

A link was written by a stranger and ends as an argument of a program on the user's machine. So: web and mail addresses
only, judged by `openable`; one argument list, never a shell; the address is always one whole argument that cannot be
taken for an option. `webbrowser` of the standard library and `App.open_url` of Textual are not used anywhere: they pass
on what they are given. Nothing else may enter here; an editor or a clipboard tool is not a link.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from paperreader.errors import ExternalError

if TYPE_CHECKING:
    import subprocess

#: Longest address that is passed on, in characters.
LONGEST = 2048
#: Characters that no address may hold (RFC 3986) but real ones do, old DOIs above all. Browsers escape them just so;
#: here it also keeps quotes and backslashes away from Windows, where a program parses its own command line.
_ESCAPES = {ord(char): f"%{ord(char):02X}" for char in '"<>\\^`{|}'}
#: `host`, `host:port`, `[v6]:port`. No user name: `https://arxiv.org@evil.example/` goes elsewhere than it seems to.
_AUTHORITY = r"(?:\w[\w.-]*|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?"
#: Mail headers that an address may set. Not `attach`: some mail programs would add a file of the user's to the letter.
_MAIL_HEADERS = frozenset({"to", "cc", "subject", "body"})


def openable(url: str) -> bool:
    """Whether `open_external` would pass this address on; never raises.

    True for http, https and mailto addresses of at most `LONGEST` characters, all printable (no controls, blanks,
    bidirectional overrides, zero-width characters, lone surrogates). A web address names a host and no user; a mail
    address sets no header but to, cc, subject and body, and hides no control behind percent signs.
    """
    if not 0 < len(url) <= LONGEST or not url.isprintable() or " " in url:
        return False
    scheme, _, rest = url.partition(":")
    match scheme.lower():
        case "http" | "https":
            authority = re.split(r"[/?#]", rest[2:], maxsplit=1)[0]
            return rest.startswith("//") and re.fullmatch(_AUTHORITY, authority) is not None
        case "mailto":
            return _mail(rest)
        case _:
            return False


def _mail(rest: str) -> bool:
    from urllib.parse import unquote

    address, _, headers = rest.partition("?")
    plain = unquote(address)
    if plain.startswith("-") or "@" not in plain or not unquote(rest).isprintable():
        return False
    names = [part.partition("=")[0] for part in headers.split("&")] if headers else []
    return all(unquote(name).lower() in _MAIL_HEADERS for name in names)


def open_external(
    url: str, command: Sequence[str] | None = None, *, failed: Callable[[str], None] | None = None
) -> None:
    """Open an address in the user's browser or mail program, and return at once.

    `command` is the user's own opener as an argument list; `%s` in an argument stands for the address, which else
    comes last. Without one, `$BROWSER` decides (in its documented form: commands separated like the entries of
    `$PATH`, the first whose program is there), then the platform's opener. The program is detached: it gets no
    terminal, outlives the reader, and its output goes nowhere.

    Raises `ExternalError`, with the address in the message so that it can be copied, if the address is not `openable`
    or no opener is there. `failed` is called later, from another thread, with such a message if the opener itself ends
    with an error (a machine without a screen).
    """
    if not openable(url):
        shown = ascii(url if len(url) <= 200 else url[:200] + "…")
        raise ExternalError(f"not opened, as it is no plain web or mail address: {shown}")
    address = url.translate(_ESCAPES)
    argv = _argv(address, command, os.environ)
    if argv is not None:
        process = _start(argv, url)
        _reap(process, f"{argv[0]} could not open the link {url}", failed)
    elif not _startfile(address):
        raise ExternalError(f"no browser was found here (set $BROWSER or an opener to have one); the link is {url}")


def _argv(address: str, command: Sequence[str] | None, environ: Mapping[str, str]) -> list[str] | None:
    """The program and its arguments, or None when there is none."""
    if command:
        return _fill(command, address)
    for candidate in _candidates(environ):
        if shutil.which(candidate[0]):
            return _fill(candidate, address)
    return None


def _fill(command: Sequence[str], address: str) -> list[str]:
    if any("%s" in part for part in command[1:]):
        return [command[0], *(part.replace("%s", address) for part in command[1:])]
    return [*command, address]


def _candidates(environ: Mapping[str, str]) -> list[list[str]]:
    """Openers to try, best first."""
    found = [command for entry in environ.get("BROWSER", "").split(os.pathsep) if (command := _split(entry))]
    if sys.platform == "darwin":
        return [*found, ["open"]]
    if sys.platform == "win32":
        return found
    if "WSL_DISTRO_NAME" in environ or "WSL_INTEROP" in environ:
        found += [["wslview"], ["rundll32.exe", "url.dll,FileProtocolHandler"]]
    return [*found, ["xdg-open"]]


def _split(entry: str) -> list[str]:
    """One entry of `$BROWSER` as an argument list, by the shell's rules of quoting; empty if it cannot be read."""
    import shlex

    try:
        words = shlex.split(entry, posix=sys.platform != "win32")
    except ValueError:
        return []
    # "firefox &" is the documented way to say what is done here anyway: do not wait.
    return words[:-1] if words[-1:] == ["&"] else words


def _start(argv: list[str], url: str) -> subprocess.Popen[bytes]:
    import subprocess

    null = subprocess.DEVNULL
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        # An argument list without a shell, with an address that passed `openable`.
        return subprocess.Popen(  # noqa: S603
            argv, stdin=null, stdout=null, stderr=null, start_new_session=True, creationflags=flags
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ExternalError(f"{argv[0]} could not be started ({reason}); the link is {url}") from error


def _reap(process: subprocess.Popen[bytes], message: str, failed: Callable[[str], None] | None) -> None:
    """Wait for the opener in a thread of its own: it leaves no zombie, and its failure can be told."""
    from threading import Thread

    def wait() -> None:
        code = process.wait()
        if code and failed is not None:
            failed(f"{message} (it ended with {code})")

    Thread(target=wait, name="opener", daemon=True).start()


def _startfile(address: str) -> bool:
    """On Windows, hand the address to its registered program, without a command line; elsewhere, return False."""
    if sys.platform == "win32":
        try:
            os.startfile(address)  # noqa: S606
        except OSError as error:
            raise ExternalError(f"Windows could not open the link ({error.strerror}); it is {address}") from error
        return True
    return False
