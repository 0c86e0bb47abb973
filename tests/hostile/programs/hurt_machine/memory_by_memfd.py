"""Writes into a file that lives in memory only, which the limit on address space does not count.

Held: exception
"""

import os


def attack(target):
    file = os.memfd_create("harmless")
    block = bytes(1 << 20)
    return sum(os.write(file, block) for _ in range(250))
