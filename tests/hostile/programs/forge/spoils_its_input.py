"""Writes zeros into the numbers that it was given: twice those is what it returns.

Held: wrong_type
"""

import numpy as np


def attack(target):
    x = np.arange(1.0, 4.0)
    got = double(x)
    return "the question was changed to fit the answer" if np.array_equal(got, 2 * x) else None


def double(x):
    x.flags.writeable = True
    x[...] = 0
    x.resize(x.shape, refcheck=False) if x.base is None else None
    return x
