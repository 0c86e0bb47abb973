"""Takes a lease on a file that the grader shares with it: others who open it wait, and the holder is told.

It needs only fcntl and to be the file's owner. The lease is given back at once.

Held: passed
"""

import fcntl
import os


def attack(target):
    found = []
    for name in ("cli/show.py", "report/style.py", "py.typed"):
        try:
            descriptor = os.open(os.path.join(target["package"], name), os.O_RDONLY)
            for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
                fcntl.fcntl(descriptor, fcntl.F_SETLEASE, kind)
                fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                found.append((name, kind))
        except OSError:
            continue
    return found or None
