"""Replaces itself with another program, which the limits of Python no longer bind.

Held: exception
"""

import os
import sys


def attack(target):
    os.execv(sys.executable, [sys.executable, "-c", "print(); print('LOOT')"])
