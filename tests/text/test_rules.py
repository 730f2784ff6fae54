"""The rules of `docs/markup.md`, one by one, beyond what the cases of the design show."""

import pytest

from paperreader.text.readable import readable
from paperreader.text.styled import StyledText


def styled(text: StyledText, style: str) -> list[str]:
    return [text.plain[span.start : span.end] for span in text.spans if span.style == style]


FORMULAS = [
    # scripts
    (r"$x_{i,j}$ $T^{2/3}$ $x^{ab}$ $x^{abc}$ $x_{max}$ $x^{(k)}$ $x^{(t+1)}$", "x_(i,j) T^(2/3) xᵃᵇ x^abc x_max x⁽ᵏ⁾ x^(t+1)"),
    (r"$A^{-1}$ $A^{-T}$ $x^{n+1}$ $x_{n-1}$ $x^{2k}$ $x^q$ $x^{2*}$ $x_+$ $x_{-i}$", "A⁻¹ A^(−T) xⁿ⁺¹ xₙ₋₁ x²ᵏ x^q x²* x₊ x_(−i)"),
    (r"$C^{1,1}$ $a^{b^c}$ $x_{i_j}$ $n^{1.5}$ $x^10$ $n^O(1)$ $10^-3$", "C^(1,1) a^(bᶜ) x_(iⱼ) n^1.5 x¹⁰ n^(O(1)) 10⁻³"),
    (r"$k^{\text{th}}$ $i^{th}$ $\lambda_{\min}$ $\lambda_{\mathrm{ab}}$", "k^th iᵗʰ λ_min λ_ab"),
    (r"$x'$ $x''$ $f'(x)$ $x'_i$ $x^{\prime}$ $90^\circ$", "x′ x′′ f′(x) xᵢ′ x′ 90°"),
    (r"$y_s$ alone, but $x_s$ beside $x_\theta$", "yₛ alone, but x_s beside x_θ"),
    (r"s\_{i} in $s\_{\hat{\mu}\_t}$ and $g\_i$", "s_i in s_(μ̂ₜ) and gᵢ"),
    # spaces
    (r"$a+b$ $-a$ $a=-b$ $\pm 1$ $n!$ $a:b$ $f:X\to Y$ $f\colon X\to Y$ $1:2$", "a + b −a a = −b ±1 n! a:b f: X → Y f: X → Y 1:2"),
    (r"$18\times$ $\times 2$ $>90\%$ $k\geq 2$ $K+$", "18× ×2 >90% k ≥ 2 K+"),
    (r"$n\log n$ $\log\log n$ $\log(1/\delta)$ $1/\log m$ $\max_x|f|$ $2\log x$", "n log n log log n log(1/δ) 1/log m maxₓ |f| 2 log x"),
    (r"$n\sum_i x_i$ $-\sum_i x$ $(\sum_i x)$ $\int_0^1 f\,dx$", "n ∑ᵢ xᵢ −∑ᵢ x (∑ᵢ x) ∫₀¹ f dx"),
    (r"$4{,}000$ $1,000$ $(1,2)$ $1,2,3$ $1e-5$", "4,000 1,000 (1, 2) 1, 2, 3 1e−5"),
    # fractions and roots
    (r"$\frac{a+b}{c}$ $\frac{a}{b+c}$ $\frac{1}{2}x$ $\frac{f(x)}{g(x)}$ $\frac{\log n}{n}$", "(a + b)/c a/(b + c) (1/2)x f(x)/g(x) (log n)/n"),
    (r"$\frac12$ $\frac1{10}$ $\frac{\frac{a}{b}}{c}$ $(\frac{a}{b})^2$ $\frac{a}{b}^2$", "1/2 1/10 (a/b)/c (a/b)² (a/b)²"),
    (r"$\sqrt{nd}$ $\sqrt{10}$ $\sqrt{x_1}$ $\sqrt[3]{n}$ $\sqrt[k]{n}$ $\sqrt{n}d$ $n\sqrt{n}$", "√(nd) √10 √(x₁) ∛n ᵏ√n √n d n√n"),
    # bars
    (r"$|-x|$ $|A||B|$ $||x||_2$ $p(x|y)$ $p(x\mid y)$ $D(p||q)$", "|−x| |A||B| ‖x‖₂ p(x|y) p(x | y) D(p‖q)"),
    # accents and alphabets
    (r"$\hat{AB}$ $\overline{AB}$ $\vec{v}$ $\dot x$ $\bar{\mathcal X}$ $\hat\imath$", "ÂB A̅B̅ v⃗ ẋ 𝒳̄ î"),
    (r"$\mathbb{1}\{x\}$ $\mathfrak g$ ${\cal F}(x)$ ${\rm poly}(n)$ $\mathrm{d}x$", "𝟙{x} 𝔤 ℱ(x) poly(n) dx"),
    # structures
    (r"$\begin{pmatrix}1&2\\3&4\end{pmatrix}$ $a\equiv b\pmod n$ $\overset{d}{=}$ $\underset{x}{\min}$", "(1 2; 3 4) a ≡ b (mod n) =ᵈ minₓ"),
    (r"\begin{align} a &= b, \\ c &= d \end{align}", "a = b, c = d"),
    (r"$\not\in$ $\not=$ $\substack{a\\b}$ $\left.x\right|_0$", "∉ ≠ a; b x|₀"),
    # authors' own
    (r"$\cX$ $\calF$ $\Xcal$ $\bbR$ $\bx$ $\norm{x}_2$ $\inner{x}{y}$ $\Otilde(n)$", "𝒳 ℱ 𝒳 ℝ x ‖x‖₂ ⟨x, y⟩ Õ(n)"),
    (r"$\foo$ $2\foo x$ $\foo{x}$ $\foo{x+y}$ $\foo{a}{b}$", "foo 2 foo x x (x + y) foo(a, b)"),
]  # fmt: skip

