"""Renew the locks: versions and hashes of every wheel and source archive, for Python 3.11+ on every platform.

    make lock                 the newest versions that pyproject.toml allows
    make lock ARGS=--keep     only what pyproject.toml's changes ask for

What each file is for: run.txt the reader, build.txt the build backend, test.txt those two and the tests, dev.txt those
and the checks, lock.txt this script's own tool. Index addresses never reach a lock: whoever installs has an index of
their own choice. `tests/house/test_locks.py` checks that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: In this order: the widest lock is solved first, the others must agree with it.
LOCKS = {
    "dev.txt": ["pyproject.toml", "--group", "build", "--group", "test", "--group", "lint"],
    "test.txt": ["pyproject.toml", "--group", "build", "--group", "test"],
    "run.txt": ["pyproject.toml"],
    "build.txt": ["--group", "build"],
    "lock.txt": ["--group", "lock"],
}


def main(keep: bool) -> None:
    """Write every lock. Raises CalledProcessError when the requirements contradict each other."""
    # The locks must not depend on who makes them: no settings of this machine's uv or pip.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
    for name, inputs in LOCKS.items():
        target = f"requirements/{name}"
        command = [sys.executable, "-m", "uv", "--no-config", "pip", "compile", *inputs, "--quiet"]
        command += ["--universal", "--python-version", "3.11", "--generate-hashes"]
        command += ["--custom-compile-command", "make lock", "--output-file", target]
        if name in ("test.txt", "run.txt", "build.txt"):
            command += ["--constraints", "requirements/dev.txt"]
        if not keep:
            command += ["--upgrade"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    main("--keep" in sys.argv[1:])
