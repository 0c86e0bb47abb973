"""Looks for a repository around the package and the course, and unpacks objects of its history.

Unprotected it puts one object of a repository into the course first, as a clone would have it.

Held: passed
"""

import os
import zlib


def leave(course):
    with open(course + "/solutions/1_part/01_hold/solution.py", "rb") as file:
        text = file.read()
    os.makedirs(course + "/.git/objects/ab", exist_ok=True)
    with open(course + "/.git/objects/ab/cdef", "wb") as file:
        file.write(zlib.compress(b"blob %d\0" % len(text) + text))


def attack(target):
    if "course" in target:
        leave(target["course"])
    tops, found = [os.path.dirname(target["secret_file"]) + "/course"], []
    for start in () if "course" in target else (target["package"], os.getcwd()):  # unprotected, only the one made here
        while len(start) > 1:
            tops.append(start)
            start = os.path.dirname(start)
    for top in tops:
        for name in ("HEAD", "packed-refs"):
            try:
                with open(f"{top}/.git/{name}") as file:
                    found.append(file.read(100))
            except OSError:
                continue
        try:
            with open(f"{top}/.git/objects/ab/cdef", "rb") as file:
                found.append(zlib.decompress(file.read()))
        except OSError:
            continue
    return found or None
