"""The same faults for newsboat, as far as it has them: kill -9, a second terminal, and the power failing.

    python benchmarks/storage_newsboat.py [--rounds 20] [--cuts 400]

Needs newsboat, and strace for the power cuts: what newsboat writes is read from its system calls and cut at random
moments by the simulator that the library is tested with (`tests/faults/powercut.py`), under the same rules. An article
is acknowledged when the screen shows it as read.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tui"))
sys.path.insert(0, str(ROOT / "tests" / "terminal"))
sys.path.insert(0, str(ROOT / "tests" / "faults"))

import apsw  # noqa: E402
from harness import Harness, environment  # noqa: E402
from powercut import Disk, write_image  # noqa: E402

ARTICLES = 38
_CALL = re.compile(
    r"(?:\[pid +\d+\] |\d+ +)?(?P<time>\d+\.\d+) (?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)"
)
_DATA = re.compile(r'\d+<(?P<path>[^>]*)>, "(?P<data>(?:\\x[0-9a-f]{2})*)", \d+(?:, (?P<offset>\d+))?')


def prepare(root: Path) -> list[str]:
    """Make a feed of articles and return the command line."""
    items = "".join(
        f"<item><title>Paper number {n:03}</title><link>http://127.0.0.1/{n}</link><guid>g{n}</guid>"
        f"<pubDate>Mon, {1 + n % 28:02} Sep 2025 00:{n:02}:00 GMT</pubDate><description>Words.</description></item>"
        for n in range(ARTICLES)
    )
    (root / "feed.xml").write_text(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Papers</title><link>http://127.0.0.1/</link>'
        f"<description>d</description>{items}</channel></rss>"
    )
    (root / "urls").write_text(f"file://{root}/feed.xml\n")
    (root / "config").write_text("auto-reload no\n")
    return ["newsboat", "-u", str(root / "urls"), "-c", str(root / "cache.db"), "-C", str(root / "config")]


def open_feed(terminal: Harness) -> None:
    terminal.wait_for("feed.xml" if "(" not in terminal.text else "Papers", 30)
    terminal.press("r")
    terminal.wait_for(re.compile(r"\(\d+/38\)"), 30)
    terminal.press("enter")
    terminal.wait_for("Paper number", 30)


def unread_shown(terminal: Harness) -> int:
    found = re.search(r"\((\d+) unread, 38 total\)", terminal.text)
    return int(found[1]) if found else -1


def mark(terminal: Harness, count: int) -> list[float]:
    """Mark articles as read one by one; return the moments at which the screen showed each."""
    moments = []
    for _ in range(count):
        before = unread_shown(terminal)
        terminal.press("N")
        terminal.wait_for(lambda t, before=before: unread_shown(t) == before - 1, 30)
        moments.append(time.time())
        terminal.press("j")
    return moments


def read_articles(cache: Path) -> int:
    """How many are marked as read; -1 when the file is damaged."""
    connection = None
    try:
        connection = apsw.Connection(str(cache), flags=apsw.SQLITE_OPEN_READWRITE)
        if connection.execute("PRAGMA integrity_check").get != "ok":
            return -1
        return int(connection.execute("SELECT count(*) FROM rss_item WHERE unread = 0").get)
    except apsw.Error:
        return -1
    finally:
        if connection is not None:
            connection.close()


def kills(rounds: int) -> str:
    lost = shown = 0
    for turn in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            with Harness(prepare(root), environment(root), (100, 50)) as terminal:
                open_feed(terminal)
                count = random.Random(turn).randrange(1, 10)
                mark(terminal, count)
                os.kill(terminal.pid, signal.SIGKILL)
                terminal.wait_exit()
            shown += count
            lost += count - read_articles(root / "cache.db")
    return f"kill -9, {rounds} times: {shown} marks seen on the screen, {lost} lost"


def second() -> str:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        argv = prepare(root)
        with Harness(argv, environment(root), (100, 50)) as one:
            open_feed(one)
            with Harness(argv, environment(root), (100, 20)) as two:
                code = two.wait_exit(30)
                return f"a second terminal: exit code {code}, “{two.lines[1].strip()}”"


def recorded(root: Path, count: int) -> list[tuple[Any, ...]]:
    """Mark articles under strace; return the events for the simulator, with the acknowledgements in their places."""
    argv = prepare(root)
    log = root / "calls"
    calls = "trace=openat,pwrite64,write,ftruncate,unlink,fsync,fdatasync"
    strace = ["strace", "-f", "-ttt", "-y", "-xx", "-s", "100000", "-e", calls, "-o", str(log)]
    with Harness([*strace, *argv], environment(root), (100, 50)) as terminal:
        open_feed(terminal)
        moments = mark(terminal, count)
        terminal.press("q", "q")
        terminal.wait_exit(30)
    events: list[tuple[float, tuple[Any, ...]]] = [(moment, ("ack", n + 1)) for n, moment in enumerate(moments)]
    known: set[str] = set()
    for line in log.read_text(errors="replace").splitlines():
        match = _CALL.match(line)
        if match is None or int(match["result"]) < 0:
            continue
        if match["name"] in ("fsync", "fdatasync") and _path(match["arguments"]) == str(root):
            event: tuple[Any, ...] | None = ("names",)
        else:
            event = _event(match["name"], match["arguments"], known)
        if event is not None:
            events.append((float(match["time"]), event))
    return [event for _, event in sorted(events, key=lambda one: one[0])]


def _event(name: str, arguments: str, known: set[str]) -> tuple[Any, ...] | None:
    """One system call as the simulator's event; None for one that is not about the cache and its journal."""
    plain = re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), arguments) if name in ("openat", "unlink") else ""
    if name in ("openat", "unlink"):
        found = re.search(r'"[^"]*/(cache\.db(?:-journal|-wal)?)"', plain)
        if found is None:
            return None
        path = found[1]
        if name == "unlink":
            known.discard(path)
            return ("delete", path)
        if "O_CREAT" not in plain or path in known:
            return None
        known.add(path)
        return ("create", path)
    path = _path(arguments).rpartition("/")[2]
    if path not in ("cache.db", "cache.db-journal", "cache.db-wal"):
        return None
    if name in ("fsync", "fdatasync"):
        return ("sync", path)
    if name == "ftruncate":
        return ("truncate", path, int(arguments.rsplit(", ", 1)[1]))
    match = _DATA.match(arguments)
    if match is None or match["offset"] is None:
        return None
    return ("write", path, int(match["offset"]), bytes.fromhex(match["data"].replace("\\x", "")))