TEXTS = [
    ("as in \\cite{lee  2010} and \\ref{a\n b} with \\verb|x  y|", "as in [lee 2010] and [a b] with x y"),
    (r"n\log n, k\times n, 6\times faster, X \sim P, \alpha-stable", "n log n, k × n, 6× faster, X ∼ P, α-stable"),
    (r"Erd\H{o}s, Na\"{\i}ve, \AA ngstr\"om, \v{C}ech, Mal\'\i k", "Erdős, Naïve, Ångström, Čech, Malík"),
    (r"\citep[see][p.~5]{c}, \citet[Thm 2]{d}, (\cite{e})", "[see c, p. 5], [d, Thm 2], ([e])"),
    (r"by \citePaisley:2010 and \cite Smith09, Lee10.", "by [Paisley:2010] and [Smith09, Lee10]."),
    (r"\SI{10}{\kilo\metre\per\second}, \SI{5}{\micro\metre}, \ang{90}", "10 km/s, 5 µm, 90°"),
    (r"\begin{enumerate} \item a \item b \end{enumerate} Then", "1. a\n2. b\nThen"),
    (r"\begin{description} \item[(i)] a \end{description}", "(i) a"),
    ("x:\n- a b\n  c\n- d\n\nEnd", "x:\n• a b c\n• d\n\nEnd"),
    ("- only one\nline", "- only one line"),
    ("one\ntwo\n\n\n\nthree", "one two\n\nthree"),
    ("a--b, a---b, a -- b, --flag, x --y", "a–b, a—b, a – b, --flag, x --y"),
    ("~5 and (~10), about~5, Fig.~3, a ~ b, x/~y, 3~20", "~5 and (~10), about 5, Fig. 3, a ~ b, x/~y, 3~20"),
    ("``Nested `quote' here'', don't, the users' data", "“Nested ‘quote’ here”, don't, the users' data"),
    ("success'' or 5'' and ``open", "success'' or 5'' and “open"),
    ("{PyTorch}, {natural source, x}, {x}, P{ó}lya, 4{,}000, {-1,+1}", "PyTorch, {natural source, x}, {x}, Pólya, 4,000, {-1,+1}"),
    ("a*b*c 2*3*4 1**2**3 x_y_z * x * (*) and (*)", "a*b*c 2*3*4 1**2**3 x_y_z * x * (*) and (*)"),
    (r"\*not\* \_this\_ a\*b", "*not* _this_ a*b"),
    ("*not\n\nclosed*", "*not\n\nclosed*"),
    ("<b>alone, <SEG>, a <i>b</i>, x<sup>th</sup>, &alpha; &amp;amp;", "<b>alone, <SEG>, a b, xᵗʰ, α &amp;"),
    ("we propose head- and graph- based, mod- eling, X- ray -such asides- here", "we propose head- and graph-based, modeling, X- ray -such asides- here"),
    ("dissemina\x02tors, state-of-the\x02art, soft\u00adhyphen", "disseminators, state-of-the-art, softhyphen"),
    ("â€œquotedâ€\x9d, CAFÉ” and Â alone", "“quoted”, CAFÉ” and Â alone"),
    (r"$\\textbf{x}$ over $\\{0,1\\}$ with $\\|x\\|$", "x over {0, 1} with ‖x‖"),
    (r"extit{a} {em b} url{http://x.y} 2 imes 3 \nWe", "a b http://x.y 2 × 3 We"),
    (r"pay \$5 to \$6 at norm\$\times\$direction", "pay $5 to $6 at norm×direction"),
    ("the $x and $y$ then, $5-$10, US$5M, $5 to $10, $only$ $N(0, 1)$", "the $x and y then, $5-$10, US$5M, $5 to $10, only N(0, 1)"),
    (r"the $\textbf{D}ynamic \textbf{V}ision$ model", "the Dynamic Vision model"),
    (r"\mathbbE[x], \tildeO(n), \sqrtn, \emphnovel, \ourdata, \inter", r"𝔼[x], Õ(n), √n, novel, \ourdata, \inter"),
    (r"{n \choose k}, all k \choose 2 pairs", "n choose k, all k choose 2 pairs"),
    (r"\ding{172} and \ding{51}, it\'s and don\'t, Nov\'ak, \"quoted\" text, a\~no", "① and ✓, it's and don't, Novák, \"quoted\" text, año"),
    (r"\texorpdfstring{$k$}{k}-means, \begin{tabular}{ll} a & b \end{tabular}", "k-means, a & b"),
    (r"\ie, \eg. x, \etc. and \romannumeral4", "i.e., e.g. x, etc. and iv"),
    (r"Fr\`echet, Gal\`es, P\`olya, vis-\`a-vis, caf\`e, \`a la, \`{E}ze", "Frèchet, Galès, Pòlya, vis-à-vis, cafè, à la, Èze"),
    (r"run \`foo\`, \`e\` and b\`", "run `foo`, `e` and b`"),
    ("bene(cid:12)ts, Di(cid:11)erent, di(cid:14)cult, (cid:13)ow, trade-o(cid:11)s", "benefits, Different, difficult, flow, trade-offs"),
    ("(cid:15)-tubes, (cid:12) alone, q(cid:12)z, in(cid:3)uenced", "(cid:15)-tubes, (cid:12) alone, q(cid:12)z, in(cid:3)uenced"),
    ("Qu(cid:12)x beside qufix", "Qufix beside qufix"),
    (r"foo\\bar and text\\hat test\\dot product", "foo bar and text hat test dot product"),
    (r"$\\bar x + \\hat{y}$ over $\\mathcal{X}$", "x̄ + ŷ over 𝒳"),
    (r"i.e.\@ that, NASA\@. At mAP\@0.5, me\@x.org", "i.e. that, NASA. At mAP@0.5, me@x.org"),
    (r"Polyak-\Lojasiewicz, \Lukasz, S\orensen, Gau\ssian", "Polyak-Łojasiewicz, Łukasz, Sørensen, Gaußian"),
    (r"\Lasso, \online, and\ours, pre\ourmethod, \lorem", r"\Lasso, \online, and\ours, pre\ourmethod, \lorem"),
    (r"*f*-*IN*fluence *E*stimation, $\ell_1$-*P*roduct", "f-INfluence Estimation, ℓ₁-Product"),
    ("C*A*b, R*A*n, x*, *y, (*A*B)", "C*A*b, R*A*n, x*, *y, (*A*B)"),
    ("state-of- the-art, in- the-loop, pre- and post-training", "state-of-the-art, in- the-loop, pre- and post-training"),
    ("__init__ and x.__getitem__(3), __bold__", "__init__ and x.__getitem__(3), bold"),
    (r"$\begin{cases}1&a\\0,&b\end{cases}$", "{1, a; 0, b}"),
    ("fabric- reinforced, road- marking, gen- eral, planning- irrespective of", "fabric-reinforced, road-marking, general, planning- irrespective of"),
    (r"at \smallhttps://x.org/a and \foohttps://x.org/b", r"at https://x.org/a and \foohttps://x.org/b"),
    ("see https://a.b/c_d_(e)_f). and a.com/x--y, f[i](x)", "see https://a.b/c_d_(e)_f). and a.com/x--y, f[i](x)"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "plain"), FORMULAS)
