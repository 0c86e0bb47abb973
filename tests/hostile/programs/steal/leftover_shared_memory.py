"""Looks for POSIX shared memory of the submission before, by name. Unprotected a fork of it leaves some.

Held: passed
"""

import _posixshmem
import mmap
import os


def attack(target):
    if "course" in target:
        pid = os.fork()
        if pid == 0:
            descriptor = _posixshmem.shm_open("/left_behind.txt", os.O_CREAT | os.O_RDWR, mode=0o666)
            os.write(descriptor, b"left by the submission before")
            os._exit(0)
        os.waitpid(pid, 0)
    try:
        descriptor = _posixshmem.shm_open("/left_behind.txt", os.O_RDWR, mode=0o666)
    except OSError:
        return None
    _posixshmem.shm_unlink("/left_behind.txt")
    with mmap.mmap(descriptor, 0) as shared:
        return shared[:]
