"""Takes the identity of another user.

Held: passed
"""

import os


def attack(target):
    ways = (
        lambda: os.setgroups([54321]),
        lambda: os.setresgid(54321, 54321, 54321),
        lambda: os.setresuid(54321, 54321, 54321),
        lambda: os.seteuid(0 if os.geteuid() else 54321),
    )
    done = 0
    for way in ways:
        try:
            way()
        except OSError:
            continue
        done += 1
    return done or None
