"""BibTeX in the states that people keep it in: nothing readable is lost, and what we write comes back."""

import io
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperreader.formats import Broken, Entry, Item, Origin, detect, format_named, read, tex
from paperreader.formats.citekeys import Keys
from paperreader.paper import Ident, Link, Marks, Paper, Record

GOOD = "@article{good,\n  title = {Good One},\n  author = {Lovelace, Ada and Alan Turing},\n  year = 2020\n}\n"


def items(text: str | bytes) -> list[Item]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(read(io.BytesIO(data), Origin("list.bib"), "bibtex"))


def records(text: str | bytes) -> list[Record]:
    return [item.record for item in items(text) if isinstance(item, Entry)]


def test_an_entry() -> None:
    (record,) = records(
        """@InProceedings{key,
  Title     = {{BERT}: Pre-training of {\\"U}ber-models, 50\\% better},
  author    = {M{\\"u}ller, J{\\o}rgen and {Barnes and Noble} and van der Berg, Jan and others},
  booktitle = "Proceedings of " # {NeurIPS},
  date      = {2020-05-01},
  keywords  = {first, second},
  abstract  = {One line
     goes on.

     A second paragraph with $x_{1} \\& y$.},
  doi       = {https://doi.org/10.1000/ABC},
  eprint    = {2506.12876v2}, archiveprefix = {arXiv},
  url       = {\\url{https://example.org/a\\_b}},
}"""
    )
    assert record.title == "BERT: Pre-training of Über-models, 50% better"
    assert record.authors == ("Jørgen Müller", "Barnes and Noble", "Jan van der Berg")
    assert record.uncertain == ("authors", "others")
    assert (record.venue, record.year, record.keywords) == ("Proceedings of NeurIPS", 2020, ("first", "second"))
    assert record.abstract == "One line goes on.\n\nA second paragraph with $x_{1} \\& y$."
    assert record.idents == (Ident("doi", "10.1000/abc"), Ident("arxiv", "2506.12876"))
    assert record.links[0] == Link("web", "https://example.org/a_b")


@pytest.mark.parametrize(
    ("name", "text", "titles"),
    [
        ("value that does not close", "@article{a,\n title = {Open,\n year=2001\n}\n\n" + GOOD, ["Open", "Good One"]),
        ("entry that does not close", "@article{a,\n title = {Open},\n\n" + GOOD, ["Open", "Good One"]),
        ("end of the file in an entry", GOOD + "@article{a,\n title = {Open}", ["Good One", "Open"]),
        ("missing comma", "@article{a,\n title = {T}\n year = {2001}\n}\n" + GOOD, ["T", "Good One"]),
        ("parentheses", "@article(a,\n title = {T (x)},\n)\n" + GOOD, ["T (x)", "Good One"]),
        ("empty key", "@article{,\n title = {T}}\n" + GOOD, ["T", "Good One"]),
        ("no key", "@article{title = {T}}\n" + GOOD, ["T", "Good One"]),
        ("key with spaces", "@article{a b c,\n title = {T}}\n" + GOOD, ["T", "Good One"]),
        ("repeated key", GOOD + GOOD, ["Good One", "Good One"]),
        ("field without a value", "@article{a,\n abstract,\n title = {T},\n note = ,\n}\n" + GOOD, ["T", "Good One"]),
        ("plus in a field name", "@article{a,\n title+an = {1},\n title = {T}}\n" + GOOD, ["T", "Good One"]),
        ("a brace too many", "@article{a,\n title = {T}},\n year = 2001\n}\n" + GOOD, ["T", "Good One"]),
        ("escaped brace", "@article{a,\n title = {T \\{ x}}\n" + GOOD, ["T \\{ x", "Good One"]),
        ("backslash at the end", "@article{a,\n title = {T\\}}\n\n" + GOOD, ["T\\", "Good One"]),
        ("an entry quoted in text", "@article{a,\n abstract = {\n@book{x, y}\n},\n title = {T}}\n" + GOOD, ["T", "Good One"]),
        ("undefined macro", "@article{a, title = foo # { bar}}\n" + GOOD, ["foo bar", "Good One"]),
        ("macro", "@string{foo = {Foo}}\n@article{a, title = foo # { bar}}\n" + GOOD, ["Foo bar", "Good One"]),
        ("comments", "junk a@b.org\n% @article{no, title={No}}\n@comment{@book{x, title={No}}}\n" + GOOD, ["Good One"]),
        ("open comment", "@comment{ never closed\n" + GOOD, ["Good One"]),
        ("one line", "@a{x,title={A}}@a{y,title={B}} @a{z,title={C}}", ["A", "B", "C"]),
        ("no title", "@article{smith2001, year = 2001}\n" + GOOD, ["smith2001", "Good One"]),
        ("mixed line ends", GOOD.replace("\n", "\r\n") + GOOD.replace("\n", "\r"), ["Good One", "Good One"]),
    ],
)  # fmt: skip
def test_nothing_readable_is_lost(name: str, text: str, titles: list[str]) -> None:
    assert [record.title for record in records(text)] == titles, name
    assert records(text)[-1].year in (2020, 2001, None)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("@article{a,\n title={T},\n author={Q R},\n year=2001\n\n", "T"),
        ("@article{a,\n title={Unclosed {brace},\n author={Q R},\n year={2001}\n}\n", "Unclosed brace"),
        ("@article{a, title={Unclosed {brace}, author={Q R}, year=2001\n}\n\n", "Unclosed brace"),
        ('@article{a,\n title={Unclosed {brace},\n author="Q R",\n year="2001"\n}\n', "Unclosed brace"),
        ("@article{a,\n author={Q R},\n year=2001,\n title={At the {end}\n}\n", "At the end"),
        ("@article{a, author={Q R}, year=2001, title={On its line} ", "On its line"),
    ],
)
def test_an_entry_that_does_not_close_costs_at_most_itself_and_is_told(text: str, title: str) -> None:
    remark, bad, good = items("\n" + text + GOOD)
    assert isinstance(bad, Entry)
    assert (bad.record.title, bad.record.authors, bad.record.year) == (title, ("Q R",), 2001)
    assert isinstance(good, Entry)
    assert (good.record.title, good.record.authors) == ("Good One", ("Ada Lovelace", "Alan Turing"))
    assert str(remark) == "list.bib: line 2: does not close; it was read up to the next entry, so look at it"


