"""The keys are frozen: a failure here means a new version and a migration, never a new expectation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.text.titlekey import TITLE_KEY_VERSION, author_key, title_key


def test_version() -> None:
    assert TITLE_KEY_VERSION == 1


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Attention Is All You Need", "attentionisallyouneed"),
        ("  attention is\nall you need. ", "attentionisallyouneed"),
        ("Frank–Wolfe vs. Frank-Wolfe", "frankwolfevsfrankwolfe"),
        ("{PF}$^2$ES: Parallel Feasible", "pf2esparallelfeasible"),
        ("PF²ES: Parallel Feasible", "pf2esparallelfeasible"),
        (r"$\alpha$-Fair \emph{Sharing}", "alphafairsharing"),
        ("α-Fair Sharing", "alphafairsharing"),
        (r"$\mathcal{O}(\log n)$ and $\varepsilon$", "olognandepsilon"),
        ("𝒪(log n) and ε", "olognandepsilon"),
        (r"Schr\"odinger, Erd\H{o}s, Poincar\'e, \O rsted, Stra\ss e", "schrodingererdospoincareorstedstrasse"),
        ("Schrödinger, Erdős, Poincaré, Ørsted, Straße", "schrodingererdospoincareorstedstrasse"),
        ("Polyak-{Ł}ojasiewicz", "polyaklojasiewicz"),
        ("H<sub>2</sub>O &amp; <i>E. coli</i>", "h2oecoli"),
        (r"$\ell_p$-Regression", "lpregression"),
        ("ℓₚ-Regression", "lpregression"),
        ("ﬁne-grained", "finegrained"),
        ("机器学习", "机器学习"),
        (r"\OurModel{} wins", "ourmodelwins"),
        ("?!", ""),
        ("", ""),
    ],
)
def test_titles(title: str, key: str) -> None:
    assert title_key(title) == key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Yann LeCun", "lecun"),
        ("LeCun, Yann", "lecun"),
        ("Y. LeCun", "lecun"),
        ("van Beethoven, Ludwig", "beethoven"),
        ("Ludwig van Beethoven", "beethoven"),
        ("García Márquez, Gabriel", "marquez"),
        ("Martin Luther King Jr.", "king"),
        ("King, Martin Luther, Jr.", "king"),
        ("King, Jr., Martin Luther", "king"),
        ("Wei Wang 0001", "wang"),
        ("Wei Wang (MIT)", "wang"),
        ("Jeremy Yuen-Chun Teoh", "teoh"),
        ("Anna Smith-Jones", "smithjones"),
        (r"Bernhard Sch{\"o}lkopf", "scholkopf"),
        ("Bernhard Schölkopf", "scholkopf"),
        ("Søren Ørsted", "orsted"),
        ("王小明", "王小明"),
        ("OpenAI", "openai"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_names(name: str, key: str) -> None:
    assert author_key(name) == key


@given(st.text(max_size=60))
def test_keys_are_letters_and_digits(text: str) -> None:
    key = title_key(text)
    assert key == "" or key.isalnum()
    assert title_key(text.upper().lower()) == title_key(text.lower().upper().lower())
    author_key(text)


@given(st.text(max_size=30))
def test_space_and_punctuation_do_not_count(text: str) -> None:
    assert title_key(f"  {text} .") == title_key(text)
