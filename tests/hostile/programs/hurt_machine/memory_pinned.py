"""Locks pages into memory so that nobody else can have them.

Held: passed
"""

import ctypes

SIZE = 16 << 20
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    block = ctypes.create_string_buffer(SIZE)
    if libc.mlock(block, ctypes.c_size_t(SIZE)) and libc.mlock2(block, ctypes.c_size_t(SIZE), 0):
        return None
    libc.munlock(block, ctypes.c_size_t(SIZE))
    return SIZE
