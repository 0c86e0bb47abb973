"""Matches a pattern that tries every way to split a row of letters.

Held: timed_out
"""

import re
import time


def attack(target):
    began = time.process_time()
    re.match("(a+)+b", "a" * 25)
    return f"{time.process_time() - began:.1f} s in one call"
