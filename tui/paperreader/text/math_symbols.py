"""The symbols of formulas, as data: what a macro is called, how it is shown, and how TeX spaces it.

Each table is one string of `name shown name shown …`. Code may not enter; what a macro with arguments does is said in
`math_atoms`. Names are those of LaTeX, amsmath, amssymb, stmaryrd and mathtools, as far as the abstracts of a hundred
thousand papers use them; then the names that authors by convention define for themselves.
"""
# ruff: noqa: SIM905 (lists of words read better in one string)

from __future__ import annotations


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


#: Greek. Both epsilons are ε, unless one text uses both (`math_atoms.Usage`); both phis are φ.
GREEK = _pairs("""
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ
psi ψ omega ω digamma ϝ
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω
Alpha Α Beta Β Epsilon Ε Zeta Ζ Eta Η Iota Ι Kappa Κ Mu Μ Nu Ν Omicron Ο Rho Ρ Tau Τ Chi Χ
upalpha α upbeta β upgamma γ updelta δ upepsilon ε uptheta θ uplambda λ upmu μ uppi π uprho ρ upsigma σ uptau τ
upphi φ uppsi ψ upomega ω
""")

#: Ordinary symbols: they stand like letters.
ORDINARY = _pairs("""
infty ∞ ell ℓ hbar ℏ hslash ℏ imath ı jmath ȷ wp ℘ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ eth ð
partial ∂ nabla ∇ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠
measuredangle ∡ sphericalangle ∢ triangle △ square □ Box □ blacksquare ■ Diamond ◇ diamondsuit ♢ heartsuit ♡
clubsuit ♣ spadesuit ♠ flat ♭ natural ♮ sharp ♯ prime ′ backprime ‵ surd √ checkmark ✓ cmark ✓ xmark ✗ complement ∁
ldots … dots … dotsc … dotso … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱ iddots ⋰ hdots …
degree ° textdegree ° dag † dagger † ddag ‡ ddagger ‡ S § copyright © pounds £ yen ¥ euro € mho ℧ Finv Ⅎ
bigstar ★ blacktriangle ▲ blacktriangledown ▼ triangledown ▽ lozenge ◊ blacklozenge ⧫ bullet •
backslash \\ textbackslash \\
Bbbk 𝕜 circledS Ⓢ diagup ╱ diagdown ╲ smiley ☺ frownie ☹ qed ∎ QED ∎ textbullet • intercal ⊺ _ _ % % # # $ $ & &
AA Å aa å O Ø o ø L Ł l ł ss ß ae æ AE Æ oe œ OE Œ i ı j ȷ textquotesingle '
textasciitilde ~ textasciicircum ^ textless < textgreater > textbar | textunderscore _ Circle ○
textrightarrow → textleftarrow ←
""")  # `_ _ % %` and their like are the escaped characters

#: Binary operators: one space on each side.
BINARY = _pairs("""
pm ± mp ∓ times × div ÷ cdot · centerdot · cdotp · ast * star ⋆ circ ∘ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨
wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ bigtriangleup △ bigtriangledown ▽ triangleleft ◁
triangleright ▷ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯ amalg ⨿ ltimes ⋉ rtimes ⋊ bowtie ⋈
leftthreetimes ⋋ rightthreetimes ⋌ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ dotplus ∔ doublecap ⋒ Cap ⋒ doublecup ⋓
Cup ⋓ barwedge ⊼ veebar ⊻ curlywedge ⋏ curlyvee ⋎ circledast ⊛ circledcirc ⊚ circleddash ⊝ divideontimes ⋇ lhd ⊲
rhd ⊳ unlhd ⊴ unrhd ⊵ bmod mod sslash ⫽ oast ⊛ ogreaterthan ⧁
""")

