"""Lowers the limits of another process, so that it can open nothing more.

Held: exception
"""

import resource


def attack(target):
    _, most = resource.prlimit(target["pid"], resource.RLIMIT_NOFILE)
    resource.prlimit(target["pid"], resource.RLIMIT_NOFILE, (16, most))
    return resource.prlimit(target["pid"], resource.RLIMIT_NOFILE)
