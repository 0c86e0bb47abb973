"""Makes two thousand timers, each a piece of the kernel's memory.

Held: passed
"""

import ctypes

REALTIME = 0
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    timers = []
    while len(timers) < 2000:
        timer = ctypes.c_void_p()
        if libc.timer_create(REALTIME, None, ctypes.byref(timer)):
            break
        timers.append(timer)
    for timer in timers:
        libc.timer_delete(timer)
    return f"{len(timers)} timers" if len(timers) == 2000 else None
