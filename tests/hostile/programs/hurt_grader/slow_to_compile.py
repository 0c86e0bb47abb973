"""Hands Python's compiler a text that keeps it busy for a second in one call that nothing can interrupt.

Held: timed_out out_of_memory
"""

import time

LINES = 180_000


def attack(target):
    began = time.process_time()
    for _ in range(2):
        compile("a\n" * LINES, "<slow>", "exec")
    took = time.process_time() - began
    return f"{took:.1f} s" if took > 0.5 else None
