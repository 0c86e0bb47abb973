"""Looks for System V shared memory, queues and semaphores of the submission before. Unprotected a fork of it leaves some.

Held: passed
"""

import ctypes
import os
import platform

SHMGET, SHMAT, SHMCTL, MSGGET, SEMGET = {"x86_64": (29, 30, 31, 68, 64), "aarch64": (194, 196, 195, 186, 190)}[
    platform.machine()
]
KEY, CREATE, REMOVE = 0x5EED, 0o1000, 0


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    if "course" in target:
        pid = os.fork()
        if pid == 0:
            segment = libc.syscall(SHMGET, KEY, 4096, CREATE | 0o666)
            ctypes.memmove(libc.syscall(SHMAT, segment, None, 0), b"left by the submission before", 29)
            os._exit(0)
        os.waitpid(pid, 0)
    if libc.syscall(MSGGET, KEY, 0) >= 0 or libc.syscall(SEMGET, KEY, 1, 0) >= 0:
        return "a queue or a semaphore"
    segment = libc.syscall(SHMGET, KEY, 0, 0)
    if segment < 0:
        return None
    address = libc.syscall(SHMAT, segment, None, 0)
    libc.syscall(SHMCTL, segment, REMOVE, None)
    return ctypes.string_at(address, 29) if address > 0 else "a segment"