#: Relations: one space on each side. Arrows are relations too.
RELATION = _pairs("""
leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ leqq ≦ geqq ≧ lt < gt > neq ≠ ne ≠ ll ≪ gg ≫ lll ⋘ ggg ⋙ prec ≺ succ ≻
preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ precsim ≾ succsim ≿ precapprox ⪷ succapprox ⪸ nprec ⊀ nsucc ⊁
lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ nless ≮ ngtr ≯ nleq ≰ ngeq ≱
lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ equiv ≡ sim ∼ nsim ≁ simeq ≃ approx ≈ approxeq ≊ thickapprox ≈ thicksim ∼ cong ≅ ncong ≇
asymp ≍ doteq ≐ doteqdot ≑ triangleq ≜ coloneqq := coloneq := defeq ≝ eqdef ≝ eqqcolon =: Coloneqq ::= backsim ∽
propto ∝ varpropto ∝ parallel ∥ nparallel ∦ mid | nmid ∤ shortmid | perp ⊥ models ⊨ vdash ⊢ dashv ⊣ vDash ⊨ Vdash ⊩
nvdash ⊬ nvDash ⊭ in ∈ ni ∋ owns ∋ notin ∉ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
nsubseteq ⊈ nsupseteq ⊉ subseteqq ⊆ supseteqq ⊇ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒
between ≬ pitchfork ⋔ smile ⌣ frown ⌢ because ∵ therefore ∴ trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲
vartriangleright ⊳ multimap ⊸ indep ⫫ Perp ⫫ independent ⫫ upmodels ⫫
to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺ implies ⟹
impliedby ⟸ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸
Longleftrightarrow ⟺ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ updownarrow ↕
Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ rightharpoonup ⇀ rightharpoondown ⇁
leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋ rightleftarrows ⇄ leftrightarrows ⇆
rightrightarrows ⇉ leftleftarrows ⇇ upuparrows ⇈ downdownarrows ⇊ leadsto ⇝ rightsquigarrow ⇝ leftrightsquigarrow ↭
nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮ nLeftrightarrow ⇎ twoheadrightarrow ↠
twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ dashrightarrow ⇢ dashleftarrow ⇠ curvearrowright ↷
curvearrowleft ↶ circlearrowright ↻ circlearrowleft ↺ upharpoonright ↾ restriction ↾ Rrightarrow ⇛ Lleftarrow ⇚
xrightarrow → xleftarrow ← vcentcolon : dblcolon ::
""")

#: Large operators: one space on each side, and scripts.
LARGE = _pairs("""
sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ intop ∫ bigcap ⋂ bigcup ⋃ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigodot ⨀
bigotimes ⨂ bigoplus ⨁ biguplus ⨄ fint ⨍
""")

OPENING = _pairs("""
{ { lbrace { lbrack [ langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lbracket [ llbracket ⟦ lgroup (
lparen ( ulcorner ⌜ llcorner ⌞
""")
CLOSING = _pairs("""
} } rbrace } rbrack ] rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rbracket ] rrbracket ⟧ rgroup )
rparen ) urcorner ⌝ lrcorner ⌟
""")
#: Bars that open or close by their place.
BARS = _pairs("| ‖ Vert ‖ vert | mvert | bracevert |")

PUNCTUATION = _pairs("colon : semicolon ; comma , ldotp . textcolon :")

#: Names of functions, set in upright letters with a space before their argument.
FUNCTIONS = frozenset(
    """
    log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arccot min max inf sup lim limsup
    liminf argmin argmax arg det dim deg ker hom gcd lcm mod Pr projlim injlim varliminf varlimsup poly polylog tr Tr
    trace diag rank rk sign sgn span supp conv vol softmax sigmoid erf relu prox proj Var Cov var cov Corr KL TV id
    dist diam card cost opt OPT polyloglog loglog lb ord img im coker grad div curl ess esssup essinf minimize
    maximize minimise maximise argsup arginf argtop median mean nnz clip
    """.split()
)

#: Words that `\\text` puts between formulas; they too have a space on each side.
CONNECTIVES = frozenset(
    "and or if for where otherwise when with then else iff subject to in of is not as by on".split()
)

#: Names of functions that are written in two words.
FUNCTION_WORDS = {"limsup": "lim sup", "liminf": "lim inf", "loglog": "log log"}

#: Spaces. A thin space and a wide one are both one space; the negative ones are none.
SPACES = frozenset(
    ", ; : > ~ quad qquad enspace thinspace medspace thickspace hskip enskip nobreakspace space".split()
) | {
    " ",
    "\n",
    "\t",
}
NO_SPACES = frozenset("! / - negthinspace negmedspace negthickspace allowbreak nobreak relax".split())

#: Macros that change how a formula is set, not what it says.
SILENT = frozenset(
    """
    left right middle big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm displaystyle
    textstyle scriptstyle scriptscriptstyle limits nolimits mathstrut strut nonumber notag rm sf tt sl normalfont
    boldmath unboldmath mathord mathbin mathrel mathopen mathclose mathpunct mathinner mathop protect noindent centering
    small footnotesize scriptsize tiny normalsize large Large xspace smash vphantom hfill mathsurround hline rmfamily
    sffamily displaylimits cr null
    """.split()
)
#: Those among them that bring an argument that is not shown.
SILENT_WITH_ARGUMENT = frozenset(
    "label tag hspace vspace phantom hphantom vphantom color mspace mskip kern arraystretch setlength rule".split()
)

