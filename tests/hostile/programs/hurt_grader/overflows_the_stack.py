"""Lifts the limit on recursion and goes deeper until the C stack is full.

Held: crashed
Plain: dies
"""

import sys


class Deep:
    def __init__(self, inner):
        self.inner = inner

    def __repr__(self):
        return repr(self.inner)


def attack(target):
    sys.setrecursionlimit(10**9)
    found = None
    for _ in range(300_000):
        found = Deep(found)
    return repr(found) or "shown"
