"""Make .venv and install the locked requirements and the project into it; do nothing when nothing changed.

    python3 requirements/install.py LEVEL        LEVEL: run | test | dev | lock

Standard library only: it runs on a Python that has nothing yet. Two steps, because pip refuses `-e .` among hashed
requirements: first the hashed requirements, then the project alone, without dependencies and without build isolation
(its build backend is among the hashed requirements).

The pip that does it is the first of: the one that `ensurepip` puts into .venv; this Python's own (Debian ships Python
without ensurepip, and pip as python3-pip); uv.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "set-up.json"

#: What each level installs; a later level has all that an earlier one has.
LEVELS = {
    "run": ["run.txt", "build.txt"],
    "test": ["test.txt"],
    "dev": ["dev.txt"],
    "lock": ["dev.txt", "lock.txt"],
}


def main(level: str) -> int:
    """Bring .venv to `level`; return 0, or 2 after saying in one sentence what is missing."""
    done = read_stamp()
    order = list(LEVELS)
    there = python_of(VENV).exists()
    if there and done.get("level") in order:
        level = max(level, done["level"], key=order.index)  # never take away what an earlier command set up
    wanted = {"level": level, "inputs": fingerprint(level)}
    if there and done == wanted:
        return 0
    print(f"Setting up .venv ({level}) with Python {sys.version.split()[0]} …", flush=True)
    STAMP.unlink(missing_ok=True)
    try:
        install = installer(VENV)
        install(*locked(*LEVELS[level]))
        install("--no-deps", "--no-build-isolation", "--editable", ".")
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as failed:
        command = " ".join(map(str, failed.cmd))
        print(f"Setting up .venv failed; the lines above say why. The command was: {command}", file=sys.stderr)
        return 1
    quiet([python_of(VENV), "-m", "compileall", "-q", ROOT / "tui"])  # or the first start takes half a second longer
    STAMP.write_text(json.dumps(wanted), encoding="utf-8")
    return 0


class Missing(Exception):
    """Something that only the user can install; the message says what."""


def locked(*names: str) -> list[str]:
    """pip's arguments to install locks."""
    return ["--require-hashes", *(argument for name in names for argument in ("-r", f"requirements/{name}"))]


def python_of(venv: Path) -> Path:
    """The Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def installer(venv: Path) -> Callable[..., None]:
    """Make the virtual environment if it is not there or broken; return what calls its `pip install ARGUMENTS…`."""
    python = python_of(venv)
    usable = python.exists() and not quiet([python, "-I", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"])
    if venv.exists() and not usable:
        shutil.rmtree(venv)
    own = [python, "-m", "pip", "install", "--quiet"]
    if usable and pip_version(python):
        return lambda *arguments: run([*own, *arguments])
    if not usable and importlib.util.find_spec("ensurepip") is not None:
        if not quiet([sys.executable, "-m", "venv", venv]):
            return lambda *arguments: run([*own, *arguments])
        shutil.rmtree(venv, ignore_errors=True)  # an ensurepip that is there but fails: go on without it
    if pip_version(sys.executable) >= (22, 3):  # the first with --python
        if not python.exists():
            run([sys.executable, "-m", "venv", "--without-pip", venv])
        return lambda *arguments: run(
            [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *arguments]
        )
    uv = shutil.which("uv")
    if uv:
        if not python.exists():
            run([uv, "venv", "--quiet", "--python", sys.executable, venv])
        return lambda *arguments: run([uv, "pip", "install", "--quiet", "--python", python, *arguments])
    name = "python{}.{}".format(*sys.version_info)
    raise Missing(
        f"{sys.executable} has neither ensurepip nor a pip of version 22.3 or newer, and there is no uv: install one "
        f"of them (on Debian or Ubuntu: apt install {name}-venv) and run make again."
    )


def fingerprint(level: str) -> str:
    """A hash of all that an installation depends on: the locks, what pyproject.toml says of the package, the place."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    package = [pyproject["build-system"], pyproject["project"], pyproject["tool"]["hatch"]]
    digest = hashlib.sha256(json.dumps([str(ROOT), package], sort_keys=True).encode())
    for name in [*LEVELS[level], "install.py"]:
        digest.update((ROOT / "requirements" / name).read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, str]:
    """What the last finished set-up wrote; empty when there is none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def pip_version(python: str | Path) -> tuple[int, ...]:
    """The version of a Python's pip; () when it has none."""
    done = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"pip (\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found and not done.returncode else ()


def quiet(command: list[str | Path]) -> int:
    """Run a command whose failure is an answer, not an error; return its exit code."""
    return subprocess.run(command, capture_output=True, check=False).returncode


def run(command: list[str | Path]) -> None:
    """Run a command in the checkout; its own words reach the user. Raises CalledProcessError."""
    subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LEVELS:
        sys.exit(f"usage: python3 requirements/install.py {'|'.join(LEVELS)}")
    sys.exit(main(sys.argv[1]))
