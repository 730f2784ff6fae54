"""How long the fault tests run: the short form in `make test`, the long one with PAPERREADER_FAULTS=long."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session")
def long_form() -> bool:
    """Whether the long form was asked for (`make faults`)."""
    return os.environ.get("PAPERREADER_FAULTS") == "long"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the fault tests counted; `docs/reliability.md` quotes these lines."""
    lines = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == "measured"
    ]
    if lines:
        terminalreporter.section("faults")
        for line in dict.fromkeys(lines):
            terminalreporter.write_line(line)
