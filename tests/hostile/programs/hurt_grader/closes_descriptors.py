"""Closes the grader's pipes and puts other files in their places, the link over its own output.

Held: exited timed_out crashed output_too_large
"""

import os
import stat
import tempfile


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


def attack(target):
    if "course" in target:
        saved = os.dup(1)
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), 1)
            os.write(1, b"a grader's own report\n")
            os.dup2(saved, 1)
            file.seek(0)
            return file.read()
    where = link()
    if where is not None:
        os.dup2(where, 1)
        os.dup2(where, 2)
        print("not a frame" * 100, flush=True)
    for number in range(3, 64):
        if number != where:
            try:
                os.close(number)
            except OSError:
                continue
    return None
