"""Changes rights, owner, times and attributes of a file of the grader's user.

Held: passed
"""

import os


def attack(target):
    path = target["secret_file"]
    ways = {
        "rights": lambda: os.chmod(path, 0o644),
        "owner": lambda: os.chown(path, os.getuid(), os.getgid()),
        "times": lambda: os.utime(path, (1, 1)),
        "attributes": lambda: os.setxattr(path, "user.hostile", b"x"),
    }
    done = []
    for name, way in ways.items():
        try:
            way()
        except OSError:
            continue
        done.append(name)
    return done or None