def test_quotes_that_do_not_close_end_before_the_next_field() -> None:
    bad, _good = records('@article{a,\n title="Unclosed,\n author="Q R",\n year=2001\n}\n' + GOOD)
    assert (bad.title, bad.authors, bad.year) == ("Unclosed", ("Q R",), 2001)


def test_an_unreadable_entry_is_named_with_its_line() -> None:
    good, bad, last = items(GOOD + "\n@article{,\n  year = {2001}\n}\n" + GOOD)
    assert isinstance(good, Entry)
    assert isinstance(last, Entry)
    assert isinstance(bad, Broken)
    assert (bad.where, bad.reason) == ("list.bib: line 7", "neither a title nor an abstract")
    assert bad.raw.startswith(b"@article{,")


def test_a_child_inherits_from_a_parent_that_comes_later() -> None:
    child, parent = records(
        "@inproceedings{c, title={Child}, crossref={p}}\n@proceedings{p, title={The Volume}, year=1999, isbn={0-306-40615-2}}"
    )[::-1]
    assert (child.title, child.venue, child.year, child.idents) == ("Child", "The Volume", 1999, ())
    assert (parent.title, parent.idents) == ("The Volume", (Ident("isbn", "9780306406157"),))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = GOOD.replace("Good One", "Über die Größe und Schönheit älterer Bücher, façade, naïve, 25 °C")
    assert records(text.encode(encoding))[0].title.startswith("Über die Größe und Schönheit")


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le"])
@pytest.mark.parametrize(
    "title", ["\u00e9 \u2014 \u00fc", "\u6df1\u5ea6\u5b66\u4e60\u7684\u7814\u7a76\u4e0e\u5e94\u7528" * 12]
)
def test_utf_16_without_a_mark(encoding: str, title: str) -> None:
    assert records(f"@misc{{k, title={{{title}}}}}".encode(encoding))[0].title == title


def test_chinese_and_russian_encodings_are_recognised() -> None:
    chinese = GOOD.replace("Good One", "基于深度学习的图像识别方法研究与应用，一种新的神经网络模型")
    assert records(chinese.encode("gb18030"))[0].title.startswith("基于深度学习")
    russian = GOOD.replace("Good One", "Методы вычисления физико-химических величин и прикладные расчёты")
    assert records(russian.encode("cp1251"))[0].title.startswith("Методы вычисления")


