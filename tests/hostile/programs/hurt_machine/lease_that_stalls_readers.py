"""Takes a lease on a file that others read: whoever opens it waits, for up to 45 seconds, until it gives way.

Held: exception
"""

import fcntl
import os
import signal


def attack(target):
    path = os.path.join(target["package"], "py.typed")  # a file that nobody opens in earnest
    signal.signal(signal.SIGIO, signal.SIG_IGN)  # the kernel's request to give way
    file = os.open(path, os.O_RDONLY)
    try:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        except BlockingIOError:
            return "others wait"
        finally:
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    finally:
        os.close(file)
