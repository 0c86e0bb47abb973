"""Sets up a ring through which the kernel would do work that no filter of system calls sees.

Held: exception
"""

import ctypes
import os

IO_URING_SETUP = 425
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    parameters = ctypes.create_string_buffer(120)
    ring = libc.syscall(IO_URING_SETUP, 4, parameters)
    if ring < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.close(ring)
    return "a ring"
