"""Prints without end, in long lines and through every layer.

Held: output_too_large
Plain: floods
"""

import os
import sys


def attack(target):
    line = "x" * 65_536
    for _ in range(40):
        print(line)
        os.write(1, line.encode())
        sys.__stderr__.write(line)
    return "five megabytes"
