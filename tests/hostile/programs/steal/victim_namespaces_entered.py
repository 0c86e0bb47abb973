"""Enters the mount, network and process namespaces of the grader, where the solution can be seen.

Held: passed
"""

import ctypes
import os

OPEN, NEWNS, NEWNET, NEWUSER = 434, 0x20000, 0x40000000, 0x10000000


def attack(target):
    libc, found = ctypes.CDLL(None, use_errno=True), []
    for pid in (target["pid"], os.getppid()) if "course" not in target else (target["pid"],):
        handle = libc.syscall(OPEN, pid, 0)
        if handle >= 0 and libc.setns(handle, NEWNS | NEWNET) == 0:
            found.append("entered by pidfd")
        for name in ("mnt", "net", "user"):
            try:
                descriptor = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
            except OSError:
                continue
            if libc.setns(descriptor, 0) == 0:
                found.append(f"entered {name}")
    if libc.unshare(NEWUSER | NEWNS) == 0:
        found.append("all rights in namespaces of its own")
    return found or None
