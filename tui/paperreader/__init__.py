"""paperreader: read research papers in the terminal.

The package is a house with floors; a room imports only rooms on lower floors (see `docs/architecture.md`). This module
stays empty but for the version, so that `paperreader --version` answers before anything else is imported.
"""

__version__ = "0.1.0"
