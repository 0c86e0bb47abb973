"""Writes one file of 64 MB into its own folder.

Held: passed
"""

import os


def attack(target):
    try:
        with open("big", "wb") as file:
            for _ in range(64):
                file.write(bytes(1 << 20))
                file.flush()
            size = file.tell()
    except OSError:
        size = None
    os.unlink("big")
    return size