def test_one_odd_line_does_not_cost_the_others() -> None:
    data = GOOD.replace("Good One", "Größe 数学").encode() + b"@article{x, title = {caf\xe9 noir}}\n"
    assert [record.title for record in records(data)] == ["Größe 数学", "café noir"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('M{\\"u}ller G{\\"{o}}del caf\\\'e', "Müller Gödel café"),
        ("Garc{\\'\\i}a \\'{\\i} {\\o}re \\o re Stra{\\ss}e {\\AA}", "García í øre øre Straße Å"),
        ("\\c{c}a \\v{S}koda Erd{\\H o}s", "ça Škoda Erdős"),
        ("{BERT} \\emph{a {B} c} \\textbf{x}", "BERT \\emph{a B c} \\textbf{x}"),
        ("$N_{a} 5\\%$ 5\\% \\cite{x}", "$N_{a} 5\\%$ 5% \\cite{x}"),
        ("Fig.~1 ~50", "Fig. 1 ~50"),
        ("Nguy{\\~{\\^e}}n Nguy\\~{\\^e}n Nguy{\\~{\\^{e}}}n", "Nguyễn Nguyễn Nguyễn"),
        ("Tr{\\`{\\^a}}n Ph{\\d{\\^o}} {\\'{\\=e}} \\'{\\ohorn} \\h{\\^o}", "Trần Phộ ḗ ớ ổ"),
        (
            "\\d{\\\"u} {\\'{\\.I}} \\'{\\^{\\i}} \\'{\\ae} \\'\\o\\ Mar\\'\\i a",
            "u\u0323\u0308 I\u0307\u0301 î\u0301 ǽ ǿ\\ María",
        ),
        ("\\emph{\\'e} {\\TeX} Users {\\em a}", "\\emph{é} \\TeX{} Users \\em a"),
        ("un{balanced", "un{balanced"),
    ],
)
def test_tex_as_transport(source: str, text: str) -> None:
    assert tex.decode(source) == unicodedata.normalize("NFC", text)


def test_a_macro_keeps_the_blanks_at_its_ends() -> None:
    (record,) = records(
        '@string{sym = " Symposium on Lists "}\n@string(acm = {ACM})\n'
        '@article{a, title = "Annual" # sym # "{Proceedings}", journal = " Proc. " # acm # " and" # sym, note = " "}'
    )
    assert (record.title, record.venue) == ("Annual Symposium on Lists Proceedings", "Proc. ACM and Symposium on Lists")


def test_names_are_as_latex_prints_them() -> None:
    (record,) = records(
        r"@misc{a, title={T}, author={Nguy{\~{\^e}}n, V{\u{a}}n and {\relax Ch}arles Xu and Mac{\-}Donald, Ann and"
        r" {The {\LaTeX} Project} and \textsc{Li} Bo}}"
    )
    assert record.authors == ("Văn Nguyễn", "Charles Xu", "Ann MacDonald", "The LaTeX Project", "Li Bo")


@given(st.text(st.sampled_from("ab {}\\$%&_#~^\"'é数\n"), max_size=60))
def test_what_is_encoded_is_balanced_and_decodes_to_itself(text: str) -> None:
    encoded = tex.encode(text)
    assert tex.balanced(encoded)
    assert not encoded.endswith("\\")


