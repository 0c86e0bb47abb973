"""Attaches to another process as a debugger, which stops it.

Held: passed
"""

import ctypes

ATTACH, DETACH, SEIZE, TRACE_ME = 16, 17, 0x4206, 0
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    pid = target["pid"]
    if libc.ptrace(ATTACH, pid, None, None) == 0:
        libc.waitpid(pid, None, 0)
        libc.ptrace(DETACH, pid, None, None)
        return "stopped it"
    if libc.ptrace(SEIZE, pid, None, None) == 0 or libc.ptrace(TRACE_ME, 0, None, None) == 0:
        return "traces"
    return None
