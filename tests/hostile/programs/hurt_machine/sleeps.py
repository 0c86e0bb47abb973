"""Sleeps longer than its check may last.

Held: timed_out
"""

import time


def attack(target):
    time.sleep(4.5)
    return "nobody woke me"
