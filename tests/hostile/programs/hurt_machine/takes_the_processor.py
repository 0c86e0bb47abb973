"""Puts itself before all others on the processor, and others behind.

Held: passed
"""

import os


def attack(target):
    pid = target["pid"]
    ways = {
        "real time": lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)),
        "back again": lambda: os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)),
        "first": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        "last": lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
        "idle": lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
        "one core": lambda: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))}),
    }
    done = []
    for name, way in ways.items():
        try:
            way()
        except OSError:
            continue
        done.append(name)
    return done or None
