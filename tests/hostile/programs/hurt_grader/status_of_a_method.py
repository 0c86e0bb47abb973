"""Reports an outcome whose status is the name of something inside the grader, to have that called.

Held: crashed
"""

import json
import os
import stat
import struct


def link():
    for number in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    return None


class Naive:
    """A grader that picks its method by what the child says."""

    _exercise = "not a method"

    def tell(self, status):
        return getattr(self, f"_{status}")()


def attack(target):
    where = link()
    head = b'{"status":"exercise","error":{}}'
    start = json.dumps({"is": "outcome", "check": "attack", "seconds": 0.0}).encode()
    if where is not None:
        os.write(where, struct.pack("!IIQ", len(start), len(head), 0) + start + head)
        return None
    try:
        Naive().tell("exercise")
    except TypeError as problem:
        return f"the grader fell over: {problem}"
