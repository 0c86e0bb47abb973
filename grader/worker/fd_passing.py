"""Messages with descriptors between grader and server."""

from __future__ import annotations

import array
import socket
import time

_DESCRIPTORS = 3


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, all its threads together. It cannot hide it: the kernel counts."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


def receive(control: socket.socket, flags: int = 0) -> tuple[bytes, list[int]]:
    """One message and the descriptors that came with it. (`socket.recv_fds` ignores its flags in Python 3.11.)"""
    found = array.array("i")
    data, extra, _, _ = control.recvmsg(1 << 16, socket.CMSG_LEN(_DESCRIPTORS * found.itemsize), flags)
    for _, _, part in extra:
        found.frombytes(part[: len(part) - len(part) % found.itemsize])
    return data, list(found)
