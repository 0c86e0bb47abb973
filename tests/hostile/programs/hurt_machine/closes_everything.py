"""Closes every descriptor it has, those that lead to the grader among them, and sets a mask that forbids all.

Held: exited crashed
Plain: dies
"""

import os


def attack(target):
    os.umask(0o777)
    os.chdir("/")
    os.closerange(0, 1024)
