"""The filter, views, the sidebar, facets: finding papers, through the keys."""

from __future__ import annotations

import threading

import pytest

from paperreader.search import parse
from paperreader.search.table import SORTS
from paperreader.ui.actions.out import _SORTS
from paperreader.ui.screens.picker import Choice
from paperreader.ui.screens.picker_pool import MOST, Pool


async def test_matches_are_found_in_the_reader(start) -> None:
    async with start(100, 24) as reader:
        await reader.press("/")
        await reader.type("attention")
        await reader.press("enter", "l")
        tops = set()
        for _ in range(6):
            await reader.press("n")
            tops.add(reader.main.reader.top)
        assert len(tops) > 1
        await reader.press("N")
        await reader.press("h", "escape", "l", "n")
        assert "no query to match" in reader.hint


async def test_the_filter(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("j", "j", "/")
        assert reader.main.typing is not None
        await reader.type("sparse")
        assert session.query == "sparse"
        assert f"{session.result.total} of 38" in reader.lines[0]
        await reader.press("down")
        assert session.cursor == 1
        await reader.press("enter")
        assert reader.main.typing is None
        assert session.query == "sparse"
        found = session.current().uid
        await reader.press("escape")
        assert session.query == ""
        # The paper that was found stays under the cursor.
        assert session.current().uid == found
        # The query can be recalled, and Escape in the filter restores the view.
        await reader.press("/", "up")
        assert session.query == "sparse"
        await reader.press("escape")
        assert session.query == ""
        assert len(session.order) == 38


async def test_a_wrong_query_says_what_is_wrong_and_keeps_the_list(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("sparse")
        hits = list(reader.session.order)
        await reader.type(" (")
        assert list(reader.session.order) == hits
        assert reader.session.query_error is not None
        assert str(reader.session.query_error)[:20] in reader.hint


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("is:starr", "is:starr means nothing; is:starred does"),
        ("year:x", "such as year:2023.."),
    ],
)
async def test_what_was_likely_meant_is_said_once(start, query: str, line: str) -> None:
    async with start(140, 30) as reader:
        await reader.press("/")
        await reader.type(query)
        await reader.until(lambda: line in reader.hint)
        assert "did you mean" not in reader.hint


async def test_pasting_goes_to_the_filter_and_never_to_the_keys(start) -> None:
    from textual import events

    async with start() as reader:
        reader.main.post_message(events.Paste("dq"))
        await reader.pilot.pause()
        assert reader.app.is_running
        assert reader.session.marks.count("Dismissed") == 0
        await reader.press("/")
        reader.main.post_message(events.Paste("spa\nrse"))
        await reader.pilot.pause()
        assert reader.session.query == "spa rse"


