"""XML: feeds, PubMed, JATS, EndNote, DBLP, OPML; damaged and hostile."""

import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperreader.errors import FormatError
from paperreader.formats import Broken, Entry, Item, Origin, detect, limits, read
from paperreader.formats.opml import feeds
from paperreader.paper import Record


def items(text: str | bytes, format: str | None = None, name: str = "list.xml") -> list[Item]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(read(io.BytesIO(data), Origin(name), format))


def records(text: str | bytes, format: str | None = None) -> list[Record]:
    return [item.record for item in items(text, format) if isinstance(item, Entry)]


ENTRY = """<entry>
 <id>http://arxiv.org/abs/2605.00001v2</id>
 <title>A title
   over lines &amp; more</title>
 <summary>  An abstract with x &lt; y.</summary>
 <published>2026-05-01T00:00:00Z</published>
 <link href="https://arxiv.org/abs/2605.00001v2" rel="alternate" type="text/html"/>
 <link href="https://arxiv.org/pdf/2605.00001v2" rel="related" type="application/pdf" title="pdf"/>
 <category term="cs.LG"/><category term="cs.AI"/>
 <arxiv:primary_category term="cs.LG"/><arxiv:doi>10.1000/x</arxiv:doi>
 <author><name>Ada Lovelace</name></author><author><name>Alan Turing</name></author>
</entry>"""
ATOM = f"""<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><title>arXiv Query</title>
{ENTRY}
</feed>"""
RSS = """<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>cs.LG</title>
<item><title>On &quot;things&quot;. (arXiv:2605.00002v1 [cs.LG])</title><link>https://arxiv.org/abs/2605.00002</link>
<description>arXiv:2605.00002v1 Announce Type: new
Abstract: We &lt;b&gt;study&lt;/b&gt; things.&lt;p&gt;More.&lt;/p&gt;</description>
<dc:creator>Ada Lovelace, Alan Turing</dc:creator><pubDate>Mon, 04 May 2026 00:00:00 -0400</pubDate></item>
<item><title><![CDATA[Second </item> in CDATA]]></title><author>a@b.org (Grace Hopper)</author></item>
</channel></rss>"""
PUBMED = """<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://dtd.example/x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>123</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue><Title>Journal of Things</Title></Journal>
<ArticleTitle>Effects of <i>things</i>.</ArticleTitle>
<ELocationID EIdType="doi">10.1000/y</ELocationID>
<Abstract><AbstractText Label="AIM">One.</AbstractText><AbstractText Label="END">Two.</AbstractText></Abstract>
<AuthorList><Author><LastName>Lovelace</LastName><ForeName>Ada</ForeName></Author>
<Author><CollectiveName>A Group</CollectiveName></Author></AuthorList></Article></MedlineCitation></PubmedArticle>
</PubmedArticleSet>"""
JATS = """<pmc-articleset><article><front><journal-meta><journal-title>Things</journal-title></journal-meta><article-meta>
<article-id pub-id-type="doi">10.1000/z</article-id><title-group><article-title>A study</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Li</surname><given-names>Angela</given-names></name></contrib></contrib-group>
<pub-date><year>2021</year></pub-date>
<abstract><sec><title>Aim</title><p>One.</p></sec><sec><title>End</title><p>Two.</p></sec></abstract>
</article-meta></front><body><p>Not <article-title>this</article-title></p></body></article></pmc-articleset>"""
ENDNOTE = """<xml><records><record><ref-type name="Journal Article">17</ref-type><contributors><authors>
<author><style face="normal">Chapman, A. G.</style></author></authors></contributors>
<titles><title><style>An ecological
   basis</style></title><secondary-title><style>Ecology</style></secondary-title></titles>
<dates><year><style>1937</style></year></dates><electronic-resource-num>10.1000/e</electronic-resource-num>
</record></records></xml>"""
DBLP = """<result><hits total="1"><hit score="4"><info><authors><author>Wei Liu 0001</author></authors>
<title>Rethinking Things.</title><venue>NeurIPS</venue><year>2025</year><ee>https://doi.org/10.1000/d</ee></info><url>x</url></hit></hits></result>"""


def test_atom() -> None:
    (record,) = records(ATOM)
    assert (record.title, record.abstract) == ("A title over lines & more", "An abstract with x < y.")
    assert (record.authors, record.year, record.area) == (("Ada Lovelace", "Alan Turing"), 2026, "cs.LG")
    assert [str(ident) for ident in record.idents] == ["doi:10.1000/x", "arxiv:2605.00001"]
    assert [link.kind for link in record.links].count("pdf") == 1


def test_rss() -> None:
    first, second = records(RSS)
    assert (first.title, first.abstract) == ('On "things"', "We study things.More.")
    assert (first.authors, first.year) == (("Ada Lovelace", "Alan Turing"), 2026)
    assert (second.title, second.authors) == ("Second in CDATA", ("Grace Hopper",))


def test_pubmed() -> None:
    (record,) = records(PUBMED)
    assert (record.title, record.abstract) == ("Effects of things.", "AIM: One.\nEND: Two.")
    assert (record.authors, record.venue, record.year) == (("Ada Lovelace", "A Group"), "Journal of Things", 2020)
    assert [str(ident) for ident in record.idents] == ["doi:10.1000/y", "pmid:123"]


def test_jats() -> None:
    (record,) = records(JATS)
    assert (record.title, record.abstract, record.authors) == ("A study", "Aim: One.\nEnd: Two.", ("Angela Li",))
    assert (record.venue, record.year) == ("Things", 2021)


def test_endnote() -> None:
    (record,) = records(ENDNOTE)
    assert (record.title, record.authors, record.venue) == ("An ecological basis", ("A. G. Chapman",), "Ecology")
    assert (record.year, str(record.idents[0])) == (1937, "doi:10.1000/e")


