"""Which records are one paper, and what a paper is made of."""

from __future__ import annotations

import itertools
import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperreader.paper import NO_IMPRINT, Ident, Imprint, Record
from paperreader.storage import identity
from paperreader.storage.catalog import Catalog
from paperreader.storage.fold import PREPRINT, PUBLISHED, SUBMISSION, Said, fold, standing
from paperreader.storage.rebuild import rebuild

from .made import Entry, entry, record

DOI, ARXIV, REVIEW = Ident("doi", "10.1000/x"), Ident("arxiv", "2601.00001"), Ident("openreview", "rev1")


def uids(catalog: Catalog) -> list[str]:
    return [paper.uid for paper in catalog.papers(catalog.numbers())]


def test_the_uid_is_the_best_identifier_at_first_sight_and_stays(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, idents=(REVIEW, ARXIV))])
    assert uids(catalog) == ["arxiv:2601.00001"]
    catalog.add("two", [entry(1, idents=(DOI, REVIEW))])
    assert uids(catalog) == ["arxiv:2601.00001"]
    assert catalog.paper(1).idents == (DOI, ARXIV, REVIEW)
    assert catalog.find("10.1000/x") == [1]


def test_openreview_ids_are_case_sensitive(catalog: Catalog) -> None:
    catalog.add(
        "one", [entry(1, idents=(Ident("openreview", "abCd"),)), entry(2, idents=(Ident("openreview", "abcD"),))]
    )
    assert catalog.count() == 2


def test_without_identifiers_title_year_and_author_make_the_uid(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, idents=()), entry(1, idents=(), abstract="Other."), entry(1, idents=(), year=2020)])
    assert catalog.count() == 2
    assert all(uid.startswith("fp:") for uid in uids(catalog))


def test_a_derived_title_counts_for_nothing(catalog: Catalog) -> None:
    common = {"idents": (), "title_derived": True, "abstract": "The same abstract."}
    catalog.add("one", [entry(1, **common), entry(2, **common)])
    assert catalog.count() == 1
    catalog.add("two", [entry(1, idents=(ARXIV,), abstract="Quite another.")])
    assert catalog.count() == 2
    assert catalog.suggestions() == []


def test_one_record_that_names_two_papers_unites_nothing(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, idents=(DOI,)), entry(2, idents=(ARXIV,))])
    report = catalog.add("two", [entry(2, idents=(DOI, ARXIV))])
    assert report.suggested == 1
    assert catalog.count() == 2
    assert [tuple(pair) for pair in catalog.suggestions()] == [
        ("arxiv:2601.00001", "doi:10.1000/x", "one record names both"),
    ]
    # It went to the paper of its title, without the identifier that is the other's.
    assert catalog.paper(2).idents == (ARXIV,)
    assert catalog.find("10.1000/x") == [1]


def test_one_wrong_doi_does_not_make_two_papers_one(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, idents=(DOI,), authors=("Ann Alpha",))])
    wrong = entry(2, idents=(DOI,), authors=("Bea Beta",))
    for _ in range(3):
        catalog.add("two", [wrong])
        assert catalog.count() == 2
    assert catalog.paper(1).title != catalog.paper(2).title
    assert [pair.reason for pair in catalog.suggestions()] == ["share an identifier"]


def test_the_same_title_is_the_same_paper_only_when_nothing_speaks_against_it(catalog: Catalog) -> None:
    first = {"idents": (ARXIV,), "year": 2025, "title": "On the Nature of Things"}
    catalog.add("one", [entry(1, **first)])
    same = [
        {"idents": (), "year": 2026},
        {"idents": (DOI,), "year": 2025, "title": "On the  nature of things."},
        {"idents": (Ident("pmid", "7"),), "year": 2024},
    ]
    for fields in same:
        catalog.add("same", [entry(1, **{**first, **fields})])
        assert catalog.count() == 1
    assert catalog.suggestions() == []


@pytest.mark.parametrize(
    ("fields", "suggested"),
    [
        ({"idents": (Ident("arxiv", "2601.99999"),)}, 1),  # another arXiv id
        ({"idents": (), "year": 2020}, 0),  # years apart
        ({"idents": (), "authors": ("Someone Else",)}, 0),  # another first author
        ({"idents": (), "authors": ()}, 1),  # who knows
        ({"idents": (), "year": None}, 1),
    ],
)
def test_otherwise_it_is_at_most_a_suggestion(catalog: Catalog, fields: dict[str, Any], suggested: int) -> None:
    catalog.add("one", [entry(1, idents=(ARXIV,))])
    assert catalog.add("two", [entry(1, **fields)]).suggested == suggested
    assert catalog.count() == 2
    assert len(catalog.suggestions()) == suggested


