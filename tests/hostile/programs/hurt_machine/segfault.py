"""Reads memory that is not there.

Held: crashed
Plain: dies
"""

import ctypes


def attack(target):
    ctypes.string_at(8)