def test_dblp() -> None:
    (record,) = records(DBLP)
    assert (record.title, record.authors, record.venue) == ("Rethinking Things", ("Wei Liu",), "NeurIPS")
    assert str(record.idents[0]) == "doi:10.1000/d"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (ATOM, "feed"),
        (RSS, "feed"),
        (PUBMED, "pubmed-xml"),
        (JATS, "pubmed-xml"),
        (ENDNOTE, "endnote-xml"),
        (DBLP, "dblp-xml"),
    ],
)
def test_told_by_content(text: str, name: str) -> None:
    known = detect(text.encode(), "x")
    assert known is not None
    assert known.name == name


def test_one_bad_entry_costs_itself() -> None:
    bad = ENTRY.replace("</title>", "</titel>")
    open_entry = "<entry><title>Never closed</title>"
    sloppy = ENTRY.replace("&amp;", "&").replace("x &lt; y", "caf&eacute; &unknown;\x0b\x00")
    found = items(ATOM.replace(ENTRY, bad + open_entry + sloppy + ENTRY))
    assert [type(item) for item in found] == [Broken, Broken, Entry, Entry]
    assert isinstance(found[0], Broken)
    assert found[0].where == "list.xml: line 3"
    assert "not well-formed" in found[0].reason or "mismatched" in found[0].reason
    assert isinstance(found[2], Entry)
    assert found[2].record.abstract == "An abstract with café &unknown;."


def test_a_file_that_breaks_off() -> None:
    found = items(ATOM.replace(ENTRY, ENTRY + ENTRY)[:-200])
    assert [type(item) for item in found] == [Entry, Broken]


def test_line_numbers_across_pieces() -> None:
    filler = "\n".join(f"<!-- {'x' * 60} -->" for _ in range(3000))
    (found,) = items(ATOM.replace(ENTRY, filler + "\n" + ENTRY))
    assert found.where == "list.xml: line 3003"


BOMB = '<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
) + "]><feed><entry><title>&j;</title></entry></feed>"  # fmt: skip
EXTERNAL = '<!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed><entry><title>&x;</title></entry></feed>'


@pytest.mark.parametrize("text", [BOMB, EXTERNAL])
def test_declared_entities_are_refused(text: str) -> None:
    with pytest.raises(FormatError, match="declares XML entities"):
        items(text)


def test_an_entity_that_is_not_declared_is_text() -> None:
    (record,) = records("<feed><entry><title>&xxe; &nbsp;</title></entry></feed>")
    assert record.title.startswith("&xxe;")


def test_deep_nesting_is_one_broken_entry() -> None:
    deep = "<entry><title>T</title>" + "<b>" * 100_000 + "</b>" * 100_000 + "</entry>"
    found = items(ATOM.replace(ENTRY, deep + ENTRY))
    assert [type(item) for item in found] == [Broken, Entry]


@pytest.mark.parametrize(
    "piece", ["<entry>", "<entry", "<", "&", "<![CDATA[", "<!--", "<entry></entry>", "</entry>", "<a:b ", "]]>"]
)
def test_no_file_takes_long(piece: str) -> None:
    start = time.process_time()
    items("<feed>" + piece * (150_000 // len(piece)))
    assert time.process_time() - start < 10


def test_an_entry_that_does_not_end_is_looked_through_once() -> None:
    """Eight times as much takes eight times as long, not sixty-four times."""

    def seconds(size: int) -> float:
        def once() -> float:
            began = time.process_time()
            items("<rss><channel><item><title>A" + "<b>" * (size // 3), "feed")
            return time.process_time() - began

        return min(once() for _ in range(2))

    assert seconds(8_000_000) < 24 * seconds(1_000_000)


def test_a_huge_entry_is_reported_and_the_next_read() -> None:
    huge = "<entry><title>T</title><summary>" + "x" * (limits.ENTRY + 1_000_000)
    found = items(ATOM.replace(ENTRY, huge + "</summary></entry>" + ENTRY))
    assert isinstance(found[0], Broken)
    assert isinstance(found[-1], Entry)


@given(st.text(st.sampled_from("<>/entry=\"'&;![]-CDAT \n"), max_size=120))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert all(item.where for item in items("<feed>" + text, "feed"))


def test_opml_names_feeds_and_nothing_else() -> None:
    text = """<opml><body><outline text="Folder"><outline title="One" xmlUrl="https://a.example/f" exec="rm -rf /"/>
    <outline text="Two" xmlUrl="exec:rm -rf /"/><outline text="Three" url="http://b.example/g"></outline></outline></body></opml>"""
    assert [tuple(feed) for feed in feeds(io.BytesIO(text.encode()), "x")] == [
        ("One", "https://a.example/f"),
        ("Three", "http://b.example/g"),
    ]
    with pytest.raises(FormatError, match="lists 2 feeds and no papers"):
        items(text)


def test_an_entry_without_authors_has_those_of_its_feed() -> None:
    feed = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Lists</title>
<author><name>Ada Lovelace</name></author><author><name>Alan Turing</name><uri>u</uri></author>
<entry><title>Of the feed</title></entry>
<entry><title>Its own</title><author><name>Grace Hopper</name></author></entry>
<entry><title>Of another</title><source><author><name>Bo Li</name></author></source></entry>
</feed>"""
    found = {record.title: record.authors for record in records(feed)}
    assert found == {
        "Of the feed": ("Ada Lovelace", "Alan Turing"),
        "Its own": ("Grace Hopper",),
        "Of another": ("Bo Li",),
    }
    rss = "<rss><channel><author>me@a.org (Me)</author><item><title>T</title></item></channel></rss>"
    assert records(rss)[0].authors == ()