def test_a_short_title_suggests_nothing(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, title="Editorial", authors=(), idents=(ARXIV,))])
    catalog.add("two", [entry(2, title="Editorial", authors=(), idents=(DOI,))])
    assert catalog.suggestions() == []


def test_the_same_source_may_rename_its_paper(catalog: Catalog) -> None:
    catalog.add("one", [entry(1, idents=(DOI,), authors=("Ann Alpha",))])
    report = catalog.add("one", [entry(2, idents=(DOI,), authors=("Bea Beta",))])
    assert (report.new, report.changed) == (0, 1)
    assert catalog.paper(1).title == record(2).title


def test_a_source_that_lists_a_paper_twice_says_both(catalog: Catalog) -> None:
    twice = [entry(1, tldr="short", abstract=""), entry(1, abstract="Long.")]
    for _ in range(2):
        catalog.add("one", twice)
        paper = catalog.paper(1)
        assert (catalog.count(), paper.tldr, paper.abstract) == (1, "short", "Long.")
    assert catalog.add("one", twice).same == 2


SAYINGS = [
    Record(title="A Submission", venue="ICLR 2026 Conference Submission", abstract="first", area="area", submission=7),
    Record(title="A Preprint", venue="arXiv", abstract="second", year=2025, tldr="short", links=()),
    Record(title="A Paper", venue="ICLR 2026", year=2026, decision="oral", idents=(ARXIV,)),
    Record(title="", abstract="fourth", authors=("Ann",), uncertain=("authors",)),
    Record(title="Derived", title_derived=True, authors=("Ann", "Bob"), scores=(1.0,)),
]


def test_a_paper_does_not_depend_on_the_order_of_its_records() -> None:
    said = [Said(record, added=100 + number, run=number, hash=number) for number, record in enumerate(SAYINGS)]
    expected = fold(said)
    assert all(fold(order) == expected for order in itertools.permutations(said))
    assert expected == Record(
        title="A Paper", venue="ICLR 2026", year=2026, decision="oral", idents=(ARXIV,), abstract="fourth", area="area",
        submission=7, tldr="short", authors=("Ann", "Bob"), scores=(1.0,), title_derived=False,
    )  # fmt: skip


def test_the_newest_of_equals_wins_and_nothing_never_beats_something() -> None:
    old = Said(Record(title="Old", venue="ICLR 2026", tldr="short"), 1, 1, 5)
    new = Said(Record(title="New", venue="ICLR 2026"), 2, 2, 1)
    assert fold([old, new]) == Record(title="New", venue="ICLR 2026", tldr="short")


def test_volume_and_pages_go_with_the_venue() -> None:
    journal = Record(title="T", venue="Journal of T", kind="article", imprint=Imprint("24", "3", "1-40"))
    spelt = Record(title="T", venue="J. of T", kind="article")
    conference = Record(title="T", venue="Proc. of T", kind="inproceedings")
    listed = Record(title="T", venue="Journal of T")

    def printed(*records: Record) -> Imprint:
        """Of records that came one after the other: the venue of the last one is the paper's."""
        return fold([Said(record, number, number, number) for number, record in enumerate(records)]).imprint

    assert printed(journal, spelt) == printed(journal, listed) == printed(conference, journal) == journal.imprint
    assert printed(journal, conference) == NO_IMPRINT
    assert printed(journal, replace(spelt, imprint=Imprint("1"))) == Imprint("1")
    assert printed(replace(journal, kind=""), Record(title="T", venue="Elsewhere")) == NO_IMPRINT


def test_the_kind_goes_with_the_venue() -> None:
    preprint = Said(Record(title="T", kind="preprint", abstract="x"), 3, 3, 3)
    listed = Said(Record(title="T", venue="JMLR"), 2, 2, 2)
    journal = Said(Record(title="T", venue="J. Mach. Learn. Res.", kind="article"), 1, 1, 1)
    assert (fold([preprint, listed]).venue, fold([preprint, listed]).kind) == ("JMLR", "")
    assert (fold([preprint, listed, journal]).venue, fold([preprint, listed, journal]).kind) == ("JMLR", "article")
    assert fold([preprint, Said(Record(title="T", tldr="y"), 2, 2, 2)]).kind == "preprint"


def test_authors_that_go_on_give_way_to_all_of_them() -> None:
    some = Said(Record(title="T", authors=("Ann",), uncertain=("authors", "others")), 2, 2, 2)
    assert fold([some, Said(Record(title="T", abstract="x"), 1, 1, 1)]).uncertain == ("authors", "others")
    assert fold(
        [some, Said(Record(title="T", authors=("Ann",), uncertain=some.record.uncertain), 1, 1, 1)]
    ).uncertain == ("others",)
    every = fold([some, Said(Record(title="T", authors=("Ann", "Bob")), 1, 1, 1)])
    assert (every.authors, every.uncertain) == (("Ann", "Bob"), ())


