"""Computes inside one call of the C code of Python's integers, where no Python code can interrupt it.

Held: timed_out
"""

import time


def attack(target):
    began = time.process_time()
    pow(7, 4_000_000)
    return f"{time.process_time() - began:.1f} s in one call"
