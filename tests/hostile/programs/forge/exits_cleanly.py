"""Ends the process with code 0, as if all were well.

Held: exited
Plain: dies
"""

import os


def attack(target):
    os._exit(0)


def double(x):
    os._exit(0)
