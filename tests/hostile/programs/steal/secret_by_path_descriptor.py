"""Opens the secret with O_PATH, which needs no right to read, and opens that descriptor again through /proc.

Held: passed
"""

import os


def attack(target):
    try:
        descriptor = os.open(target["secret_file"], os.O_PATH)
    except OSError:
        return None
    for way in (f"/proc/self/fd/{descriptor}", f"/dev/fd/{descriptor}", f"/proc/thread-self/fd/{descriptor}"):
        try:
            with open(way) as file:
                return file.read()
        except OSError:
            continue
    return None
