"""Measuring a program in a pseudo-terminal: when it painted what, after which key.

While a program runs its output is only stamped, so that nothing slow stands between it and the clock; afterwards the
record is replayed on a display (the one of the terminal tests), which gives frames with their times. A frame is what a
terminal shows at once: a synchronised update, or a portion of output outside of one. It counts if a cell or the visible
cursor changed by it. Linux only: CPU is read from /proc in nanoseconds.
"""

import contextlib
import fcntl
import os
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "terminal"))

from control import Control, Piece
from display import Display

#: Seconds without output after which a program is taken to have done all that a key asked for.
QUIET = 0.06
_SYNCHRONISED = re.compile(rb"\x1b\[\?2026\$p")


class Frame(NamedTuple):
    """One change of what the terminal shows."""

    time: float
    waited: float
    """Seconds until then in which the program's first thread could have run but had no core."""
    lines: tuple[str, ...]


class Sent(NamedTuple):
    """A key that was sent."""

    time: float
    waited: float


class Act(NamedTuple):
    """A key, or another thing done, whose answer was waited for."""

    what: str
    sent: Sent
    end: float
    """When all was quiet again."""
    cpu: float
    """Milliseconds of CPU that the program used until then."""


class Chunk(NamedTuple):
    """Output that arrived at once."""

    time: float
    waited: float
    data: bytes
    size: tuple[int, int] | None = None
    """No output: here the terminal was given this size."""


