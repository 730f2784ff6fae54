"""The stated rules, and what they give on the shipped abstracts."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.formats.derive import LONGEST, derive_title, shorten
from paperreader.paths import shipped


@pytest.mark.parametrize(
    ("abstract", "title"),
    [
        (
            "Sparse models are hard. We propose a fast sparse framework named MaskPro, which wins.",
            "MaskPro: a fast sparse framework",
        ),
        ("Hard. To this end, we introduce Very Careful Optimization (VCO). It wins.", "VCO: Very Careful Optimization"),
        (
            "We introduce HERO (Hybrid Ensemble Reward Optimization), a framework.",
            "HERO: Hybrid Ensemble Reward Optimization",
        ),
        (
            "Data is scarce. Here, we introduce ProstaTD, a large dataset for surgical triplet detection, developed by hand.",
            "ProstaTD: a large dataset for surgical triplet detection",
        ),
        ("We introduce a new fine-tuning strategy, STAT, to train a student.", "STAT: a new fine-tuning strategy"),
        (
            "This paper presents \\textsc{FlowAD}, a general flow framework for cars.",
            "FlowAD: a general flow framework for cars",
        ),
        # The first thing that is named counts, not the first that is brought.
        (
            "We propose a new view of things. We specifically propose FlowAD, a flow framework.",
            "FlowAD: a flow framework",
        ),
        # Known words in capitals that the abstract does not bring are no names.
        ("Large Language Models (LLMs) are costly. Nothing is named here.", "Large Language Models (LLMs) are costly"),
        ("Is it so, e.g. in Rome? Yes.", "Is it so, e.g. in Rome?"),
        ("", "Untitled"),
    ],
)
def test_rules(abstract: str, title: str) -> None:
    assert derive_title(abstract) == title


#: Judged by eye, one for each shipped abstract: the name that a reader would look for, or the first words.
EXPECTED = {
    "000": """MaskPro: a novel linear-space|ProstaTD: a large-scale, multi-institutional dataset|TusoAI: an agentic AI
    system|We consider centralized distributed optimization|Loc-Decomp: a novel framework|GeoEdit: a framework|When
    continual test-time adaptation (TTA) persists|We study the problem of designing sublinear spectral clustering
    oracles|PASR: ProActive Self-Refinement|The capability of predicting environmental dynamics|HierAFold: a
    hierarchical pipeline|Can Vision Language Models (VLMs) imagine the full scene|Machine unlearning seeks|DEEPSYNTH: a
    novel benchmark|AdaBlock-dLLM: a training-free|HERO: Hybrid Ensemble Reward Optimization|In this work, we
    investigate DR-submodular maximization|Large Language Model (LLM) training|Scaling laws research has focused""",
    "002": """QZO: Quantized Zeroth-order Optimization|Existing Learning-to-Defer (L2D) frameworks|Scaling data and
    artificial neural networks|SpaceControl: a training-free test-time method|Recent works have proposed|ThinkMorph: a
    unified thinking model|APF: Anomaly-Aware Pre-Training and Fine-Tuning|ProtAlign: a multi-objective|MTVCraft: Motion
    Tokenization Video Crafter|We study the ability of Transformer models|DePO: Demonstration-guided Policy
    Optimization|FlowAD: a general flow-based framework|USplat4D: a novel Uncertainty-aware|MiCRo: Mixture of Cognitive
    Reasoners|STAT: a new fine-tuning strategy|ProxyAttn: a training-free|MASA: Matrix-level Alignment and Scalable
    Adaptation|PRISM: a unified framework|GRACE: a lightweight score""",
}


@pytest.mark.parametrize("prefix", EXPECTED)
def test_shipped_abstracts(prefix: str) -> None:
    (path,) = shipped("seeds").glob(f"{prefix}_*.txt")
    abstracts = re.split(r"\n\s*\n", path.read_text(encoding="utf-8"))[1:]
    wanted = [" ".join(words.split()) for words in EXPECTED[prefix].split("|")]
    assert len(abstracts) == len(wanted)
    for abstract, start in zip(abstracts, wanted, strict=True):
        title = derive_title(abstract)
        assert title.startswith(start)
        assert len(title) <= LONGEST


def test_cut_at_a_word() -> None:
    assert shorten("one two three four", 12) == "one two…"
    assert shorten("one two", 12) == "one two"
    assert shorten("x" * 50, 12) == "x" * 11 + "…"


@given(st.text(max_size=400))
def test_any_text_gives_a_title(text: str) -> None:
    title = derive_title(text)
    assert 0 < len(title) <= LONGEST
    assert "\n" not in title


@pytest.mark.parametrize(
    "piece", ["we propose ", "we introduce A" + "a" * 30, "*a", "A-", "a an the ", "(", "We propose a " + "b" * 80]
)
def test_no_text_takes_long(piece: str) -> None:
    start = time.process_time()
    derive_title(piece * (64_000 // len(piece)))
    assert time.process_time() - start < 1
