"""Papers like this one: the same author, keyword, area, venue or tag; facets of the list; papers that may be one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from paperreader.paper import Paper
from paperreader.search import quote
from paperreader.text.clean import clean_line
from paperreader.ui.actions import action
from paperreader.ui.actions.out import pick

if TYPE_CHECKING:
    from paperreader.search import Result
    from paperreader.search.facets import Facet, FacetValue
    from paperreader.ui.screens.main import MainScreen
    from paperreader.ui.screens.picker import Choice
    from paperreader.ui.screens.picker_pool import Pool


def _values(screen: MainScreen, paper: Paper, field: str) -> tuple[str, ...]:
    match field:
        case "author":
            return paper.authors
        case "keyword":
            return paper.keywords
        case "tag":
            return screen.session.marks.tags(paper.number)
        case "area":
            return (paper.area,) if paper.area else ()
    return (paper.venue,) if paper.venue else ()


def _like(field: str) -> None:
    @action(f"like-{field}")
    def run(screen: MainScreen) -> None:
        """Ask which one where there are several."""
        paper = screen.session.current()
        values = _values(screen, paper, field) if paper is not None else ()
        if not values:
            screen.session.say(f"this paper has no {field}")
        elif len(values) == 1:
            _filter(screen, field, values[0])
        else:
            from paperreader.ui.screens.picker import Choice

            choices = [Choice(clean_line(value), value=value, quoted=True) for value in values]
            pick(screen, f"Same {field}", choices, lambda value: _filter(screen, field, str(value)))


def _filter(screen: MainScreen, field: str, value: str) -> None:
    """Show all papers with a value of a field; the paper that it began from stays under the cursor."""
    screen.session.open_aside(f"{field}:{quote(value)}")
    screen.rearrange(pane="list")


#: Values of a field that the facets show, and values that typing reaches.
_SHOWN, _REACHED = 20, 200_000
_WAYS = {"ctrl+x": ("exclude", "exclude"), "ctrl+o": ("only", "replace")}


@action("facets")
def _facets(screen: MainScreen) -> None:
    """Let a value of the list's papers be added to the query; in a long list they are counted meanwhile."""
    from paperreader.ui.screens.picker import Picker

    session = screen.session
    result = session.result
    if not result.total:
        session.say("no paper here")
        return

    def chosen(value: object) -> None:
        if isinstance(value, tuple):
            way, part = value
            session.narrow(str(part), str(way) or "add")
            session.keep_query()
            screen.rearrange(pane="list")

    counted = screen.counted if screen.counted is not None and screen.counted.result is result else None
    picker = Picker("Facets", None if counted is None else counted.rows, enter="add", ways=_WAYS, waiting="counting …")

    def count(_cancelled: Callable[[], bool]) -> Callable[[], None] | None:
        if not picker.open:
            return None
        try:
            facets = session.engine.facets(result, limit=_SHOWN)
            telling = session.engine.distinguishing(result, 12) if session.query else []
        except Exception as error:  # noqa: BLE001  (who waits for it is told where they look)
            words = screen.app.words_of(error, "counting")  # type: ignore[attr-defined]
            return lambda: picker.fill([], words)
        more = {facet.field: _title(facet) for facet in facets if facet.different > len(facet.values)}
        width = len(f"{max([result.total, *(value.papers for value in telling)]):,}")
        found = Counted(result, _facet_rows(facets, telling, width), more, width)

        def show() -> None:
            screen.counted = found
            if picker.open:
                nothing = "these papers have nothing to count"
                screen.act(lambda: picker.fill(found.rows, nothing, "counting on …" if more else ""))
                list_all(found)

        return show

    def list_all(counted: Counted) -> None:
        """Let typing reach the values that are not shown, when what is shown is on the screen."""
        if counted.pool is not None:
            picker.search_too(counted.pool)
        elif counted.more:
            picker.sheet.waiting = "counting on …"
            screen.when_painted(lambda: screen.app.searching.count(lambda _cancelled: pool(counted)))  # type: ignore[attr-defined]

    def pool(counted: Counted) -> Callable[[], None] | None:
        if not picker.open:
            return None
        try:
            counted.pool = _pool(session.engine.facets(result, counted.more, _REACHED), counted.more, counted.width)
        except Exception as error:  # noqa: BLE001  (as above)
            words = screen.app.words_of(error, "counting")  # type: ignore[attr-defined]
            return lambda: screen.act(lambda: picker.tell(words))
        return lambda: screen.act(lambda: picker.search_too(counted.pool) if picker.open else None)

    screen.choose(picker, chosen)
    if counted is None:
        screen.when_painted(lambda: screen.app.searching.count(count))  # type: ignore[attr-defined]
    else:
        list_all(counted)


class Counted:
    """What was counted in a result: counted once, shown as often as asked."""

    def __init__(self, result: Result, rows: Sequence[Choice], more: Mapping[str, str], width: int) -> None:
        self.result = result
        self.rows = rows
        #: The cells of the widest number.
        self.width = width
        #: The fields with more values than are shown, and the headings of these.
        self.more = more
        #: All values of those fields, once they are listed.
        self.pool: Pool | None = None


def _title(facet: Facet) -> str:
    more = facet.different - len(facet.values)
    return f"{facet.title}, and {more:,} more" if more > 0 else facet.title


def _choices(title: str, values: Iterable[FacetValue], width: int) -> list[Choice]:
    """Values under a heading, their numbers so many cells wide."""
    from paperreader.ui.screens.picker import Choice

    return [
        Choice(clean_line(value.label), "", f"{value.papers:>{width},}", title, value.query, quoted=True)
        for value in values
    ]


def _facet_rows(facets: Sequence[Facet], telling: Sequence[FacetValue], width: int) -> list[Choice]:
    rows = _choices("Words that set this list apart, and how often they stand in it", telling, width)
    for facet in facets:
        rows += _choices(_title(facet), facet.values, width)
    return rows


def _pool(facets: Sequence[Facet], titles: Mapping[str, str], width: int) -> Pool:
    from paperreader.ui.screens.picker_pool import Pool

    return Pool([_choices(titles[facet.field], facet.values, width) for facet in facets])


@action("duplicates")
def _duplicates(screen: MainScreen) -> None:
    """Go through the pairs of papers that may be one."""
    from paperreader.ui.screens.duplicates import Duplicates

    overlay = Duplicates(screen.session, screen.keymap, screen.reader.glyph_mode)
    screen.choose(overlay, lambda _value: None)


for _field in ("author", "keyword", "area", "venue", "tag"):
    _like(_field)