@dataclass
class Recording:
    """A running program and what it wrote, stamped on arrival."""

    argv: Sequence[str]
    env: Mapping[str, str]
    size: tuple[int, int] = (120, 40)
    chunks: list[Chunk] = field(default_factory=list)
    started: float = 0.0
    alive: bool = True

    def __post_init__(self) -> None:
        master, slave = os.openpty()
        columns, rows = self.size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            self.argv,
            env={"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **self.env},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        _hurry(self._process.pid, os.getpriority(os.PRIO_PROCESS, 0))
        os.set_blocking(master, False)
        self._master = master

    def read(self, timeout: float) -> bool:
        """Stamp what comes within `timeout` seconds; whether anything came."""
        if not self.alive or not select.select([self._master], [], [], max(0.0, timeout))[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            data = b""
        if not data:
            self.alive = False
            return False
        now = time.perf_counter()
        self.chunks.append(Chunk(now, self.waited(), data))
        if _SYNCHRONISED.search(data):
            os.write(self._master, b"\x1b[?2026;2$y")
        return True

    def settle(self, quiet: float, patience: float) -> None:
        """Read until something came and then nothing for `quiet` seconds, or for `patience` seconds."""
        end = time.perf_counter() + patience
        came = False
        while self.alive and (now := time.perf_counter()) < end:
            if self.read(quiet if came else end - now):
                came = True
            elif came:
                return

    def rest(self, seconds: float) -> None:
        """Read for some seconds."""
        end = time.perf_counter() + seconds
        while self.alive and (left := end - time.perf_counter()) > 0:
            self.read(left)

    def send(self, keys: str) -> Sent:
        """Send keys and return when."""
        sent = Sent(time.perf_counter(), self.waited())
        os.write(self._master, keys.encode())
        return sent

    def press(self, key: str, times: int = 1) -> list[Sent]:
        """Press a key some times, each after all is quiet; return when."""
        return [self.act(key, key).sent for _ in range(times)]

    def act(self, what: str, do: str | tuple[int, int], patience: float = 1.0) -> Act:
        """Send keys, or give the terminal another size, and read until all is quiet."""
        before = self.cpu()
        sent = self.send(do) if isinstance(do, str) else self.resize(do)
        self.settle(QUIET, patience)
        return Act(what, sent, time.perf_counter(), 1000 * (self.cpu() - before))

    def resize(self, size: tuple[int, int]) -> Sent:
        """Give the terminal another size (columns, rows) and return when."""
        sent = Sent(time.perf_counter(), self.waited())
        self.chunks.append(Chunk(*sent, b"", size))
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        return sent

    def hold(self, key: str, times: int, rate: float) -> list[Sent]:
        """Press a key at a rate a second, whatever the program does; return when."""
        return self.type([key] * times, rate)

    def type(self, keys: Sequence[str], rate: float) -> list[Sent]:
        """Press keys at a rate a second, whatever the program does; return when."""
        sent = []
        start = time.perf_counter()
        for n, key in enumerate(keys):
            self.rest(start + n / rate - time.perf_counter())
            sent.append(self.send(key))
        self.settle(4 * QUIET, 3.0)
        return sent

    @staticmethod
    def now() -> float:
        """The time, as keys and frames have it."""
        return time.perf_counter()

    def cpu(self) -> float:
        """Seconds of CPU that the program used so far."""
        total = 0.0
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread or the program has just ended
            for task in Path(f"/proc/{self._process.pid}/task").iterdir():
                total += self._scheduled(task.name, 0)
        return total

    def waited(self) -> float:
        """Seconds so far in which the program's first thread could have run but had no core: what a busy machine adds.

        The other threads may have waited too, but not all of them for what is painted next.
        """
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            return self._scheduled(str(self._process.pid), 1)
        return 0.0

    def _scheduled(self, task: str, column: int) -> float:
        text = Path(f"/proc/{self._process.pid}/task/{task}/schedstat").read_text()
        return int(text.split()[column]) / 1e9

    def calm(self, patience: float) -> float:
        """Read until the program has next to nothing to do (a second with less than 2 % CPU); return the seconds."""
        start = time.perf_counter()
        while self.alive and time.perf_counter() - start < patience:
            before = self.cpu()
            self.rest(1.0)
            if self.cpu() - before < 0.02:
                break
        return time.perf_counter() - start

    def memory(self) -> tuple[float, float]:
        """Megabytes of memory in use: resident, and of those not shared with other programs."""
        text = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text()
        kilobytes = {name: int(value) for name, value in re.findall(r"^(\w+): +(\d+) kB", text, re.M)}
        return kilobytes["Rss"] / 1024, (kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]) / 1024

    def finish(self, patience: float) -> None:
        """Read until the program has ended by itself, or for `patience` seconds."""
        end = time.perf_counter() + patience
        while self.alive and time.perf_counter() < end:
            self.read(0.2)
        self.close()

    def close(self) -> None:
        """End the program."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self._process.poll() is None:
                self._process.send_signal(number)
                end = time.perf_counter() + 3
                while self._process.poll() is None and time.perf_counter() < end:
                    self.rest(0.02) if self.alive else time.sleep(0.02)
        self._process.wait()
        os.close(self._master)

    def bytes_between(self, start: float, end: float) -> int:
        """How much the program wrote between two times."""
        return sum(len(chunk.data) for chunk in self.chunks if start < chunk.time <= end)

    def frames(self) -> list[Frame]:
        """Replay the record: every change of the screen, with its time and what is on the screen after it."""
        control, display, painted = Control(), Display(*self.size), _Painted()
        found = []
        for stamp, waited, data, size in self.chunks:
            if size is not None:
                display.resize(*size)
                painted = _Painted()
            portion: list[Piece] = []
            for piece in control.feed(data):
                portion.append(piece)
                if piece.raw == "\x1b[?2026l":
                    display.take(portion)
                    portion = []
                    if painted.changed(display):
                        found.append(Frame(stamp, waited, tuple(display.screen.texts())))
            display.take(portion)
            if not display.unfinished and painted.changed(display):
                found.append(Frame(stamp, waited, tuple(display.screen.texts())))
        return found


def set_priority(nice: int) -> None:
    """Give this run, and what it starts, a priority; below 0 needs root."""
    os.setpriority(os.PRIO_PROCESS, 0, nice)
    _hurry(os.getpid(), nice)


def _hurry(process: int, nice: int) -> None:
    """Give a process's group its priority: Linux may share the cores among sessions first, and then among processes."""
    if nice < 0:
        with contextlib.suppress(OSError):  # not every kernel groups by session
            Path(f"/proc/{process}/autogroup").write_text(str(nice))


class _Painted:
    """Remembers what a display showed, to know whether it changed."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}
        self._cursor: tuple[int, int] | None = None

    def changed(self, display: Display) -> bool:
        changed = False
        screen = display.screen
        for row in screen.changed_rows():
            value = hash(tuple(sorted(screen.buffer[row].items())))
            if self._rows.get(row) != value:
                self._rows[row] = value
                changed = True
        cursor = (screen.cursor.x, screen.cursor.y) if "25" in display.modes else None
        if cursor != self._cursor:
            self._cursor = cursor
            changed = changed or cursor is not None
        return changed


def first(frames: Sequence[Frame], *patterns: re.Pattern[str]) -> Frame | None:
    """The first frame that had all patterns, each in one of its lines."""
    for frame in frames:
        if all(any(pattern.search(line) for line in frame.lines) for pattern in patterns):
            return frame
    return None


def of_act(frames: Sequence[Frame], act: Act) -> list[Frame]:
    """The frames that something done has caused."""
    return [frame for frame in frames if act.sent.time < frame.time <= act.end]


def after(frames: Sequence[Frame], sent: Sequence[Sent], end: float) -> list[list[Frame]]:
    """For every key, the frames before the next key (the last key's: until `end`)."""
    bounds = [*(key.time for key in sent), end]
    return [[frame for frame in frames if start < frame.time <= stop] for start, stop in pairwise(bounds)]


class Times(NamedTuple):
    """Milliseconds by the clock, and without those in which the program had no core."""

    clock: float
    net: float

    @classmethod
    def between(cls, sent: Sent, frame: Frame) -> "Times":
        """From a key to a frame."""
        clock = frame.time - sent.time
        return cls(1000 * clock, 1000 * max(0.0, clock - (frame.waited - sent.waited)))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, between neighbours; NaN of nothing."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def median(values: Sequence[float]) -> float:
    """The median; NaN of nothing."""
    return statistics.median(values) if values else float("nan")
