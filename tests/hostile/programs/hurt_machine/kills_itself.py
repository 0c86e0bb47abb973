"""Kills its own process, at once and by an alarm.

Held: crashed passed
Plain: dies
"""

import os
import signal
import time


def attack(target):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGKILL)
