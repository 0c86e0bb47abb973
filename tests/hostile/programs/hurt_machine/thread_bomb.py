"""Starts a hundred threads that live at the same time, with stacks too small to be noticed as memory.

The kernel counts no processes against root, even in a user namespace; and at L1 the count would be that of all of the
user's other programs.

Held: passed
Levels: L2 L3
Except: root L2
"""

import ctypes
import threading

ARENAS = -8


def attack(target):
    ctypes.CDLL(None).mallopt(ARENAS, 1)  # else each thread reserves 64 MB of address space
    threading.stack_size(64 << 10)
    end = threading.Event()
    started = []
    try:
        for _ in range(100):
            thread = threading.Thread(target=end.wait, args=(2,), daemon=True)
            thread.start()
            started.append(thread)
    except (RuntimeError, MemoryError):
        pass
    end.set()
    for thread in started:
        thread.join()
    return f"{len(started)} threads at once" if len(started) == 100 else None
