"""Computes in four threads at once, each below the limit on CPU time, together far above it.

Held: timed_out
"""

import hashlib
import threading
import time


def _work():
    end = time.thread_time() + 0.4
    while time.thread_time() < end:
        hashlib.pbkdf2_hmac("sha256", b"x", b"y", 20_000)


def attack(target):
    threads = [threading.Thread(target=_work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"{time.process_time():.1f} s of CPU time"
