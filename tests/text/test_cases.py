"""The cases of the design, exact: short constructs one by one, and the 38 abstracts that are shipped."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from paperreader.text.readable import readable

CASES = Path(__file__).parent / "cases"
SEEDS = Path(__file__).parents[2] / "seeds"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def abstracts(name: str) -> list[str]:
    """The abstracts of a seed file: paragraphs, the first being the list's title."""
    paragraphs = re.split(r"\n\s*\n", (SEEDS / name).read_text(encoding="utf-8"))
    return [paragraph.strip("\n") for paragraph in paragraphs if paragraph.strip()][1:]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in lines("markup.jsonl")])
def test_markup(case: dict[str, Any]) -> None:
    text = readable(case["source"])
    assert text.plain == case["expected_plain"], case["note"]
    for expected, style in case["expected_styles"]:
        styled = "".join(text.plain[span.start : span.end] for span in text.spans if span.style == style)
        assert expected in styled


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case['file'][:3]}-{case['index']}") for case in lines("seeds_readable.jsonl")]
)
def test_seed(case: dict[str, Any]) -> None:
    assert readable(abstracts(case["file"])[case["index"] - 1]).plain == case["expected_plain"]


def test_all_cases_are_here() -> None:
    assert len(lines("markup.jsonl")) == 170
    assert len(lines("seeds_readable.jsonl")) == 38
