"""Opens files until the table of the whole machine would be full.

Held: passed
"""

import os
import resource


def attack(target):
    opened = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    except (OSError, ValueError):
        pass
    try:
        while len(opened) < 1000:
            opened.append(os.eventfd(0))
    except OSError:
        pass
    for descriptor in opened:
        os.close(descriptor)
    return f"{len(opened)} open files" if len(opened) == 1000 else None
