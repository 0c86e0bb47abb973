"""Maps anonymous shared memory and touches every page of it.

Held: out_of_memory exception
"""

import mmap


def attack(target):
    size = 280 << 20
    with mmap.mmap(-1, size) as memory:
        for page in range(0, size, 4096):
            memory[page] = 1
        return size