def test_an_uncertain_field_is_certain_once_another_source_agrees() -> None:
    one = Said(Record(title="T", authors=("Ann",), uncertain=("authors",)), 1, 1, 1)
    assert fold([one]).uncertain == ("authors",)
    assert fold([one, Said(Record(title="T", abstract="x"), 2, 2, 2)]).uncertain == ("authors",)
    assert fold([one, Said(Record(title="T", authors=("Ann",)), 2, 2, 2)]).uncertain == ()


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (Record(title="", venue="ICLR 2026 Conference Submission"), SUBMISSION),
        (Record(title="", venue="ICLR 2026", decision="reject"), SUBMISSION),
        (Record(title="", venue="ICLR 2026", decision="desk reject"), SUBMISSION),
        (Record(title="", venue="arXiv"), PREPRINT),
        (Record(title="", venue="CoRR abs/2601.1"), PREPRINT),
        (Record(title=""), PREPRINT),
        (Record(title="", idents=(ARXIV,)), PREPRINT),
        (Record(title="", idents=(DOI,)), PUBLISHED),
        (Record(title="", venue="ICLR 2026", decision="poster"), PUBLISHED),
    ],
)
def test_standing(record: Record, expected: int) -> None:
    assert standing(record) == expected


def test_contradictions() -> None:
    assert identity.contradict([ARXIV], [Ident("arxiv", "2")])
    assert not identity.contradict([ARXIV], [DOI])
    assert not identity.contradict([ARXIV, Ident("arxiv", "2")], [Ident("arxiv", "2")])
    assert not identity.contradict([Ident("fp", "1")], [Ident("fp", "2")])


def test_papers_are_the_same_whatever_order_the_sources_came_in(catalog: Catalog, tmp_path: Any) -> None:
    """Not the numbers and not the uids, which say what was seen first; but what each paper says."""
    first = [
        entry(n, venue="ICLR 2026 Conference Submission", submission=n, idents=(Ident("openreview", f"r{n}"),))
        for n in range(20)
    ]
    second = [
        entry(n, decision="poster", abstract="", idents=(Ident("openreview", f"r{n}"), Ident("arxiv", f"{n}")))
        for n in range(20)
    ]
    dice = random.Random(1)
    dice.shuffle(second)
    catalog.add("submissions", first)
    catalog.add("accepted", second)
    with Catalog.open(tmp_path / "other" / "catalog.db") as other:
        other.add("accepted", second)
        other.add("submissions", first)

        def said(one: Catalog) -> set[tuple[Any, ...]]:
            return {row[1:13] for row in one.search_rows()}

        assert said(catalog) == said(other)
    assert catalog.count() == 20


def test_thousands_of_records_at_random_never_share_an_identifier(catalog: Catalog) -> None:
    dice = random.Random(5)
    made: list[Entry] = []
    for _ in range(400):
        names = [
            Ident(dice.choice(["doi", "arxiv", "openreview"]), str(dice.randrange(60)))
            for _ in range(dice.randrange(4))
        ]
        made.append(
            entry(
                dice.randrange(30),
                idents=tuple(names),
                authors=(f"Q {dice.choice('ABC')}",),
                year=2020 + dice.randrange(4),
            )
        )
    for source in ("one", "two"):
        catalog.add(source, dice.sample(made, len(made)))
    owners: dict[Ident, int] = {}
    for paper in catalog.papers(catalog.numbers()):
        for ident in paper.idents:
            assert owners.setdefault(ident, paper.number) == paper.number
            assert catalog.find(str(ident)) == [paper.number]
    before = {paper.uid: paper for paper in catalog.papers(catalog.numbers())}
    catalog.add("one", made)
    after = {paper.uid: paper for paper in catalog.papers(catalog.numbers())}
    assert set(before) == set(after)


@pytest.mark.parametrize(
    "title",
    [
        *("Editorial", "{E}ditorial.", "Guest Editorial", "Introduction to the Special Issue", "Letter to the Editor"),
        *("Preface to the 2nd Edition", "In Memoriam", "Front Matter", "Book reviews", "Part II: Introduction"),
        *("Éditorial", "引言"),
    ],
)
def test_titles_that_many_works_share(title: str) -> None:
    assert identity.shared(title)
    assert not identity.shared(f"{title} of Graph Networks")


@pytest.mark.parametrize("title", ["", "On the Nature of Things", "The Third", "Introduction to Algorithms", "Adam"])
def test_titles_that_tell(title: str) -> None:
    assert not identity.shared(title)


