"""Replaces, in its own process, what turns results into bytes, judges exceptions and runs checks.

Held: wrong_type failed crashed passed
"""

import sys


class Encoder:
    """Encodes everything as what somebody else must have computed."""

    def __init__(self):
        self.kinds, self.half, self.body = ["array"], True, bytes(120)

    def encode(self, value, depth=0):
        return {"a": ["float64", [3, 5]]}


def patch():
    child, wire = sys.modules["grader.worker.child"], sys.modules["grader.worker.wire"]
    wire.Encoder = Encoder
    wire.DTYPES.add("object")
    wire.MAX_BODY = wire.MAX_HEAD = wire.MAX_LEAVES = 2**62
    child._run = lambda *_: ({"status": "value", "value": {"a": ["float64", [3, 5]]}, "passed": True}, bytes(120))
    child._seed = lambda *_: None


def attack(target):
    if "course" not in target:
        patch()
        return "patched"
    naive = Encoder()  # of a grader that encodes the answer in the same process as the student's code
    return "whatever was computed, this is sent" if naive.encode("wrong") == naive.encode("right") else None


def double(x):
    patch()
    return x
