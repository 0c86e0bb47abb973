"""Ignores all signals that would tell it that its time is over, and computes on.

Held: timed_out
"""

import signal
import time


def attack(target):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    end = time.monotonic() + 4.5
    while time.monotonic() < end:
        pass
    return "4.5 s of CPU time"
