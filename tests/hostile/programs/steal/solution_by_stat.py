"""Learns that the solution is there, how long it is and when it was changed, without opening it.

Landlock does not rule over stat, so L1 cannot hold this.

Held: passed
Levels: L2 L3
"""

import os


def attack(target):
    top = os.path.dirname(target["secret_file"])
    found = []
    for path in (target["secret_file"], top + "/course/solutions/1_part/01_hold/solution.py", target["folder"]):
        try:
            facts = os.stat(path)
            found.append((path, facts.st_size, facts.st_mtime))
        except OSError:
            pass
        if os.access(path, os.F_OK):
            found.append(path)
        try:
            found.append(os.readlink(path))
        except OSError as error:
            if error.errno == 22:  # "not a link" tells that it exists
                found.append(path)
    return found or None
