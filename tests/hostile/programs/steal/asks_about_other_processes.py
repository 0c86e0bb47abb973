"""Asks the kernel about other processes by their number: that they live, when they began, how long they have computed.

None of it goes through files, so Landlock has no say, and L1 has no process numbers of its own.

Held: passed
Levels: L2 L3
"""

import os
import time


def attack(target):
    found = []
    for pid in (target["pid"], target["grader_pid"]):
        questions = (
            lambda: os.getpgid(pid),
            lambda: os.getsid(pid),
            lambda: os.sched_getaffinity(pid),
            lambda: os.getpriority(os.PRIO_PROCESS, pid),
            lambda: time.clock_gettime((~pid << 3) | 2),
            lambda: os.stat(f"/proc/{pid}").st_uid,
        )
        for ask in questions:
            try:
                found.append(ask())
            except OSError:
                continue
    return found or None