def shared_titles() -> list[Entry]:
    """Records of works whose titles many share, by title, author, year, container, volume, issue and pages."""
    return [
        entry(
            1,
            title=title,
            authors=authors,
            year=year,
            venue=venue,
            imprint=imprint,
            idents=(),
            abstract=f"{title} {authors} {year} {venue} {imprint}",
        )
        for title in ("Editorial", "Introduction")
        for authors in ((), ("Jane Smith",), ("John Doe", "Jane Smith"))
        for year, venue, imprint in (
            (2020, "J. Foo", Imprint("12", "1", "1-2")),
            (2020, "J. Foo", Imprint("12", "2", "89-90")),
            (2020, "J. Foo", Imprint("12", "2", "91-93")),
            (2021, "J. Foo", Imprint("13", "1", "1-2")),
            (2020, "Book of Cats", Imprint(pages="1-10")),
            (2020, "Book of Dogs", Imprint(pages="1-10")),
            (2020, "J. Foo", NO_IMPRINT),
            (2020, "", NO_IMPRINT),
            (2021, "", NO_IMPRINT),
            (None, "J. Foo", NO_IMPRINT),
        )
    ]


def works(catalog: Catalog) -> dict[str, str]:
    """What there is: the uid and the abstract, which names the work, of each paper."""
    return {paper.uid: paper.abstract for paper in catalog.papers(catalog.numbers())}


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_works_of_one_title_stay_apart_in_whatever_order_they_come(tmp_path: Path, dice: random.Random) -> None:
    entries = shared_titles()
    expected = {str(identity.fingerprint(one.record)): one.record.abstract for one in entries}
    assert len(expected) == len(entries)
    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        path = Path(folder) / "catalog.db"
        with Catalog.open(path) as catalog:
            for source in ("one", "two", "one", "three"):
                catalog.add(source, dice.sample(entries, dice.randint(0, len(entries))), batch=7)
                assert works(catalog).items() <= expected.items()
            catalog.add("two", dice.sample(entries, len(entries)))
            assert works(catalog) == expected
            again = catalog.add("two", dice.sample(entries, len(entries)))
            assert (again.new, again.changed, again.suggested) == (0, 0, 0)
        rebuild(path, records=path.parent / "records")
        with Catalog.open(path) as catalog:
            assert works(catalog) == expected


def test_one_work_of_a_shared_title_however_its_place_is_spelt(catalog: Catalog) -> None:
    spelt = [
        entry(1, title=title, venue=venue, imprint=Imprint("12", "1", pages), idents=())
        for title, venue, pages in (
            ("Editorial", "J. Foo", "1-40"),
            ("EDITORIAL.", "J Foo", "1\N{EN DASH}40"),
            ("{E}ditorial", "J. {F}oo", "1"),
        )
    ]
    catalog.add("one", spelt)
    assert catalog.count() == 1


def test_a_shared_title_finds_the_work_that_has_an_identifier_by_its_place(catalog: Catalog) -> None:
    here = {"title": "Editorial", "venue": "J. Foo", "imprint": Imprint("12", "1", "1-2")}
    there = {**here, "imprint": Imprint("12", "2", "89-90")}
    catalog.add("one", [entry(1, **here, idents=(DOI,)), entry(1, **there, idents=(Ident("doi", "10.1000/y"),))])
    catalog.add("one", [entry(1, **here, idents=(DOI,), abstract="Told once more.")])
    report = catalog.add("two", [entry(1, **here, idents=()), entry(1, **there, idents=())])
    assert (report.new, catalog.count()) == (0, 2)
    # One of which less is known is neither; that it looks alike is said.
    report = catalog.add("two", [entry(1, title="Editorial", venue="J. Foo", idents=())])
    assert (report.new, report.suggested) == (1, 2)


def test_a_telling_title_is_one_work_as_a_preprint_and_in_print(catalog: Catalog) -> None:
    first = {"title": "On the Nature of Things", "idents": ()}
    catalog.add("one", [entry(1, **first, venue="arXiv", year=2025)])
    catalog.add("two", [entry(1, **first, venue="Journal of Things", imprint=Imprint("1", "2", "3-4"))])
    catalog.add("three", [entry(1, **first, venue="J. Things", imprint=Imprint("1", "2"))])
    assert catalog.count() == 1


def test_what_was_taken_for_one_work_before_keeps_its_uid(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catalogue of a program that knew no shared titles: nothing in it moves, whoever says the same again."""
    entries = shared_titles()
    with monkeypatch.context() as patch:
        patch.setattr(identity, "shared", lambda _: False)
        catalog.add("one", entries)
    before = works(catalog)
    assert len(before) < len(entries)
    for source in ("one", "copy"):
        report = catalog.add(source, entries)
        assert (report.new, report.changed) == (0, 0)
        assert works(catalog) == before
    rebuild(tmp_path / "data" / "catalog.db", records=tmp_path / "data" / "records")
    assert works(catalog) == before
