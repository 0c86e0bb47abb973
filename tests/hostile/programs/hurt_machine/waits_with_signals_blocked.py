"""Blocks every signal in every thread, and waits where no CPU time passes.

Held: timed_out
"""

import select
import signal


def attack(target):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    select.select([], [], [], 4.5)
    return "no signal reached me"
