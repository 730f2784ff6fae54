"""Pace and time left: told of enough decisions over a time that is no burst, without breaks, while one decides."""

from __future__ import annotations

from itertools import accumulate

from paperreader.session.pace import BREAK, ENOUGH, IDLE, LONG_ENOUGH, WINDOW, Pace


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def paced(*moments: float) -> tuple[Pace, Clock]:
    """Decisions at these seconds; the clock stands at the last one."""
    clock = Clock()
    pace, start = Pace(clock), clock.now
    for moment in moments:
        clock.now = start + moment
        pace.decided()
    return pace, clock


def words(left: int, *moments: float) -> str:
    return paced(*moments)[0].words(left)


def every(seconds: float, decisions: int) -> list[float]:
    return [seconds * number for number in range(decisions)]


def test_a_burst_tells_nothing() -> None:
    assert words(10, *every(0.2, 20)) == "", "many, but in no time"
    assert words(10, *every(30, ENOUGH - 1)) == "", "long, but few"
    assert words(10, 0, 0, 0, 0, LONG_ENOUGH - 0.1) == ""
    assert words(10, 0, 0, 0, 0, LONG_ENOUGH) != ""


def test_pace_and_time_left() -> None:
    assert words(60, *every(10, 5)) == "6 a minute · 10 min left"
    assert words(3, *every(30, 5)) == "2 a minute · 2 min left"
    assert words(30, *every(1, 40)) == "1.0 a second · under a minute left"
    assert words(5000, *every(2, 20)) == "0.5 a second · 2.8 h left"
    assert words(0, *every(10, 5)) == ""


def test_who_decides_fast_has_a_pace_too() -> None:
    """The least time is asked of all decisions in one go, not of the last few that make the pace."""
    assert WINDOW * 0.5 < LONG_ENOUGH
    assert words(60, *every(0.5, 62)) == "2.0 a second · under a minute left"


def test_the_pace_is_that_of_the_last_decisions() -> None:
    slow, fast = every(20, 10), every(2, WINDOW + 1)
    assert words(60, *slow, *(slow[-1] + moment for moment in fast)) == "0.5 a second · 2 min left"


def test_a_break_does_not_count() -> None:
    times = [10, 10, BREAK + 1, 10, 10]
    assert words(60, 0, *accumulate(times)) == "6 a minute · 10 min left"
    assert words(60, 0, *accumulate([10, 10, BREAK, 10, 10])) != "6 a minute · 10 min left"
    assert words(60, 0, *accumulate([10, 10, BREAK + 1, 10])) == "", "what was left out is not enough of anything"


def test_it_goes_when_nobody_decides_and_the_next_one_begins_anew() -> None:
    pace, clock = paced(*every(10, 10))
    clock.now += IDLE - 1
    assert pace.words(60) == "6 a minute · 10 min left"
    clock.now += 1
    assert pace.words(60) == pace.rest(60) == ""
    for _ in range(ENOUGH - 1):
        pace.decided()
        assert pace.words(60) == ""
        clock.now += 15
    pace.decided()
    assert pace.words(60) == "4 a minute · 15 min left"
