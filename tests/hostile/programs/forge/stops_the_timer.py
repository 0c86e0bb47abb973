"""Switches off the timers and signals that would end it, and goes on working.

Held: timed_out
"""

import faulthandler
import signal
import time


def disarm():
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    faulthandler.disable()
    faulthandler.unregister(signal.SIGPROF)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def attack(target):
    signal.setitimer(signal.ITIMER_PROF, 0.5)  # a grader's own limit, in this process
    disarm()
    until = time.monotonic() + 4.5
    while time.monotonic() < until:
        pass
    return "four seconds and a half, with a limit of half a second"


def double(x):
    return x
