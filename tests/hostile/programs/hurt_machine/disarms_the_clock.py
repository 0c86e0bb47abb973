"""Stops the timer that measures its CPU time and goes on for three times as long as it may.

Held: timed_out
"""

import signal
import time


def attack(target):
    signal.setitimer(signal.ITIMER_PROF, 0)
    while time.process_time() < 1.7:
        pass
    return f"{time.process_time():.1f} s of CPU time"
