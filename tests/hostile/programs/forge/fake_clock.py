"""Stops every clock that Python has, then takes its time.

Held: timed_out
"""

import signal
import time

real = time.process_time  # work is what the processor does, however busy the machine is


def stop_clocks():
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, lambda: 1.0)
        setattr(time, f"{name}_ns", lambda: 10**9)


def work(seconds):
    until = real() + seconds
    while real() < until:
        pass


def attack(target):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    stop_clocks()
    began = time.perf_counter()
    work(1.5)
    took = time.perf_counter() - began
    return "a second and a half of work in no time" if took == 0.0 else None


def double(x):
    stop_clocks()
    work(1.5)
    return x
