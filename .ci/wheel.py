"""Install the built wheel where there is no checkout, and use it: `python .ci/wheel.py` after `make wheel`.

A new virtual environment outside the checkout gets the hashed run requirements and the wheel, nothing else. Then the
commands run, the reader opens without a terminal (Textual's pilot), and the tests of the command line run against the
installed program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "requirements"))

import install  # noqa: E402

PILOT = """
import asyncio, sys
from paperreader.config import Settings
from paperreader.paths import places
from paperreader.session import open_session
from paperreader.ui.app import PaperreaderApp

assert "site-packages" in sys.modules["paperreader"].__file__, sys.modules["paperreader"].__file__

async def main():
    session = open_session(places(), restore=True)
    app = PaperreaderApp(session, Settings(), [])
    async with app.run_test(size=(120, 40)) as pilot:
        assert len(session.order) == 38, len(session.order)
        before = session.current().uid
        await pilot.press("j", "s", "slash", *"attention", "enter")
        await pilot.pause()
        assert 0 < len(session.order) < 38, len(session.order)
        assert session.marks.count("Starred") == 1
        await pilot.press("u")
        assert session.marks.count("Starred") == 0
        assert session.current().uid != before
        await pilot.press("q")
    session.close()

asyncio.run(main())
print("the reader opens, filters, stars, undoes")
"""


def main() -> None:
    """Raise CalledProcessError when anything does not work."""
    wheels = list((ROOT / "dist").glob("*.whl"))
    if len(wheels) != 1:
        sys.exit(f"dist/ holds {len(wheels)} wheels, not one: run make wheel")
    with tempfile.TemporaryDirectory(prefix="a wheel ") as name:
        folder = Path(name)
        put = install.installer(folder / "venv")
        put(*install.locked("run.txt"))
        put("--no-deps", str(wheels[0]))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment["PAPERREADER_HOME"] = str(folder / "home")
        python = install.python_of(folder / "venv")

        def run(*command: str | Path) -> None:
            subprocess.run(command, check=True, cwd=folder, env=environment)

        for args in (["--version"], ["locate"], ["list", "--limit", "3"], ["show", "m3HXHQYmZu"]):
            run(python.with_name("paperreader"), *args)
        run(python, "-c", PILOT)

        put(*install.locked("test.txt"))
        shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder)
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "pythonpath=", "tests/cli")


if __name__ == "__main__":
    main()
