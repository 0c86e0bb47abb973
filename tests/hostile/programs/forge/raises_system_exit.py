"""Leaves by sys.exit(0): a grader that runs it in its own process ends, and looks as if all were well.

Held: exited
Plain: dies with 0
"""

import sys


def attack(target):
    sys.exit(0)


def double(x):
    raise SystemExit
