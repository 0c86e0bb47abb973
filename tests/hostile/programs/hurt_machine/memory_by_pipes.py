"""Fills a hundred pipes of 1 MB: memory of the kernel, which the limit on address space does not count.

Held: passed
"""

import fcntl
import os

SIZE = 1 << 20


def attack(target):
    block, filled, opened = bytes(SIZE), 0, []
    try:
        for _ in range(100):
            opened += os.pipe()
            os.set_blocking(opened[-1], False)
            fcntl.fcntl(opened[-1], fcntl.F_SETPIPE_SZ, SIZE)
            filled += os.write(opened[-1], block)
    except OSError:
        pass
    for descriptor in opened:
        os.close(descriptor)
    return filled if filled == 100 * SIZE else None