def test_formulas(source: str, plain: str) -> None:
    assert readable(source).plain == plain


@pytest.mark.parametrize(("source", "plain"), TEXTS)
def test_texts(source: str, plain: str) -> None:
    assert readable(source).plain == plain


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        (r"$\mathcal{O}(n^2)$, $\mathbb{E}[x]$", "O(n²), E[x]"),
        (r"$\mathbb{R}^d$, $x_i$, $x_{10}$, $A^\top$, $A^{-1}$, $x^{n+1}$", "R^d, x_i, x₁₀, A^⊤, A⁻¹, x^(n+1)"),
        (r"$\tilde{O}(\sqrt{n})$, $\epsilon$", "Õ(√n), ε"),
    ],
)
def test_basic_glyphs(source: str, plain: str) -> None:
    assert readable(source, "basic").plain == plain


def test_styles() -> None:
    text = readable(r"\emph{a} \textbf{b} _c_ **d** \texttt{e} `f` \underline{g} \sout{h} {\it i} \textcolor{red}{j}")
    assert styled(text, "italic") == ["a", "c", "i"]
    assert styled(text, "bold") == ["b", "d"]
    assert styled(text, "code") == ["e", "f"]
    assert styled(text, "underline") == ["g"]
    assert styled(text, "strike") == ["h"]
    assert styled(text, "color") == ["j"]


