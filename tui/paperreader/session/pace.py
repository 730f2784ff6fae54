"""How fast the user decides, and how long the rest takes at that pace.

The pace is the mean time of the last decisions, since that times what is left is what is left to expect. It is told
once there are enough of them over a time that is no burst, and no longer when the user has stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

#: A longer time between two decisions (seconds) is a break, not reading, and does not count.
BREAK = 180.0
#: After so long (seconds) without a decision nobody is deciding: there is no pace, and the next one begins anew.
IDLE = 300.0
#: The pace is that of so many decisions, the last, so that it follows the reader.
WINDOW = 30
#: Fewer decisions in one go, or a shorter time (seconds) over all of them, tell no pace.
ENOUGH, LONG_ENOUGH = 5, 30.0
#: A pace that is slower (decisions a second) is told by the minute: "0.1 a second" may be 4 or 8 of them.
PER_SECOND = 0.2


class Pace:
    """Times between decisions; `clock` is a monotonic one, in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: float | None = None
        self._times: deque[float] = deque(maxlen=WINDOW)
        #: The times of all decisions since the user began, added up.
        self._taken = 0.0

    def decided(self) -> None:
        """Note a decision, made now."""
        now = self._clock()
        if self._last is not None:
            time = now - self._last
            if time >= IDLE:
                self._times.clear()
                self._taken = 0.0
            elif time <= BREAK:
                self._times.append(time)
                self._taken += time
        self._last = now

    def rate(self) -> float | None:
        """Decisions a second, or None when there is none to tell."""
        if self._last is None or self._clock() - self._last >= IDLE:
            return None
        if len(self._times) < ENOUGH - 1 or self._taken < LONG_ENOUGH:
            return None
        taken = sum(self._times)
        return len(self._times) / taken if taken else None

    def words(self, left: int) -> str:
        """The pace and the time that `left` papers take at it: `0.4 a second · 1 min left`, or ""."""
        rate = self.rate()
        if rate is None or not left:
            return ""
        pace = f"{rate:.1f} a second" if rate >= PER_SECOND else f"{rate * 60:.2g} a minute"
        return f"{pace} · {self.rest(left)}"

    def rest(self, left: int) -> str:
        """The time that `left` papers take at this pace: `1 min left`, or ""."""
        rate = self.rate()
        if rate is None or not left:
            return ""
        minutes = left / rate / 60
        if minutes < 1:
            return "under a minute left"
        return f"{minutes:.0f} min left" if minutes < 90 else f"{minutes / 60:.1f} h left"
