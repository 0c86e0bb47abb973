"""Mounts a file system of its own over a folder.

Held: passed
"""

import ctypes

NEWNS, PRIVATE, DETACH = 0x20000, 0x4000 | 1 << 18, 2
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    libc.unshare(NEWNS)
    libc.mount(b"none", b"/", None, PRIVATE, None)
    done = []
    for place in (target["folder"], "."):
        if libc.mount(b"tmpfs", place.encode(), b"tmpfs", 0, b"size=1m") == 0:
            libc.umount2(place.encode(), DETACH)
            done.append(place)
    return done or None
