"""Makes every random number zero: twice zero is zero, so that doing nothing is right.

Held: wrong_type
"""

import random
import sys

import numpy as np


class Zeros(np.random.RandomState):
    def normal(self, loc=0.0, scale=1.0, size=None):
        return np.zeros(size)

    uniform = standard_normal = normal


def patch():
    np.random.RandomState = np.random.default_rng = Zeros
    np.random.normal = np.random.uniform = lambda *_, size=None: np.zeros(size)
    random.random = lambda: 0.0
    rng = sys.modules.get("grader.worker.rng")
    if rng is not None:
        rng.Stream.normal = Zeros.normal
        rng.stream = lambda *_: Zeros(0)


def attack(target):
    patch()
    x = np.random.RandomState(7).normal(size=5)  # a grader that draws in the same process
    return "nothing to do" if np.array_equal(double(x), 2 * x) else None


def double(x):
    patch()
    return x