def _path(arguments: str) -> str:
    found = re.match(r"\d+<([^>]*)>", arguments)
    return re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), found[1]) if found else ""


def cuts(points: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        events = recorded(root, 30)
        start = next(index for index, event in enumerate(events) if event == ("ack", 1))
        writes = sum(event[0] == "write" for event in events[start:])
        syncs = sum(event[0] == "sync" for event in events[start:])
        dice = random.Random(1)
        moments = sorted(dice.randrange(start, len(events)) for _ in range(points))
        disk, told, done, corrupt, lost = Disk(), 0, 0, 0, 0
        # What was there before the first mark had time to reach the disk by itself.
        for index, event in enumerate(events):
            if event[0] == "ack":
                told = event[1]
            else:
                disk.apply(event)
            if index == start:
                for inode in disk.now.values():
                    inode.sync()
                disk.names = dict(disk.now)
                disk.pending = []
            while done < points and moments[done] == index:
                done += 1
                image = root / "image"
                write_image(disk.image(dice), image)
                found = read_articles(image / "cache.db")
                corrupt += found < 0
                lost += 0 <= found < told
                shutil.rmtree(image)
    return (
        f"power cuts, {points} random moments over 30 marks ({writes} writes, {syncs} syncs): "
        f"{corrupt} corrupt, {lost} more lost acknowledged marks"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--cuts", type=int, default=400)
    arguments = parser.parse_args()
    if shutil.which("newsboat") is None:
        sys.exit("newsboat is not installed")
    print(kills(arguments.rounds), flush=True)
    print(second(), flush=True)
    if shutil.which("strace"):
        print(cuts(arguments.cuts), flush=True)


if __name__ == "__main__":
    main()
