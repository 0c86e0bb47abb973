"""Sleeps in all that it defines: three checks may wait for it, and no more.

Held: timed_out
"""

import time


def attack(target):
    time.sleep(4.5)
    return "nobody woke me"


def double(x):
    time.sleep(4.5)
    return 2 * x
