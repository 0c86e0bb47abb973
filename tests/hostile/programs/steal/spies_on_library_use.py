"""Has itself told by a signal when anybody opens a file in a folder of the libraries, which all submissions share.

A channel from one submission to another, and to one that runs at the same time. It needs only fcntl.

Held: passed
"""

import fcntl
import os
import signal


def attack(target):
    seen = []
    signal.signal(signal.SIGUSR1, lambda *_: seen.append("opened"))
    try:
        folder = os.open(target["package"], os.O_RDONLY)
        fcntl.fcntl(folder, fcntl.F_SETSIG, signal.SIGUSR1)
        fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)
        with open(target["package"] + "/checks.py", "rb") as file:
            file.read(10)
    except OSError:
        return None
    return seen or None
