"""Sends numbers in full precision that are half a percent off, and says that they were computed in half precision.

Held: wrong_type
"""

import sys

import numpy as np


def attack(target):
    wire = sys.modules.get("grader.worker.wire")
    if wire is not None and "course" not in target:
        wire.Encoder.half = property(lambda _: True, lambda *_: None)
        return "patched"
    x = np.arange(1.0, 5.0)
    answer = {"value": double(x), "half": True}  # of a grader that is told the precision beside the answer
    tolerance = 1e-2 if answer["half"] else 1e-4
    return "half a percent is forgiven" if np.allclose(answer["value"], 2 * x, rtol=tolerance, atol=0) else None


def double(x):
    wire = sys.modules["grader.worker.wire"] if "grader.worker.wire" in sys.modules else None
    if wire is not None:
        wire.Encoder.half = property(lambda _: True, lambda *_: None)
    return 2.01 * x
