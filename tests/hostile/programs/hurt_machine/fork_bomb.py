"""Starts thirty processes.

Held: passed exception
"""

import os
import time


def attack(target):
    started = 0
    for _ in range(30):
        try:
            pid = os.fork()
        except OSError:
            break
        if pid == 0:
            time.sleep(2)
            os._exit(0)
        started += 1
    return started or None
