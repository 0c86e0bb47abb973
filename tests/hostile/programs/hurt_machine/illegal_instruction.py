"""Runs bytes that are no instruction.

Held: crashed
Plain: dies
"""

import ctypes
import mmap
import platform


def attack(target):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\x0f\x0b" if platform.machine() == "x86_64" else bytes(4))
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
