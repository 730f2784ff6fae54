"""Folding finds what is meant, and its offsets lead back to what is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.text.folding import fold, fold_map, source_range

papers = st.text(st.one_of(st.characters(), st.sampled_from("αεσΔµéﬁ—−’ℓ₂ᵈ𝒟\u0303ßİ x-1")), max_size=40)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Naïve Bézier", "naive bezier"),
        ("ﬁne-grained ﬄ", "fine-grained ffl"),
        ("Polyak–Łojasiewicz — a − b", "polyak-lojasiewicz - a - b"),
        ("ε-stationary", "epsilon-stationary"),
        ("ϵ and ε, ϕ and φ", "epsilon and epsilon, phi and phi"),
        ("O(ε⁻³)", "o(epsilon-3)"),
        ("hσ²LΔ/(nε²)", "h sigma2l delta/(n epsilon2)"),
        ("β-VAE, αβ", "beta-vae, alpha beta"),
        ("5 µm", "5 mu m"),
        ("Αθήνα", "αθηνα"),
        ("𝒪̃(√n) in ℝᵈ, ℓ₂ and ℓ_∞", "o(√n) in rd, l2 and l_infinity"),
        ("18× Straße “q” ‘s’", "18x strasse \"q\" 's'"),
        ("が が 한국어", "が が 한국어"),
        ("O(n)", "o(n)"),
    ],
)
def test_folds(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(papers)
def test_map_agrees_with_fold(text: str) -> None:
    folded, offsets = fold_map(text)
    assert folded == fold(text)
    assert len(offsets) == len(folded) + 1
    assert offsets[-1] == len(text)
    assert list(offsets) == sorted(offsets)


@given(papers)
def test_fold_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(st.sampled_from("aé𝒟 \u0301ßﬁ—"), min_size=1, max_size=20), st.data())
def test_a_range_leads_back(text: str, data: st.DataObject) -> None:
    folded, offsets = fold_map(text)
    start = data.draw(st.integers(0, len(folded)))
    end = data.draw(st.integers(start, len(folded)))
    left, right = source_range(offsets, start, end)
    assert 0 <= left <= right <= len(text)
    assert folded[start:end].replace(" ", "") in fold(text[left:right]).replace(" ", "")


def test_range_of_a_greek_name() -> None:
    text = "hσ²LΔ/(nε²)"
    folded, offsets = fold_map(text)
    start = folded.index("sigma")
    assert text[slice(*source_range(offsets, start, start + 5))] == "σ"
    start = folded.index("eps")
    assert text[slice(*source_range(offsets, start, start + 3))] == "ε"


def test_range_takes_marks_along() -> None:
    text = "x 𝒪\u0303(n)"
    folded, offsets = fold_map(text)
    start = folded.index("o(")
    assert text[slice(*source_range(offsets, start, start + 1))] == "𝒪\u0303"


def test_ascii_needs_no_list() -> None:
    assert isinstance(fold_map("Plain")[1], range)
