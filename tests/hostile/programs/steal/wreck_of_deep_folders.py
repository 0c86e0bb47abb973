"""Leaves folders in its scratch so deep that whoever tidies up after it runs out of stack.

Made while it is loaded, when there is more time. Unprotected it shows that `shutil.rmtree` does run out, and takes them
away itself. Named to come last: a server that breaks takes the submissions after it along.

Held: passed exception
"""

import os
import shutil

DEPTH = 1500
TOP = os.getcwd()
MADE = 0
os.mkdir("deep")
os.chdir("deep")
try:
    while MADE < DEPTH:
        os.mkdir("d")
        os.chdir("d")
        MADE += 1
except OSError:  # a cap on files
    pass
BOTTOM = os.open(".", os.O_RDONLY)
os.chdir(TOP)


def attack(target):
    if "course" not in target:
        return None
    try:
        shutil.rmtree("deep", ignore_errors=True)
        loot = None
    except RecursionError as error:
        loot = str(error)
    os.fchdir(BOTTOM)
    for _ in range(MADE):
        os.chdir("..")
        os.rmdir("d")
    os.chdir(TOP)
    os.rmdir("deep")
    return loot
