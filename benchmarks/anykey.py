"""Every key once and again: how long until its paint, a mark on the disk, another size, another theme.

The script below presses what a reader presses in a day, in an order that leads back to where it began, so that it can
be repeated. Esc is not timed: a terminal's Esc may be the beginning of a sequence, so every program waits after it.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import apsw
import corpus
from measure import QUIET, Act, Frame, Times, of_act
from programs import Figure, Program, percentile, spread, started

#: Seconds after which a list that stands has counted its areas; what that paints is no answer to a key.
STANDS = 0.7
#: Esc as kitty's protocol has it: no terminal has to wait to know it.
ESC = "\x1b[27u"


class Press(NamedTuple):
    """A key that is timed, what is pressed before it, and what leads back; `lists` if it changes what is listed."""

    what: str
    key: str
    before: str = ""
    back: str = ""
    lists: bool = False


SCRIPT = (
    Press("view", "0", lists=True),
    Press("view", "1", lists=True),
    Press("view", "2", lists=True),
    Press("view", "3", lists=True),
    Press("view", "0", lists=True),
    Press("read", "r"),
    Press("star", "s"),
    Press("undo", "u"),
    Press("redo", "\x12"),
    Press("rate", "4", before="R"),
    Press("rate", "0", before="R"),
    Press("keep", "a"),
    Press("later", "w"),
    Press("dismiss", "d"),
    Press("clear", "x", before="k"),
    Press("undo", "u"),
    Press("undo", "u"),
    Press("undo", "u"),
    Press("undo", "u"),
    Press("undo", "u"),
    Press("undo", "u"),
    Press("unread", "r"),
    Press("select", "v"),
    Press("select to here", "V", before="jjj"),
    Press("select all", "*"),
    Press("select none", "*"),
    Press("page", "\x1b[6~"),
    Press("page", "\x04"),
    Press("page", "\x15"),
    Press("end", "G"),
    Press("top", "g", before="g"),
    Press("next undecided", "n"),
    Press("next unread", "u", before="]"),
    Press("read on", " "),
    Press("into the reader", "l"),
    Press("back", "h", back="gg"),
    Press("pane", "\t"),
    Press("pane", "\x1b[Z"),
    Press("source", "\\"),
    Press("source", "\\"),
    Press("sidebar", "B"),
    Press("sidebar", "B"),
    Press("zen", "Z"),
    Press("zen", "Z"),
    Press("wider", ">"),
    Press("narrower", "<"),
    Press("sort menu", "S"),
    Press("down in a menu", "\x1b[B"),
    Press("sort", "\r", lists=True),
    Press("reverse", "s", before="g", lists=True),
    Press("filter", "/"),
    Press("kept", "\r", back=ESC, lists=True),
    Press("help", "?"),
    Press("typed in help", "m", back=ESC),
    Press("palette", "\x10", back=ESC),
    Press("facets", "F", back=ESC, lists=True),
    Press("same author", "a", before="f", back=ESC, lists=True),
    Press("same venue", "v", before="f", lists=True),
    Press("list before", "\x0f", lists=True),
    Press("more like this", "m", before="g", lists=True),
    Press("list before", "\x0f", lists=True),
    Press("note", "e", back=ESC),
    Press("tags", "t", back=ESC),
    Press("copy", "t", before="y"),
    Press("top", "g", before="Gg"),
)


def script(program: Program, rounds: int) -> list[Figure]:
    """The whole script, some times: a line for all keys, and the slowest by name."""
    recording, _ = started(program)
    recording.calm(120.0)
    acts: list[Act] = []
    for _ in range(rounds):
        for press in SCRIPT:
            for key in press.before:
                recording.press(key)
            acts.append(recording.act(press.what, press.key))
            if press.lists:
                recording.rest(STANDS)
            if press.back:
                recording.press(press.back)
                recording.rest(2 * QUIET)
    if not recording.alive:
        raise SystemExit(f"{program.name} ended before the script did")
    recording.close()
    times, silent = _paints(recording.frames(), acts)
    if silent:
        raise SystemExit(f"{program.name}: no answer to {', '.join(sorted(silent))}")
    every = [time for named in times.values() for time in named]
    slow = sorted(times, key=lambda what: -percentile([time.net for time in times[what]], 0.5))[:8]
    cpu: defaultdict[str, list[float]] = defaultdict(list)
    for act in acts:
        cpu[act.what].append(act.cpu)
    return [
        spread(f"any key to its paint, {program.name}", every, "p95 ≤ 16 ms", high=16.0),
        *(spread(f"  {what} (CPU {percentile(cpu[what], 0.5):.1f} ms)", times[what], "") for what in slow),
    ]


def _paints(frames: Sequence[Frame], acts: Sequence[Act]) -> tuple[dict[str, list[Times]], set[str]]:
    """For each kind of key the times to its last frame, and the keys that were never answered."""
    times: defaultdict[str, list[Times]] = defaultdict(list)
    for act in acts:
        if shown := of_act(frames, act):
            times[act.what].append(Times.between(act.sent, shown[-1]))
    return times, {act.what for act in acts} - times.keys()


def marks(program: Program, count: int) -> list[Figure]:
    """A star set and taken back: when it shows, and when another process finds it in the library on the disk.

    The library's journal is synced before other processes see what was written, so what they see is on the disk.
    """
    recording, _ = started(program)
    recording.calm(120.0)
    library = corpus.places(Path(program.env["PAPERREADER_HOME"])).library
    other = apsw.Connection(str(library), flags=apsw.SQLITE_OPEN_READWRITE)
    full = other.pragma("journal_mode"), other.execute("SELECT count(*) FROM op").get
    acts: list[Act] = []
    disk: list[Times] = []
    for _ in range(count):
        version = other.pragma("data_version")
        sent = recording.send("s")
        while other.pragma("data_version") == version:
            recording.read(0.0005)
            if recording.now() - sent.time > 5:
                raise SystemExit(f"{program.name}: a star never came to the disk ({full})")
        disk.append(Times.between(sent, Frame(recording.now(), recording.waited(), ())))
        recording.settle(2 * QUIET, 0.5)
        acts.append(Act("star", sent, recording.now(), 0.0))
    other.close()
    recording.close()
    times, _ = _paints(recording.frames(), acts)
    return [
        spread(f"a mark on the disk, {program.name}", disk, "all ≤ 50 ms")._replace(
            reached=max(time.clock for time in disk) <= 50, net=max(time.net for time in disk) <= 50
        ),
        spread(f"  and on the screen, {program.name}", times["star"], "p95 ≤ 16 ms", high=16.0),
    ]


def screen(program: Program, rounds: int) -> list[Figure]:
    """Another size, another theme, another view."""
    recording, _ = started(program)
    recording.calm(120.0)
    sizes, themes, views = [], [], []
    for _ in range(rounds):
        for size in ((100, 30), (80, 24), (40, 12), (140, 40), (120, 40)):
            sizes.append(recording.act("resize", size))
            recording.rest(0.2)
        for view in "013210":
            views.append(recording.act("view", view))
            recording.rest(STANDS)
        for key in ("\x10", *"theme", "\r"):
            recording.press(key)
        for _ in range(4):
            themes.append(recording.act("theme", "\x1b[B"))
            recording.rest(0.2)
        recording.press(ESC)
        recording.rest(0.2)
    recording.close()
    frames = recording.frames()
    return [
        spread(f"{name}, {program.name}", _paints(frames, acts)[0][acts[0].what], "p95 ≤ 100 ms", high=100.0)
        for name, acts in (("resize", sizes), ("theme change", themes), ("view change", views))
    ]
