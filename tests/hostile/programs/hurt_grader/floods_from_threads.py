"""Prints from several threads at once, a byte at a time, and goes on after the check is over.

Held: passed output_too_large
Plain: floods
"""

import os
import threading
import time


def drip(until):
    while time.monotonic() < until:
        os.write(2, b"." * 500)


def attack(target):
    until = time.monotonic() + 1.0
    threads = [threading.Thread(target=drip, args=(until,), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    if "course" in target:
        for thread in threads:
            thread.join()
        return "printed"
    return None
