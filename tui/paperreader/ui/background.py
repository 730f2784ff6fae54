"""One worker thread with one slot: the newest request wins, an older one is told to stop.

Searching must not wait behind the search for a query that nobody is asking any more. Results come back on the event
loop's own thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

#: Does the work; asks now and then whether it is cancelled; returns what is to be done on the event loop's thread.
Job = Callable[[Callable[[], bool]], Callable[[], None] | None]


class Background:
    """Runs jobs one after the other; a request replaces one that has not begun and cancels the one that runs."""

    def __init__(self, deliver: Callable[[Callable[[], None]], None], failed: Callable[[Exception], None]) -> None:
        """`deliver` runs a call on the event loop's thread; `failed` is told there of what a job raised."""
        self._deliver = deliver
        self._failed = failed
        self._wake = threading.Condition()
        self._next: Job | None = None
        self._generation = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def request(self, job: Job) -> None:
        """Run a job as soon as the thread is free."""
        with self._wake:
            self._next = job
            self._generation += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="search", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Cancel what runs and let the thread end."""
        with self._wake:
            self._closed = True
            self._generation += 1
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def _work(self) -> None:
        while True:
            with self._wake:
                while self._next is None and not self._closed:
                    self._wake.wait()
                if self._closed:
                    return
                job, self._next, mine = self._next, None, self._generation
            assert job is not None

            def cancelled(mine: int = mine) -> bool:
                return self._generation != mine

            try:
                done = job(cancelled)
            except Exception as error:  # noqa: BLE001  (whatever goes wrong in a search must reach the log, not end it)
                self._deliver(partial(self._failed, error))
                continue
            if done is not None and not cancelled():
                self._deliver(done)
