"""The real program in a real pseudo-terminal; POSIX only."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

# The harness lies beside the tests and is no package: pytest imports test modules without putting them on the path.
sys.path.insert(0, str(Path(__file__).parent))

if sys.platform == "win32":
    collect_ignore_glob = ["*.py"]
else:
    from harness import Harness, environment

    @pytest.fixture
    def stack() -> Iterator[ExitStack]:
        """Closes, after the test, every terminal that was opened in it."""
        with ExitStack() as stack:
            yield stack

    @pytest.fixture
    def run(stack: ExitStack, tmp_path: Path) -> Callable[..., Harness]:
        """Run Python code in a terminal."""

        def run(code: str, size: tuple[int, int] = (40, 10)) -> Harness:
            return stack.enter_context(Harness([sys.executable, "-c", code], environment(tmp_path), size))

        return run

    @pytest.fixture
    def reader(stack: ExitStack, tmp_path: Path) -> Callable[..., Harness]:
        """Start `paperreader` with the test's own home; arguments are its command line."""

        def reader(*args: str | Path, size: tuple[int, int] = (120, 40), **env: str) -> Harness:
            argv = [sys.executable, "-m", "paperreader", *map(str, args)]
            return stack.enter_context(Harness(argv, environment(tmp_path, **env), size))

        return reader
