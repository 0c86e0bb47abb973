"""Floods the pipe on which the grader hears of crashes with what is no stack.

Held: passed crashed timed_out output_too_large
"""

import os
import stat
import threading
import time


def pipes():
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                yield number
        except OSError:
            continue


def attack(target):
    block, until = b"Fatal Python error: \n\x00\xff" * 2000, time.monotonic() + 0.6
    if "course" not in target:
        while time.monotonic() < until:
            for number in pipes():
                os.write(number, block)
        return None
    here, there = os.pipe()
    kept = []

    def read():
        while True:
            kept.append(os.read(here, 1 << 16))

    threading.Thread(target=read, daemon=True).start()
    while time.monotonic() < until and len(kept) < 1000:
        os.write(there, block)
    return "a reader that keeps all" if sum(map(len, kept)) > 1_000_000 else None
