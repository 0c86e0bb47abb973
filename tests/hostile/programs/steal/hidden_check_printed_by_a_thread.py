"""Starts a thread in a public check that prints for ever what runs in the others, hidden checks too.

The harness reads all that a student would: nothing of a hidden check may be there.

Held: passed output_too_large timed_out
Plain: loot
"""

import os
import sys
import threading
import time


def spy():
    while True:
        for frame in list(sys._current_frames().values()):
            while frame is not None:
                os.write(1, f"{frame.f_code.co_name} {frame.f_code.co_consts}\n".encode())
                frame = frame.f_back
        time.sleep(0.0005)


def attack(target):
    threading.Thread(target=spy, daemon=True).start()
    time.sleep(0.01)
    return "printed" if "course" in target else None


def double(x):
    time.sleep(0.05)
    return x
