"""The macros of running text, as data: which style, which letter, which words they are.

What a macro with a grammar of its own does (citations, links, lists, units) is said in `latex`; symbols of formulas are
in `math_symbols` and mean the same outside dollars.
"""
# ruff: noqa: SIM905 (lists of words read better in one string)

from __future__ import annotations

#: Macros that put a style on their argument; None: the argument is shown as it is.
STYLES: dict[str, str | None] = {
    "emph": "italic", "textit": "italic", "textsl": "italic", "mathit": "italic", "itshape": "italic",
    "textbf": "bold", "underline": "underline", "uline": "underline", "underbar": "underline", "ul": "underline",
    "texttt": "code", "lstinline": "code", "code": "code", "textsc": "smallcaps", "sout": "strike", "st": "strike",
    "textrm": None, "textsf": None, "textnormal": None, "textup": None, "textmd": None, "text": None, "mbox": None,
    "hbox": None, "fbox": None, "textlf": None, "uppercase": None, "lowercase": None, "MakeUppercase": None,
    "centerline": None, "makebox": None, "parbox": None, "textquote": None, "textnoun": None, "hl": None,
    "section": None, "subsection": None, "paragraph": None, "subsubsection": None, "title": None, "caption": None,
    "boxed": None,
}  # fmt: skip

#: Old-style switches: they hold to the end of their group. Bare they vanish.
SWITCHES: dict[str, str | None] = {
    "it": "italic", "em": "italic", "sl": "italic", "itshape": "italic", "slshape": "italic", "bf": "bold",
    "bfseries": "bold", "tt": "code", "ttfamily": "code", "sc": "smallcaps", "scshape": "smallcaps", "rm": None,
    "sf": None, "rmfamily": None, "sffamily": None, "normalfont": None, "upshape": None, "mdseries": None,
    "tiny": None, "scriptsize": None, "footnotesize": None, "small": None, "normalsize": None, "large": None,
    "Large": None, "LARGE": None, "huge": None, "Huge": None, "centering": None, "raggedright": None,
    "boldmath": None, "unboldmath": None, "color": "color",
}  # fmt: skip

#: Macros that say nothing to a reader.
SILENT = frozenset(
    """
    noindent indent xspace protect centering maketitle smallskip medskip bigskip newpage clearpage pagebreak linebreak
    nolinebreak hfill vfill hfil vfil null relax allowbreak sloppy leavevmode ignorespaces unskip footnotemark
    nonumber notag displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits frenchspacing singlespacing
    doublespacing doublespace
    begingroup endgroup bgroup egroup selectfont strut phantomsection balance
    """.split()
)
#: Macros that say nothing, with arguments that say nothing.
SILENT_WITH_ARGUMENT = frozenset(
    """
    label vspace hspace nocite pagestyle thispagestyle bibliographystyle bibliography setlength addtolength setcounter
    vskip hskip phantom hphantom vphantom usepackage documentclass fontsize linespread kern rule
    """.split()
)
#: Macros that are a space or a break.
SPACES = frozenset("quad qquad enspace thinspace space newline nobreakspace hfill enskip medspace thickspace".split())

#: Infix macros of formulas whose group was lost.
INFIX = {"choose": " choose ", "over": "/"}

#: Letters and signs. TeX eats the space behind their name.
LETTERS = dict(
    zip(
        *[
            iter(
                """
                ss ß SS SS ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ dh ð DH Ð dj đ DJ Đ th þ TH Þ ng ŋ NG Ŋ
                S § P ¶ copyright © pounds £ euro € EUR € texteuro € textsterling £ textyen ¥ textcent ¢ textdollar $
                textsection § textparagraph ¶ textregistered ® texttrademark ™ textcopyright © textdegree ° degree °
                textmu µ textohm Ω textpm ± texttimes × textdiv ÷ textonehalf ½ textonequarter ¼ textthreequarters ¾
                textonesuperior ¹ texttwosuperior ² textthreesuperior ³ textordfeminine ª textordmasculine º
                textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
                textquotesingle ' textquotedbl " quotedblbase „ quotesinglbase ‚ guillemotleft « guillemotright »
                guilsinglleft ‹ guilsinglright › lq ‘ rq ’ textellipsis … textbullet • textperiodcentered ·
                textasteriskcentered * textbar | textbardbl ‖ textless < textgreater > textbackslash \\
                textasciitilde ~ textasciicircum ^ textasciigrave ` textunderscore _ textbraceleft { textbraceright }
                textexclamdown ¡ textquestiondown ¿ textdagger † textdaggerdbl ‡ dag † ddag ‡ textperthousand ‰
                textnumero № checkmark ✓ cmark ✓ xmark ✗ textvisiblespace ␣ slash /
                """.split()
            )
        ]
        * 2,
        strict=True,
    )
)
NAMES = {"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "ldots": "…", "dots": "…",
         "textquotedblleft": "“"}  # fmt: skip

