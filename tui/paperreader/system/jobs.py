"""Job control: stopping, so that the shell goes on until it is asked to continue what was stopped."""

from __future__ import annotations

import os
import signal
import sys


def hindrance() -> str:
    """Why this process cannot be stopped, or "" when it can."""
    words = ""
    if sys.platform == "win32":
        words = "Windows cannot stop a program and go on with it later; open another terminal beside this one"
    elif os.getpgrp() == os.getsid(0):
        # The terminal was opened for this program: stopped, it could be continued by nobody.
        words = "there is no shell here that could go on with a stopped reader; open another terminal beside this one"
    return words


def stop() -> None:
    """Stop the job: this process and those that started it for the shell, which waits for all of them."""
    if sys.platform != "win32":
        os.killpg(0, signal.SIGTSTP)
