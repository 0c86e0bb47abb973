"""Reserves 64 MB of the disk in one call, for a file whose size stays zero: the limit on a file's size is not asked.

Held: passed
"""

import ctypes
import os

KEEP_SIZE, SIZE = 1, 64 << 20
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    file = os.open("reserved", os.O_CREAT | os.O_RDWR)
    libc.fallocate(file, KEEP_SIZE, ctypes.c_long(0), ctypes.c_long(SIZE))
    taken = os.fstat(file).st_blocks * 512
    os.close(file)
    os.unlink("reserved")
    return taken if taken >= SIZE else None
