"""Stops its own process, so that no handler of a signal can run and no CPU time passes.

Held: timed_out passed
Plain: hangs
"""

import os
import signal


def attack(target):
    os.kill(os.getpid(), signal.SIGSTOP)