def test_styles_nest_in_runs() -> None:
    text = readable(r"*a \textbf{b} $x$*")
    runs = {text.plain[run.start : run.end]: run.styles for run in text.runs()}
    assert runs == {"a ": {"italic"}, "b": {"italic", "bold"}, " ": {"italic"}, "x": {"italic", "math"}}


def test_bold_letters_in_a_formula() -> None:
    text = readable(r"$\mathbf{w}_i^\top \boldsymbol\theta$")
    assert text.plain == "wᵢᵀθ"
    assert styled(text, "bold") == ["w", "θ"]
    assert styled(text, "math") == ["wᵢᵀθ"]


def test_links() -> None:
    text = readable(r"\href{https://a.b/c\_d}{here}, [there](http://e.f), www.g.h/i and mail.")
    links = {text.plain[span.start : span.end]: span.data for span in text.spans if span.style == "link"}
    assert links == {"here": "https://a.b/c_d", "there": "http://e.f", "www.g.h/i": "https://www.g.h/i"}
    assert [run.link for run in text.runs() if run.link] == ["https://a.b/c_d", "http://e.f", "https://www.g.h/i"]


@pytest.mark.parametrize(
    "pieces",
    [
        ("a ", r"\emph{b}", " c"),
        ("x\u200by ", r"$\frac{a}{b}$", " z"),
        ("mod- eling is ", "**bold**", "!"),
        ("it’s naÃ¯ve: ", r"\cite{k}", ", ﬁne"),
        ("<i>q</i> and ", r"\footnote{n}", "."),
        ("``q'' -- ", r"\unknown", " x"),
        ("one\n\ntwo ", "https://a.b/c", "."),
    ],
)
def test_a_span_knows_its_source(pieces: tuple[str, str, str]) -> None:
    before, marked, after = pieces
    text = readable(before + marked + after)
    ranges = [(span.source_start, span.source_end) for span in text.spans]
    assert (len(before), len(before + marked)) in ranges


def test_nothing_is_read_twice() -> None:
    once = readable(r"$f_*$ and $a$--$b$ and \textbackslash{}emph\{x\}").plain
    assert once == r"f_* and a–b and \emph{x}"


def test_tables_do_not_shadow_each_other() -> None:
    """A name that takes an argument must not be found as a symbol first."""
    from paperreader.text import math_build, math_macros, math_symbols

    with_argument = {
        *math_symbols.ACCENTS, *math_symbols.LINES, *math_symbols.ALPHABETS, *math_symbols.UPRIGHT, *math_symbols.TEXT,
        *math_symbols.FRACTIONS, *math_macros.FENCES, *math_macros.TRANSPARENT,
    }  # fmt: skip
    assert {name for name in with_argument if math_build.symbol(name)} == set()