async def test_views(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("s", "3")
        assert session.view.name == "Starred"
        assert len(session.order) == 1
        for digit, name in (("1", "Undecided"), ("2", "Unread"), ("4", "Later"), ("5", "Dismissed"), ("0", "All")):
            await reader.press(digit)
            assert session.view.name == name
        await reader.press("9")
        assert "no view has the key 9" in reader.hint


async def test_the_sidebar_opens_what_its_cursor_is_on(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("s", "j", "s", "t")
        await reader.type("rl")
        await reader.press("enter", "tab", "tab")
        assert reader.main.pane == "sidebar"
        await reader.press("g", "g", "j", "enter")
        assert session.view.name == "Unread"
        assert reader.main.pane == "list"
        # The first starred paper stands after the six views.
        await reader.press("shift+tab", "g", "g", *"jjjjjj", "enter")
        assert session.number() == min(session.marks.numbers_flagged(2))
        await reader.press("shift+tab")
        sidebar = reader.main.sidebar
        sidebar.put_cursor(next(place for place, item in enumerate(sidebar.items) if item.tag))
        await reader.press("enter")
        assert session.view.name == "#rl"
        assert len(session.order) == 1


async def test_own_views(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("/")
        await reader.type("sparse")
        await reader.press("enter", "g", "v")
        await reader.type("Sparse things")
        await reader.press("enter")
        assert session.view.name == "Sparse things"
        assert "6 Sparse things" in reader.text
        await reader.press("0", "g", "v")
        await reader.type("Everything")
        await reader.press("enter")
        await reader.press("shift+tab", "G", "k")
        assert reader.main.sidebar.current is not None
        reader.main.sidebar.put_cursor(8)
        assert reader.main.sidebar.current.text == "Everything"
        await reader.press("{")
        assert [view.name for view in session.own_views] == ["Everything", "Sparse things"]
        await reader.press("}")
        assert [view.name for view in session.own_views] == ["Sparse things", "Everything"]
        await reader.press("e", "ctrl+u")
        await reader.type("All of it")
        await reader.press("enter")
        assert [view.name for view in session.own_views] == ["Sparse things", "All of it"]
        await reader.press("D")
        assert [view.name for view in session.own_views] == ["Sparse things"]
        await reader.press("u")
        assert [view.name for view in session.own_views] == ["Sparse things", "All of it"]


async def test_sorting(start) -> None:
    async with start() as reader:
        await reader.press("S")
        await reader.type("title")
        await reader.press("enter")
        titles = [reader.session.paper(number).title.casefold() for number in reader.session.order]
        assert titles == sorted(titles)
        await reader.press("g", "s")
        assert [reader.session.paper(number).title.casefold() for number in reader.session.order] == titles[::-1]


def test_every_sort_of_the_language_can_be_chosen() -> None:
    offered = {value.lstrip("-") for _label, value in _SORTS}
    assert offered == {"", *SORTS} - {"relevance", "number"}, "those two are the view's own order"


async def test_the_order_of_the_later_queue_can_be_chosen(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("0", "G", "w", "g", "g", "w")
        queue = session.marks.queue()
        await reader.press("S")
        await reader.type("later")
        await reader.press("enter")
        assert session.query == "sort:later"
        assert list(session.order[:2]) == queue != sorted(queue)


async def test_the_later_queue_can_be_reordered(start) -> None:
    async with start() as reader:
        session = reader.session
        first, second, third = session.order[:3]
        await reader.press("w", "w", "w", "4")
        assert list(session.order) == [first, second, third]
        await reader.press("}")
        assert list(session.order) == [second, first, third]
        assert session.cursor == 1
        await reader.press("}", "}")
        assert list(session.order) == [second, third, first]
        assert "the last one already" in reader.hint
        await reader.press("g", "g", "j", "{")
        assert list(session.order) == [third, second, first]
        # The order is the library's, not the screen's.
        await reader.press("1", "4")
        assert list(session.order) == [third, second, first]
        await reader.press("1", "{")
        assert "not in the later queue" in reader.hint


async def test_papers_like_this_one(start) -> None:
    async with start() as reader:
        session = reader.session
        paper = session.current()
        await reader.press("f", "c")
        assert session.view.name == "All"
        assert session.query.startswith("area:")
        assert {session.paper(number).area for number in session.order} == {paper.area}
        await reader.press("f", "a")
        await reader.type("tao")
        await reader.press("enter")
        assert session.query == 'author:"Dacheng Tao"'
        assert paper.uid in [session.paper(number).uid for number in session.order]
        await reader.press("f", "k")
        await reader.type("policy")
        await reader.press("enter")
        assert session.query == 'keyword:"Policy gradient learning"'
        await reader.press("f", "v")
        assert len(session.order) == 38
        await reader.press("f", "t")
        assert "this paper has no tag" in reader.hint


async def test_facets_narrow_the_list(start) -> None:
    async with start(120, 36) as reader:
        session = reader.session
        await reader.press("0", "F")
        await reader.until(lambda: "Areas" in reader.text)
        assert "Areas" in reader.text
        await reader.type("optimization")
        await reader.press("enter")
        assert {session.paper(number).area for number in session.order} == {"optimization"}
        hits = len(session.order)
        await reader.press("escape", "F")
        await reader.until(lambda: "Areas" in reader.text)
        await reader.type("optimization")
        await reader.press("ctrl+x")
        assert len(session.order) == 38 - hits
        await reader.press("F")
        await reader.until(lambda: "Areas" in reader.text)
        await reader.type("learning theory")
        await reader.press("ctrl+o")
        assert {session.paper(number).area for number in session.order} == {"learning theory"}


async def test_tab_completes_what_the_hint_line_offers(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("ven")
        assert "venue:" in reader.hint
        await reader.press("tab")
        assert reader.session.query == "venue:"
        await reader.type("i")
        assert "ICLR 2026" in reader.hint
        await reader.press("tab")
        assert reader.session.query.strip() == 'venue:"ICLR 2026"'
        assert len(reader.session.order) == 38


async def test_typing_on_does_not_change_the_last_word(start) -> None:
    async with start() as reader:
        before = list(reader.session.order)
        await reader.press("g", "s")
        assert list(reader.session.order) == before[::-1]
        await reader.press("g", "s")
        assert list(reader.session.order) == before
        await reader.press("g", "s", "/")
        await reader.type("lin")
        assert reader.session.query == "sort:-number lin"
        assert reader.session.query_error is None


async def test_an_order_can_be_reversed_while_the_query_does_not_parse(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("sort:-addedlin")
        await reader.press("enter", "g", "s")
        assert reader.app.is_running


async def test_more_like_this_names_its_words(start) -> None:
    async with start() as reader:
        session = reader.session
        paper = session.current()
        await reader.press("g", "m")
        assert session.view.name == "All"
        assert session.current().uid == paper.uid
        assert 1 < len(session.order) < 38
        assert "'" in session.query


async def test_a_field_that_does_not_exist_is_told(start) -> None:
    async with start() as reader:
        await reader.press("/")
        await reader.type("autor:yan")
        assert "autor: is not a field" in reader.hint
        assert "author: is" in reader.hint
        await reader.press("ctrl+u")
        await reader.type("author:yan")
        assert "not a field" not in reader.hint


def underlined(reader) -> str:
    """The underlined part of the line that is being typed."""
    strip = reader.main.filter.kept(0)
    return "".join(segment.text for segment in strip if segment.style is not None and segment.style.underline)


async def test_what_is_wrong_in_a_query_is_marked_where_it_stands(start) -> None:
    async with start() as reader:
        await reader.press("/")
        for query, marked, said in (
            ("foo:bar", "foo:", "fields: title, author"), ("sparse autor:yan", "autor:", "author: is"),
            ("year:20x ", "20x", "year of publication"), ("sparse | | x", "|", "both sides"), ("sparse", "", "keep"),
        ):  # fmt: skip
            await reader.press("ctrl+u")
            await reader.type(query)
            assert underlined(reader) == marked, query
            assert said in reader.hint, query


async def test_earlier_queries_are_recalled_one_after_the_other(start) -> None:
    async with start() as reader:
        for query in ("sparse", "diffusion"):
            await reader.press("/", "ctrl+u")
            await reader.type(query)
            await reader.press("enter")
        await reader.press("escape", "/", "up")
        assert reader.session.query == "diffusion"
        await reader.press("up")
        assert reader.session.query == "sparse"
        # The list is moved with the same keys: who has gone down in it goes up in it.
        await reader.press("down", "up")
        assert reader.session.query == "sparse"
        assert reader.session.cursor == 0
        await reader.type("x")
        await reader.press("up")
        assert reader.session.query == "sparsex"


async def test_the_way_back_to_the_list_one_came_from(start) -> None:
    async with start() as reader:
        session = reader.session
        await reader.press("/")
        await reader.type("sparse")
        await reader.press("enter", "j", "j")
        paper = session.current()
        await reader.press("f", "v")
        assert session.view.name == "All"
        await reader.press("escape")
        assert (session.view.name, session.query, session.current().uid) == ("Undecided", "sparse", paper.uid)
        await reader.press("3", "5", "ctrl+o")
        assert session.view.name == "Starred"
        await reader.press("ctrl+o")
        assert (session.view.name, session.query, session.current().uid) == ("Undecided", "sparse", paper.uid)
        for _ in range(5):
            await reader.press("ctrl+o")
        assert "no list was open before" in reader.hint


async def test_the_query_has_the_whole_line_while_it_is_typed(start) -> None:
    async with start(120, 30) as reader:
        await reader.press("/")
        await reader.type("a rather long query with many words in it")
        assert "a rather long query with many words in it" in reader.lines[0]
        await reader.press("escape")
        assert "undecided" in reader.lines[0]


async def test_areas_of_the_list_stand_in_the_sidebar(start) -> None:
    async with start(140, 50) as reader:
        await reader.until(lambda: "Areas" in reader.text, reader.text)
        sidebar = reader.main.sidebar
        await reader.press("shift+tab")
        sidebar.put_cursor(next(place for place, item in enumerate(sidebar.items) if item.area))
        papers = sidebar.current.papers
        await reader.press("enter")
        assert len(reader.session.order) == papers


async def test_the_later_queue_stands_in_the_sidebar_and_is_moved_there(start) -> None:
    async with start(140, 50) as reader:
        first, second = reader.session.order[:2]
        await reader.press("w", "w", "shift+tab")
        sidebar = reader.main.sidebar
        sidebar.put_cursor(next(place for place, item in enumerate(sidebar.items) if item.queued))
        assert sidebar.current.number == first
        await reader.press("}")
        assert reader.session.marks.queue() == [second, first]
        await reader.press("}")
        assert "the last one already" in reader.hint


async def test_typing_reaches_facets_that_are_not_shown(start, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    async with start(120, 36) as reader:
        await reader.until(lambda: reader.session.engine.ready)
        engine = reader.session.engine
        counted = engine.facets
        everybody = next(facet for facet in counted(engine.run(parse("")), ["author"], 1000))
        assert everybody.different > 40
        hidden = everybody.values[-1]

        def slow(result: object, fields: object = None, limit: int = 50) -> object:
            if limit > 20:
                begun.set()
                go_on.wait()
            return counted(result, fields, limit)

        monkeypatch.setattr(engine, "facets", slow)
        await reader.press("0", "F")
        try:
            await reader.until(begun.is_set)
            assert "Areas" in reader.text
            await reader.type(hidden.label.lower())
            assert "counting on" in reader.text
        finally:
            go_on.set()
        await reader.until(lambda: hidden.label in reader.text)
        assert "counting on" not in reader.text
        await reader.press("ctrl+u")
        await reader.type("zzqqxx")
        assert "nothing matches" in reader.text
        await reader.press("ctrl+u")
        assert hidden.label not in reader.text
        await reader.type(hidden.label)
        await reader.press("enter")
        assert reader.session.query == hidden.query


async def test_nothing_matches_is_not_nothing_to_count(start, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    async with start(120, 36) as reader:
        await reader.until(lambda: reader.session.engine.ready)
        counted = reader.session.engine.facets
        monkeypatch.setattr(reader.session.engine, "facets", lambda *a, **n: go_on.wait() and counted(*a, **n))
        await reader.press("F")
        try:
            await reader.type("zzqqxx")
            assert "counting …" in reader.text
        finally:
            go_on.set()
        await reader.until(lambda: "nothing matches" in reader.text)


def test_a_pool_finds_every_choice_by_its_words() -> None:
    names = ["Ada Lovelace", "Élodie Ada", "", "Adam\nAda", *(f"Name {number}" for number in range(300))]
    pool = Pool([[Choice(name, value=name) for name in names], [Choice("Ada the area")]])
    assert [choice.label for choice in pool.find(["ada"])] == [
        "Ada Lovelace", "Élodie Ada", "Adam\nAda", "Ada the area",
    ]  # fmt: skip
    assert [choice.label for choice in pool.find(["ada", "elodie"])] == ["Élodie Ada"]
    assert pool.find(["adaelodie"]) == pool.find([]) == []
    assert len(pool.find(["name"])) == MOST
    assert [choice.label for choice in pool.find(["name", "299"])] == ["Name 299"]