@pytest.mark.parametrize(
    "piece",
    ["@a{x, t={{", "@a{", "\n@a{b,\n t={", "@comment{", "@a{t}}", "@a{k,title={x}}\r", "t=", "a#", '"', "{\\\"", "\\a{", "$", "@\n", "\\"],
)  # fmt: skip
def test_no_file_takes_long(piece: str) -> None:
    start = time.process_time()
    items(piece * (50_000 // len(piece)))
    items("@a{x, title={" + piece * 5_000 + "}}")
    assert time.process_time() - start < 10


@given(st.text(st.sampled_from('@a{}(),="#\\% \ntitle'), max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for item in items("\n" + text):
        assert item.where.startswith("list.bib: line ")


def test_detection() -> None:
    for head, name in ((GOOD, "x.txt"), ("% hi\n\n@comment{jabref}\n" + GOOD, "x"), ("junk\n@string(a = {b})\n", "x")):
        known = detect(head.encode(), name)
        assert known is not None
        assert known.name == "bibtex"
    assert detect(b"An e-mail from a@b.org\n", "x.txt") is None


words = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='\\{}$~%&_#"^'),
    min_size=1,
    max_size=12,
)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)
#: Keywords may hold no separators, names no "and".
names = st.lists(
    words.filter(lambda word: not set(word) & set(",;=()") and word.lower() not in ("and", "others")),
    min_size=2,
    max_size=3,
).map(" ".join)


@settings(max_examples=60)
@given(
    st.builds(
        Record,
        title=texts.filter(str.strip),
        authors=st.lists(names, max_size=4).map(tuple),
        abstract=texts,
        venue=texts,
        year=st.integers(1900, 2100),
        decision=st.sampled_from(["", "oral", "poster", "reject"]),
        keywords=st.lists(words.filter(lambda word: not set(word) & set(",;|")), max_size=3, unique=True).map(tuple),
        idents=st.sampled_from(
            [(), (Ident("doi", "10.1000/x_(y)"), Ident("arxiv", "2506.12876")), (Ident("openreview", "aB_-09"),)]
        ),
    )
)
def test_what_we_write_comes_back(record: Record) -> None:
    record = Record(**{name: getattr(record, name) for name in record.__slots__} | {"links": tuple(links_of(record))})
    text = "".join(format_named("bibtex").write([record, record]))
    found = records(text)
    assert len(found) == 2
    for name in ("title", "authors", "abstract", "venue", "year", "decision", "keywords", "idents"):
        assert getattr(found[0], name) == getattr(record, name), text


def links_of(record: Record) -> list[Link]:
    from paperreader.text.identifiers import web_links

    return web_links(record.idents)


def test_reading_state_as_jabref_reads_it() -> None:
    paper = Paper(
        title="A MaskPro Study", authors=("Ada Løvelace",), year=2026, uid="x:1", number=1, abstract="50 % of $x$"
    )
    marks = Marks(read=True, starred=True, rating=4, tags=("a", "b"), note="see {this")
    text = "".join(format_named("bibtex").write([paper], {"x:1": marks}))
    assert text.startswith("@misc{lovelace2026maskpro,\n")
    for line in ("readstatus = {read}", "ranking    = {rank4}", "relevance  = {relevant}", "groups     = {a, b}"):
        assert line in text
    assert "{A {MaskPro} Study}" in text
    assert records(text)[0].abstract == "50 % of $x$"


def test_keys_are_unique_and_readable() -> None:
    keys = Keys()
    paper = Record(title="On the Théorie of Everything", authors=("Jan van der Berg",), year=2020)
    assert [keys.key(paper) for _ in range(3)] == ["berg2020theorie", "berg2020theoriea", "berg2020theorieb"]
    assert keys.key(Record(title="数学")) == "paper"


@pytest.mark.parametrize("name", ["uu", "zip", "idna", "punycode", "undefined", "unicode_escape", "utf-7", "nonesuch"])
def test_an_encoding_that_is_none_is_not_believed(name: str) -> None:
    data = f"% encoding: {name}\n@article{{a, title = {{Caf".encode() + b"\xe9 \\u0041" + b"}}\n"
    (item,) = read(io.BytesIO(data), Origin("x.bib"))
    assert isinstance(item, Entry)
    assert item.record.title.startswith("Caf\u00e9")


@pytest.mark.parametrize(
    "filling",
    ["word", "\n", "\r", "\t\n", "\0a", " ", "a ", "= ", ",", "{", "a={", '"', "@", "@a", "@a{b,", "%", "\n@ \n", "#a"],
)
@pytest.mark.parametrize(
    "opening", ["@article{a, title = {T},\n", "@article{", "@comment{x\n@article{a, title = {", "@article"]
)
def test_a_long_entry_takes_its_time_once(filling: str, opening: str) -> None:
    data = opening.encode() + filling.encode() * (200_000 // len(filling)) + b"\n}\n"
    start = time.process_time()
    list(read(io.BytesIO(data), Origin("x.bib"), "bibtex"))
    assert time.process_time() - start < 2
