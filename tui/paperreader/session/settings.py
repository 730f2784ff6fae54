"""Writing one setting into `config.toml`, for a user who changed it in the program: everything else stays as it stands.

`keep_setting` is the only writer: it reads the file again and replaces it under a lock, so that two terminals lose
nothing of each other's.

Reading is `paperreader.config`'s. tomlkit keeps comments, order and spelling; it takes as long to import as a third of
the start, so it is imported with the first change, never before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from paperreader.config import LARGEST, SCHEMA, nearest
from paperreader.errors import Busy, ConfigError, ReadOnly

_BOM = "\ufeff"


def keep_setting(path: Path, name: str, value: object, *, only_new: bool = False, patience: float = 5.0) -> None:
    """Set `name` in the file, which is made when there is none; comments, order and all other values stay.

    `value` is as the file has it, not a field of `Settings`: `"after 3"`, 88, True, `["firefox", "--new-tab"]`.
    `only_new` leaves a value alone that stands there already. `patience` is how many seconds to wait for another
    terminal that is at the file.

    The file is replaced as a whole, so a crash leaves the old one or the new one; a link is followed. Raises
    `ConfigError` for a value that the schema refuses and for a file that is not TOML, `ReadOnly` for a file that cannot
    be read or written, `Busy` when another terminal is at it all the time; then nothing has changed.
    """
    setting = next((setting for setting in SCHEMA if setting.name == name), None)
    if setting is None:
        raise ConfigError(f"there is no setting {name!r}{nearest(name, [setting.name for setting in SCHEMA])}")
    plain = list(value) if isinstance(value, tuple) else value
    try:
        setting.read(plain)
    except ValueError as error:
        raise ConfigError(f"{name}: {error}") from error
    try:
        target = Path(os.path.realpath(path))  # `resolve` raises for links that lead round in a circle
    except OSError as error:  # a link whose target lies where this user may not look
        raise ReadOnly(f"{path.name} cannot be read ({error.strerror})") from error
    with _alone(target, path, patience):
        before, mode = _read(target, path)
        _write(target, path, _with(before, path, name, plain, only_new=only_new), mode)


@contextmanager
def _alone(target: Path, path: Path, patience: float) -> Iterator[None]:
    """Nobody else changes the file meanwhile; its folder is made."""
    from paperreader.system.files import locked, private_folder

    with ExitStack() as stack:
        try:
            private_folder(target.parent)
            stack.enter_context(locked(target, patience))
        except TimeoutError as error:
            raise Busy(f"{path.name} is being changed by another terminal; try again in a moment") from error
        except OSError as error:
            raise ReadOnly(f"{path.name} cannot be written ({error.strerror})") from error
        yield


def _read(target: Path, path: Path) -> tuple[str, int]:
    """The text and the mode of the file; no text and 0600 where there is none."""
    try:
        with target.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
        mode = target.stat().st_mode & 0o777
    except FileNotFoundError:
        return "", 0o600
    except OSError as error:
        raise ReadOnly(f"{path.name} cannot be read ({error.strerror})") from error
    if len(raw) > LARGEST:
        raise ConfigError(f"{path.name} is larger than 1 MB, so it is left alone")
    try:
        return raw.decode("utf-8"), mode
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path.name} is not UTF-8 text, so it is left alone") from error


def _with(before: str, path: Path, name: str, value: object, *, only_new: bool) -> str:
    """The text of the file with one more, or another, value; the same text if `only_new` and there is one."""
    import tomllib

    import tomlkit

    begun = _BOM if before.startswith(_BOM) else ""
    text = before.removeprefix(_BOM)
    try:
        known = tomllib.loads(text)
        document = tomlkit.parse(text)
    except (ValueError, RecursionError) as error:  # both readers' errors are ValueErrors
        raise ConfigError(f"{path.name} is not TOML ({error}), so it is left alone") from error
    if only_new and name in known:
        return before
    document[name] = value
    after = tomlkit.dumps(document)
    if "\r\n" in text and "\n" not in text.replace("\r\n", ""):
        after = after.replace("\r\n", "\n").replace("\n", "\r\n")
    # A file of the user's: whatever a writer of TOML does with an unusual one, nothing else in it may change.
    if tomllib.loads(after) != {**known, name: value}:
        raise ConfigError(f"{path.name} cannot be changed without harm; set {name} there by hand")
    return begun + after


def _write(target: Path, path: Path, text: str, mode: int) -> None:
    from paperreader.system.files import write_atomic

    try:
        write_atomic(target, text.encode(), mode)
    except OSError as error:
        raise ReadOnly(f"{path.name} cannot be written ({error.strerror})") from error
