"""Makes System V shared memory, fills it and lets go of it: it would stay after the process has ended.

Held: exception
"""

import ctypes
import os

PRIVATE, CREATE, REMOVE, SIZE = 0, 0o1000, 0, 64 << 20
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]


def attack(target):
    segment = libc.shmget(PRIVATE, ctypes.c_size_t(SIZE), CREATE | 0o600)
    if segment < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, SIZE)
    libc.shmdt(address)
    libc.shmctl(segment, REMOVE, None)  # only so that this machine is left unharmed
    return SIZE
