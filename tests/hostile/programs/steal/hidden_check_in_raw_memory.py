"""Lets numpy show memory that nobody has written to, and searches and prints it, in every check.

Held: passed
"""

import numpy as np

WORDS = (b"nobody looks", b"hidden_double")


def raw(size):
    """A place for the sum is asked for in a roundabout way, and nothing is added: what lies there comes out."""
    out = np.add(0, 1).copy()
    out *= (None,)
    zeros = np.zeros(size, np.uint8)
    return np.add(zeros, zeros, where=False, out=out).tobytes()


def search():
    return b"".join(raw(size) for size in (64, 256, 1024, 4096, 16384) for _ in range(50))


def attack(target):
    if "course" in target:
        return "raw memory can be read" if search() else None
    found = search()
    return "a hidden check" if any(word in found for word in WORDS) else None


def double(x):
    found = search()
    print(found[:2000], [word for word in WORDS if word in found])
    return x