FRACTIONS = frozenset("frac tfrac dfrac cfrac sfrac nicefrac flatfrac ffrac xfrac".split())

#: Combining marks for accents; those in the second table go on every letter.
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304", "dot": "\u0307",
    "ddot": "\u0308", "dddot": "\u20db", "vec": "\u20d7", "overrightarrow": "\u20d7", "overleftarrow": "\u20d6",
    "check": "\u030c", "widecheck": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
    "mathring": "\u030a", "wh": "\u0302", "wt": "\u0303", "vv": "\u20d7", "wtilde": "\u0303", "what": "\u0302",
    "overleftrightarrow": "\u20e1",
    "^": "\u0302", "'": "\u0301", "`": "\u0300", "\"": "\u0308", "=": "\u0304", ".": "\u0307",
}  # fmt: skip
LINES = {"overline": "\u0305", "underline": "\u0332", "ul": "\u0332", "underbar": "\u0332", "ol": "\u0305"}

#: Macros of one argument that only choose letters: which alphabet, or which style.
ALPHABETS = _pairs("""
mathbb bb mathds bb mathbbm bb Bbb bb mathbbmss bb mathcal cal mathscr cal cal cal pazocal cal EuScript cal mathpzc cal
mathfrak frak frak frak mathbf bold boldsymbol bold bm bold mathbfit bold pmb bold bf bold boldmath bold symbf bold
symbfit bold bfseries bold bs bold
""")
#: Macros of one argument whose letters are a word, upright or not.
UPRIGHT = frozenset(
    "mathrm mathsf mathtt mathit mathup mathnormal symup symsf mathsfit rmfamily rm sf tt it operatorname "
    "operatornamewithlimits DeclareMathOperator mathrmsl".split()
)
#: Macros of one argument that hold text with its own spaces.
TEXT = frozenset(
    "text textrm textnormal textup textsf textmd mbox hbox textbf textit emph texttt textsl textsc fbox intertext "
    "shortintertext textsuperscript textsubscript".split()
)

#: What authors call their own macros, by convention; the rule is in the section on author macros of the markup design.
CONVENTIONS = _pairs("""
R ℝ N ℕ Z ℤ Q ℚ C ℂ E 𝔼 P ℙ reals ℝ Reals ℝ RR ℝ NN ℕ ZZ ℤ QQ ℚ CC ℂ EE 𝔼 PP ℙ FF 𝔽 naturals ℕ integers ℤ complex ℂ
eps ε veps ε epsi ε Eps ε tO Õ Otilde Õ tildeO Õ otilde Õ tOmega Ω̃ Omegatilde Ω̃ tTheta Θ̃ Thetatilde Θ̃ bigO O bigo O
expect 𝔼 Expect 𝔼 expectation 𝔼 prob ℙ Prob ℙ real ℝ indic 𝟙 ind 𝟙 indicator 𝟙 bbone 𝟙 one 𝟙
""")
#: The same with arguments: what stands before, between and after them.
ENCLOSURES = {
    "norm": ("‖", ", ", "‖"), "Norm": ("‖", ", ", "‖"), "nrm": ("‖", ", ", "‖"), "abs": ("|", ", ", "|"),
    "Abs": ("|", ", ", "|"), "inner": ("⟨", ", ", "⟩"), "innerprod": ("⟨", ", ", "⟩"), "ip": ("⟨", ", ", "⟩"),
    "iprod": ("⟨", ", ", "⟩"), "dotp": ("⟨", ", ", "⟩"), "dotprod": ("⟨", ", ", "⟩"), "card": ("|", ", ", "|"),
    "set": ("{", ", ", "}"), "Set": ("{", ", ", "}"), "floor": ("⌊", ", ", "⌋"), "ceil": ("⌈", ", ", "⌉"),
    "paren": ("(", ", ", ")"), "parens": ("(", ", ", ")"), "brk": ("[", ", ", "]"), "braket": ("⟨", "|", "⟩"),
    "ket": ("|", ", ", "⟩"), "bra": ("⟨", ", ", "|"),
}  # fmt: skip
