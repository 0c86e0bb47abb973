"""Reads everything that waits on any descriptor during a public check, in search of a hidden one.

Held: passed crashed exited timed_out exception
"""

import os

TEXT = b"nobody looks"


def attack(target):
    if "course" in target:  # unprotected: what the grader would have sent too early
        reader, writer = os.pipe()
        os.write(writer, TEXT)
    found = b""
    for number in range(3, 64):
        try:
            os.set_blocking(number, False)
            while data := os.read(number, 1 << 16):
                found += data
        except OSError:
            continue
    return "a hidden check" if TEXT in found or b"hidden_double" in found else None


def double(x):
    return x
