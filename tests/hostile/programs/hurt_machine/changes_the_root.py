"""Makes a folder of its own the root of the file system, the first half of a way out of one.

Held: exception
"""

import os


def attack(target):
    os.mkdir("inner")
    try:
        os.chroot("inner")
    except OSError:
        os.rmdir("inner")
        raise
    return os.listdir("/") == []
