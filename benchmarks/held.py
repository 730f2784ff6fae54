"""A key pressed and held: when each press shows, how many frames and bytes it costs.

A program is asked for its next line again and again, first with a pause after each press, then as a held key sends it.
The first run teaches which screen belongs to which press, so that in the second one the lag of every press is known.
"""

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

from measure import Frame, Recording, Times, after, median
from programs import Figure, Program, row_of, spread, started

#: Presses a second of a held key.
RATE = 30.0
#: Presses that stay inside the first page, whatever the form of the rows.
INSIDE = 10


class Place(NamedTuple):
    """Where a key is held: what to press first, what goes down a line and back to the top, and how to see the place.

    Of the other programs the place is not known: there the next frame after a press is taken for its own.
    """

    name: str
    go: Sequence[str]
    down: str
    top: str
    seen: Callable[[Frame], Hashable] | None


def _text(frame: Frame) -> Hashable:
    """What stands in the reading pane, without its title line."""
    return tuple(line.rpartition("│")[2] for line in frame.lines[1:-1])


LIST = Place("list", ("gg",), "j", "gg", row_of)
READER = Place("reading pane", ("h", "0", "G", "l", "gg"), "j", "gg", _text)  # it opens in the pane that was active
#: What the other programs go down with. newsboat opens its list of articles first.
OF_RIVALS = {
    "newsboat": Place("list", ("\r",), "j", "g", None),
    "less": Place("text", (), "j", "g", None),
    # ^Home is not bound in fzf; as many presses of ^P as of ^N lead back.
    "fzf": Place("list", (), "\x0e", "\x10", None),
}


class Held(NamedTuple):
    """What the presses of one run cost. CPU in milliseconds a press."""

    last: list[Times]
    frames: list[int]
    size: list[int]
    lag: list[Times]
    held_frames: int
    cpu: float


def hold(program: Program, place: Place, times: int) -> Held:
    """Press a key some times, then hold it for as many."""
    recording, _ = started(program)
    # The search of a large catalogue is prepared after the first paint.
    recording.calm(120.0)
    for keys in place.go:
        recording.press(keys)
    before = recording.cpu()
    sent = recording.press(place.down, times)
    cpu = 1000 * (recording.cpu() - before) / times
    end = recording.now()
    _go_up(recording, place, times)
    top = recording.now()
    held = recording.hold(place.down, times, RATE)
    recording.close()

    frames = recording.frames()
    each = after(frames, sent, end)
    places = {place.seen(shown[-1]): n for n, shown in enumerate(each, 1) if shown} if place.seen else {}
    later = [(frame, places.get(place.seen(frame), 0) if place.seen else times) for frame in frames if frame.time > top]
    lags = []
    for n, key in enumerate(held, 1):
        arrived = next((frame for frame, at in later if frame.time > key.time and at >= n), None)
        if arrived is None:
            raise SystemExit(f"{program.name}: held a key, and the place of press {n} never showed")
        lags.append(Times.between(key, arrived))
    return Held(
        last=[Times.between(key, shown[-1]) for key, shown in zip(sent, each, strict=True) if shown],
        frames=[len(shown) for shown in each],
        size=[recording.bytes_between(a.time, b.time) for a, b in pairwise(sent[: INSIDE + 1])],
        lag=lags,
        held_frames=sum(1 for frame, _ in later if frame.time > held[0].time),
        cpu=cpu,
    )


def _go_up(recording: Recording, place: Place, times: int) -> None:
    recording.press(place.top, times if place.top == "\x10" else 1)
    recording.rest(0.3)


def figures(program: Program, place: Place, times: int, rounds: int, *, ours: bool = True) -> list[Figure]:
    """The lines of the table; only of the reader something must be reached."""
    runs = [hold(program, place, times) for _ in range(rounds)]
    reach = {"reach": "p95 ≤ 8 ms", "high": 8.0} if ours else {"reach": ""}
    counts = [count for run in runs for count in run.frames]
    sizes = [size for run in runs for size in run.size]
    where = f"{place.name}, {program.name}"
    held_frames = median([run.held_frames / times for run in runs])
    return [
        spread(f"j to last frame, {where}", [time for run in runs for time in run.last], **reach),
        spread(f"j held at {RATE:.0f}/s, {where}", [time for run in runs for time in run.lag], **reach),
        Figure(
            "  frames a key",
            f"{sum(counts) / len(counts):.2f}, most {max(counts)}; held {held_frames:.2f}",
            "1" * ours,
            max(counts) == 1,
        ),
        Figure(
            "  bytes a key inside a page",
            f"median {median(sizes):,.0f}, most {max(sizes):,}",
            "≤ 6,000" * ours,
            max(sizes) <= 6000,
        ),
        Figure("  CPU a key", f"{median([run.cpu for run in runs]):.1f} ms"),
    ]
