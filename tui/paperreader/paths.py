"""Where things lie: the user's folders, and the files that ship with the program.

`PAPERREADER_HOME` puts everything under one folder (tests, benchmarks, profiles); else platformdirs decides. Nothing is
created here: whoever writes a file makes its folder (`system.files`).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files of one user, or of one `PAPERREADER_HOME`."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @property
    def settings(self) -> Path:
        """The user's settings (TOML)."""
        return self.config / "config.toml"

    @property
    def library(self) -> Path:
        """What the user made; irreplaceable."""
        return self.data / "library.db"

    @property
    def catalog(self) -> Path:
        """The imported papers; can be rebuilt from `records`."""
        return self.data / "catalog.db"

    @property
    def records(self) -> Path:
        """Raw source records, one file a source."""
        return self.data / "records"

    @property
    def backups(self) -> Path:
        """Verified copies of the library."""
        return self.data / "backups"

    @property
    def session(self) -> Path:
        """What lay open when the reader was last used."""
        return self.state / "session.json"

    @property
    def device(self) -> Path:
        """The id of this machine's log; outside `data`, so that a copied library does not repeat it."""
        return self.state / "device"

    @property
    def log(self) -> Path:
        """Where tracebacks go (0600)."""
        return self.state / "paperreader.log"

    @property
    def index(self) -> Path:
        """The search index; disposable."""
        return self.cache / "index"


def typed(text: str) -> Path:
    """Return the path that a user typed, `~` and `~name` being the home of one; what is nobody's home stays as it is.

    `Path.expanduser` raises there. Ask of such a path with `is_there`, `is_file` and `is_folder`.
    """
    return Path(os.path.expanduser(text))  # noqa: PTH111


def is_there(path: str | Path) -> bool:
    """Say whether a path leads to something; never raises, as `Path.exists` does for too long a name or no leave."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: str | Path) -> bool:
    """Say whether a path leads to a file; never raises, as `is_there`."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: str | Path) -> bool:
    """Say whether a path leads to a folder; never raises, as `is_there`."""
    return os.path.isdir(path)  # noqa: PTH112


def places() -> Places:
    """Return the folders in force, from `PAPERREADER_HOME` or the platform's conventions."""
    home = os.environ.get("PAPERREADER_HOME")
    if home:
        root = typed(home).absolute()
        return Places(root / "config", root / "data", root / "state", root / "cache")
    import platformdirs

    name = "paperreader"
    return Places(
        platformdirs.user_config_path(name, appauthor=False),
        platformdirs.user_data_path(name, appauthor=False),
        platformdirs.user_state_path(name, appauthor=False),
        platformdirs.user_cache_path(name, appauthor=False),
    )


def shipped(name: str) -> Path:
    """Return the path of a shipped file or folder (`seeds`, `styles.tcss`).

    A checkout keeps them at its top, a wheel inside the package. The checkout comes first: an editable install leaves
    dead copies in site-packages. Raises FileNotFoundError if neither has it, which is a broken installation.
    """
    package = Path(__file__).resolve().parent
    checkout = package.parent.parent
    if package.parent.name == "tui" and (checkout / "pyproject.toml").is_file():
        candidate = checkout / name
        if candidate.exists():
            return candidate
    inside = package / name
    if inside.exists():
        return inside
    raise FileNotFoundError(f"paperreader was installed without its {name}; install it again")
