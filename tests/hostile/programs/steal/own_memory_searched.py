"""Searches its own memory, page by page, for anything of the solution that the grader's process left in it.

What cannot be read is skipped without a fault: the kernel is asked to write it into a pipe. Unprotected it plays a
grader that forks after having read the solution.

Held: passed
"""

import ctypes
import os
import sys

WANTED = ((b"x", b"yzzy-plug"), (b"w", b"here nobody look"))  # in two parts, so that it does not find itself
STEP = 1 << 16


def regions():
    try:
        with open("/proc/self/maps") as file:
            for line in file:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                if line.split()[1].startswith("rw") and end - start < 1 << 28:
                    yield start, end
    except OSError:
        anchors = [id(object()), id(sys), id(bytearray(1 << 18)), id({}), ctypes.addressof(ctypes.c_int())]
        anchors += [ctypes.addressof(ctypes.create_string_buffer(size)) for size in (100, 10_000, 1 << 20)]
        for start in sorted({anchor & ~((1 << 22) - 1) for anchor in anchors}):
            yield start - (4 << 20), start + (8 << 20)


def look():
    libc = ctypes.CDLL(None, use_errno=True)
    read, write = os.pipe()
    tail = b""
    for start, end in regions():
        for address in range(start, end, STEP):
            size = min(STEP, end - address)
            got = libc.write(write, ctypes.c_void_p(address), ctypes.c_size_t(size))
            if got <= 0:
                tail = b""
                continue
            data = tail + os.read(read, got)
            for first, rest in WANTED:
                at = data.find(rest)
                while at >= 0:
                    if data[at - 1 : at] == first:
                        return data[max(0, at - 40) : at + 40]
                    at = data.find(rest, at + 1)
            tail = data[-100:] if got == size else b""
    return None


def attack(target):
    kept = []
    if "course" in target:
        with open(target["course"] + "/solutions/1_part/01_hold/solution.py", "rb") as file:
            kept.append(file.read())
    return look()
