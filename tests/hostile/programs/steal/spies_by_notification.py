"""Has itself told what others do in folders: inotify, fanotify, dnotify and performance counters on another process.

Held: passed
"""

import ctypes
import os
import platform
import struct

INIT1, ADD_WATCH, PERF, FANOTIFY = {"x86_64": (294, 254, 298, 300), "aarch64": (26, 27, 241, 262)}[platform.machine()]
CREATE, ACCESS = 0x100, 1


def attack(target):
    libc, found = ctypes.CDLL(None, use_errno=True), []
    watch = libc.syscall(INIT1, os.O_NONBLOCK)
    if watch >= 0 and libc.syscall(ADD_WATCH, watch, target["folder"].encode(), CREATE) >= 0:
        with open(target["folder"] + "/seen", "w"):
            pass
        os.unlink(target["folder"] + "/seen")
        found.append(os.read(watch, 1000))
    if libc.syscall(FANOTIFY, 0, 0) >= 0:
        found.append("fanotify")
    attributes = struct.pack("<IIQQQQ", 1, 112, 0, 0, 0, 0).ljust(112, b"\0")  # the CPU clock, in software
    counter = libc.syscall(PERF, attributes, target["pid"], -1, -1, 0)
    if counter >= 0:
        found.append(os.read(counter, 8))
    return found or None
