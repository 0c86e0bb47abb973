"""Looks in the kernel's keyrings for a key that the submission before left there. Unprotected it leaves it from a fork.

Held: passed
"""

import ctypes
import os
import platform

ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[platform.machine()]
SEARCH, READ, UNLINK = 10, 11, 9
USER_KEYRING = -4


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    if "course" in target:
        pid = os.fork()
        if pid == 0:
            message = b"left by the submission before"
            libc.syscall(ADD_KEY, b"user", b"left_behind", message, len(message), USER_KEYRING)
            os._exit(0)
        os.waitpid(pid, 0)
    for ring in (USER_KEYRING, -3, -5, -2, -1):
        key = libc.syscall(KEYCTL, SEARCH, ring, b"user", b"left_behind", 0)
        if key >= 0:
            buffer = ctypes.create_string_buffer(100)
            got = libc.syscall(KEYCTL, READ, key, buffer, 100)
            libc.syscall(KEYCTL, UNLINK, key, USER_KEYRING)
            return buffer.raw[:got] if got > 0 else "a key"
    return None
