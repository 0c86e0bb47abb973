"""Fills folders that everybody shares, and that are often memory: /dev/shm, /run, /tmp.

Held: passed
"""

import os


def attack(target):
    written = 0
    for folder in ("/dev/shm", "/run", "/tmp", "/var/tmp", target["folder"]):
        path = f"{folder}/hostile-{os.getpid()}"
        try:
            with open(path, "wb") as file:
                for _ in range(12):
                    written += file.write(bytes(1 << 20))
            os.unlink(path)
        except OSError:
            continue
    return written or None