#: Abbreviations that authors have as macros; a full stop behind one is not doubled.
ABBREVIATIONS = {
    "eg": "e.g.", "Eg": "E.g.", "ie": "i.e.", "Ie": "I.e.", "etal": "et al.", "etc": "etc.", "wrt": "w.r.t.",
    "cf": "cf.", "Cf": "Cf.", "vs": "vs.", "iid": "i.i.d.", "aka": "a.k.a.", "dof": "d.o.f.",
}  # fmt: skip

#: Accents by macro: signs take the next letter, letters need braces or a space.
ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip

REFERENCES = frozenset(
    "ref eqref cref Cref crefrange autoref Autoref pageref nameref vref Vref secref figref tabref thmref subref".split()
)
NOTES = frozenset("footnote footnotetext thanks marginpar endnote".split())

#: Units of siunitx, as far as abstracts have them.
UNITS = {
    "metre": "m", "meter": "m", "second": "s", "gram": "g", "kilogram": "kg", "ampere": "A", "kelvin": "K",
    "mole": "mol", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "volt": "V", "ohm": "Ω",
    "farad": "F", "tesla": "T", "henry": "H", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "sievert": "Sv",
    "litre": "L", "liter": "L", "minute": "min", "hour": "h", "day": "d", "degree": "°", "degreeCelsius": "°C",
    "celsius": "°C", "percent": "%", "radian": "rad", "rad": "rad", "bit": "bit", "byte": "B", "decibel": "dB",
    "electronvolt": "eV", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "milli": "m", "micro": "µ",
    "nano": "n", "pico": "p", "femto": "f", "centi": "c", "deci": "d", "hecto": "h", "per": "/", "squared": "²",
    "cubed": "³", "square": "", "cubic": "", "m": "m", "cm": "cm", "mm": "mm", "km": "km", "um": "µm", "nm": "nm",
    "s": "s", "ms": "ms", "us": "µs", "ns": "ns", "kg": "kg", "g": "g", "Hz": "Hz", "kHz": "kHz", "MHz": "MHz",
    "GHz": "GHz", "W": "W", "mW": "mW", "kW": "kW", "V": "V", "mV": "mV", "A": "A", "mA": "mA", "N": "N", "J": "J",
    "K": "K", "dB": "dB", "kmh": "km/h", "arcsecond": "″", "arcminute": "′", "dBm": "dBm", "fps": "fps",
}  # fmt: skip
PREFIXES = frozenset("kilo mega giga tera peta milli micro nano pico femto centi deci hecto".split())

#: Environments that hold a formula; any other is shown as what it holds.
MATH_ENVIRONMENTS = frozenset(
    """
    equation equation* align align* gather gather* multline multline* eqnarray eqnarray* displaymath math split aligned
    gathered alignat alignat* flalign flalign* cases array matrix pmatrix bmatrix vmatrix smallmatrix dmath
    """.split()
)
LIST_ENVIRONMENTS = {
    "itemize": "•", "itemize*": "•", "description": "•", "compactitem": "•", "tightitemize": "•",
    "enumerate": "1", "enumerate*": "1", "compactenum": "1", "inparaenum": "1", "enum": "1",
}  # fmt: skip
#: Environments whose first argument is no text.
ENVIRONMENTS_WITH_ARGUMENT = frozenset(
    "tabular tabular* tabularx minipage multicols thebibliography adjustbox wrapfigure".split()
)

#: The numbers of pifont that abstracts use: marks, and the four rows of numbers in circles.
DINGBATS = {"51": "✓", "52": "✓", "53": "✗", "54": "✗", "55": "✗", "56": "✗", "72": "★", "108": "●"}
DINGBATS.update(
    {
        str(first + place): circled
        for first, row in ((172, "①②③④⑤⑥⑦⑧⑨⑩"), (182, "❶❷❸❹❺❻❼❽❾❿"), (192, "➀➁➂➃➄➅➆➇➈➉"), (202, "➊➋➌➍➎➏➐➑➒➓"))
        for place, circled in enumerate(row)
    }
)
